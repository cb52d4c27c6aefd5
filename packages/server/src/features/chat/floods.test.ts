import { logOut } from '@papadag/contract/auth'
import { oneChat } from '@papadag/contract/chat'
import { closeCodes } from '@papadag/contract/live/frame'
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { chatOf, hears, history } from '../../testing/chat.ts'
import { connect, openSocket } from '../../testing/socket.ts'
import { world } from '../../testing/world.ts'

const limited = { RATE_LIMIT: 'on' }

afterEach(() => {
  vi.useRealTimers()
})

test('a flood of messages is throttled, and all of them arrive in order', async () => {
  const { host, father } = await world({ fathers: 1, env: limited })
  const chatId = await chatOf(father, host)
  const [mine, myPhone, his] = [await connect(host), await connect(host), await connect(father)]
  const begun = performance.now()
  for (let n = 1; n <= 330; n += 1) mine.send({ type: 'send_message', chatId, content: `${n}` })
  await hears(his, chatId, 300)
  // The limit belongs to the user, whichever connection he uses.
  const myTablet = await connect(host)
  for (const screen of [myPhone, myTablet]) screen.send({ type: 'send_message', chatId, content: 'daarna' })
  const all = await hears(his, chatId, 332)
  // 32 messages beyond the burst, at 20 a second.
  expect(performance.now() - begun).toBeGreaterThan(1400)
  expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1))
  const numbered = all.filter(({ content }) => content !== 'daarna').map(({ content }) => Number(content))
  expect(numbered).toEqual(Array.from({ length: 330 }, (_, n) => n + 1))
  expect(mine.frames.filter(({ type }) => type === 'error')).toEqual([])
})

test('a client that floods the server with other frames loses its connection', async () => {
  const { host } = await world({ env: limited })
  const flooding = await connect(host)
  const other = await connect(host)
  for (let n = 0; n <= 3001; n += 1) flooding.send({ type: 'watch', paths: [] })
  expect(await flooding.closed()).toBe(closeCodes.policy)
  expect(other.socket.readyState).toBe(WebSocket.OPEN)
})

test('a client that does not read is disconnected, and finds everything when it returns', async () => {
  const { host, fathers } = await world({ fathers: 3, env: limited })
  const slow = await connect(host)
  const content = '🛝'.repeat(4000)
  const ids = await Promise.all(fathers.map(father => chatOf(host, father)))
  const senders = await Promise.all(fathers.map(father => connect(father)))
  slow.socket.pause()
  for (const [index, sender] of senders.entries()) {
    for (let n = 0; n < 290; n += 1) sender.send({ type: 'send_message', chatId: ids[index], content })
  }
  await Promise.all(senders.map((sender, index) => hears(sender, ids[index] ?? 0, 290)))
  slow.socket.resume()
  expect(await slow.closed()).toBe(closeCodes.slow)
  const back = await connect(host)
  const { messages } = await history(back, ids[0] ?? 0)
  expect(messages).toHaveLength(290)
})

test('a slow reader who asks for a long history is not disconnected', async () => {
  const { host, father } = await world({ fathers: 1, env: limited })
  const chatId = await chatOf(host, father)
  const his = await connect(father)
  for (let n = 0; n < 290; n += 1) his.send({ type: 'send_message', chatId, content: '🛝'.repeat(4000) })
  await hears(his, chatId, 290)
  const mine = await connect(host)
  mine.socket.pause()
  mine.send({ type: 'get_messages', chatId })
  his.send({ type: 'send_message', chatId, content: 'en nog een' })
  await hears(his, chatId, 291)
  mine.socket.resume()
  expect(await hears(mine, chatId, 1)).toMatchObject([{ content: 'en nog een' }])
  expect(mine.socket.readyState).toBe(WebSocket.OPEN)
})

test('an eleventh socket of a father closes his oldest one, and a twelfth the next', async () => {
  const { host, father } = await world({ fathers: 1, env: limited })
  const others = await connect(father)
  const screens = []
  for (let n = 0; n < 12; n += 1) screens.push(await connect(host))
  expect(await screens[0]?.closed()).toBe(closeCodes.tooMany)
  expect(await screens[1]?.closed()).toBe(closeCodes.tooMany)
  const open = [...screens.slice(2), others].map(({ socket }) => socket.readyState)
  expect(open).toEqual(Array(11).fill(WebSocket.OPEN))
})

test('the server notices a half-open connection and closes it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const { host } = await world()
  const healthy = await connect(host)
  const halfOpen = new WebSocket(`${host.origin.replace('http', 'ws')}/ws`, {
    headers: { cookie: host.cookieHeader() },
    autoPong: false,
  })
  halfOpen.on('open', () => halfOpen.send(JSON.stringify({ type: 'authenticate', userId: host.id })))
  await new Promise(resolve => halfOpen.once('message', resolve))
  const closed = new Promise<number>(resolve => halfOpen.once('close', resolve))
  for (let tick = 0; tick < 3; tick += 1) {
    const pinged = new Promise(resolve => healthy.socket.once('ping', resolve))
    vi.advanceTimersByTime(25_000)
    await pinged
    // This frame is answered only after the pong was read.
    healthy.send({ type: 'watch', paths: ['/api/no-such-read'] })
    await healthy.frame('error', healthy.frames.length)
    if (tick < 2) expect(halfOpen.readyState).toBe(WebSocket.OPEN)
  }
  expect(await closed).toBe(1006)
  expect(healthy.socket.readyState).toBe(WebSocket.OPEN)
})

test('after its session has ended a socket neither sends nor receives', async () => {
  const { host, father } = await world({ fathers: 1 })
  const chatId = await chatOf(host, father)
  const [mine, his] = [await connect(host), await connect(father)]
  mine.socket.pause()
  await host.call(logOut)
  // He has not read yet that his session ended.
  mine.send({ type: 'send_message', chatId, content: 'nog snel' })
  his.send({ type: 'send_message', chatId, content: 'ben je er nog?' })
  await hears(his, chatId, 1)
  mine.socket.resume()
  expect(await mine.closed()).toBe(closeCodes.unauthenticated)
  expect(mine.frames.map(({ type }) => type)).toEqual(['authenticated'])
  expect(await father.call(oneChat, { params: { id: chatId } })).toMatchObject({
    lastSeq: 1,
    lastMessage: { content: 'ben je er nog?' },
  })
})

test('frames before authentication are ignored', async () => {
  const { host, father } = await world({ fathers: 1 })
  const chatId = await chatOf(host, father)
  const early = openSocket(host)
  await early.opened()
  early.send({ type: 'send_message', chatId, content: 'te vroeg' })
  early.send({ type: 'authenticate', userId: host.id })
  expect(await early.closed()).toBe(closeCodes.unauthenticated)
  expect(early.frames).toMatchObject([{ type: 'error', code: 'live.unauthenticated' }])
  expect(await host.call(oneChat, { params: { id: chatId } })).toMatchObject({ lastMessage: null })
})
