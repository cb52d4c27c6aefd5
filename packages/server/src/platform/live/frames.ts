import { authenticate, closeCodes, type ServerFrame, watch } from '@papadag/contract/live/frame'
import { type RawData, WebSocket } from 'ws'
import type * as z from 'zod/mini'
import { isBoundedJson } from '../bounded-json.ts'
import { charging, type Db } from '../db/db.ts'
import { type Member, turnOf } from '../http/serve.ts'
import type { RateLimiter } from '../rate-limits.ts'
import { answer, type Connection } from './connection.ts'
import type { FrameCount } from './frame-count.ts'
import type { Pace } from './pace.ts'
import type { Refusal } from './refusal.ts'
import type { ServedFrame } from './served-frame.ts'
import type { Watch } from './watching/watch.ts'
import { createWatchRequests } from './watching/watch-requests.ts'

/** The number of frames a connection may send before it authenticates; none needs more. */
const framesBefore = 10
/** A client that sends more frames than this after it was told to close is no longer read, and is cut off. */
const framesAfter = 100
/** Time for the close reason to arrive. */
const goodbyeMs = 1000
/** A watch request counts more, since each of its reads is looked up. */
const watchWeight = 5
/**
 * How many frames of one connection may be under way at once, apart from paced ones: beyond that it is not read until
 * some are done.
 */
const framesAtOnce = 8

export interface FramesParts {
  db: Db
  /** The features' frames. */
  frames: readonly ServedFrame[]
  frameCount: FrameCount
  limiter: RateLimiter
  pace: Pace
  watches: Watch
  refusal: Refusal
  accept(connection: Connection, frame: z.output<typeof authenticate>): void
  isLimited: boolean
}

/** Receives a connection's input. */
export interface Receiver {
  message(connection: Connection, data: RawData, isBinary: boolean): void
  /** A ping or a pong: the server answers the former and checks the latter. */
  control(connection: Connection): void
}

/** Counts each frame, whatever its form, charges its sender, and passes it to the handler of its type. */
export function createFrames(parts: FramesParts): Receiver {
  const { db, frames, frameCount, limiter, pace, watches, refusal, accept, isLimited } = parts
  const askToWatch = createWatchRequests(watches, refusal)
  const handlers = new Map(frames.map(served => [served.type, served]))

  async function handle(connection: Connection, member: Member, served: ServedFrame, frame: unknown) {
    const { language, socket } = connection
    const isCounted = isLimited && !served.options.isPaced
    if (isCounted) connection.framesUnderWay += 1
    if (connection.framesUnderWay >= framesAtOnce) socket.pause()
    try {
      await served.handle({
        // Created only for handlers that use it: a message is stored without it.
        get db() {
          return db.for(turnOf(member))
        },
        member,
        language,
        frame,
        reply: (frame: ServerFrame) => charging(db.for(turnOf(member)), () => answer(connection, frame, isLimited)),
      })
    } catch (error) {
      refusal.forError(connection, error, frame)
    } finally {
      if (isCounted) connection.framesUnderWay -= 1
      if (socket.isPaused && connection.framesUnderWay < framesAtOnce && !pace.isWaiting(member.id)) socket.resume()
    }
  }

  /** Hands a frame over; one that waits for its limit holds back those behind it, which keeps their order. */
  function take(connection: Connection, member: Member, served: ServedFrame, frame: unknown) {
    const { isPaced } = served.options
    const limit = isLimited ? served.options.limit : undefined
    if (isPaced && isLimited) pace.count(member.id)
    if (!limit && !connection.turn) return void handle(connection, member, served, frame)
    const before = connection.turn ?? Promise.resolve()
    const turn = before
      .then(() => limit && limiter.consume(limit, member.id))
      .then(
        () => void handle(connection, member, served, frame),
        (error: unknown) => refusal.forError(connection, error, frame),
      )
      .then(() => {
        if (connection.turn === turn) connection.turn = undefined
      })
    connection.turn = turn
  }

  /** Counts a frame, and disconnects anybody who sends too many. */
  function isWelcome(connection: Connection, weight: number): boolean {
    const { socket, member } = connection
    if (socket.readyState !== WebSocket.OPEN || !member) connection.framesUncounted += 1
    if (socket.readyState !== WebSocket.OPEN) {
      if (connection.framesUncounted > framesAfter && !socket.isPaused) {
        socket.pause()
        setTimeout(() => socket.terminate(), goodbyeMs).unref()
      }
      return false
    }
    if (!isLimited) return true
    const mayPass = member ? frameCount.admits(member.id, weight) : connection.framesUncounted <= framesBefore
    if (!mayPass) socket.close(closeCodes.policy)
    return mayPass
  }

  function receive(connection: Connection, data: RawData, isBinary: boolean) {
    const raw = isBinary ? undefined : readJson(data)
    const type = typeOf(raw)
    const served = type === undefined ? undefined : handlers.get(type)
    const frame = (type === 'watch' ? watch : served?.schema)?.safeParse(raw)
    const isPaced = connection.member && served?.options.isPaced && frame?.success
    if (!isPaced && !isWelcome(connection, type === 'watch' ? watchWeight : 1)) return
    if (type === 'authenticate') {
      const frame = authenticate.safeParse(raw)
      if (frame.success) accept(connection, frame.data)
      else refusal.forForm(connection)
    } else if (!frame) {
      refusal.forForm(connection)
    } else if (!connection.member) {
      refusal.because(connection, 'live.unauthenticated')
      connection.socket.close(closeCodes.unauthenticated)
    } else if (!frame.success) {
      if (served) refusal.forFields(connection, raw, frame.error)
      else refusal.forForm(connection)
    } else if (served) {
      take(connection, connection.member, served, frame.data)
    } else {
      // The schema of `watch` has parsed it.
      void askToWatch(connection, frame.data as z.output<typeof watch>)
    }
  }

  return {
    message(connection, data, isBinary) {
      // Ignores a client that was told to close while it is still connected.
      if (connection.socket.readyState !== WebSocket.OPEN) return void isWelcome(connection, 1)
      charging(db.for(connection.payer), () => receive(connection, data, isBinary))
    },
    control: connection => void isWelcome(connection, 1),
  }
}

function readJson(data: RawData): unknown {
  try {
    const text = data.toString()
    return isBoundedJson(text) ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** The frame's type; its own schema checks the rest. */
function typeOf(raw: unknown): string | undefined {
  const type = typeof raw === 'object' && raw !== null && 'type' in raw ? raw.type : undefined
  return typeof type === 'string' ? type : undefined
}
