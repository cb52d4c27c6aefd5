import { randomUUID } from 'node:crypto'
import type { Message } from '@papadag/contract/chat'
import { WebSocket } from 'ws'
import type { Client } from '../../packages/server/src/testing/client.ts'
import type { Connection } from './chat-verdict.ts'

type Frame =
  | { type: 'message'; message: Message }
  | { type: 'initial_messages'; messages: Message[] }
  | { type: 'error'; code: string; clientId?: string }

const comeBackMs = 50
const tryAgainMs = 100

export interface ScreenParts {
  father: Client & { id: number }
  chatId: number
  /** How many messages may be unacknowledged. */
  atOnce: number
  /** How long he waits after a message was acknowledged until he writes another. */
  pauseMs: number
  /** Called for each acknowledgement and delivery. */
  onMessage?: (message: Message) => void
  /** Called after a reconnect with the time that the connection was away. */
  onReturn?: (ms: number) => void
}

/** A father's screen with one chat, which reconnects when cut off, catches up, and resends unacknowledged messages. */
export class Screen {
  readonly seen = new Map<number, number>()
  readonly connections: Connection[] = []
  readonly acknowledged: Message[] = []
  /** The messages written by this father, in his order. */
  readonly written: string[] = []
  private readonly waiting = new Map<string, { content: string; isSent: boolean }>()
  private readonly parts: ScreenParts
  private socket: WebSocket | undefined
  private isWriting = false
  private isOver = false
  private cutAtMs: number | undefined

  constructor(parts: ScreenParts) {
    this.parts = parts
    this.connect()
  }

  /** Sends one message after another. */
  write() {
    this.isWriting = true
    this.pump()
  }

  stopWriting() {
    this.isWriting = false
  }

  /** Whether all written messages are acknowledged. */
  isDone() {
    return this.waiting.size === 0
  }

  close() {
    this.isOver = true
    this.socket?.terminate()
  }

  private connect() {
    const { father, chatId } = this.parts
    const socket = new WebSocket(`${father.origin.replace('http', 'ws')}/ws`, {
      headers: { cookie: father.cookieHeader() },
    })
    const connection: Connection = { told: [], caughtUpTo: undefined }
    this.connections.push(connection)
    this.socket = undefined
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'authenticate', userId: father.id }))
      this.catchUp(socket)
    })
    socket.on('message', data => {
      const frame = JSON.parse(String(data)) as Frame // our own server's
      if (frame.type === 'initial_messages') {
        for (const message of frame.messages) this.take(message)
        connection.caughtUpTo ??= Math.max(this.last(), frame.messages.at(-1)?.seq ?? 0)
        if (!this.socket) this.begin(socket)
      } else if (frame.type === 'message' && frame.message.chatId === chatId) {
        if (!isAnswerToRepeat(frame.message, connection)) connection.told.push(frame.message.seq)
        this.take(frame.message)
      } else if (frame.type === 'error') this.refused(socket, frame.clientId)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      this.cutAtMs ??= performance.now()
      if (!this.isOver) setTimeout(() => this.connect(), comeBackMs)
    })
  }

  /** The highest number without a gap before it. */
  private last() {
    let last = 0
    while (this.seen.has(last + 1)) last += 1
    return last
  }

  private catchUp(socket: WebSocket) {
    socket.send(JSON.stringify({ type: 'get_messages', chatId: this.parts.chatId, afterSeq: this.last(), peek: true }))
  }

  /** Resends messages that are unacknowledged after catching up, with the same client id. */
  private begin(socket: WebSocket) {
    this.socket = socket
    if (this.cutAtMs !== undefined) this.parts.onReturn?.(performance.now() - this.cutAtMs)
    this.cutAtMs = undefined
    for (const letter of this.waiting.values()) letter.isSent = false
    this.pump()
  }

  private take(message: Message) {
    this.seen.set(message.seq, message.id)
    this.parts.onMessage?.(message)
    if (message.clientId && this.waiting.delete(message.clientId)) {
      this.acknowledged.push(message)
      const { pauseMs } = this.parts
      if (pauseMs) setTimeout(() => this.pump(), pauseMs)
      else this.pump()
    }
  }

  private refused(socket: WebSocket, clientId: string | undefined) {
    setTimeout(() => {
      if (socket.readyState !== WebSocket.OPEN) return
      const letter = clientId && this.waiting.get(clientId)
      if (letter) letter.isSent = false
      else this.catchUp(socket)
      this.pump()
    }, tryAgainMs)
  }

  private pump() {
    const { father, chatId, atOnce } = this.parts
    while (this.isWriting && this.waiting.size < atOnce) {
      const content = `${father.id} schrijft ${this.written.length + 1}`
      this.written.push(content)
      this.waiting.set(randomUUID(), { content, isSent: false })
    }
    if (this.socket?.readyState !== WebSocket.OPEN) return
    for (const [clientId, letter] of this.waiting) {
      if (letter.isSent) continue
      letter.isSent = true
      this.socket.send(JSON.stringify({ type: 'send_message', chatId, content: letter.content, clientId }))
    }
  }
}

/**
 * Whether a father's own message was delivered earlier over this connection, or was in the history requested first; a
 * later history, requested after a refusal, may overtake the delivery.
 */
function isAnswerToRepeat({ seq, clientId }: Message, { told, caughtUpTo }: Connection): boolean {
  return clientId !== undefined && (seq <= (caughtUpTo ?? 0) || told.includes(seq))
}
