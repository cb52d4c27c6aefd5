import { closeCodes } from '@papadag/contract/live/frame'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { Problem } from '../problem.ts'
import { newConnection } from './connection.ts'
import { createFrameCount } from './frame-count.ts'
import { createFrames } from './frames.ts'
import { onFrame } from './served-frame.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const say = z.object({ type: z.literal('say'), what: z.string().check(z.maxLength(5)) })
const often = z.object({ type: z.literal('often'), what: z.string() })
const limited = z.object({ type: z.literal('limited'), what: z.string() })

/** A receiver with frames of its own, and a connection to it whose socket keeps what happens to it. */
function receiving({ isLimited = true, isKnown = true } = {}) {
  const handled: string[] = []
  const refused: string[] = []
  const paced: number[] = []
  const held: PromiseWithResolvers<void>[] = []
  /** Changed by the test: whether handlers wait, whether the member has to, and how often he may do what is limited. */
  const now = { isHolding: false, isWaiting: false, allowed: Number.POSITIVE_INFINITY }
  async function handle({ frame }: { frame: { what: string } }) {
    handled.push(frame.what)
    if (!now.isHolding) return
    const one = Promise.withResolvers<void>()
    held.push(one)
    await one.promise
  }
  const db = { for: () => db, charge() {} }
  const receiver = createFrames({
    db: db as never,
    frames: [
      onFrame(say, {}, handle),
      onFrame(often, { isPaced: true }, handle),
      onFrame(limited, { limit: { name: 'a', windows: [] } }, handle),
    ],
    frameCount: createFrameCount(),
    limiter: {
      async consume() {
        now.allowed -= 1
        if (now.allowed < 0) throw new Problem('request.tooOften')
      },
      giveBack: async () => {},
    },
    pace: { count: (id: number) => paced.push(id), isWaiting: () => now.isWaiting } as never,
    watches: { knows: () => true, begin: async () => true } as never,
    refusal: {
      because: (_: unknown, code: string) => refused.push(code),
      forError: (_: unknown, error: unknown) => refused.push(error instanceof Problem ? error.code : String(error)),
      forForm: () => refused.push('form'),
      forFields: () => refused.push('fields'),
    } as never,
    accept: (_connection, { userId }) => handled.push(`authenticate ${userId}`),
    isLimited,
  })
  const socket = {
    readyState: WebSocket.OPEN as number,
    isPaused: false,
    closed: 0,
    pause: () => void Object.assign(socket, { isPaused: true }),
    resume: () => void Object.assign(socket, { isPaused: false }),
    close: (code: number) => Object.assign(socket, { closed: code, readyState: WebSocket.CLOSING }),
    terminate: () => void Object.assign(socket, { readyState: WebSocket.CLOSED }),
  }
  const connection = newConnection(socket as never, undefined as never, undefined, 'nl')
  if (isKnown) connection.member = { id: 7, sessionId: 70 }
  const send = (frame: object | string, isBinary = false) =>
    receiver.message(connection, Buffer.from(typeof frame === 'string' ? frame : JSON.stringify(frame)), isBinary)
  return { handled, refused, paced, held, receiver, socket, connection, send, now }
}
const soon = () => vi.advanceTimersByTimeAsync(0)

test('before a visitor has logged in, ten frames are accepted, and the next one ends the connection', () => {
  for (const more of ['frames', 'pings']) {
    const { send, socket, receiver, connection, handled } = receiving({ isKnown: false })
    for (let n = 0; n < 10; n += 1) {
      if (more === 'pings') receiver.control(connection)
      else send({ type: 'authenticate', userId: n + 1 })
    }
    expect(socket.closed).toBe(0)
    send({ type: 'authenticate', userId: 11 })
    expect(socket.closed).toBe(closeCodes.policy)
    expect(handled).not.toContain('authenticate 11')
  }
  const free = receiving({ isKnown: false, isLimited: false })
  for (let n = 0; n < 20; n += 1) free.send({ type: 'authenticate', userId: 1 })
  expect(free.socket.closed).toBe(0)
})

test('a member can send three thousand frames a minute, and a watch counts as five', () => {
  const { send, socket, handled } = receiving()
  for (let n = 0; n < 599; n += 1) send({ type: 'watch', paths: [] })
  for (let n = 0; n < 5; n += 1) send({ type: 'say', what: 'hoi' })
  expect([socket.closed, handled.length]).toEqual([0, 5])
  send({ type: 'say', what: 'hoi' })
  expect([socket.closed, handled.length]).toEqual([closeCodes.policy, 5])
})

