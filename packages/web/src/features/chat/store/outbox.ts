import type { Message } from '@papadag/contract/chat'
import { randomId } from '../../../platform/data/random-id.ts'
import { liveState } from '../../../platform/live/live.ts'
import { beUseful } from '../../../platform/screen/useful-moment.ts'
import type { ChatDatabase, Unsent } from './chat-database.ts'
import type { Conversations, Pending } from './conversations.ts'
import { createPendingList } from './pending-list.ts'
import { createTransmitter, isOlder, resendLimitMs } from './transmitter.ts'

export type Outbox = ReturnType<typeof createOutbox>

type Extra = { announcement?: boolean; replyTo?: number | undefined; playdateId?: number | undefined }

/** Sends the user's messages and keeps each one until the server acknowledges it. */
export function createOutbox(database: ChatDatabase, conversations: Conversations) {
  let isStopped = false
  const list = createPendingList(conversations)
  const transmitter = createTransmitter({ isPending: id => list.find(id) !== undefined, acknowledge, fail })

  /** Shows a new message in its chat at once and sends it. */
  function send(chatId: number, content: string, { announcement = false, replyTo, playdateId }: Extra = {}) {
    const unsent = { clientId: newClientId(), chatId, content: content.trim(), writtenAt: new Date().toISOString() }
    sendNow({
      ...unsent,
      ...(announcement && { announcement }),
      ...(replyTo && { replyTo }),
      ...(playdateId && { playdateId }),
    })
  }

  /** Sends a failed message again. It keeps its `clientId`, so it cannot be stored twice. */
  function sendAgain({ state: _state, reason: _reason, code: _code, ...unsent }: Pending) {
    sendNow({ ...unsent, writtenAt: new Date().toISOString() }, 'or by HTTP')
  }

  function sendNow(unsent: Unsent, way?: 'or by HTTP') {
    list.put({ ...unsent, state: 'sending' })
    void database.keepUnsent(unsent)
    if (way && liveState() !== 'connected') transmitter.post(unsent)
    else transmitter.transmit(unsent)
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

  /** The server refused the message, or did not reply. */
  function fail(clientId: string, reason?: string, code?: string) {
    transmitter.stopWaiting(clientId)
    const pending = list.find(clientId)
    if (!pending) return
    const { state: _state, ...unsent } = { ...pending, reason, code }
    list.put({ ...unsent, state: 'failed' })
    void database.keepUnsent(unsent)
  }

  /** Shows the messages that were written before a reload or in another tab. */
  async function restore() {
    const all = await database.readOutbox()
    if (isStopped) return
    for (const unsent of all) {
      if (list.find(unsent.clientId)) continue
      // The server refused it, or it is too old, so the user decides.
      const hasFailed = unsent.reason !== undefined || isOlder(unsent, resendLimitMs)
      list.put({ ...unsent, state: hasFailed ? 'failed' : 'sending' })
      if (!hasFailed) transmitter.waitForAck(unsent)
    }
  }

  /** Sends every unacknowledged message in the order written, from one tab at a time where the browser has locks. */
  async function sendUnsent() {
    const work = async () => {
      await restore()
      for (const unsent of list.toSend()) transmitter.transmit(unsent)
    }
    // Without locks a message may be sent twice; the server recognises its `clientId`.
    await (navigator.locks?.request('papadag-outbox', work) ?? work())
  }

  function take(chatId: number, clientId: string) {
    transmitter.stopWaiting(clientId)
    void database.dropUnsent(clientId)
    list.remove(chatId, clientId)
  }

  function stop() {
    isStopped = true
    transmitter.stop()
  }

  return { send, sendAgain, discard, acknowledge, fail, restore, sendUnsent, stop }
}

/** `crypto.randomUUID` is missing on pages that came over plain HTTP. */
function newClientId(): string {
  return randomId().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
