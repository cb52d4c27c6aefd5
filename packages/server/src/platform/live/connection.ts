import type { Duplex } from 'node:stream'
import type { Language } from '@papadag/contract/limits'
import { closeCodes, type ServerFrame } from '@papadag/contract/live/frame'
import { WebSocket } from 'ws'
import type { Who } from '../fair-queue/fair-queue.ts'
import type { Member } from '../http/serve.ts'
import type { Shows } from './watching/shows.ts'

/**
 * A client with more unsent bytes is too slow and is disconnected; it reconnects and asks for the rest (safety S26).
 */
const slowBytes = 1024 * 1024
/**
 * Bytes that a client has requested count separately, up to this limit: one that keeps asking without reading is
 * disconnected too.
 */
const slowAnswerBytes = 16 * slowBytes
/** The first byte of an unfragmented text frame (RFC 6455, 5.2). */
const wholeText = 0x81

/** Shared by all idle connections, of which there are thousands. */
export const nothing: readonly never[] = []

/** A read that a screen shows. */
export interface Watched extends Shows {
  connection: Connection
  path: string
  /** Its entries in the index. */
  keys: readonly string[]
  /** Determines again what it shows, for a list without an area: its page moves on. */
  findAgain: (() => Promise<Shows>) | undefined
}

/** The reads that a screen asks to watch, with their changes since a moment. */
interface AskedToWatch {
  paths: readonly string[]
  sinceMs: number
}

/** One open connection. */
export interface Connection {
  socket: WebSocket
  /** The underlying socket; frames are written to it directly. */
  wire: Duplex
  /** Who pays for its frames: its address, or its member once he is known. */
  payer: Who
  /** Removes it from the lobby once its user is known. */
  leaveLobby: (() => void) | undefined
  /** The user whom the cookie named when the connection was opened. */
  guest: Member | undefined
  /** Set by the authenticate frame; no other frame is answered before it. */
  member: Member | undefined
  acceptedAtMs: number
  /** Closes a connection that does not authenticate in time; undefined once it has. */
  deadline: NodeJS.Timeout | undefined
  tab: string | undefined
  watched: readonly Watched[]
  /** The reads that have changed since the last frame, to be named by the next one; undefined after a quiet moment. */
  changed: Set<string> | undefined
  language: Language
  /** The payloads of unanswered pings, oldest first. */
  pings: readonly string[]
  malformed: number
  /**
   * Frames that are not counted for any member: those before he is known, and those after the connection was told to
   * close.
   */
  framesUncounted: number
  isBeginningToWatch: boolean
  /** The newest request to watch other reads, which waits for the previous one. */
  watchNext: AskedToWatch | undefined
  /** The number of requests to refuse after those before them. */
  refusedNext: number
  /** The number of frames being handled. */
  framesUnderWay: number
  /** The number of bytes of replies still being sent. */
  answerBytes: number
  /** Settles when earlier frames have been handed over; undefined if none of them is waiting. */
  turn: Promise<unknown> | undefined
}

export function newConnection(
  socket: WebSocket,
  wire: Duplex,
  guest: Member | undefined,
  language: Language,
  payer?: Who,
): Connection {
  return {
    socket,
    wire,
    payer,
    leaveLobby: undefined,
    guest,
    member: undefined,
    acceptedAtMs: 0,
    deadline: undefined,
    tab: undefined,
    watched: nothing,
    changed: undefined,
    language,
    pings: nothing,
    malformed: 0,
    framesUncounted: 0,
    isBeginningToWatch: false,
    watchNext: undefined,
    refusedNext: 0,
    framesUnderWay: 0,
    answerBytes: 0,
    turn: undefined,
  }
}

/**
 * An encoded frame, made once for all recipients: text, unmasked and in one piece, as servers send it. `ws` would make
 * a header for each socket and pass both parts to the kernel, which costs half as much again for each message.
 */
export function toWire(frame: ServerFrame): Buffer {
  const text = JSON.stringify(frame)
  const length = Buffer.byteLength(text)
  const [head, mark] = length < 126 ? [2, length] : length < 65_536 ? [4, 126] : [10, 127]
  const bytes = Buffer.allocUnsafe(head + length)
  bytes[0] = wholeText
  bytes[1] = mark
  if (head === 4) bytes.writeUInt16BE(length, 2)
  else if (head === 10) bytes.writeBigUInt64BE(BigInt(length), 2)
  bytes.write(text, head)
  return bytes
}

/** Sends a frame that the client did not request. */
export function sendBytes({ socket, wire, answerBytes }: Connection, bytes: Buffer, isLimited: boolean) {
  if (socket.readyState !== WebSocket.OPEN) return
  if (isLimited && socket.bufferedAmount > slowBytes + answerBytes) socket.close(closeCodes.slow)
  else wire.write(bytes)
}

/** Sends a frame that the client requested. */
export function answer(connection: Connection, frame: ServerFrame, isLimited: boolean) {
  const { socket, wire } = connection
  if (socket.readyState !== WebSocket.OPEN) return
  if (isLimited && connection.answerBytes > slowAnswerBytes) return socket.close(closeCodes.slow)
  const bytes = toWire(frame)
  connection.answerBytes += bytes.length
  wire.write(bytes, () => {
    connection.answerBytes -= bytes.length
  })
}
