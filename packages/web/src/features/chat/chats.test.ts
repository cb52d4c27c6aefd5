import 'fake-indexeddb/auto'
import type { Chat, Message } from '@papadag/contract/chat'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectLive } from '../../platform/live.ts'
import { onOfflineDatabase } from '../../platform/offline-database.ts'
import { reads } from '../../platform/reads.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { standInForSockets, theSocket } from '../../testing/live-stand-in.ts'
import { ok, refused, serve } from '../../testing/stand-in-server.ts'
import { createChatDatabase } from './chat-database.ts'
import { type Chats, createChats } from './chats.ts'

const ownId = 1
const chatId = 5

const a = (seq: number, changes: Partial<Message> = {}): Message => ({
  id: 100 + seq,
  chatId,
  senderId: 2,
  content: `bericht ${seq}`,
  sentAt: new Date(Date.now() - 60_000 + seq).toISOString(),
  seq,
  ...changes,
})

/** The time this many seconds after the beginning of the last minute. */
const written = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1000).toISOString()
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

const aChat = (changes: Partial<Chat> = {}): Chat => ({
  id: chatId,
  participants: [
    { id: ownId, firstName: 'Daan', lastName: 'de Vries', profileImage: null },
    { id: 2, firstName: 'Kwame', lastName: 'Mensah', profileImage: null },
  ],
  unreadCount: 0,
  lastMessage: null,
  readOnly: false,
  isRequest: false,
  isAwaiting: false,
  deliveredSeq: 0,
  readSeq: 0,
  ownReadSeq: 0,
  lastSeq: 0,
  ...changes,
})

let chats: Chats
/** The browser's stored chats, read independently of the product. */
let stored: ReturnType<typeof createChatDatabase>
let ends: (() => void)[] = []
let unread = 0
let server: ReturnType<typeof serve>

/** Waits for the second read of the list, which covers changes before the connection. */
async function listIsReadAgain() {
  await vi.waitFor(() => expect(server.asked.filter(call => call === 'GET /api/chats')).toHaveLength(2))
  await vi.waitFor(() => expect(reads.isFetching()).toBe(0))
}