test('frames that are paced count only for their pace, unless something is wrong with them', () => {
  const { send, socket, handled, paced } = receiving()
  for (let n = 0; n < 3001; n += 1) send({ type: 'often', what: 'hoi' })
  expect([socket.closed, handled.length, paced.length]).toEqual([0, 3001, 3001])
  for (let n = 0; n < 3001; n += 1) send({ type: 'often' })
  expect(socket.closed).toBe(closeCodes.policy)
  expect(paced).toHaveLength(3001)
  const free = receiving({ isLimited: false })
  free.send({ type: 'often', what: 'hoi' })
  expect([free.handled, free.paced]).toEqual([['hoi'], []])
})

test('a client that was told to close may send a hundred frames more, then is not read, and is cut off a second later', () => {
  const { send, socket, handled } = receiving()
  socket.close(closeCodes.policy)
  for (let n = 0; n < 100; n += 1) send({ type: 'say', what: 'hoi' })
  expect([socket.isPaused, handled]).toEqual([false, []])
  send({ type: 'say', what: 'hoi' })
  expect(socket.isPaused).toBe(true)
  vi.advanceTimersByTime(999)
  expect(socket.readyState).toBe(WebSocket.CLOSING)
  vi.advanceTimersByTime(1)
  expect(socket.readyState).toBe(WebSocket.CLOSED)
})

test('a connection with eight frames in progress is not read until one of them is done', async () => {
  const { send, socket, held, now } = receiving()
  now.isHolding = true
  for (let n = 0; n < 7; n += 1) send({ type: 'say', what: `${n}` })
  expect(socket.isPaused).toBe(false)
  send({ type: 'say', what: '7' })
  expect(socket.isPaused).toBe(true)
  held[3]?.resolve()
  await soon()
  expect(socket.isPaused).toBe(false)
})

test('paced frames do not count as in progress, and a member who has to wait is not read sooner', async () => {
  const { send, socket, held, now } = receiving()
  now.isHolding = true
  for (let n = 0; n < 20; n += 1) send({ type: 'often', what: `${n}` })
  expect(socket.isPaused).toBe(false)
  for (let n = 0; n < 8; n += 1) send({ type: 'say', what: `${n}` })
  expect(socket.isPaused).toBe(true)
  now.isWaiting = true
  held[20]?.resolve()
  await soon()
  expect(socket.isPaused).toBe(true)
  now.isWaiting = false
  held[21]?.resolve()
  await soon()
  expect(socket.isPaused).toBe(false)
})

test('without limits, any number of frames can be in progress', () => {
  const { send, socket, now } = receiving({ isLimited: false })
  now.isHolding = true
  for (let n = 0; n < 20; n += 1) send({ type: 'say', what: `${n}` })
  expect(socket.isPaused).toBe(false)
})

test('a frame that waits for its limit holds back those behind it, and one beyond the limit is refused', async () => {
  const { send, handled, refused, now, connection } = receiving()
  now.allowed = 1
  send({ type: 'limited', what: 'one' })
  send({ type: 'say', what: 'two' })
  send({ type: 'limited', what: 'three' })
  send({ type: 'say', what: 'four' })
  expect(handled).toEqual([])
  await soon()
  expect([handled, refused]).toEqual([['one', 'two', 'four'], ['request.tooOften']])
  expect(connection.turn).toBeUndefined()
  // Nothing waits any more.
  send({ type: 'say', what: 'five' })
  expect(handled.at(-1)).toBe('five')
})

test('without limits no frame waits', () => {
  const { send, handled, now } = receiving({ isLimited: false })
  now.allowed = 0
  send({ type: 'limited', what: 'one' })
  expect(handled).toEqual(['one'])
})

test('a frame that is not in the contract is refused for its form, and one with a wrong field for that field', async () => {
  const { send, refused, handled } = receiving()
  for (const frame of ['{', '[]', 'null', '"say"', '{"type":7}', '{"type":"dance"}']) send(frame)
  send({ type: 'say', what: 'hoi' }, true)
  send({ type: 'authenticate' })
  send({ type: 'watch' })
  send(`[${'1,'.repeat(2500)}1]`)
  expect(refused).toEqual(Array(10).fill('form'))
  send({ type: 'say', what: 'too long' })
  expect(refused.at(-1)).toBe('fields')
  expect(handled).toEqual([])
})

test('before a visitor has logged in, any other frame ends the connection', () => {
  for (const frame of [
    { type: 'say', what: 'hoi' },
    { type: 'watch', paths: [] },
  ]) {
    const { send, refused, handled, socket } = receiving({ isKnown: false })
    send({ type: 'authenticate', userId: 7, token: '{token}' })
    expect([handled, socket.closed]).toEqual([['authenticate 7'], 0])
    send(frame)
    expect([refused, handled.length, socket.closed]).toEqual([['live.unauthenticated'], 1, closeCodes.unauthenticated])
  }
})
