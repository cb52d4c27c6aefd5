import { closeCodes } from '@papadag/contract/live/frame'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { chatOf } from '../../testing/chat.ts'
import { connect, openSocket } from '../../testing/socket.ts'
import { world } from '../../testing/world.ts'
import { sql } from '../db/db.ts'

afterEach(() => void vi.useRealTimers())

const from = (address: string) => ({ 'x-forwarded-for': address })

test('attempts to connect are counted by address before anything else is checked', async () => {
  const { visitor, host } = await world({ env: { TRUST_PROXY: '1', RATE_LIMIT: '0.01' } })
  const foreign = { ...from('192.0.2.7'), origin: 'https://evil.example' }
  for (let n = 0; n < 6; n += 1) expect(await openSocket(visitor, foreign).closed()).toBe(403)
  expect(await openSocket(visitor, foreign).closed()).toBe(429)
  expect(await openSocket(host, from('192.0.2.7')).closed()).toBe(429)
  expect(await openSocket(host, from('192.0.2.8')).opened()).toBe(true)
})

test('attempts from the operator’s own machine are not counted if no proxy is trusted', async () => {
  const { visitor } = await world({ env: { RATE_LIMIT: '0.01' } })
  for (let n = 0; n < 7; n += 1) {
    expect(await openSocket(visitor, { origin: 'https://evil.example' }).closed()).toBe(403)
  }
})

test('attempts to connect are counted by member, from whatever address', async () => {
  const { host, newFather } = await world({ env: { RATE_LIMIT: '0.01' } })
  for (let n = 0; n < 3; n += 1) await openSocket(host).opened()
  expect(await openSocket(host).closed()).toBe(429)
  expect(await openSocket(await newFather()).opened()).toBe(true)
})

test('refused attempts are audited once per network and minute, on the operator’s machine too', async () => {
  const { visitor, db } = await world({ env: { TRUST_PROXY: '1' } })
  const origin = 'https://evil.example'
  const neighbours = [1, 2, 3].map(at => from(`2001:db8:1:${at}::1`))
  for (const headers of [{}, {}, {}, from('192.0.2.7'), from('192.0.2.7'), from('192.0.2.8'), ...neighbours]) {
    expect(await openSocket(visitor, { ...headers, origin }).closed()).toBe(403)
  }
  const Lines = z.object({ lines: z.number() })
  const lines = async () =>
    (await db.one(Lines, sql`select count(*)::int as lines from audit where event = 'request.crossSite'`))?.lines
  await vi.waitFor(async () => expect(await lines()).toBe(4))
})

test('when an address has twenty sockets that have not logged in, the oldest makes room', async () => {
  const { host, visitor } = await world({ env: { TRUST_PROXY: '1', RATE_LIMIT: 'on' } })
  const mine = await connect(host)
  const strangers = []
  for (let n = 0; n < 21; n += 1) {
    const stranger = openSocket(visitor, from('192.0.2.7'))
    await stranger.opened()
    strangers.push(stranger)
  }
  expect(await strangers[0]?.closed()).toBe(1006)
  expect(strangers.filter(({ socket }) => socket.readyState === socket.OPEN)).toHaveLength(20)
  // A member who authenticates leaves the crowd.
  const screen = openSocket(host, from('192.0.2.7'))
  await screen.opened()
  screen.send({ type: 'authenticate', userId: host.id })
  await screen.frame('authenticated')
  for (let n = 0; n < 21; n += 1) await openSocket(visitor, from('192.0.2.7')).opened()
  for (const { socket } of [mine, screen]) expect(socket.readyState).toBe(socket.OPEN)
})

test.each([
  ['with wrong fields', (chatId: number) => ({ type: 'send_message', chatId, content: '' }), 3000],
  ['that watch', () => ({ type: 'watch', paths: [] }), 600],
])(
  'frames %s count for a member over all his connections, and a new connection is no fresh start',
  async (_, frame, most) => {
    const { host, father } = await world({ fathers: 1, env: { RATE_LIMIT: 'on' } })
    const chatId = await chatOf(father, host)
    const screens = [await connect(host), await connect(host)]
    for (let n = 0; n <= most; n += 1) screens[n % 2]?.send(frame(chatId))
    expect(await Promise.any(screens.map(screen => screen.closed()))).toBe(closeCodes.policy)

    const back = await connect(host)
    back.send(frame(chatId))
    expect(await back.closed()).toBe(closeCodes.policy)
    const other = await connect(father)
    other.send({ type: 'watch', paths: ['/api/no-such-read'] })
    await other.frame('error')
  },
)

test('pings and pongs count as frames, and few are accepted before the user is known', async () => {
  const { host, visitor } = await world({ env: { RATE_LIMIT: 'on' } })
  const stranger = openSocket(visitor)
  await stranger.opened()
  for (let n = 0; n < 11; n += 1) stranger.socket.ping()
  expect(await stranger.closed()).toBe(closeCodes.policy)

  const screen = await connect(host)
  for (let n = 0; n < 3001; n += 1) screen.socket.pong()
  expect(await screen.closed()).toBe(closeCodes.policy)
})

test('a client that keeps sending after it was told to close is cut off, and still learns why', async () => {
  const { host, server } = await world({ env: { RATE_LIMIT: 'on' } })
  const { promise: cut, resolve } = Promise.withResolvers<void>()
  server.http.server.once('upgrade', (_request, wire) => wire.once('close', () => resolve()))
  const screen = await connect(host)
  // As one piece, so that the client has sent it all before it can answer the close frame.
  for (let n = 0; n < 5000; n += 1) screen.send('{')
  await cut
  expect(await screen.closed()).toBe(closeCodes.policy)
})

test('a frame in many empty pieces is refused', async () => {
  const { host } = await world()
  const screen = await connect(host)
  for (let n = 0; n < 65; n += 1) screen.socket.send('', { fin: false })
  expect(await screen.closed()).toBe(closeCodes.policy)
})

test('a busy app stays far below the limit of frames', async () => {
  const { host, father } = await world({ fathers: 1, env: { RATE_LIMIT: 'on' } })
  const chatId = await chatOf(father, host)
  const screens = [await connect(host), await connect(host), await connect(host)]
  for (const screen of screens) {
    for (let n = 0; n < 40; n += 1) screen.send({ type: 'watch', paths: ['/api/user', '/api/chats'], readAgoMs: 10 })
    for (let n = 0; n < 100; n += 1) screen.send({ type: 'send_message', chatId, content: `${n}` })
    for (let n = 0; n < 100; n += 1) screen.send({ type: 'mark_delivered', chatId, seq: n + 1 })
  }
  const first = screens[0]
  await first?.until(() => (first.frames.filter(({ type }) => type === 'message').length === 300 ? true : undefined))
  expect(screens.map(({ socket }) => socket.readyState)).toEqual([1, 1, 1])
})