/** Opens the product's live parts, as a tab does when somebody is signed in. */
async function follow(list = [aChat()]) {
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

async function connected(list?: Chat[]) {
  await follow(list)
  theSocket().welcomes()
  await listIsReadAgain()
  return theSocket()
}

const open = () => ends.push(chats.open(chatId))
const arrives = (message: Message) => theSocket().says({ type: 'message', message })
const answers = (messages: Message[], hasMore?: boolean) =>
  theSocket().says({ type: 'initial_messages', chatId, messages, ...(hasMore !== undefined && { hasMore }) })
const asked = () => theSocket().of('get_messages')
const numbers = () => chats.conversation(chatId).messages.map(({ seq }) => seq)
const pending = () => chats.conversation(chatId).pending
const sentFrames = () => theSocket().of('send_message')
const inList = () => reads.getQueryData<Chat[]>(['/api/chats'])

/** The names of the chat databases, one for each user. */
async function databases() {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  return names.filter(name => name.startsWith('papadag-chat-'))
}

beforeEach(() => {
  unread = 0
  stored = createChatDatabase(ownId)
})

afterEach(async () => {
  for (const end of ends) end()
  reads.clear()
  await vi.waitFor(async () => expect(await databases()).toEqual([]))
})

describe('reading', () => {
  test('a chat is read from its end, and further back from its first message', async () => {
    await connected()
    open()
    await vi.waitFor(() => expect(asked()).toEqual([{ chatId, limit: 100, peek: true }]))
    answers([a(101), a(102)], true)
    expect(chats.conversation(chatId).hasEarlier).toBe(true)
    void chats.fetchEarlier(chatId)
    expect(asked().at(-1)).toEqual({ chatId, before: 101, limit: 100, peek: true })
    answers([a(99), a(100)], false)
    expect(numbers()).toEqual([99, 100, 101, 102])
    expect(chats.conversation(chatId).hasEarlier).toBe(false)
  })

  test('a message that arrives before the first reply does not count as the whole chat', async () => {
    await follow()
    open()
    await vi.waitFor(() => expect(chats.conversation(chatId).isReady).toBe(false))
    theSocket().welcomes()
    arrives(a(3))
    await vi.waitFor(() => expect(asked()).toEqual([{ chatId, limit: 100, peek: true }]))
    answers([a(1), a(2), a(3)], false)
    expect(numbers()).toEqual([1, 2, 3])
  })

  test('after a reconnect only newer messages are read', async () => {
    await connected()
    open()
    await vi.waitFor(() => expect(asked()).toHaveLength(1))
    answers([a(1), a(2)], false)
    const before = theSocket()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    before.close()
    await vi.advanceTimersByTimeAsync(4000)
    vi.useRealTimers()
    expect(theSocket()).not.toBe(before)
    theSocket().welcomes()
    await vi.waitFor(() => expect(asked()).toEqual([{ chatId, afterSeq: 2, peek: true }]))
  })

  test('a gap is read once; messages still missing then are gone', async () => {
    await connected()
    open()
    await vi.waitFor(() => expect(asked()).toHaveLength(1))
    answers([a(1), a(2)], false)
    arrives(a(5))
    expect(asked().at(-1)).toEqual({ chatId, afterSeq: 2, peek: true })
    answers([a(4), a(5)])
    arrives(a(6))
    expect(asked()).toHaveLength(2)
    expect(numbers()).toEqual([1, 2, 4, 5, 6])
  })

  test('without a socket the chat is read over HTTP', async () => {
    await follow()
    server.handlers[`GET /api/chats/${chatId}/messages?limit=100`] = () => ok([a(1)])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    open()
    await vi.advanceTimersByTimeAsync(2000)
    vi.useRealTimers()
    await vi.waitFor(() => expect(numbers()).toEqual([1]))
  })

  test('after each failed connection the open chat is read over HTTP, until the socket is back', async () => {
    await follow()
    const path = `GET /api/chats/${chatId}/messages`
    server.handlers[`${path}?limit=100`] = () => refused(503, 'server.unavailable', 'Even geduld.')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const stop = chats.open(chatId)
    await vi.advanceTimersByTimeAsync(2000)
    await vi.waitFor(() => expect(chats.conversation(chatId)).toMatchObject({ isReady: false, isOutOfReach: true }))
    server.handlers[`${path}?limit=100`] = () => ok([a(1)])
    server.handlers[`${path}?afterSeq=1`] = () => ok([a(2)])
    theSocket().close(1006)
    await vi.advanceTimersByTimeAsync(2000)
    await vi.waitFor(() => expect(numbers()).toEqual([1]))
    expect(chats.conversation(chatId)).toMatchObject({ isReady: true, isOutOfReach: false })
    const before = theSocket()
    await vi.advanceTimersByTimeAsync(4000)
    await vi.waitFor(() => expect(theSocket()).not.toBe(before))
    theSocket().close(1006)
    await vi.advanceTimersByTimeAsync(2000)
    await vi.waitFor(() => expect(numbers()).toEqual([1, 2]))
    stop()
    await vi.advanceTimersByTimeAsync(4000)
    theSocket().close(1006)
    const calls = server.asked.filter(call => call.startsWith(path)).length
    await vi.advanceTimersByTimeAsync(4000)
    vi.useRealTimers()
    expect(server.asked.filter(call => call.startsWith(path))).toHaveLength(calls)
  })

  test('a refresh due while offline happens with the next connection', async () => {
    await stored.keepMessages([a(3), a(1, { chatId: 9 })])
    await follow()
    open()
    await vi.waitFor(() => expect(numbers()).toEqual([3]))
    const path = `GET /api/chats/${chatId}/messages?afterSeq=3`
    server.handlers[path] = () => ok([])
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(server.asked).toContain(path))
    theSocket().welcomes()
    await vi.waitFor(() => expect(asked()).toHaveLength(2))
    expect(asked()).toEqual(expect.arrayContaining([{ chatId: 9, afterSeq: 1, peek: true }]))
  })

  test('when the page becomes visible every stored chat is refreshed, without marking it read', async () => {
    await connected()
    await stored.keepMessages([a(3), a(1, { chatId: 9 })])
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(asked()).toHaveLength(2))
    expect(asked()).toEqual(
      expect.arrayContaining([
        { chatId, afterSeq: 3, peek: true },
        { chatId: 9, afterSeq: 1, peek: true },
      ]),
    )
    expect(theSocket().of('mark_read')).toEqual([])
  })
})

