import { authenticate, closeCodes, watch } from '@papadag/contract/live/frame'
import { type RawData, WebSocket } from 'ws'
import type * as z from 'zod/mini'
import { isBoundedJson } from '../bounded-json.ts'
import { charging } from '../db/db.ts'
import type { Connection } from './connection.ts'
import type { FrameCount } from './frame-count.ts'
import { createHandling, type HandlingParts } from './handling.ts'
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
export interface FramesParts extends HandlingParts {
  /** The features' frames. */
  frames: readonly ServedFrame[]
  frameCount: FrameCount
  watches: Watch
  accept(connection: Connection, frame: z.output<typeof authenticate>): void
}

/** Receives a connection's input. */
export interface Receiver {
  message(connection: Connection, data: RawData, isBinary: boolean): void
  /** A ping or a pong: the server answers the former and checks the latter. */
  control(connection: Connection): void
}

/** Counts each frame, whatever its form, charges its sender, and passes it to the handler of its type. */
export function createFrames(parts: FramesParts): Receiver {
  const { db, frames, frameCount, watches, refusal, accept, isLimited } = parts
  const handle = createHandling(parts)
  const askToWatch = createWatchRequests(watches, refusal)
  const handlers = new Map(frames.map(served => [served.type, served]))

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
      handle(connection, connection.member, served, frame.data)
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
