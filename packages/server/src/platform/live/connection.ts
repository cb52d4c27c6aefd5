import type { Duplex } from 'node:stream'
import type { Language } from '@papadag/contract/limits'
import { closeCodes, type ServerFrame } from '@papadag/contract/live/frame'
import { WebSocket } from 'ws'
import type { Member } from '../http/serve.ts'
import type { Who } from '../turns/turns.ts'
import type { Shows } from './watching/shows.ts'

/** A client with more unsent bytes is too slow and is closed; it reconnects and asks for the rest (safety S26). */
const slowBytes = 1024 * 1024
/** Bytes a client has asked for count apart, up to this limit: one that keeps asking without reading is closed too. */
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
  /** Finds out again what it shows, for a list without an area: its page moves on. */
  look: (() => Promise<Shows>) | undefined
}

/** The reads that a screen asks to watch, with their changes since a moment. */
interface AskedToWatch {
  paths: readonly string[]
  sinceMs: number
}

/** One open connection. */
export interface Connection {
  socket: WebSocket
  /** The socket below; frames are written to it directly. */
  wire: Duplex
  /** Who pays for its frames: its address, and once he is known its member. */
  payer: Who
  /** Takes it out of the lobby, once its user is known. */
  leaveLobby: (() => void) | undefined
  /** The user that the cookie named when the connection was opened. */
  guest: Member | undefined
  /** Set by the authenticate frame; no other frame is answered before it. */
  member: Member | undefined
  acceptedAtMs: number
  /** Closes a connection that does not authenticate in time; undefined when it has. */
  deadline: NodeJS.Timeout | undefined
  tab: string | undefined
  watched: readonly Watched[]
  /** The reads that have changed since the last frame, which the next one will name; undefined after a quiet moment. */
  changed: Set<string> | undefined
  language: Language
  /** The payloads of unanswered pings, the oldest first. */
  pings: readonly string[]
  malformed: number
  /** Frames that count for no member: those before he is known, and those after the connection was told to close. */
  framesUncounted: number
  isBeginningToWatch: boolean
  /** The newest request to watch other reads, which waits for the one before. */
  watchNext: AskedToWatch | undefined
  /** Requests that will be refused after those before them. */
  refusedNext: number
  /** Frames that are being handled. */
  framesUnderWay: number
  /** Bytes of answers still on their way out. */
  answerBytes: number
  /** Settles when the frames before have been handed over; undefined when none of them waits. */
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
 * A frame as it goes over the wire, made once for all who get it: a text, unmasked and in one piece, as servers send them.
 * `ws` would make a head for each socket and hand both parts to the kernel: half as much again for each message.
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

/** Sends a frame that the client did not ask for. */
export function sendBytes({ socket, wire, answerBytes }: Connection, bytes: Buffer, isLimited: boolean) {
  if (socket.readyState !== WebSocket.OPEN) return
  if (isLimited && socket.bufferedAmount > slowBytes + answerBytes) socket.close(closeCodes.slow)
  else wire.write(bytes)
}

/** Sends a frame that the client asked for. */
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
