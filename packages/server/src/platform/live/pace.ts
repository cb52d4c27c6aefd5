/** Messages of one user: so many at once, and so many a second in the long run (safety S26). */
const burst = 300
const perSecond = 20

interface Pausable {
  pause(): void
  resume(): void
}

/** Slows busy senders down: their sockets are not read for a while. Nothing is lost by that, nor out of order. */
export interface Pace {
  /** Counts one message. */
  count(userId: number): void
  /** Whether his sockets are not read now. */
  isWaiting(userId: number): boolean
  /** One more socket of a user: while he has to wait, it waits too. */
  joined(userId: number, socket: Pausable): void
  /** Forgets who has been quiet for long. */
  sweep(): void
}

interface Sender {
  /** Messages he may still send at once; below zero he has read ahead what came in one piece, and waits for that. */
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