describe('counting', () => {
  test('messages between the first read of the list and the connection are counted', async () => {
    await follow()
    server.handlers['GET /api/chats'] = () => ok([aChat({ unreadCount: 1, lastSeq: 1 })])
    theSocket().welcomes()
    await vi.waitFor(() => expect(unread).toBe(1))
  })

  test('chats that a screen read earlier are counted too', async () => {
    reads.setQueryData(['/api/chats'], [aChat({ unreadCount: 3 })])
    await follow([aChat({ unreadCount: 3 })])
    expect(unread).toBe(3)
  })

  test('a message is counted at once and marked delivered, without reading the list again', async () => {
    await connected()
    const before = server.asked.length
    arrives(a(1))
    expect(unread).toBe(1)
    expect(inList()?.[0]).toMatchObject({ unreadCount: 1, lastSeq: 1, lastMessage: { senderName: 'Kwame' } })
    expect(theSocket().of('mark_delivered')).toEqual([{ chatId, seq: 1 }])
    arrives(a(1))
    expect(unread).toBe(1)
    expect(server.asked).toHaveLength(before)
  })

  test('reading here or on another device clears the count', async () => {
    await connected([aChat({ unreadCount: 2, lastSeq: 2 })])
    expect(unread).toBe(2)
    theSocket().says({ type: 'read', chatId, seq: 2, userId: ownId })
    expect(unread).toBe(0)
    arrives(a(3))
    chats.markRead(chatId, 3)
    expect(unread).toBe(0)
    expect(theSocket().of('mark_read')).toEqual([{ chatId, seq: 3 }])
  })

  test('reading half of the messages leaves the other half unread', async () => {
    await connected()
    open()
    await vi.waitFor(() => expect(asked()).toHaveLength(1))
    answers([], false)
    for (const seq of [1, 2, 3]) arrives(a(seq))
    theSocket().says({ type: 'read', chatId, seq: 1, userId: ownId })
    expect(unread).toBe(2)
  })

  test('the partner’s receipts only move forward', async () => {
    await connected([aChat({ lastSeq: 4 })])
    theSocket().says({ type: 'read', chatId, seq: 3, userId: 2 })
    theSocket().says({ type: 'delivered', chatId, seq: 2, userId: 2 })
    expect(inList()?.[0]).toMatchObject({ readSeq: 3, deliveredSeq: 3 })
  })

  test('a message in an unknown chat refreshes the list', async () => {
    await connected([])
    server.handlers['GET /api/chats'] = () => ok([aChat({ unreadCount: 1, lastSeq: 1 })])
    arrives(a(1))
    await vi.waitFor(() => expect(unread).toBe(1))
  })

  test('answering a request accepts it, and its chat moves to the top', async () => {
    await connected([aChat({ id: 8, lastSeq: 3 }), aChat({ isRequest: true, lastSeq: 1, unreadCount: 1 })])
    arrives(a(2, { senderId: ownId }))
    expect(inList()?.map(({ id, isRequest }) => [id, isRequest])).toEqual([
      [chatId, false],
      [8, false],
    ])
  })
})

