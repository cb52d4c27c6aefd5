import { describe, expect, test, vi } from 'vitest'
import {
  a,
  arrives,
  chatId,
  chats,
  connected,
  daysAgo,
  follow,
  numbers,
  open,
  ownId,
  pending,
  prepareChats,
  sentFrames,
  server,
  stored,
  written,
} from '../../../testing/chats.ts'
import { lastNotice } from '../../../testing/last-notice.ts'
import { theSocket } from '../../../testing/live-stand-in.ts'
import { refused } from '../../../testing/stand-in-server.ts'

prepareChats()

describe('sending a message', () => {
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

  test('an unacknowledged message fails after a while, and is sent again over the next connection', async () => {
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
    await vi.waitFor(() => expect(theSocket()).not.toBe(before))
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

  test('a new message waits for the connection that is being opened', async () => {
    await follow()
    chats.send(chatId, 'Hoi')
    await vi.waitFor(async () => expect(await stored.readOutbox()).toHaveLength(1))
    expect(pending()).toMatchObject([{ content: 'Hoi', state: 'sending' }])
    expect(server.asked.filter(call => call.startsWith('POST'))).toEqual([])
    theSocket().welcomes()
    await vi.waitFor(() => expect(sentFrames()).toMatchObject([{ content: 'Hoi' }]))
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

describe('a message that stayed unsent for long', () => {
  const clientId = '00000000-0000-4000-8000-000000000001'
  const hourMs = 3_600_000

  test('an old unsent message is sent only on request when the page opens again', async () => {
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

  test('an old unsent message is not sent automatically from a page that stayed open', async () => {
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

  test('an old unsent message is dropped after the retention time', async () => {
    await stored.keepUnsent({ clientId, chatId, content: 'Tot zo!', writtenAt: daysAgo(8) })
    await connected()
    await vi.waitFor(async () => expect(await stored.readOutbox()).toEqual([]))
    expect(pending()).toEqual([])
  })
})
