import type { Server } from 'node:http'
import { limits } from '@papadag/contract/limits'
import { closeCodes, type ServerFrame } from '@papadag/contract/live/frame'
import type { IssueCode, ProblemCode } from '@papadag/contract/problems'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import type { Change } from '../change.ts'
import type { Db } from '../db/db.ts'
import type { Served } from '../http/serve.ts'
import type { RateLimiter } from '../rate-limits.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Sentence } from '../texts.ts'
import { createAdmission, type Edge } from './admission.ts'
import { sendBytes, toWire } from './connection.ts'
import { createFrameCount } from './frame-count.ts'
import { createFrames } from './frames.ts'
import { startHeartbeat } from './heartbeat.ts'
import { createPace } from './pace.ts'
import { createRefusal } from './refusal.ts'
import { createRoster } from './roster.ts'
import type { ServedFrame } from './served-frame.ts'
import type { Tickets } from './tickets.ts'
import type { Announcer, Writer } from './watching/announcer.ts'
import { createWatch, type GuardedReads } from './watching/watch.ts'
import { createFindRead } from './watching/watchable.ts'

const goodbyeMs = 1000

/** Spread over time, so that clients do not all reconnect at the same moment. */
function comeBackAfterMs() {
  return Math.round(limits.reconnectMs * (0.5 + Math.random()))
}

/**
 * The `/ws` endpoint: notifies open screens which of the reads they show have changed, and carries the features'
 * frames.
 */
export interface Live {
  /** Sends a frame to every open connection of a user on this node. */
  send(userId: number, frame: ServerFrame): void
  /** Sends one frame to every open connection of these users on this node; it is encoded once. */
  sendToEach(userIds: readonly number[], frame: ServerFrame): void
  /** The users with an open connection on this node. */
  users(): Iterable<number>
  /** How many connections are open on this node. */
  sockets(): number
  /** How long a user has been connected without a break; undefined if he is not. */
  hereForMs(userId: number): number | undefined
  attach(server: Server, edge: Edge): void
  /** Tells the screens that a change concerns, on every node. */
  announce(changes: readonly Change[], writer: Writer): void
  /** Whether this user was notified to repeat this read and has not done so yet. */
  wasTold(userId: number, path: string): boolean
  /** Asks every client to reconnect shortly, and closes. */
  close(): void
}

export interface LiveParts {
  bus: Bus
  db: Db
  sessions: Sessions
  tickets: Tickets
  limiter: RateLimiter
  log: Logger
  texts: Readonly<Record<ProblemCode | IssueCode, Sentence>>
  announcer: Announcer
  /** Every read among them can be watched. */
  served: readonly Served[]
  guarded: GuardedReads
  retentionDays: number
  /** The features' frames. */
  frames: readonly ServedFrame[]
  /** False with `RATE_LIMIT=off`. */
  isLimited: boolean
}

export function createLive(parts: LiveParts): Live {
  const { bus, db, sessions, tickets, limiter, log, texts, announcer, served, guarded, frames, retentionDays } = parts
  const { isLimited } = parts
  const roster = createRoster(connection => watches.end(connection))
  const refusal = createRefusal({ texts, log, isLimited })
  const pace = createPace(userId => Array.from(roster.of(userId), ({ socket }) => socket))
  const watches = createWatch({ bus, db, roster, findRead: createFindRead(served), guarded, isLimited })
  const frameCount = createFrameCount()
  const admission = createAdmission({
    sessions,
    tickets,
    limiter,
    roster,
    pace,
    refusal,
    log,
    retentionDays,
    isLimited,
  })
  const { accept } = admission
  const receiver = createFrames({ db, frames, frameCount, limiter, pace, watches, refusal, accept, isLimited })
  const stopHeartbeat = startHeartbeat({
    roster,
    sessions,
    pace,
    frameCount,
    log,
    closeSessions: admission.closeSessions,
  })

  function sendToEach(userIds: readonly number[], frame: ServerFrame) {
    let bytes: Buffer | undefined
    for (const userId of userIds) {
      for (const connection of roster.of(userId)) {
        bytes ??= toWire(frame)
        sendBytes(connection, bytes, isLimited)
      }
    }
  }

  return {
    send: (userId, frame) => sendToEach([userId], frame),
    sendToEach,
    users: roster.users,
    sockets: () => roster.all.size,
    hereForMs(userId) {
      const [oldest] = roster.of(userId)
      return oldest && performance.now() - oldest.acceptedAtMs
    },
    attach: (server, edge) => admission.attach(server, edge, receiver),
    announce: announcer.announce,
    wasTold: watches.wasTold,
    close() {
      stopHeartbeat()
      watches.stop()
      for (const connection of roster.all) {
        sendBytes(connection, toWire({ type: 'retry', afterMs: comeBackAfterMs() }), isLimited)
        connection.socket.close(closeCodes.tryLater)
      }
      // Does not wait for clients that do not answer the close frame.
      setTimeout(() => {
        for (const { socket } of roster.all) socket.terminate()
      }, goodbyeMs).unref()
    },
  }
}
