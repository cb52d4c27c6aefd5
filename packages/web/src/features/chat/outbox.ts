import { type Message, sendMessage } from '@papadag/contract/chat'
import { CallError, call } from '../../platform/call.ts'
import { doubtConnection, liveState, sendFrame } from '../../platform/live.ts'
import { randomId } from '../../platform/random-id.ts'
import { dropUnsent, keepUnsent, readOutbox, type Unsent } from './chat-database.ts'
import { changeConversation, conversation, heldChats, type Pending } from './conversations.ts'

const patienceMs = 15_000
/** Older than this he may have said it otherwise, or not mean it any more: it goes when he says so. */
const byItselfMs = 3_600_000
const timers = new Map<string, ReturnType<typeof setTimeout>>()
/** What goes the ordinary way goes one after the other, in the order it was written. */
let posting: Promise<unknown> = Promise.resolve()
/** How often it has been closed: each time it is the next user's. */
let closings = 0

/** A UUID, also where the page came over plain http and the browser makes none. */
function newClientId(): string {
  return randomId().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Writes a message: it stands in the chat at once, and is kept in this browser until the server has it. */
export function send(chatId: number, content: string) {
  const unsent = { clientId: newClientId(), chatId, content: content.trim(), writtenAt: new Date().toISOString() }
  put({ ...unsent, state: 'sending' })
  void keepUnsent(unsent)
  transmit(unsent)
}

/** Another attempt at a message that failed: the same one, so it cannot arrive twice. */
export function sendAgain({ clientId, chatId, content }: Pending) {
  // He means it now.
  const unsent = { clientId, chatId, content, writtenAt: new Date().toISOString() }
  put({ ...unsent, state: 'sending' })
  void keepUnsent(unsent)
  // Where the live connection does not come about, the ordinary way may.
  if (liveState() === 'connected') transmit(unsent)
  else void post(unsent, reason => fail(clientId, reason))
}

/** He does not want to send it any more. */
export function discard({ clientId, chatId }: Pending) {
  take(chatId, clientId)
}

/** The server has stored it. */
export function acknowledge({ chatId, clientId }: Message) {
  if (clientId) take(chatId, clientId)
}

/** The server has refused it, or nobody has answered. */
export function fail(clientId: string, reason?: string) {
  stopWaiting(clientId)
  const pending = find(clientId)
  if (!pending) return
  const { state: _state, ...unsent } = { ...pending, reason }
  put({ ...unsent, state: 'failed' })
  void keepUnsent(unsent)
}

/** What was written before a reload or in another tab stands in its chat again. */
export async function restoreOutbox() {
  const now = closings
  const all = await readOutbox()
  // Its owner has left meanwhile.
  if (closings !== now) return
  for (const unsent of all) {
    // What was refused is not tried again by itself.
    if (find(unsent.clientId)) continue
    const isWaiting = unsent.reason === undefined && !isOlder(unsent, byItselfMs)
    put({ ...unsent, state: isWaiting ? 'sending' : 'failed' })
    if (isWaiting) wait(unsent)
  }
}

/** Sends what is not acknowledged, in the order it was written; one tab at a time where browsers can see to that. */
export async function sendUnsent() {
  const work = async () => {
    await restoreOutbox()
    const waiting = heldChats().flatMap(chatId => conversation(chatId).pending)
    const inOrder = waiting
      .filter(({ state }) => state === 'sending')
      .sort((a, b) => (a.writtenAt < b.writtenAt ? -1 : 1))
    for (const unsent of inOrder) transmit(unsent)
  }
  // Twice costs nothing: the server knows a message by its client's name for it.
  await (navigator.locks?.request('papadag-outbox', work) ?? work())
}

export function stopOutbox() {
  closings += 1
  for (const clientId of timers.keys()) stopWaiting(clientId)
}

/** Whether it was written longer ago. */
export function isOlder({ writtenAt }: Unsent, ms: number) {
  return Date.now() - Date.parse(writtenAt) > ms
}

function transmit(unsent: Unsent) {
  const { clientId, chatId, content } = unsent
  if (isOlder(unsent, byItselfMs)) return fail(clientId)
  wait(unsent)
  if (sendFrame({ type: 'send_message', chatId, content, clientId })) return
  // biome-ignore lint/suspicious/noConsole: the specification wants it logged, and nothing more
  console.warn('WebSocket connection not open')
}

/** Nobody waits for ever: without a live connection by then, it goes the ordinary way (decision K10). */
function wait(unsent: Unsent) {
  const { clientId } = unsent
  stopWaiting(clientId)
  const lost = () => {
    if (liveState() === 'connected') {
      fail(clientId)
      return doubtConnection()
    }
    if (isOlder(unsent, byItselfMs)) return fail(clientId)
    posting = posting.then(
      () =>
        find(clientId) && post(unsent, (reason, isAnswered) => (isAnswered ? fail(clientId, reason) : wait(unsent))),
    )
  }
  timers.set(clientId, setTimeout(lost, patienceMs))
}

async function post(
  { clientId, chatId, content }: Unsent,
  onFailure: (reason: string | undefined, isAnswered: boolean) => void,
) {
  try {
    acknowledge({ ...(await call(sendMessage, { params: { id: chatId }, body: { content, clientId } })), clientId })
  } catch (error) {
    // What was refused stays refused; what was not answered may yet be stored, and is sent again under the same name.
    const isAnswered = error instanceof CallError && error.status > 0 && error.status < 500
    onFailure(error instanceof CallError ? error.sentence : undefined, isAnswered)
  }
}

function stopWaiting(clientId: string) {
  clearTimeout(timers.get(clientId))
  timers.delete(clientId)
}

function find(clientId: string): Pending | undefined {
  for (const chatId of heldChats()) {
    const found = conversation(chatId).pending.find(pending => pending.clientId === clientId)
    if (found) return found
  }
  return undefined
}

function put(pending: Pending) {
  const { pending: before } = conversation(pending.chatId)
  const at = before.findIndex(({ clientId }) => clientId === pending.clientId)
  changeConversation(pending.chatId, { pending: at < 0 ? [...before, pending] : before.with(at, pending) })
}

function take(chatId: number, clientId: string) {
  stopWaiting(clientId)
  void dropUnsent(clientId)
  const { pending } = conversation(chatId)
  if (pending.some(other => other.clientId === clientId)) {
    changeConversation(chatId, { pending: pending.filter(other => other.clientId !== clientId) })
  }
}
