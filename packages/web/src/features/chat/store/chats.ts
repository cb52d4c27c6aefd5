import type { Message } from '@papadag/contract/chat'
import { limits } from '@papadag/contract/limits'
import type { ServerFrame } from '@papadag/contract/live/frame'
import { onFrame, sendFrame } from '../../../platform/live/live.ts'
import { screen } from '../../../platform/screen/screen.ts'
import { createCatchUp } from './catch-up.ts'
import { createChatDatabase } from './chat-database.ts'
import { createChatReads, expirePreviews } from './chat-reads.ts'
import { createConversations } from './conversations.ts'
import { kept } from './messages.ts'
import { createOutbox, isOlder } from './outbox.ts'

const typingShownMs = 6000
const dayMs = 86_400_000

export type Chats = ReturnType<typeof createChats>

/** All chat state of one user in this tab. `stop` ends it and deletes what the browser keeps of him. */
export function createChats(userId: number, tellUnread: (count: number) => void) {
  const database = createChatDatabase(userId)
  const conversations = createConversations()
  const outbox = createOutbox(database, conversations)
  const chatReads = createChatReads(userId, conversations)

  let retentionDays: number = limits.chatRetentionDays
  const retention = () => retentionDays
  const catchUp = createCatchUp({ database, conversations, retention, onStored: outbox.acknowledge })
  const typingTimers = new Map<number, ReturnType<typeof setTimeout>>()
  // The last read mark sent over this connection, by chat.
  const toldRead = new Map<number, number>()
  let isFirst = true

  const isOpen = database.deleteOthers().then(expire).then(outbox.restore)
  const timer = setInterval(() => void expire(), screen.chatCacheCheckMs)
  const stops = [
    chatReads.countUnread(tellUnread),
    onFrame('authenticated', authenticated),
    onFrame('message', ({ message }) => arrive(message)),
    onFrame('initial_messages', ({ chatId, messages, hasMore }) => catchUp.receive(chatId, messages, hasMore)),
    onFrame('read', frame => chatReads.countMark('read', frame)),
    onFrame('delivered', frame => chatReads.countMark('delivered', frame)),
    onFrame('typing', ({ chatId, userId: writerId }) => writerId === userId || showTyping(chatId)),
    onFrame('error', refuse),
    whenVisible(() => void isOpen.then(catchUp.askAgain)),
  ]

  function stop() {
    clearInterval(timer)
    for (const end of stops) end()
    for (const typing of typingTimers.values()) clearTimeout(typing)
    chatReads.stop()
    outbox.stop()
    conversations.clear()
    void database.wipe()
  }

  function authenticated(frame: Frame<'authenticated'>) {
    if (retentionDays !== frame.retentionDays) {
      retentionDays = frame.retentionDays
      void isOpen.then(expire)
    }
    toldRead.clear()
    // Catches what came between the first read and the subscription. After a drop every read is repeated anyway.
    if (isFirst) chatReads.readAgain()
    isFirst = false
    catchUp.connected()
    markWaitingDelivered()
    void isOpen.then(outbox.sendUnsent)
  }

  /** Tells the server that the user has seen the messages up to this number. */
  function markRead(chatId: number, seq: number) {
    if ((toldRead.get(chatId) ?? 0) >= seq || !sendFrame({ type: 'mark_read', chatId, seq })) return
    toldRead.set(chatId, seq)
    chatReads.countMark('read', { chatId, seq, userId })
  }

  /** Whether the partner could be told that the user is typing. */
  function tellTyping(chatId: number): boolean {
    return sendFrame({ type: 'typing', chatId })
  }

  function arrive(message: Message) {
    const { chatId, senderId, seq } = message
    chatReads.countMessage(message)
    catchUp.pushed(message)
    if (senderId === userId) return
    stopTyping(chatId)
    sendFrame({ type: 'mark_delivered', chatId, seq })
  }

  function showTyping(chatId: number) {
    clearTimeout(typingTimers.get(chatId))
    typingTimers.set(
      chatId,
      setTimeout(() => stopTyping(chatId), typingShownMs),
    )
    conversations.change(chatId, { isPartnerTyping: true })
  }

  function stopTyping(chatId: number) {
    clearTimeout(typingTimers.get(chatId))
    if (conversations.get(chatId).isPartnerTyping) conversations.change(chatId, { isPartnerTyping: false })
  }

  function refuse({ code, error, chatId, clientId }: Frame<'error'>) {
    if (clientId) return outbox.fail(clientId, error, code)
    if (chatId === undefined) return
    conversations.change(chatId, { problem: error, isReady: true })
    if (code !== 'chat.unknown') return
    void database.dropChat(chatId)
    chatReads.readAgain()
  }

  /** Messages that came while the user was away have now reached this device. */
  function markWaitingDelivered() {
    for (const { id, unreadCount, lastSeq } of chatReads.known()) {
      if (unreadCount > 0) sendFrame({ type: 'mark_delivered', chatId: id, seq: lastSeq })
    }
  }

  async function expire() {
    for (const chatId of conversations.ids()) {
      const { messages, pending } = conversations.get(chatId)
      const remaining = kept(messages, retentionDays)
      if (remaining !== messages) conversations.change(chatId, { messages: remaining })
      for (const unsent of pending) if (isOlder(unsent, retentionDays * dayMs)) outbox.discard(unsent)
    }
    await Promise.all([database.expire(retentionDays), expirePreviews(retentionDays)])
  }

  const { send, sendAgain, discard } = outbox
  return {
    conversation: conversations.get,
    watch: conversations.watch,
    /** How many days messages are kept, as the server says. */
    retention,
    open: catchUp.open,
    fetchEarlier: catchUp.fetchEarlier,
    markRead,
    tellTyping,
    send,
    sendAgain,
    discard,
    stop,
    /** Where the reader left each chat, and whether the folder of requests is open: every chat is a screen of its own. */
    view: { places: new Map<number, Place>(), isFolderOpen: false },
  }
}

/** The message at the top of the screen and how far it is scrolled past. */
export type Place = { seq: number; belowPx: number }

type Frame<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>

function whenVisible(act: () => void) {
  const look = () => document.visibilityState === 'visible' && act()
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}
