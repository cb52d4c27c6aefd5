import { expect, vi } from 'vitest'
import { type Bus, createLocalBus } from '../../platform/bus/bus.ts'
import { sql } from '../../platform/db/db.ts'
import { chatOf } from '../chat.ts'
import { connect } from '../socket.ts'
import { world } from '../world.ts'

export type Options = NonNullable<Parameters<typeof world>[0]>

/** Two nodes on the same data, each with a socket of each father. */
export async function twoNodes(options: Options = {}) {
  const buses: Bus[] = []
  const shared = createLocalBus()
  const all = await world({
    ...options,
    fathers: 1,
    openBus() {
      const bus = options.openBus?.() ?? shared
      buses.push(bus)
      return bus
    },
  })
  const { host, father } = all
  const there = await all.newNode()
  /** Waits until both nodes receive each other's messages, or neither does. */
  const connected = (is: boolean) => vi.waitFor(() => expect(buses.map(bus => bus.isConnected())).toEqual([is, is]))
  await connected(true)
  // Without messages, which might be delivered to the sockets opened below.
  const chatId = await chatOf(host, father)
  await all.db.run(sql`update chats set requested_by = null`)
  const hostThere = all.at(there, host)
  const fatherThere = all.at(there, father)
  return {
    ...all,
    father,
    hostThere,
    chatId,
    connected,
    mine: await connect(host),
    his: await connect(fatherThere),
    myOther: await connect(hostThere),
    hisOther: await connect(father),
  }
}

/** A bus on which this node's messages about chats wait while `isHeld`. */
function holding(bus: Bus) {
  const waiting = Promise.withResolvers<void>()
  const state = { isHeld: false }
  return {
    state,
    letGo() {
      state.isHeld = false
      waiting.resolve()
    },
    bus: {
      ...bus,
      async publish(topic, body) {
        if (state.isHeld && topic === 'chat') await waiting.promise
        await bus.publish(topic, body)
      },
    } satisfies Bus,
  }
}

/** Opens such a bus for each node, all of them connected. */
export function holdingBuses() {
  const shared = createLocalBus()
  const buses: ReturnType<typeof holding>[] = []
  function openBus() {
    const made = holding(shared)
    buses.push(made)
    return made.bus
  }
  return { buses, openBus }
}
