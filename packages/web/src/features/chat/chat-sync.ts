import { chatMessages, type Message } from '@papadag/contract/chat'
import { limits } from '@papadag/contract/limits'
import { call } from '../../platform/call.ts'
import { liveState, onFrame, sendFrame, watchLiveState } from '../../platform/live.ts'
import * as database from './chat-database.ts'
import { countMark, countMessage, countUnread, expirePreviews, knownChats, readChatsAgain } from './chat-reads.ts'
import { changeConversation, conversation, forgetConversations, heldChats } from './conversations.ts'
import { gapAfter, kept, merge } from './messages.ts'
import * as outbox from './outbox.ts'

const pageSize = 100
const typingShownMs = 6000
const dayMs = 86_400_000
// So long a connection may take to come about before the ordinary way is tried.
const patienceMs = 2000

let ownId = 0
let retentionDays: number = limits.chatRetentionDays
const loaded = new Map<number, Promise<void>>()
// A gap is asked about once; what is missing then is gone (safety S25).
const askedAfter = new Map<number, number>()
const typingTimers = new Map<number, ReturnType<typeof setTimeout>>()
// How far this connection has been told that he has read.
const toldRead = new Map<number, number>()
// He has come back to the page while there was no connection.
let owesAsking = false

/** How long messages are kept, as the server says. */
export const retention = () => retentionDays

/** Follows the chats of a user as long as he is signed in; the answer stops that and deletes what is kept of him. */
export function followChats(userId: number, tellUnread: (count: number) => void): () => void {
  ownId = userId
  const isOpen = database.openChatDatabase(userId).then(expire).then(outbox.restoreOutbox)
  const timer = setInterval(expire, limits.chatCacheCheckMs)
  let isFirst = true
  const stops = [
    countUnread(tellUnread),
    onFrame('authenticated', frame => {
      if (retentionDays !== frame.retentionDays) {
        retentionDays = frame.retentionDays
        void isOpen.then(expire)
      }
      toldRead.clear()
      // Nobody told of what came between the first read and this; after a drop everything is read again anyhow.
      if (isFirst) readChatsAgain()
      isFirst = false
      if (owesAsking) void isOpen.then(askAgain)
      else for (const chatId of heldChats()) void catchUp(chatId)
      markWaitingDelivered()
      void isOpen.then(outbox.sendUnsent)
    }),
    onFrame('message', ({ message }) => arrive(message)),
    onFrame('initial_messages', ({ chatId, messages, hasMore }) => receive(chatId, messages, hasMore)),
    onFrame('read', frame => countMark('read', frame, ownId)),
    onFrame('delivered', frame => countMark('delivered', frame, ownId)),
    onFrame('typing', ({ chatId, userId: writerId }) => writerId === ownId || showTyping(chatId)),
    onFrame('error', refuse),
    whenVisible(() => void isOpen.then(askAgain)),
  ]
  return () => {
    clearInterval(timer)
    for (const stop of stops) stop()
    for (const typing of typingTimers.values()) clearTimeout(typing)
    outbox.stopOutbox()
    loaded.clear()
    askedAfter.clear()
    typingTimers.clear()
    owesAsking = false
    forgetConversations()
    void database.wipeChatDatabase()
  }
}

/**
 * Brings a chat up to date: first what is kept here, then what the server has beyond it. Whenever the live connection
 * fails to come about it is asked for the ordinary way (decision K10). The answer ends that.
 */
export function openChat(chatId: number): () => void {
  void load(chatId)
  let timer: ReturnType<typeof setTimeout> | undefined
  const askWithoutConnection = () => {
    clearTimeout(timer)
    if (liveState() !== 'connected') timer = setTimeout(() => void catchUp(chatId), patienceMs)
  }
  if (liveState() === 'connected') void catchUp(chatId)
  askWithoutConnection()
  const stopWatching = watchLiveState(askWithoutConnection)
  return () => {
    clearTimeout(timer)
    stopWatching()
  }
}

/** Asks for what was before the first message here. */
export async function fetchEarlier(chatId: number) {
  const first = conversation(chatId).messages[0]
  if (first) await request({ chatId, before: first.seq, limit: pageSize })
}

/** He has it on his screen. */
export function markRead(chatId: number, seq: number) {
  if ((toldRead.get(chatId) ?? 0) >= seq || !sendFrame({ type: 'mark_read', chatId, seq })) return
  toldRead.set(chatId, seq)
  countMark('read', { chatId, seq, userId: ownId }, ownId)
}

/** Says whether it could be told. */
export function tellTyping(chatId: number): boolean {
  return sendFrame({ type: 'typing', chatId })
}

type Wanted = { chatId: number; afterSeq?: number; before?: number; limit?: number }

