import type { Logger } from 'pino'
import type { Sessions } from '../sessions.ts'
import type { Pace } from './pace.ts'
import type { Roster } from './roster.ts'

const pingEveryMs = 25_000
const pingsMissed = 2
const recheckEveryMs = 30_000

export interface HeartbeatParts {
  roster: Roster
  sessions: Sessions
  pace: Pace
  log: Logger
  closeSessions(sessionIds: readonly number[]): void
}

/** Ends connections whose other end or session is gone; the reply stops it. */
export function startHeartbeat({ roster, sessions, pace, log, closeSessions }: HeartbeatParts): () => void {
  const timers = [
    setInterval(() => {
      for (const connection of roster.all) {
        const { socket } = connection
        // A paused socket cannot bring a pong.
        if (!socket.isPaused) connection.pingsMissed += 1
        if (connection.pingsMissed > pingsMissed) socket.terminate()
        else socket.ping()
      }
    }, pingEveryMs),
    setInterval(() => {
      const sessionIds = new Set<number>()
      for (const { member } of roster.all) if (member) sessionIds.add(member.sessionId)
      pace.sweep()
      if (sessionIds.size === 0) return
      sessions.closedOf([...sessionIds]).then(
        closeSessions,
        // The database is away: connections stay, the next round asks again (safety S42).
        (error: unknown) => log.debug({ err: error }, 'session check'),
      )
    }, recheckEveryMs),
    setInterval(() => {
      for (const connection of roster.all) connection.framesThisMinute = 0
    }, 60_000),
  ]
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
