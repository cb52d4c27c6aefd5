import { describe, expect, test, vi } from 'vitest'
import { reads } from '../../../platform/data/reads.ts'
import {
  a,
  aChat,
  answers,
  arrives,
  asked,
  chatId,
  chats,
  connected,
  follow,
  inList,
  numbers,
  open,
  ownId,
  prepareChats,
  server,
  stored,
  unread,
} from '../../../testing/chats.ts'
import { theSocket } from '../../../testing/live-stand-in.ts'
import { ok, refused } from '../../../testing/stand-in-server.ts'

prepareChats()

describe('reading a chat', () => {
  test('a chat is read from its end, and then further back from its first message', async () => {
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
    await vi.waitFor(() => expect(theSocket()).not.toBe(before))
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

  test('before the socket is open the chat is read over HTTP, at once', async () => {
    await follow()
    server.handlers[`GET /api/chats/${chatId}/messages?limit=100`] = () => ok([a(1)])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    open()
    vi.useRealTimers()
    await vi.waitFor(() => expect(numbers()).toEqual([1]))
    theSocket().welcomes()
    await vi.waitFor(() => expect(asked()).toEqual([{ chatId, afterSeq: 1, peek: true }]))
  })

  test('the messages that the page itself has requested are shown before the browser’s database has opened', async () => {
    const navigation = { name: `http://localhost/chat/${chatId}` } as PerformanceEntry
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([navigation])
    vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest)
    await follow()
    server.handlers[`GET /api/chats/${chatId}/messages?limit=100`] = () => ok([a(1), a(2)])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    open()
    vi.useRealTimers()
    await vi.waitFor(() => expect(numbers()).toEqual([1, 2]))
    expect(chats.conversation(chatId)).toMatchObject({ isReady: true, hasEarlier: false })
    vi.restoreAllMocks()
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
    await vi.waitFor(() => expect(server.asked).toContain(path))
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(server.asked.filter(call => call === path)).toHaveLength(2))
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

describe('counting unread messages', () => {
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

  test('the other father’s receipts only move forward', async () => {
    await connected([aChat({ lastSeq: 4 })])
    theSocket().says({ type: 'read', chatId, seq: 3, userId: 2 })
    theSocket().says({ type: 'delivered', chatId, seq: 2, userId: 2 })
    expect(inList()?.[0]).toMatchObject({ marks: [{ userId: 2, readSeq: 3, deliveredSeq: 3 }] })
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
