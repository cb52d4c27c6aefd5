import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Sessions } from '../sessions/sessions.ts'
import { type Connection, nothing } from './connection.ts'
import type { FrameCount } from './frame-count.ts'
import type { Pace } from './pace.ts'
import type { Roster } from './roster.ts'
import { inSlices } from './watching/in-slices.ts'

/** A connection whose peer is gone or does not read is closed within 60 s, at the fourth unanswered ping. */
const pingEveryMs = 15_000
const pingsUnanswered = 3
const recheckEveryMs = 30_000

export interface HeartbeatParts {
  roster: Roster
  sessions: Sessions
  pace: Pace
  frameCount: FrameCount
  log: Logger
  closeSessions(sessionIds: readonly number[]): void
}

/**
 * Records the answer to a ping, and thereby to earlier ones. Each ping is different, so a client that does not read
 * cannot answer.
 */
export function noteAnswer(connection: Connection, data: Buffer): void {
  const left = connection.pings.slice(connection.pings.indexOf(data.toString('latin1')) + 1)
  connection.pings = left.length === 0 ? nothing : left
}

/** Ends connections whose other end or session is gone; calling the returned function stops it. */
export function startHeartbeat({ roster, sessions, pace, frameCount, log, closeSessions }: HeartbeatParts): () => void {
  const timers = [
    setInterval(() => {
      void inSlices(roster.all, connection => {
        const { socket, pings } = connection
        // A paused socket cannot deliver a pong.
        if (socket.isPaused) return
        if (pings.length >= pingsUnanswered) return socket.terminate()
        const ping = randomBytes(6).toString('base64url')
        connection.pings = [...pings, ping]
        socket.ping(ping)
      })
    }, pingEveryMs),
    setInterval(() => {
      const sessionIds = new Set<number>()
      for (const { member } of roster.all) if (member) sessionIds.add(member.sessionId)
      pace.sweep()
      if (sessionIds.size === 0) return
      sessions.closedOf([...sessionIds]).then(
        closeSessions,
        // The database is unavailable: connections stay, and the next round asks again (safety S42).
        (error: unknown) => log.debug({ err: error }, 'session check'),
      )
    }, recheckEveryMs),
    setInterval(frameCount.beginMinute, 60_000),
  ]
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
