import { type Message, sendMessage } from '@papadag/contract/chat'
import { CallError, call } from '../../../platform/data/call.ts'
import { randomId } from '../../../platform/data/random-id.ts'
import { doubtConnection, liveState, sendFrame } from '../../../platform/live/live.ts'
import { beUseful } from '../../../platform/screen/useful-moment.ts'
import type { ChatDatabase, Unsent } from './chat-database.ts'
import type { Conversations, Pending } from './conversations.ts'

const ackTimeoutMs = 15_000
/** An older message may no longer be meant, so it is sent only when the user presses the button. */
const resendLimitMs = 3_600_000

/** Sends the user's messages and keeps each one until the server acknowledges it. */
export function createOutbox(database: ChatDatabase, conversations: Conversations) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  // Messages go over HTTP one at a time, in the order they were written.
  let posting: Promise<unknown> = Promise.resolve()
  let isStopped = false

  /** Shows a new message in its chat at once and sends it. */
  function send(chatId: number, content: string) {
    sendNow({ clientId: newClientId(), chatId, content: content.trim(), writtenAt: new Date().toISOString() })
  }

  /** Sends a failed message again. It keeps its `clientId`, so it cannot be stored twice. */
  function sendAgain({ clientId, chatId, content }: Pending) {
    sendNow({ clientId, chatId, content, writtenAt: new Date().toISOString() }, 'or by HTTP')
  }

  function sendNow(unsent: Unsent, way?: 'or by HTTP') {
    put({ ...unsent, state: 'sending' })
    void database.keepUnsent(unsent)
    if (way && liveState() !== 'connected')
      void post(unsent, ({ sentence, code }) => fail(unsent.clientId, sentence, code))
    else transmit(unsent)
  }

  function discard({ clientId, chatId }: Pending) {
    take(chatId, clientId)
  }

  /** The server has stored this message. */
  function acknowledge({ chatId, clientId }: Message) {
    if (!clientId) return
    take(chatId, clientId)
    beUseful()
  }

  /** The server refused the message, or did not answer. */
  function fail(clientId: string, reason?: string, code?: string) {
    stopTimer(clientId)
    const pending = find(clientId)
    if (!pending) return
    const { state: _state, ...unsent } = { ...pending, reason, code }
    put({ ...unsent, state: 'failed' })
    void database.keepUnsent(unsent)
  }

  /** Shows the messages that were written before a reload or in another tab. */
  async function restore() {
    const all = await database.readOutbox()
    if (isStopped) return
    for (const unsent of all) {
      if (find(unsent.clientId)) continue
      // The server refused it, or it is too old: the user decides.
      const hasFailed = unsent.reason !== undefined || isOlder(unsent, resendLimitMs)
      put({ ...unsent, state: hasFailed ? 'failed' : 'sending' })
      if (!hasFailed) waitForAck(unsent)
    }
  }

  /** Sends every unacknowledged message in the order written, from one tab at a time where the browser has locks. */
  async function sendUnsent() {
    const work = async () => {
      await restore()
      const waiting = conversations.ids().flatMap(chatId => conversations.get(chatId).pending)
      const inOrder = waiting
        .filter(({ state }) => state === 'sending')
        .sort((a, b) => (a.writtenAt < b.writtenAt ? -1 : 1))
      for (const unsent of inOrder) transmit(unsent)
    }
    // Without locks a message may be sent twice; the server recognises its `clientId`.
    await (navigator.locks?.request('papadag-outbox', work) ?? work())
  }

  function transmit(unsent: Unsent) {
    const { clientId, chatId, content } = unsent
    if (isOlder(unsent, resendLimitMs)) return fail(clientId)
    waitForAck(unsent)
    if (sendFrame({ type: 'send_message', chatId, content, clientId })) return
    // biome-ignore lint/suspicious/noConsole: the specification asks for this log line
    console.warn('WebSocket connection not open')
  }

  /** Waits for the acknowledgement. Without a live connection by then, the message goes over HTTP (decision K10). */
  function waitForAck(unsent: Unsent) {
    const { clientId } = unsent
    stopTimer(clientId)
    if (isStopped) return
    const giveUp = () => {
      if (liveState() === 'connected') {
        fail(clientId)
        return doubtConnection()
      }
      if (isOlder(unsent, resendLimitMs)) return fail(clientId)
      const again = ({ sentence, code }: Refusal, isAnswered: boolean) =>
        isAnswered ? fail(clientId, sentence, code) : waitForAck(unsent)
      posting = posting.then(() => find(clientId) && post(unsent, again))
    }
    timers.set(clientId, setTimeout(giveUp, ackTimeoutMs))
  }

  async function post(
    { clientId, chatId, content }: Unsent,
    onFailure: (refusal: Refusal, isAnswered: boolean) => void,
  ) {
    try {
      acknowledge({ ...(await call(sendMessage, { params: { id: chatId }, body: { content, clientId } })), clientId })
    } catch (error) {
      // After a 5xx or no answer the message may still have been stored; the same `clientId` makes a repeat safe.
      const isAnswered = error instanceof CallError && error.status > 0 && error.status < 500
      onFailure(error instanceof CallError ? error : {}, isAnswered)
    }
  }

  function stopTimer(clientId: string) {
    clearTimeout(timers.get(clientId))
    timers.delete(clientId)
  }

  function find(clientId: string): Pending | undefined {
    for (const chatId of conversations.ids()) {
      const found = conversations.get(chatId).pending.find(pending => pending.clientId === clientId)
      if (found) return found
    }
    return undefined
  }

  function put(pending: Pending) {
    const { pending: before } = conversations.get(pending.chatId)
    const at = before.findIndex(({ clientId }) => clientId === pending.clientId)
    conversations.change(pending.chatId, { pending: at < 0 ? [...before, pending] : before.with(at, pending) })
  }

  function take(chatId: number, clientId: string) {
    stopTimer(clientId)
    void database.dropUnsent(clientId)
    const { pending } = conversations.get(chatId)
    if (pending.some(other => other.clientId === clientId)) {
      conversations.change(chatId, { pending: pending.filter(other => other.clientId !== clientId) })
    }
  }

  function stop() {
    isStopped = true
    for (const clientId of timers.keys()) stopTimer(clientId)
  }

  return { send, sendAgain, discard, acknowledge, fail, restore, sendUnsent, stop }
}

type Refusal = { sentence?: string | undefined; code?: string | undefined }

/** Whether the message was written longer ago than this. */
export function isOlder({ writtenAt }: Unsent, ms: number) {
  return Date.now() - Date.parse(writtenAt) > ms
}

/** `crypto.randomUUID` is missing on pages that came over plain HTTP. */
function newClientId(): string {
  return randomId().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
