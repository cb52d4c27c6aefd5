import type { Message } from '@papadag/contract/chat'
import { limits } from '@papadag/contract/limits'
import type { ServerFrame } from '@papadag/contract/live/frame'
import { onFrame, sendFrame } from '../../../platform/live/live.ts'
import { screen } from '../../../platform/screen/screen.ts'
import { createCatchUp } from './catch-up.ts'
import { type ChatDatabase, createChatDatabase } from './chat-database.ts'
import { type ChatReads, createChatReads, expirePreviews } from './chat-reads.ts'
import { type Conversations, createConversations } from './conversations.ts'
import { kept } from './messages.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { isOlder } from './transmitter.ts'

const typingShownMs = 6000
const dayMs = 86_400_000

export type Chats = ReturnType<typeof createChats>

/** All chat state of one user in this tab. `stop` ends it and deletes what the browser stores about him. */
export function createChats(userId: number, tellUnread: (count: number) => void) {
  const database = createChatDatabase(userId)
  const conversations = createConversations()
  const outbox = createOutbox(database, conversations)
  const chatReads = createChatReads(userId, conversations)

  let retentionDays: number = limits.chatRetentionDays
  const retention = () => retentionDays
  const catchUp = createCatchUp({ database, conversations, retention, onStored: outbox.acknowledge })
  const typing = createTyping(conversations)
  const readMarks = createReadMarks(userId, chatReads)
  const forget = createForget(database, conversations)
  let isFirst = true
  const expire = () => dropOld(retentionDays, { database, conversations, outbox })

  const isOpen = database.deleteOthers().then(expire).then(outbox.restore)
  const stops = [
    chatReads.countUnread(tellUnread),
    onFrame('authenticated', authenticated),
    onFrame('message', ({ message }) => arrive(message)),
    onFrame('initial_messages', ({ chatId, messages, hasMore }) => catchUp.receive(chatId, messages, hasMore)),
    onFrame('read', frame => chatReads.countMark('read', frame)),
    onFrame('delivered', frame => chatReads.countMark('delivered', frame)),
    onFrame('typing', ({ chatId, userId: writerId }) => writerId === userId || typing.show(chatId)),
    onFrame('error', refuse),
    whenVisible(() => void isOpen.then(catchUp.askAgain)),
    every(screen.chatCacheCheckMs, expire),
    typing.stop,
    chatReads.stop,
    outbox.stop,
  ]

  function stop() {
    for (const end of stops) end()
    conversations.clear()
    void database.wipe()
  }

  function authenticated(frame: Frame<'authenticated'>) {
    if (retentionDays !== frame.retentionDays) {
      retentionDays = frame.retentionDays
      void isOpen.then(expire)
    }
    readMarks.forget()
    // Catches what came between the first read and the subscription. After a drop every read is repeated anyway.
    if (isFirst) chatReads.readAgain()
    isFirst = false
    catchUp.connected()
    markWaitingDelivered(chatReads)
    void isOpen.then(outbox.sendUnsent)
  }

  function arrive(message: Message) {
    const { chatId, senderId, seq } = message
    chatReads.countMessage(message)
    catchUp.pushed(message)
    if (senderId === userId) return
    typing.end(chatId)
    sendFrame({ type: 'mark_delivered', chatId, seq })
  }

  function refuse({ code, error, chatId, clientId }: Frame<'error'>) {
    if (clientId) return outbox.fail(clientId, error, code)
    if (chatId === undefined) return
    conversations.change(chatId, { problem: error, isReady: true })
    if (code !== 'chat.unknown') return
    forget(chatId)
    chatReads.readAgain()
  }

  const { send, sendAgain, discard } = outbox
  const writing = { send, sendAgain, discard, forget }
  return {
    conversation: conversations.get,
    watch: conversations.watch,
    /** How many days messages are kept, according to the server. */
    retention,
    open: catchUp.open,
    fetchEarlier: catchUp.fetchEarlier,
    markRead: readMarks.tell,
    /** Tells the others that the user is typing; returns whether it could. */
    tellTyping: (chatId: number) => sendFrame({ type: 'typing', chatId }),
    ...writing,
    stop,
    /** Where the reader left each chat, and whether the folder of requests is open: every chat is a separate screen. */
    view: { places: new Map<number, Place>(), isFolderOpen: false },
  }
}

/** The message at the top of the screen, and how far it is scrolled past. */
export type Place = { seq: number; belowPx: number }

type Frame<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>

type Stores = { database: ChatDatabase; conversations: Conversations; outbox: Outbox }

/** Removes everything here about a chat that the user is no longer in. */
function createForget(database: ChatDatabase, conversations: Conversations) {
  return (chatId: number) => {
    conversations.change(chatId, { messages: [] })
    void database.dropChat(chatId)
  }
}

/** Removes messages older than the server's retention. */
async function dropOld(days: number, { database, conversations, outbox }: Stores) {
  for (const chatId of conversations.ids()) {
    const { messages, pending } = conversations.get(chatId)
    const remaining = kept(messages, days)
    if (remaining !== messages) conversations.change(chatId, { messages: remaining })
    for (const unsent of pending) if (isOlder(unsent, days * dayMs)) outbox.discard(unsent)
  }
  await Promise.all([database.expire(days), expirePreviews(days)])
}

/** Messages that came while the user was away have now reached this device. */
function markWaitingDelivered(chatReads: ChatReads) {
  for (const { id, unreadCount, lastSeq } of chatReads.known()) {
    if (unreadCount > 0) sendFrame({ type: 'mark_delivered', chatId: id, seq: lastSeq })
  }
}

/** Tells the server up to which number the user has seen the messages of each chat. */
function createReadMarks(userId: number, chatReads: ChatReads) {
  // The last mark sent over this connection, by chat.
  const told = new Map<number, number>()
  return {
    tell(chatId: number, seq: number) {
      if ((told.get(chatId) ?? 0) >= seq || !sendFrame({ type: 'mark_read', chatId, seq })) return
      told.set(chatId, seq)
      chatReads.countMark('read', { chatId, seq, userId })
    },
    /** A new connection knows none of them. */
    forget: () => told.clear(),
  }
}

/** Shows that somebody is typing, until he has not been for a while. */
function createTyping(conversations: Conversations) {
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  function end(chatId: number) {
    clearTimeout(timers.get(chatId))
    if (conversations.get(chatId).isSomebodyTyping) conversations.change(chatId, { isSomebodyTyping: false })
  }
  return {
    show(chatId: number) {
      clearTimeout(timers.get(chatId))
      timers.set(
        chatId,
        setTimeout(() => end(chatId), typingShownMs),
      )
      conversations.change(chatId, { isSomebodyTyping: true })
    },
    end,
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

function every(ms: number, act: () => unknown) {
  const timer = setInterval(act, ms)
  return () => clearInterval(timer)
}

function whenVisible(act: () => void) {
  const actIfVisible = () => document.visibilityState === 'visible' && act()
  document.addEventListener('visibilitychange', actIfVisible)
  return () => document.removeEventListener('visibilitychange', actIfVisible)
}