describe('sending', () => {
  test('a message is shown at once and marked sent by its acknowledgement, on any socket', async () => {
    await connected()
    open()
    chats.send(chatId, '  Hoi  ')
    expect(pending()).toMatchObject([{ content: 'Hoi', state: 'sending' }])
    const [frame] = sentFrames()
    expect(frame).toMatchObject({ chatId, content: 'Hoi' })
    expect(frame?.clientId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
    await vi.waitFor(async () => expect(await stored.readOutbox()).toHaveLength(1))
    arrives(a(1, { senderId: ownId, content: 'Hoi', clientId: String(frame?.clientId) }))
    expect(pending()).toEqual([])
    expect(numbers()).toEqual([1])
    await vi.waitFor(async () => expect(await stored.readOutbox()).toEqual([]))
  })

  test('a refused message stays with the server’s sentence, and a retry sends the same message', async () => {
    await connected()
    chats.send(chatId, 'Hoi')
    const clientId = String(sentFrames()[0]?.clientId)
    theSocket().says({ type: 'error', code: 'chat.awaitAnswer', error: 'Wacht even.', chatId, clientId })
    expect(pending()).toMatchObject([{ state: 'failed', reason: 'Wacht even.' }])
    const [failed] = pending()
    if (!failed) throw new Error('It is gone.')
    chats.sendAgain(failed)
    expect(sentFrames().map(frame => frame.clientId)).toEqual([clientId, clientId])
    expect(pending()).toMatchObject([{ state: 'sending' }])
    chats.discard(failed)
    expect(pending()).toEqual([])
  })

  test('an unacknowledged message fails after a while, and is sent again over another connection', async () => {
    await connected()
    const before = theSocket()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    chats.send(chatId, 'Hoi')
    const clientId = sentFrames()[0]?.clientId
    await vi.advanceTimersByTimeAsync(14_999)
    expect(pending()).toMatchObject([{ state: 'sending' }])
    await vi.advanceTimersByTimeAsync(1)
    const [failed] = pending()
    expect(failed).toMatchObject({ state: 'failed' })
    await vi.advanceTimersByTimeAsync(4000)
    vi.useRealTimers()
    expect(theSocket()).not.toBe(before)
    theSocket().welcomes()
    if (failed) chats.sendAgain(failed)
    expect(sentFrames()).toMatchObject([{ clientId, content: 'Hoi' }])
  })

  test('a message sent while the socket is closed waits for the next one', async () => {
    await connected()
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    theSocket().readyState = 3
    chats.send(chatId, 'Hoi')
    expect(warn.mock.calls).toEqual([['WebSocket connection not open']])
    expect(pending()).toMatchObject([{ content: 'Hoi', state: 'sending' }])
    expect(lastNotice()).toBeUndefined()
    theSocket().welcomes()
    await vi.waitFor(() => expect(sentFrames()).toMatchObject([{ content: 'Hoi' }]))
    warn.mockRestore()
  })

  test('without a socket messages are sent over HTTP, in order, until they are answered', async () => {
    const clientId = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
    await stored.keepUnsent({ clientId: clientId(1), chatId, content: 'eerste', writtenAt: written(1) })
    await stored.keepUnsent({ clientId: clientId(2), chatId, content: 'tweede', writtenAt: written(2) })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await follow()
    await vi.waitFor(() => expect(pending()).toHaveLength(2))
    const path = `POST /api/chats/${chatId}/messages`
    const posted = () => server.asked.filter(call => call === path).length
    server.handlers[path] = () => refused(503, 'server.unavailable', 'Even geduld.')
    await vi.advanceTimersByTimeAsync(15_000)
    await vi.waitFor(() => expect(posted()).toBe(2))
    expect(pending()).toMatchObject([{ state: 'sending' }, { state: 'sending' }])
    const contents: string[] = []
    server.handlers[path] = body => {
      const { content } = body as { content: string } // the outbox writes it
      contents.push(content)
      return { status: 201, body: a(contents.length, { senderId: ownId, content }) }
    }
    await vi.advanceTimersByTimeAsync(15_000)
    await vi.waitFor(() => expect(pending()).toEqual([]))
    vi.useRealTimers()
    expect(contents).toEqual(['eerste', 'tweede'])
    await vi.waitFor(async () => expect(await stored.readOutbox()).toEqual([]))
  })

  test('messages pending when the page was closed are sent in order when it opens again', async () => {
    const clientId = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
    await stored.keepUnsent({ clientId: clientId(1), chatId, content: 'tweede', writtenAt: written(2) })
    await stored.keepUnsent({ clientId: clientId(2), chatId, content: 'eerste', writtenAt: written(1) })
    await stored.keepUnsent({
      clientId: clientId(3),
      chatId,
      content: 'geweigerd',
      writtenAt: written(0),
      reason: 'Wacht even.',
    })
    await connected()
    await vi.waitFor(() => expect(sentFrames().map(({ content }) => content)).toEqual(['eerste', 'tweede']))
    expect(pending()).toHaveLength(3)
  })
})

describe('a message unsent for long', () => {
  const clientId = '00000000-0000-4000-8000-000000000001'
  const hourMs = 3_600_000

  test('is not sent by itself when the page opens again, but on request', async () => {
    const writtenAt = new Date(Date.now() - hourMs - 1000).toISOString()
    await stored.keepUnsent({ clientId, chatId, content: 'Tot zo!', writtenAt })
    await connected()
    await vi.waitFor(() => expect(pending()).toMatchObject([{ content: 'Tot zo!', state: 'failed' }]))
    expect(sentFrames()).toEqual([])
    const [failed] = pending()
    if (failed) chats.sendAgain(failed)
    expect(sentFrames()).toMatchObject([{ clientId, content: 'Tot zo!' }])
    expect(pending()).toMatchObject([{ state: 'sending' }])
  })

  test('is not sent by itself from a page that stayed open', async () => {
    await connected()
    vi.spyOn(console, 'warn').mockReturnValue()
    theSocket().readyState = 3
    chats.send(chatId, 'Tot zo!')
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + hourMs + 1000)
    theSocket().readyState = 1
    theSocket().welcomes()
    await vi.waitFor(() => expect(pending()).toMatchObject([{ state: 'failed' }]))
    expect(sentFrames()).toEqual([])
    clock.mockRestore()
  })

  test('is dropped after the retention time', async () => {
    await stored.keepUnsent({ clientId, chatId, content: 'Tot zo!', writtenAt: daysAgo(8) })
    await connected()
    await vi.waitFor(async () => expect(await stored.readOutbox()).toEqual([]))
    expect(pending()).toEqual([])
  })
})

