import type { ServerFrame } from '@papadag/contract/live/frame'
import { charging, type Db } from '../db/db.ts'
import { type Member, turnOf } from '../http/serve.ts'
import type { RateLimiter } from '../rate-limits.ts'
import { answer, type Connection } from './connection.ts'
import type { Pace } from './pace.ts'
import type { Refusal } from './refusal.ts'
import type { ServedFrame } from './served-frame.ts'

/**
 * How many frames of one connection may be under way at once, apart from paced ones: beyond that it is not read until
 * some are done.
 */
const framesAtOnce = 8

export interface HandlingParts {
  db: Db
  limiter: RateLimiter
  pace: Pace
  refusal: Refusal
  isLimited: boolean
}

/** Hands a member's frame over to its feature; one that waits for its limit holds back those behind it, which keeps their order. */
export type Handle = (connection: Connection, member: Member, served: ServedFrame, frame: unknown) => void

export function createHandling({ db, limiter, pace, refusal, isLimited }: HandlingParts): Handle {
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

  return (connection, member, served, frame) => {
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
}
