import { type Message, sendMessage } from '@papadag/contract/chat'
import { CallError, call } from '../../../platform/data/call.ts'
import { doubtConnection, liveState, sendFrame } from '../../../platform/live/live.ts'
import type { Unsent } from './chat-database.ts'

const ackTimeoutMs = 15_000
/** An older message may no longer be intended, so it is sent only when the user presses the button. */
export const resendLimitMs = 3_600_000

type Needs = {
  /** Whether the message is still to be sent. */
  isPending: (clientId: string) => boolean
  /** The server has stored the message. */
  acknowledge: (message: Message) => void
  /** The server refused it, or did not reply. */
  fail: (clientId: string, reason?: string, code?: string) => void
}

/** Sends messages over the live connection, and over HTTP those that nothing acknowledges. */
export function createTransmitter({ isPending, acknowledge, fail }: Needs) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  // Messages go over HTTP one at a time, in the order they were written.
  let posting: Promise<unknown> = Promise.resolve()
  let isStopped = false

  function transmit(unsent: Unsent) {
    const { clientId, chatId, content } = unsent
    if (isOlder(unsent, resendLimitMs)) return fail(clientId)
    waitForAck(unsent)
    if (sendFrame({ type: 'send_message', chatId, content, clientId, ...extra(unsent) })) return
    // biome-ignore lint/suspicious/noConsole: the specification asks for this log line
    console.warn('WebSocket connection not open')
  }

  /** Waits for the acknowledgement. Without a live connection by then, the message goes over HTTP (decision K10). */
  function waitForAck(unsent: Unsent) {
    const { clientId } = unsent
    stopWaiting(clientId)
    if (isStopped) return
    const giveUp = () => {
      if (liveState() === 'connected') {
        fail(clientId)
        return doubtConnection()
      }
      if (isOlder(unsent, resendLimitMs)) return fail(clientId)
      const again = ({ sentence, code }: Refusal, isAnswered: boolean) =>
        isAnswered ? fail(clientId, sentence, code) : waitForAck(unsent)
      posting = posting.then(() => (isPending(clientId) ? send(unsent, acknowledge, again) : undefined))
    }
    timers.set(clientId, setTimeout(giveUp, ackTimeoutMs))
  }

  function stopWaiting(clientId: string) {
    clearTimeout(timers.get(clientId))
    timers.delete(clientId)
  }

  return {
    transmit,
    waitForAck,
    stopWaiting,
    /** Sends it over HTTP at once. */
    post(unsent: Unsent) {
      void send(unsent, acknowledge, ({ sentence, code }) => fail(unsent.clientId, sentence, code))
    },
    stop() {
      isStopped = true
      for (const clientId of timers.keys()) stopWaiting(clientId)
    },
  }
}

/** What few messages have. */
function extra({ announcement, replyTo, playdateId }: Unsent) {
  return { ...(announcement && { announcement }), ...(replyTo && { replyTo }), ...(playdateId && { playdateId }) }
}

type Refusal = { sentence?: string | undefined; code?: string | undefined }

/** Sends a message over HTTP. */
async function send(
  unsent: Unsent,
  onStored: (message: Message) => void,
  onFailure: (refusal: Refusal, isAnswered: boolean) => void,
) {
  try {
    const { clientId, chatId, content } = unsent
    const body = { content, clientId, ...extra(unsent) }
    onStored({ ...(await call(sendMessage, { params: { id: chatId }, body })), clientId })
  } catch (error) {
    // After a 5xx or no reply the message may still have been stored; the same `clientId` makes a repeat safe.
    const isAnswered = error instanceof CallError && error.status > 0 && error.status < 500
    onFailure(error instanceof CallError ? error : {}, isAnswered)
  }
}

/** Whether the message was written longer ago than this. */
export function isOlder({ writtenAt }: Unsent, ms: number) {
  return Date.now() - Date.parse(writtenAt) > ms
}
