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
  daysAgo,
  follow,
  inList,
  numbers,
  open,
  ownId,
  pending,
  prepareChats,
  sentFrames,
  server,
  stored,
  unread,
  written,
} from '../../../testing/chats.ts'
import { theSocket } from '../../../testing/live-stand-in.ts'
import { ok, refused, serve } from '../../../testing/stand-in-server.ts'
import { createConversations } from './conversations.ts'
import { gapAfter, kept, merge } from './messages.ts'
import { createPendingList } from './pending-list.ts'
import { createTransmitter, isOlder } from './transmitter.ts'

prepareChats()

const thread = '/api/playdates/7/thread'

describe('counting in the chats', () => {
  test('a father’s own message from another device is not unread, and uses up one that a request has left', async () => {
    await connected([aChat({ messagesLeft: 2, isAwaiting: true })])
    arrives(a(1, { senderId: ownId }))
    expect(unread).toBe(0)
    expect(inList()?.[0]).toMatchObject({ messagesLeft: 1, isAwaiting: true, lastMessage: { senderName: 'Daan' } })
    arrives(a(2, { senderId: ownId }))
    arrives(a(3, { senderId: ownId }))
    expect(inList()?.[0]).toMatchObject({ messagesLeft: 0 })
    expect(theSocket().of('mark_delivered')).toEqual([])
  })

  test('an answer ends the limit and the waiting of a request', async () => {
    await connected([aChat({ messagesLeft: 0, isAwaiting: true })])
    arrives(a(1))
    expect(inList()?.[0]).toMatchObject({ messagesLeft: null, isAwaiting: false })
  })

  test('a father’s own message in a chat without a limit leaves it without one', async () => {
    await connected([aChat()])
    arrives(a(1, { senderId: ownId }))
    expect(inList()?.[0]).toMatchObject({ messagesLeft: null, lastSeq: 1 })
  })

  test('messages and marks alone do not make the list be read again', async () => {
    await connected([aChat({ lastSeq: 1, unreadCount: 1 })])
    const before = server.asked.length
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    arrives(a(2))
    theSocket().says({ type: 'delivered', chatId, seq: 2, userId: 2 })
    theSocket().says({ type: 'read', chatId, seq: 2, userId: ownId })
    await vi.advanceTimersByTimeAsync(1000)
    vi.useRealTimers()
    expect(server.asked).toHaveLength(before)
    expect(inList()?.[0]).toMatchObject({ unreadCount: 0, lastSeq: 2 })
  })

  test('another father’s message does not accept a request', async () => {
    await connected([aChat({ isRequest: true })])
    arrives(a(1))
    expect(inList()?.[0]).toMatchObject({ isRequest: true, unreadCount: 1 })
  })

  test('a sender who is missing from the list is fetched', async () => {
    await connected()
    const before = server.asked.filter(call => call === 'GET /api/chats').length
    arrives(a(1, { senderId: 9 }))
    expect(inList()?.[0]?.lastMessage).toMatchObject({ senderName: '' })
    await vi.waitFor(() => expect(server.asked.filter(call => call === 'GET /api/chats')).toHaveLength(before + 1))
  })

  test('a chat opened on its own or as a thread is kept up to date too, and no other', async () => {
    await connected()
    reads.setQueryData([`/api/chats/${chatId}`], aChat())
    reads.setQueryData([thread], aChat({ kind: 'playdate', playdateId: 7 }))
    reads.setQueryData(['/api/playdates/8/thread'], aChat({ id: 9 }))
    reads.setQueryData(['/api/playdates/7'], aChat())
    arrives(a(1))
    const seqOf = (at: string) => reads.getQueryData<ReturnType<typeof aChat>>([at])?.lastSeq
    expect([`/api/chats/${chatId}`, thread, '/api/playdates/8/thread', '/api/playdates/7'].map(seqOf)).toEqual([
      1, 1, 0, 0,
    ])
  })

  test('a father’s own mark only moves forward, and a mark of delivery does not count as reading', async () => {
    await connected([aChat({ unreadCount: 2, lastSeq: 4, ownReadSeq: 2 })])
    theSocket().says({ type: 'read', chatId, seq: 2, userId: ownId })
    theSocket().says({ type: 'delivered', chatId, seq: 4, userId: ownId })
    expect(inList()?.[0]).toMatchObject({ unreadCount: 2, ownReadSeq: 2 })
    theSocket().says({ type: 'delivered', chatId, seq: 3, userId: 2 })
    expect(inList()?.[0]).toMatchObject({ marks: [{ userId: 2, deliveredSeq: 3, readSeq: 0 }] })
    theSocket().says({ type: 'read', chatId, seq: 4, userId: 2 })
    expect(inList()?.[0]).toMatchObject({ marks: [{ userId: 2, deliveredSeq: 4, readSeq: 4 }] })
  })

  test('reading part of a chat that is not on this device reads the list again', async () => {
    await connected([aChat({ unreadCount: 3, lastSeq: 3 })])
    const before = server.asked.filter(call => call === 'GET /api/chats').length
    theSocket().says({ type: 'read', chatId, seq: 1, userId: ownId })
    expect(inList()?.[0]).toMatchObject({ unreadCount: 3, ownReadSeq: 1 })
    await vi.waitFor(() => expect(server.asked.filter(call => call === 'GET /api/chats')).toHaveLength(before + 1))
  })

  test('a father’s own messages do not count among those he has left unread', async () => {
    await connected()
    open()
    await vi.waitFor(() => expect(asked()).toHaveLength(1))
    answers([], false)
    for (const [seq, senderId] of [
      [1, 2],
      [2, ownId],
      [3, 2],
    ] as const)
      arrives(a(seq, { senderId }))
    theSocket().says({ type: 'read', chatId, seq: 1, userId: ownId })
    expect(unread).toBe(1)
  })

  test('a mark is sent once for each connection, and never backwards', async () => {
    await connected([aChat({ lastSeq: 3 })])
    for (const seq of [2, 2, 1, 3]) chats.markRead(chatId, seq)
    expect(
      theSocket()
        .of('mark_read')
        .map(({ seq }) => seq),
    ).toEqual([2, 3])
  })

  test('messages that came while a father was away count as delivered once this device has them', async () => {
    await connected([aChat({ unreadCount: 2, lastSeq: 4 }), aChat({ id: 6, lastSeq: 2 })])
    expect(theSocket().of('mark_delivered')).toEqual([{ chatId, seq: 4 }])
  })
})

