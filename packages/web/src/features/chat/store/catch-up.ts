import { chatMessages, type Message } from '@papadag/contract/chat'
import { call } from '../../../platform/data/call.ts'
import { liveState, sendFrame, watchLiveState } from '../../../platform/live/live.ts'
import type { ChatDatabase } from './chat-database.ts'
import type { Conversations } from './conversations.ts'
import { gapAfter, kept, merge } from './messages.ts'

const pageSize = 100
/** How long a live connection may take to open before the messages are requested again over HTTP. */
const connectMs = 2000

type Needs = {
  database: ChatDatabase
  conversations: Conversations
  /** How many days messages are kept. */
  retention: () => number
  /** Called for every message that the server has stored. */
  onStored: (message: Message) => void
}

/** Fills conversations with messages, from the database and from the server, and closes gaps. */
export function createCatchUp(needs: Needs) {
  const { database, conversations, retention, onStored } = needs
  const loaded = new Map<number, Promise<void>>()
  const missingAfter = createGaps(conversations)
  // The page became visible while there was no connection.
  let owesAsking = false

  /** Shows a chat's kept messages, then requests newer ones while it is open. */
  function open(chatId: number): () => void {
    const ask = () => void catchUp(chatId)
    if (liveState() !== 'connected') {
      const loading = load(chatId)
      // Without waiting for the database, which takes a slow phone a quarter of a second to open.
      if (first?.chatId === chatId) first.use(all => receive(chatId, all, all.length === pageSize), ask)
      else void loading.then(() => liveState() === 'connected' || ask())
    }
    first = undefined
    return askWhileOpen(ask)
  }

  /** Requests the page of messages before the first one here. */
  async function fetchEarlier(chatId: number) {
    const first = conversations.get(chatId).messages[0]
    if (first) await request({ chatId, before: first.seq, limit: pageSize })
  }

  async function catchUp(chatId: number) {
    await load(chatId)
    const { messages, isReady } = conversations.get(chatId)
    const last = messages.at(-1)
    // Until the chat is ready, a pushed message reveals nothing about those before it.
    await request(
      isReady && last ? { chatId, afterSeq: missingAfter(chatId) ?? last.seq } : { chatId, limit: pageSize },
    )
  }

  async function request({ chatId, ...wanted }: Wanted) {
    if (sendFrame({ type: 'get_messages', chatId, peek: true, ...wanted })) return
    try {
      const messages = await call(chatMessages, { params: { id: chatId }, query: wanted })
      receive(chatId, messages, wanted.limit === undefined ? undefined : messages.length === wanted.limit)
    } catch {
      // The next connection requests it again.
      conversations.change(chatId, { isOutOfReach: true })
    }
  }

  /** Loads a chat's kept messages from the database, once. */
  function load(chatId: number) {
    const loading = loaded.get(chatId) ?? showKept(needs, chatId)
    loaded.set(chatId, loading)
    return loading
  }

  /** Adds the messages that were requested. */
  function receive(chatId: number, messages: readonly Message[], hasEarlier = conversations.get(chatId).hasEarlier) {
    conversations.change(chatId, { isReady: true, isOutOfReach: false, hasEarlier, problem: undefined })
    add(chatId, messages)
  }

  function add(chatId: number, arrived: readonly Message[]) {
    const messages = kept(arrived, retention())
    const before = conversations.get(chatId).messages
    const merged = merge(before, messages)
    if (merged !== before) conversations.change(chatId, { messages: merged })
    for (const message of messages) onStored(message)
    void database.keepMessages(messages)
    const missing = missingAfter(chatId)
    if (missing !== undefined) void request({ chatId, afterSeq: missing })
  }

  /** Requests missing messages of every chat in the database (specification 4); without a connection, of the open ones. */
  async function askAgain() {
    owesAsking = liveState() !== 'connected'
    const others = owesAsking ? [] : await database.keptChats()
    for (const chatId of new Set([...conversations.ids(), ...others])) void catchUp(chatId)
  }

  /** A message was pushed. Until the chat is loaded it waits for the request that loads it. */
  function pushed(message: Message) {
    if (loaded.has(message.chatId)) add(message.chatId, [message])
    else onStored(message)
  }

  /** Requests what is missing over a new connection. */
  function connected() {
    if (owesAsking) void askAgain()
    else for (const chatId of conversations.ids()) void catchUp(chatId)
  }

  return { open, fetchEarlier, receive, pushed, connected, askAgain }
}

/** Requested as soon as this code is here, before the chat is drawn. */
let first = firstPage()

/** The messages of the chat at whose address the page was opened: its HTML has requested them. */
function firstPage() {
  const [navigation] = performance.getEntriesByType('navigation')
  const [, id] = /^\/chat\/(\d+)\/?$/.exec(navigation ? new URL(navigation.name).pathname : '') ?? []
  if (!id) return undefined
  const reply = call(chatMessages, { params: { id: Number(id) }, query: { limit: pageSize } })
  let here: readonly Message[] | undefined
  reply.then(
    messages => {
      here = messages
    },
    () => {},
  )
  return {
    chatId: Number(id),
    /** Passes them on, at once if they have arrived. */
    use(show: (messages: readonly Message[]) => void, otherwise: () => void) {
      if (here) show(here)
      else reply.then(show, otherwise)
    },
  }
}

type Wanted = { chatId: number; afterSeq?: number; before?: number; limit?: number }

/**
 * Requests now, or over HTTP each time the live connection fails to open (decision K10); a reply ends that. Returns a
 * function that stops it.
 */
function askWhileOpen(ask: () => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const askWithoutConnection = () => {
    clearTimeout(waiting)
    if (liveState() !== 'connected') waiting = setTimeout(ask, connectMs)
  }
  if (liveState() === 'connected') ask()
  askWithoutConnection()
  const stopWatching = watchLiveState(askWithoutConnection)
  return () => {
    clearTimeout(waiting)
    stopWatching()
  }
}

/** Shows a chat's messages from the database. */
async function showKept({ database, conversations, retention }: Needs, chatId: number) {
  conversations.change(chatId, {})
  const messages = kept(await database.readMessages(chatId), retention())
  if (messages.length === 0) return
  conversations.change(chatId, {
    messages: merge(messages, conversations.get(chatId).messages),
    isReady: true,
    hasEarlier: (messages[0]?.seq ?? 1) > 1,
  })
}

/**
 * Reports the number after which a chat's messages are missing. A gap is reported once; messages still missing after
 * that are gone (safety S25).
 */
function createGaps(conversations: Conversations) {
  const askedAfter = new Map<number, number>()
  return (chatId: number) => {
    const asked = askedAfter.get(chatId) ?? 0
    const missing = gapAfter(conversations.get(chatId).messages, asked + 1)
    if (missing !== undefined) askedAfter.set(chatId, missing)
    return missing
  }
}
