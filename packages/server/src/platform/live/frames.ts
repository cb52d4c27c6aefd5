import { authenticate, closeCodes, type ServerFrame, watch } from '@papadag/contract/frame'
import { type RawData, WebSocket } from 'ws'
import type * as z from 'zod/mini'
import { isBoundedJson } from '../bounded-json.ts'
import { charging, type Db } from '../db/db.ts'
import { type Member, turnOf } from '../http/serve.ts'
import type { RateLimiter } from '../rate-limits.ts'
import { answer, type Connection } from './connection.ts'
import type { Pace } from './pace.ts'
import type { Refusal } from './refusal.ts'
import type { ServedFrame } from './served-frame.ts'
import type { Watch } from './watch.ts'

const framesPerMinute = 3000
/** Frames of one connection under way at once, apart from paced ones: with more it is not read until some are done. */
const framesAtOnce = 8

export interface FramesParts {
  db: Db
  /** The features' frames. */
  frames: readonly ServedFrame[]
  limiter: RateLimiter
  pace: Pace
  watches: Watch
  refusal: Refusal
  accept(connection: Connection, frame: z.output<typeof authenticate>): void
  isLimited: boolean
}

/** Reads a connection's input and passes each frame to the handler of its type. */
export function createFrames({ db, frames, limiter, pace, watches, refusal, accept, isLimited }: FramesParts) {
  const handlers = new Map(frames.map(served => [served.type, served]))

  async function handle(connection: Connection, member: Member, served: ServedFrame, frame: unknown) {
    const { language, socket } = connection
    const isCounted = isLimited && !served.options.isPaced
    if (isCounted) connection.framesUnderWay += 1
    if (connection.framesUnderWay >= framesAtOnce) socket.pause()
    try {
      await served.handle({
        // Made for those that ask for it: a message is stored without it.
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

  /** Hands a frame over; one that waits for its limit holds back those behind it, so that their order stays. */
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

  async function beginToWatch(connection: Connection, { paths, readAgoMs }: z.output<typeof watch>) {
    try {
      if (!(await watches.begin(connection, paths, readAgoMs))) refusal.because(connection, 'live.unknownPath')
    } catch (error) {
      refusal.forError(connection, error, {})
    }
  }

  return (connection: Connection, data: RawData, isBinary: boolean) => {
    // Ignores a client that was told to close while it is still connected.
    if (connection.socket.readyState !== WebSocket.OPEN) return
    const raw = isBinary ? undefined : readJson(data)
    const type = typeOf(raw)
    const served = type === undefined ? undefined : handlers.get(type)
    if (!served?.options.isPaced) connection.framesThisMinute += 1
    if (isLimited && connection.framesThisMinute > framesPerMinute) {
      connection.socket.close(closeCodes.policy)
    } else if (type === 'authenticate') {
      const frame = authenticate.safeParse(raw)
      if (frame.success) accept(connection, frame.data)
      else refusal.forForm(connection)
    } else if (type !== 'watch' && !served) {
      refusal.forForm(connection)
    } else if (!connection.member) {
      refusal.because(connection, 'live.unauthenticated')
      connection.socket.close(closeCodes.unauthenticated)
    } else if (served) {
      const frame = served.schema.safeParse(raw)
      if (frame.success) take(connection, connection.member, served, frame.data)
      else refusal.forFields(connection, raw, frame.error)
    } else {
      const frame = watch.safeParse(raw)
      if (frame.success) void beginToWatch(connection, frame.data)
      else refusal.forForm(connection)
    }
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
