import { closeCodes, type ServerFrame } from '@papadag/contract/frame'
import type { Language } from '@papadag/contract/limits'
import { WebSocket } from 'ws'
import type { Member } from './serve.ts'

/** Who has this much unsent is too slow; he comes back and asks for the rest (safety S26). */
const slowBytes = 1024 * 1024
/** What somebody has asked for counts apart, up to here: who asks on without reading is let go too. */
const slowAnswerBytes = 16 * slowBytes

/** Shared, as most of what an idle connection has: there are thousands of them. */
const nothing: readonly string[] = []

/** One open connection. */
export interface Connection {
  socket: WebSocket
  /** Whom the cookie named when the connection was made. */
  guest: Member | undefined
  /** Set by the authenticate frame; nothing else is answered before. */
  member: Member | undefined
  acceptedAtMs: number
  /** Until when it has to say who it is; undefined when it has. */
  deadline: NodeJS.Timeout | undefined
  tab: string | undefined
  watched: readonly string[]
  /** What it is told next, once there is something. */
  changed: Set<string> | undefined
  language: Language
  pingsMissed: number
  malformed: number
  framesThisMinute: number
  /** Bytes of answers still on their way out. */
  answerBytes: number
  /** When the frames before are handed over, if one of them has to wait for something. */
  turn: Promise<unknown> | undefined
}

export function newConnection(socket: WebSocket, guest: Member | undefined, language: Language): Connection {
  return {
    socket,
    guest,
    member: undefined,
    acceptedAtMs: 0,
    deadline: undefined,
    tab: undefined,
    watched: nothing,
    changed: undefined,
    language,
    pingsMissed: 0,
    malformed: 0,
    framesThisMinute: 0,
    answerBytes: 0,
    turn: undefined,
  }
}

/** Sends a frame that was made text once for all who get it. */
export function sendText({ socket, answerBytes }: Connection, text: string, isLimited: boolean) {
  if (socket.readyState !== WebSocket.OPEN) return
  if (isLimited && socket.bufferedAmount > slowBytes + answerBytes) socket.close(closeCodes.slow)
  else socket.send(text)
}

/** Sends what the connection has asked for. */
export function answer(connection: Connection, frame: ServerFrame, isLimited: boolean) {
  const { socket } = connection
  if (socket.readyState !== WebSocket.OPEN) return
  if (isLimited && connection.answerBytes > slowAnswerBytes) return socket.close(closeCodes.slow)
  const bytes = Buffer.from(JSON.stringify(frame))
  connection.answerBytes += bytes.length
  socket.send(bytes, { binary: false }, () => {
    connection.answerBytes -= bytes.length
  })
}
