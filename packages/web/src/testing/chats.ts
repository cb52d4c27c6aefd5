import './page/indexed-db.ts'
import type { Chat, Message } from '@papadag/contract/chat'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { createChatDatabase } from '../features/chat/store/chat-database.ts'
import { type Chats, createChats } from '../features/chat/store/chats.ts'
import { reads } from '../platform/data/reads.ts'
import { connectLive } from '../platform/live/live.ts'
import { standInForSockets, theSocket } from './live-stand-in.ts'
import { ok, serve } from './stand-in-server.ts'

export const ownId = 1
export const chatId = 5

export const a = (seq: number, changes: Partial<Message> = {}): Message => ({
  id: 100 + seq,
  chatId,
  senderId: 2,
  content: `bericht ${seq}`,
  sentAt: new Date(Date.now() - 60_000 + seq).toISOString(),
  seq,
  replyTo: null,
  playdateId: null,
  reactions: {},
  ...changes,
})

/** This many seconds after the start of the previous minute. */
export const written = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1000).toISOString()
export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

export const aChat = (changes: Partial<Chat> = {}): Chat => ({
  id: chatId,
  kind: 'pair',
  playdateId: null,
  seriesId: null,
  circleId: null,
  title: null,
  startTime: null,
  participants: [
    { id: ownId, firstName: 'Daan', lastName: 'de Vries', profileImage: null },
    { id: 2, firstName: 'Kwame', lastName: 'Mensah', profileImage: null },
  ],
  unreadCount: 0,
  lastMessage: null,
  readOnly: false,
  isRequest: false,
  isAwaiting: false,
  messagesLeft: null,
  canAnnounce: false,
  marks: [],
  ownReadSeq: 0,
  lastSeq: 0,
  ...changes,
})

export let chats: Chats
/** The browser's stored chats, read independently of the product. */
export let stored: ReturnType<typeof createChatDatabase>
export let ends: (() => void)[] = []
export let unread = 0
export let server: ReturnType<typeof serve>

/** Waits for the second read of the list, which covers changes before the connection. */
async function listIsReadAgain() {
  await vi.waitFor(() => expect(server.asked.filter(call => call === 'GET /api/chats')).toHaveLength(2))
  await vi.waitFor(() => expect(reads.isFetching()).toBe(0))
}

/** Starts the product's live parts, like a tab of a signed-in user. */
export async function follow(list = [aChat()]) {
  server = serve({ 'GET /api/ws-token': () => ok({ token: 'ticket' }), 'GET /api/chats': () => ok(list) })
  standInForSockets()
  chats = createChats(ownId, count => {
    unread = count
  })
  const disconnect = connectLive(ownId)
  ends = [disconnect, chats.stop]
  await vi.waitFor(() => theSocket())
  await vi.waitFor(() => expect(reads.getQueryData(['/api/chats'])).toEqual(list))
}

export async function connected(list?: Chat[]) {
  await follow(list)
  theSocket().welcomes()
  await listIsReadAgain()
  return theSocket()
}

export const open = () => ends.push(chats.open(chatId))
export const arrives = (message: Message) => theSocket().says({ type: 'message', message })
export const answers = (messages: Message[], hasMore?: boolean) =>
  theSocket().says({ type: 'initial_messages', chatId, messages, ...(hasMore !== undefined && { hasMore }) })
export const asked = () => theSocket().of('get_messages')
export const numbers = () => chats.conversation(chatId).messages.map(({ seq }) => seq)
export const pending = () => chats.conversation(chatId).pending
export const sentFrames = () => theSocket().of('send_message')
export const inList = () => reads.getQueryData<Chat[]>(['/api/chats'])

/** The names of the chat databases, one for each user. */
export async function databases() {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  return names.filter(name => name.startsWith('papadag-chat-'))
}

/** Prepares each test of the file, and stops everything it has started. */
export function prepareChats(): void {
  beforeEach(() => {
    unread = 0
    stored = createChatDatabase(ownId)
  })

  afterEach(async () => {
    for (const end of ends) end()
    reads.clear()
    await vi.waitFor(async () => expect(await databases()).toEqual([]))
  })
}
