import { createPlaydate, editPlaydate, joinPlaydate, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { editSettings } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import { type Bus, createListeners } from '../../../platform/bus/bus.ts'
import { connect } from '../../../testing/socket.ts'
import { aPlaydate, type Father, world } from '../../../testing/world.ts'

const upcoming = '/api/playdates/upcoming'

/** Buses of several nodes, whose connection can be cut: what is published in the meantime is lost to the others. */
function nodes() {
  const all: { bus: Bus; hear: (topic: string, payload: unknown) => void; returns: () => void }[] = []
  let isCut = false
  return {
    openBus(): Bus {
      const listeners = createListeners()
      const gaps: (() => void)[] = []
      const bus: Bus = {
        async publish(topic, payload) {
          for (const other of all) if (other.bus === bus || !isCut) other.hear(topic, structuredClone(payload))
        },
        subscribe: listeners.add,
        onGap: listener => void gaps.push(listener),
        isConnected: () => !isCut,
        isAlone: () => false,
        close: async () => {},
      }
      const returns = () => {
        for (const listener of gaps) listener()
      }
      all.push({ bus, hear: listeners.tell, returns })
      return bus
    },
    cut() {
      isCut = true
    },
    heal() {
      isCut = false
      for (const { returns } of all) returns()
    },
  }
}

/** A screen that reads again whatever it is notified of, as the app does. */
async function screenOf(father: Father) {
  const socket = await connect(father, 'screen')
  let shown: unknown
  let handled = socket.frames.length
  const read = async () => {
    shown = await father.call(upcomingPlaydates)
  }
  await read()
  socket.send({ type: 'watch', paths: [upcoming], readAgoMs: 100 })
  socket.socket.on('message', () => {
    const told = socket.frames.slice(handled)
    handled = socket.frames.length
    if (told.some(({ type }) => type === 'changed')) void read()
  })
  return { isStale: async () => JSON.stringify(shown) !== JSON.stringify(await father.call(upcomingPlaydates)) }
}

test('no screen of any node stays stale, whether its bus worked or was interrupted', async () => {
  const { openBus, cut, heal } = nodes()
  const { host, fathers, newNode, at } = await world({ fathers: 6, openBus })
  const other = await newNode()
  const there = fathers.map(father => at(other, father))
  for (const father of [host, ...fathers.slice(0, 3)]) await father.call(editSettings, { body: { town: 'Utrecht' } })
  const playdate = await host.call(createPlaydate, { body: aPlaydate() })
  const screens = await Promise.all([...fathers.slice(0, 3), ...there].map(screenOf))
  const noneIsStale = () =>
    vi.waitFor(async () => {
      const stale = await Promise.all(screens.map(({ isStale }) => isStale()))
      expect(stale.filter(Boolean)).toEqual([])
    })

  const [guest, second, third] = fathers
  await guest.call(joinPlaydate, { params: { id: playdate.id } })
  await noneIsStale()

  cut()
  await second.call(joinPlaydate, { params: { id: playdate.id } })
  const { title: _, location, startTime, endTime, maxParticipants } = playdate
  await host.call(editPlaydate, {
    params: { id: playdate.id },
    body: { title: 'Toch naar het bos', location, startTime, endTime, maxParticipants },
  })
  await host.call(createPlaydate, { body: aPlaydate({ title: 'Nog een' }) })
  heal()
  await noneIsStale()

  await third.call(joinPlaydate, { params: { id: playdate.id } })
  await noneIsStale()
})
