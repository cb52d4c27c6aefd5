/** A user may send `burst` messages at once, and `perSecond` in the long run (safety S26). */
const burst = 300
const perSecond = 20

interface Pausable {
  pause(): void
  resume(): void
}

/** Slows busy senders down by not reading their sockets for a while; nothing is lost or reordered. */
export interface Pace {
  /** Counts one message. */
  count(userId: number): void
  /** Whether this user's sockets are currently paused. */
  isWaiting(userId: number): boolean
  /** Adds a socket of a user; it is paused too while he has to wait. */
  joined(userId: number, socket: Pausable): void
  /** Forgets users who may send a full burst again. */
  sweep(): void
}

interface Sender {
  /** How many messages he may still send at once; negative after a chunk that contained more than allowed. */
  tokens: number
  atMs: number
  isWaiting: boolean
}

/** `socketsOf`: the sockets a user has open now. */
export function createPace(socketsOf: (userId: number) => Iterable<Pausable>): Pace {
  const senders = new Map<number, Sender>()

  function refill(sender: Sender) {
    const nowMs = performance.now()
    sender.tokens = Math.min(burst, sender.tokens + ((nowMs - sender.atMs) / 1000) * perSecond)
    sender.atMs = nowMs
  }

  function wait(userId: number, sender: Sender) {
    sender.isWaiting = true
    for (const socket of socketsOf(userId)) socket.pause()
    const resume = () => {
      refill(sender)
      if (sender.tokens < 0) return later()
      sender.isWaiting = false
      for (const socket of socketsOf(userId)) socket.resume()
    }
    const later = () => void setTimeout(resume, Math.max(50, (-sender.tokens / perSecond) * 1000)).unref()
    later()
  }

  const isWaiting = (userId: number) => senders.get(userId)?.isWaiting ?? false

  return {
    count(userId) {
      const sender = senders.get(userId) ?? { tokens: burst, atMs: performance.now(), isWaiting: false }
      senders.set(userId, sender)
      refill(sender)
      sender.tokens -= 1
      if (sender.tokens < 0 && !sender.isWaiting) wait(userId, sender)
    },
    isWaiting,
    joined(userId, socket) {
      if (isWaiting(userId)) socket.pause()
    },
    sweep() {
      for (const [userId, sender] of senders) {
        refill(sender)
        if (!sender.isWaiting && sender.tokens === burst) senders.delete(userId)
      }
    },
  }
}
