import type { Logger } from 'pino'
import type { Bus } from '../../../platform/bus/bus.ts'
import type { Delivery } from './delivery.ts'

/**
 * How often the database is polled while the nodes cannot reach each other, which bounds the delay of a message (safety
 * S41).
 */
const pollEveryMs = 1500
/**
 * How often the chats are compared with what was announced: a node that dies may not have announced its last messages.
 */
const compareEveryMs = 3000
/** An abandoned statement may still commit within this time. */
const doubtMs = 5000

/** Polls the database for messages that no node has announced. */
export interface Poller {
  /** Messages may have been stored without an announcement. */
  beInDoubt(): void
  isInDoubt(): boolean
  /** Delivers what is in doubt, with a read that begins after this call; concurrent callers share it. */
  pollFromNowOn(): Promise<void>
  stop(): void
}

export function createPoller(delivery: Delivery, bus: Bus, log: Logger): Poller {
  /** The period in which messages may have been stored without an announcement. */
  let doubt: { sinceMs: number; untilMs: number } | undefined
  let isPolling = false
  let lastPoll = Promise.resolve()
  let nextPoll: Promise<void> | undefined
  let comparedAtMs = performance.now()

  function beInDoubt() {
    const nowMs = performance.now()
    doubt = { sinceMs: doubt?.sinceMs ?? nowMs, untilMs: nowMs + doubtMs }
  }

  function beInDoubtIfAlone() {
    if (!bus.isConnected()) beInDoubt()
  }

  async function poll() {
    if (isPolling) return
    isPolling = true
    const begunMs = performance.now()
    try {
      await delivery.catchUp()
      if (doubt) {
        await delivery.readLast((begunMs - doubt.sinceMs) / 1000)
        doubt = begunMs > doubt.untilMs ? undefined : { ...doubt, sinceMs: begunMs }
      }
      if (begunMs - comparedAtMs >= compareEveryMs) {
        await delivery.compare((begunMs - comparedAtMs) / 1000)
        comparedAtMs = begunMs
      }
    } catch (error) {
      log.debug({ err: error }, 'chat poll')
    } finally {
      isPolling = false
    }
  }

  // While a node starts, it may serve before it receives the others' messages.
  beInDoubtIfAlone()
  const timer = setInterval(() => {
    beInDoubtIfAlone()
    void poll()
  }, pollEveryMs)
  bus.onGap(() => {
    beInDoubt()
    void poll()
  })

  return {
    beInDoubt,
    isInDoubt: () => doubt !== undefined,
    pollFromNowOn() {
      nextPoll ??= lastPoll.then(() => {
        nextPoll = undefined
        const read = delivery.readLast((performance.now() - (doubt?.sinceMs ?? performance.now())) / 1000)
        lastPoll = read.catch(() => {})
        return read
      })
      return nextPoll
    },
    stop: () => clearInterval(timer),
  }
}