describe('showing the chats', () => {
  test('the other father is shown as typing for six seconds, and a father’s own other tab never is', async () => {
    await connected()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    theSocket().says({ type: 'typing', chatId, userId: ownId })
    expect(chats.conversation(chatId).isSomebodyTyping).toBe(false)
    theSocket().says({ type: 'typing', chatId, userId: 2 })
    await vi.advanceTimersByTimeAsync(5999)
    theSocket().says({ type: 'typing', chatId, userId: 2 })
    await vi.advanceTimersByTimeAsync(5999)
    expect(chats.conversation(chatId).isSomebodyTyping).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(chats.conversation(chatId).isSomebodyTyping).toBe(false)
    vi.useRealTimers()
  })

  test('a chat that a father has lost is forgotten, and any other refusal is shown and changes nothing', async () => {
    await connected()
    open()
    await vi.waitFor(() => expect(asked()).toHaveLength(1))
    answers([a(1)], false)
    await vi.waitFor(async () => expect(await stored.readMessages(chatId)).toHaveLength(1))
    theSocket().says({ type: 'error', code: 'request.tooOften', error: 'Slowly.', chatId })
    expect(chats.conversation(chatId)).toMatchObject({ problem: 'Slowly.', isReady: true })
    expect(numbers()).toEqual([1])
    theSocket().says({ type: 'error', code: 'server.failed', error: 'Oh.' })
    theSocket().says({ type: 'error', code: 'chat.unknown', error: 'Gone.', chatId })
    expect(numbers()).toEqual([])
    await vi.waitFor(async () => expect(await stored.readMessages(chatId)).toEqual([]))
  })

  test('a chat stored from its first message has nothing earlier to load', async () => {
    await stored.keepMessages([a(1), a(2)])
    await connected()
    open()
    await vi.waitFor(() => expect(numbers()).toEqual([1, 2]))
    expect(chats.conversation(chatId).hasEarlier).toBe(false)
  })

  test('a chat stored from a later message may have earlier ones to load', async () => {
    await stored.keepMessages([a(2)])
    await connected()
    open()
    await vi.waitFor(() => expect(chats.conversation(chatId).hasEarlier).toBe(true))
  })

  test('over HTTP a full page has more messages before it, and a shorter one does not', async () => {
    await follow()
    const path = `GET /api/chats/${chatId}/messages?limit=100`
    server.handlers[path] = () => ok(Array.from({ length: 100 }, (_, at) => a(at + 1)))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    open()
    await vi.advanceTimersByTimeAsync(2000)
    vi.useRealTimers()
    await vi.waitFor(() => expect(numbers()).toHaveLength(100))
    expect(chats.conversation(chatId).hasEarlier).toBe(true)
  })

  test('a chat without messages requests nothing before them', async () => {
    await connected()
    await chats.fetchEarlier(chatId)
    expect(asked()).toEqual([])
  })
})