describe('stored chats', () => {
  test('contain no message past its retention, in lists, on screen or offline', async () => {
    const said = (days: number) => ({
      content: `${days} dagen`,
      sentAt: daysAgo(days),
      senderId: 2,
      senderName: 'Kwame',
    })
    const list = [aChat({ lastMessage: said(4) }), aChat({ id: 6, lastMessage: said(1) })]
    const kept = { userId: ownId, at: '/api/chats', answer: list, keptAtMs: Date.now() }
    await onOfflineDatabase(undefined, async db => {
      await db.put('answers', kept)
      await db.put('answers', { ...kept, at: '/api/chats/5', answer: list[0] })
    })
    await connected(list)
    reads.setQueryData(['/api/chats/5'], list[0])
    theSocket().says({ type: 'authenticated', userId: ownId, retentionDays: 3 })
    const previews = (chats: Chat[] = []) => chats.map(({ lastMessage }) => lastMessage?.content)
    await vi.waitFor(() => expect(previews(inList())).toEqual([undefined, '1 dagen']))
    expect(reads.getQueryData(['/api/chats/5'])).toMatchObject({ lastMessage: null })
    const answers = await onOfflineDatabase([], db => db.getAll('answers'))
    expect(answers.map(({ answer }) => previews([answer].flat() as Chat[]))).toEqual([
      [undefined, '1 dagen'],
      [undefined],
    ])
    theSocket().says({ type: 'authenticated', userId: ownId, retentionDays: 7 })
    await onOfflineDatabase(undefined, db => db.clear('answers'))
  })

  test('are shown before the server has answered, and only newer messages are read', async () => {
    await stored.keepMessages([a(7), a(8)])
    await connected()
    open()
    await vi.waitFor(() => expect(numbers()).toEqual([7, 8]))
    await vi.waitFor(() => expect(asked()).toEqual([{ chatId, afterSeq: 8, peek: true }]))
  })

  test('are deleted after the server’s retention time', async () => {
    const old = new Date(Date.now() - 8 * 86_400_000).toISOString()
    await stored.keepMessages([a(1, { sentAt: old }), a(2)])
    await connected()
    await vi.waitFor(async () => expect((await stored.readMessages(chatId)).map(({ seq }) => seq)).toEqual([2]))
  })

  test('are checked daily, and when the server shortens its retention', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
    await connected()
    await stored.keepMessages([a(1, { sentAt: daysAgo(6.5) }), a(2, { sentAt: daysAgo(4) }), a(3)])
    await vi.advanceTimersByTimeAsync(86_400_000)
    await vi.waitFor(async () => expect((await stored.readMessages(chatId)).map(({ seq }) => seq)).toEqual([2, 3]))
    theSocket().says({ type: 'authenticated', userId: ownId, retentionDays: 3 })
    await vi.waitFor(async () => expect((await stored.readMessages(chatId)).map(({ seq }) => seq)).toEqual([3]))
    theSocket().says({ type: 'authenticated', userId: ownId, retentionDays: 7 })
    vi.useRealTimers()
  })

  test('are gone once the chats are stopped, and the next user starts empty', async () => {
    await connected()
    open()
    await vi.waitFor(() => expect(asked()).toHaveLength(1))
    answers([a(1)], false)
    chats.stop()
    await vi.waitFor(async () => expect(await databases()).toEqual([]))
    chats.send(chatId, 'Te laat')
    const next = createChats(2, () => {})
    expect(next.conversation(chatId)).toMatchObject({ messages: [], pending: [], isReady: false })
    next.stop()
    expect((await databases()).includes(`papadag-chat-${ownId}`)).toBe(false)
  })

  test('are deleted at logout and when another user signs in', async () => {
    await createChatDatabase(2).keepMessages([a(1)])
    await connected()
    await stored.keepMessages([a(2)])
    await vi.waitFor(async () => expect(await databases()).toEqual([`papadag-chat-${ownId}`]))
    // The database of a user who has logged in in another tab meanwhile.
    indexedDB.open('papadag-chat-2').onsuccess = ({ target }) =>
      target instanceof IDBOpenDBRequest && target.result.close()
    await vi.waitFor(async () => expect(await databases()).toHaveLength(2))
    for (const end of ends) end()
    await vi.waitFor(async () => expect(await databases()).toEqual(['papadag-chat-2']))
    indexedDB.deleteDatabase('papadag-chat-2')
  })
})