async function catchUp(chatId: number) {
  await load(chatId)
  const { messages, isReady } = conversation(chatId)
  const last = messages.at(-1)
  // What has just arrived by itself says nothing of what was before it.
  await request(isReady && last ? { chatId, afterSeq: missingAfter(chatId) ?? last.seq } : { chatId, limit: pageSize })
}

async function request({ chatId, ...wanted }: Wanted) {
  if (sendFrame({ type: 'get_messages', chatId, peek: true, ...wanted })) return
  try {
    const messages = await call(chatMessages, { params: { id: chatId }, query: wanted })
    receive(chatId, messages, wanted.limit === undefined ? undefined : messages.length === wanted.limit)
  } catch {
    // With the next connection it is asked for again.
    changeConversation(chatId, { isOutOfReach: true })
  }
}

/** What is kept of a chat here, once. */
function load(chatId: number) {
  const loading = loaded.get(chatId) ?? loadKept(chatId)
  loaded.set(chatId, loading)
  return loading
}

async function loadKept(chatId: number) {
  changeConversation(chatId, {})
  const messages = kept(await database.readMessages(chatId), retentionDays)
  if (messages.length === 0) return
  changeConversation(chatId, {
    messages: merge(messages, conversation(chatId).messages),
    isReady: true,
    hasEarlier: (messages[0]?.seq ?? 1) > 1,
  })
}

function arrive(message: Message) {
  const { chatId, senderId, seq } = message
  countMessage(message, ownId)
  if (loaded.has(chatId)) add(chatId, [message])
  else outbox.acknowledge(message)
  if (senderId === ownId) return
  stopTyping(chatId)
  sendFrame({ type: 'mark_delivered', chatId, seq })
}

/** The answer to a question. */
function receive(chatId: number, messages: readonly Message[], hasEarlier = conversation(chatId).hasEarlier) {
  changeConversation(chatId, { isReady: true, isOutOfReach: false, hasEarlier, problem: undefined })
  add(chatId, messages)
}

function add(chatId: number, arrived: readonly Message[]) {
  const messages = kept(arrived, retentionDays)
  const before = conversation(chatId).messages
  const merged = merge(before, messages)
  if (merged !== before) changeConversation(chatId, { messages: merged })
  for (const message of messages) outbox.acknowledge(message)
  void database.keepMessages(messages)
  const missing = missingAfter(chatId)
  if (missing !== undefined) void request({ chatId, afterSeq: missing })
}

/** After which number something is missing that has not been asked for yet; says so once. */
function missingAfter(chatId: number) {
  const asked = askedAfter.get(chatId) ?? 0
  const missing = gapAfter(conversation(chatId).messages, asked + 1)
  if (missing !== undefined) askedAfter.set(chatId, missing)
  return missing
}

function showTyping(chatId: number) {
  clearTimeout(typingTimers.get(chatId))
  typingTimers.set(
    chatId,
    setTimeout(() => stopTyping(chatId), typingShownMs),
  )
  changeConversation(chatId, { isPartnerTyping: true })
}

function stopTyping(chatId: number) {
  clearTimeout(typingTimers.get(chatId))
  if (conversation(chatId).isPartnerTyping) changeConversation(chatId, { isPartnerTyping: false })
}

function refuse({
  code,
  error,
  chatId,
  clientId,
}: {
  code: string
  error: string
  chatId?: number | undefined
  clientId?: string | undefined
}) {
  if (clientId) return outbox.fail(clientId, error)
  if (chatId === undefined) return
  changeConversation(chatId, { problem: error, isReady: true })
  if (code !== 'chat.unknown') return
  void database.dropChat(chatId)
  readChatsAgain()
}

/** What came while nobody was here has reached this device now. */
function markWaitingDelivered() {
  for (const { id, unreadCount, lastSeq } of knownChats()) {
    if (unreadCount > 0) sendFrame({ type: 'mark_delivered', chatId: id, seq: lastSeq })
  }
}

/** Looks for what is missing in every chat that is kept here (specification 4); those not open wait for a connection. */
async function askAgain() {
  owesAsking = liveState() !== 'connected'
  const others = owesAsking ? [] : await database.keptChats()
  for (const chatId of new Set([...heldChats(), ...others])) void catchUp(chatId)
}

async function expire() {
  for (const chatId of heldChats()) {
    const { messages, pending } = conversation(chatId)
    const remaining = kept(messages, retentionDays)
    if (remaining !== messages) changeConversation(chatId, { messages: remaining })
    for (const unsent of pending) if (outbox.isOlder(unsent, retentionDays * dayMs)) outbox.discard(unsent)
  }
  await Promise.all([database.expireMessages(retentionDays), expirePreviews(retentionDays)])
}

function whenVisible(act: () => void) {
  const look = () => document.visibilityState === 'visible' && act()
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}