describe('sending in the chats', () => {
  const clientId = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

  test('an announcement is marked as one on the socket and in the database', async () => {
    await connected()
    chats.send(chatId, 'Bring boots', { announcement: true })
    chats.send(chatId, 'See you')
    expect(sentFrames().map(({ announcement }) => announcement)).toEqual([true, undefined])
    await vi.waitFor(async () =>
      // Both may be written in one millisecond.
      expect((await stored.readOutbox()).map(({ content, announcement }) => [content, announcement]).sort()).toEqual([
        ['Bring boots', true],
        ['See you', undefined],
      ]),
    )
  })

  test('a message that was refused once is sent again over HTTP without a socket, and keeps the refusal’s sentence', async () => {
    await stored.keepUnsent({
      clientId: clientId(1),
      chatId,
      content: 'Hi',
      writtenAt: written(1),
      reason: 'Wait.',
      announcement: true,
    })
    await follow()
    await vi.waitFor(() => expect(pending()).toHaveLength(1))
    const sent = vi.fn()
    server.handlers[`POST /api/chats/${chatId}/messages`] = body => {
      sent(body)
      return refused(403, 'chat.awaitAnswer', 'Still wait.')
    }
    const [failed] = pending()
    if (failed) chats.sendAgain(failed)
    await vi.waitFor(() =>
      expect(pending()).toMatchObject([{ state: 'failed', reason: 'Still wait.', code: 'chat.awaitAnswer' }]),
    )
    expect(sent).toHaveBeenCalledExactlyOnceWith({ content: 'Hi', clientId: clientId(1), announcement: true })
  })

  test('an acknowledgement of another device’s message is ignored here', async () => {
    await connected()
    chats.send(chatId, 'Hi')
    arrives(a(1, { senderId: ownId }))
    expect(pending()).toHaveLength(1)
    theSocket().says({ type: 'error', code: 'chat.unknown', error: 'Gone.', chatId, clientId: clientId(9) })
    expect(pending()).toMatchObject([{ state: 'sending' }])
  })

  test('after a logout no message is waiting to be sent', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.spyOn(console, 'warn').mockReturnValue()
    const fail = vi.fn()
    const { waitForAck, stop } = createTransmitter({ isPending: () => true, acknowledge: () => {}, fail })
    const unsent = { clientId: clientId(1), chatId, content: 'Hi', writtenAt: daysAgo(1) }
    waitForAck(unsent)
    stop()
    waitForAck(unsent)
    vi.advanceTimersByTime(20_000)
    expect(fail).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  test('a message that is an hour old is not sent automatically', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const fail = vi.fn()
    const { transmit, waitForAck } = createTransmitter({ isPending: () => true, acknowledge: () => {}, fail })
    const unsent = { clientId: clientId(1), chatId, content: 'Hi', writtenAt: daysAgo(1) }
    transmit(unsent)
    expect(fail).toHaveBeenCalledExactlyOnceWith(clientId(1))
    waitForAck(unsent)
    vi.advanceTimersByTime(15_000)
    expect(fail).toHaveBeenCalledTimes(2)
    vi.useRealTimers()
    expect(isOlder({ ...unsent, writtenAt: daysAgo(0) }, 1000)).toBe(false)
  })

  test.each([
    [0, 'is sent again'],
    [499, 'is refused'],
    [500, 'is sent again'],
  ])('a message that the server answered with %i (0 means not at all) %s', async (status, outcome) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { asked: posted } = serve({
      [`POST /api/chats/${chatId}/messages`]: () =>
        status === 0 ? Promise.reject(new TypeError('No network')) : refused(status, 'chat.closed', 'Closed.'),
    })
    const fail = vi.fn()
    const { waitForAck, stop } = createTransmitter({ isPending: () => true, acknowledge: () => {}, fail })
    waitForAck({ clientId: clientId(1), chatId, content: 'Hi', writtenAt: daysAgo(0) })
    await vi.advanceTimersByTimeAsync(15_000)
    expect(posted).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(fail.mock.calls).toEqual(outcome === 'is refused' ? [[clientId(1), 'Closed.', 'chat.closed']] : [])
    expect(posted).toHaveLength(outcome === 'is refused' ? 1 : 2)
    stop()
    vi.useRealTimers()
  })

  test('unsent messages are found in whichever chat they are, replaced in place, and sent in the order they were written', () => {
    const conversations = createConversations()
    const list = createPendingList(conversations)
    const one = (n: number, in_: number, seconds: number, state: 'sending' | 'failed' = 'sending') => ({
      clientId: clientId(n),
      chatId: in_,
      content: `${n}`,
      writtenAt: written(seconds),
      state,
    })
    for (const unsent of [one(1, 5, 3), one(2, 6, 1), one(3, 5, 2, 'failed'), one(4, 5, 2)]) list.put(unsent)
    expect(list.toSend().map(({ content }) => content)).toEqual(['2', '4', '1'])
    expect(list.find(clientId(2))?.chatId).toBe(6)
    expect(list.find(clientId(9))).toBeUndefined()
    list.put({ ...one(1, 5, 3), content: 'anew' })
    expect(conversations.get(5).pending.map(({ content }) => content)).toEqual(['anew', '3', '4'])
    const before = conversations.get(5)
    list.remove(5, clientId(9))
    expect(conversations.get(5)).toBe(before)
    list.remove(5, clientId(3))
    expect(conversations.get(5).pending.map(({ content }) => content)).toEqual(['anew', '4'])
  })
})

test('messages are merged, and gaps found, at their edges', () => {
  expect(merge([a(1)], [a(1), a(2)]).map(({ seq }) => seq)).toEqual([1, 2])
  expect(merge([a(1)], [a(1, { content: 'same' })])[0]?.content).toBe('bericht 1')
  expect(gapAfter([a(1), a(3)], 1)).toBe(1)
  expect(gapAfter([a(1), a(3)], 2)).toBeUndefined()
  expect(gapAfter([])).toBeUndefined()
  const now = Date.now()
  const at = (days: number) => a(1, { sentAt: new Date(now - days * 86_400_000).toISOString() })
  expect(kept([at(7)], 7, now)).toEqual([])
  expect(kept([at(6.9)], 7, now)).toHaveLength(1)
})
