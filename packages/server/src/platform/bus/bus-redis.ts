import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { type Bus, createListeners } from './bus.ts'
import type { Redis } from './redis.ts'

const standInTopic = 'redis'
const Message = z.object({ node: z.string(), topic: z.string(), body: z.unknown() })

/**
 * A bus over Redis. All nodes also listen to the fallback bus, which carries what Redis cannot, so a node that has lost
 * Redis is still heard.
 */
export function createRedisBus(redis: Redis, standIn: Bus, log: Pick<Logger, 'warn'>): Bus {
  const listeners = createListeners()
  const node = randomUUID()

  /** The beginning of this node's messages. */
  const own = JSON.stringify({ node }).slice(0, -1)

  function hear(message: unknown) {
    const { node: from, topic, body } = Message.parse(message)
    if (from !== node) listeners.tell(topic, body)
  }
  redis.onMessage(text => {
    if (text.startsWith(own)) return
    try {
      hear(JSON.parse(text))
    } catch (error) {
      // Another node, perhaps of another version, wrote this message, which must not end this process.
      log.warn({ err: error }, 'bus message')
    }
  })
  standIn.subscribe(standInTopic, hear)

  return {
    async publish(topic, body) {
      listeners.tell(topic, body)
      const message = { node, topic, body }
      await redis.publish(JSON.stringify(message)).catch(() => standIn.publish(standInTopic, message))
    },
    subscribe: listeners.add,
    onGap(listener) {
      redis.onReturn(listener)
      standIn.onGap(listener)
    },
    isConnected: () => redis.isReady(),
    isAlone: () => false,
    async close() {
      redis.close()
      await standIn.close()
    },
  }
}
