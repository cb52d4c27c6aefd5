import { EventEmitter } from 'node:events'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { type Connection, newConnection } from './connection.ts'
import { createFrameCount } from './frame-count.ts'
import { noteAnswer, startHeartbeat } from './heartbeat.ts'
import { createRoster } from './roster.ts'

afterEach(() => void vi.useRealTimers())

/** A connection with the parts of a socket that are used here. */
const connectionOf = (socket: object) => newConnection(socket as never, undefined as never, undefined, 'nl')

/** A connection whose peer answers pings as the test tells it to. */
function connected(onPing: (connection: Connection, ping: string) => void, isPaused = false) {
  vi.useFakeTimers()
  const terminate = vi.fn()
  const socket = Object.assign(new EventEmitter(), {
    isPaused,
    terminate,
    ping: (data: string) => onPing(connection, data),
  })
  const connection = connectionOf(socket)
  return { terminate, socket, stop: startFor([connection]) }
}

/** The heartbeat of these connections; the reply stops it. */
function startFor(connections: readonly Connection[]) {
  const roster = createRoster()
  for (const connection of connections) roster.add(connection)
  return startHeartbeat({
    roster,
    sessions: { closedOf: async () => [] } as never,
    pace: { sweep() {} } as never,
    frameCount: createFrameCount(),
    log: pino({ level: 'silent' }),
    closeSessions() {},
  })
}

test('a half-open connection is cut within 60 s', async () => {
  const { terminate, stop } = connected(() => {})
  await vi.advanceTimersByTimeAsync(45_000)
  expect(terminate).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(terminate).toHaveBeenCalledOnce()
  stop()
})

test('a connection that answers late is kept', async () => {
  const { terminate, stop } = connected((connection, ping) => {
    setTimeout(() => noteAnswer(connection, Buffer.from(ping)), 30_000)
  })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(terminate).not.toHaveBeenCalled()
  stop()
})

test('a client that stops reading after the first ping does not count as alive', async () => {
  let first: string | undefined
  const { terminate, stop } = connected((connection, ping) => {
    first ??= ping
    for (const guess of ['', 'pong', first]) if (guess !== ping) noteAnswer(connection, Buffer.from(guess))
  })
  await vi.advanceTimersByTimeAsync(75_000)
  expect(terminate).toHaveBeenCalledOnce()
  stop()
})

test('a paused connection is not pinged, since it could not answer', async () => {
  const asked = vi.fn()
  const { terminate, stop } = connected(asked, true)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(asked).not.toHaveBeenCalled()
  expect(terminate).not.toHaveBeenCalled()
  stop()
})

test('pinging many connections leaves room for other work in between', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const pinged = vi.fn(() => {
    for (const beganMs = performance.now(); performance.now() - beganMs < 1; );
  })
  const stop = startFor(Array.from({ length: 20 }, () => connectionOf({ ping: pinged })))
  vi.advanceTimersByTime(15_000)
  expect(pinged.mock.calls.length).toBeLessThan(4)
  await vi.waitFor(() => expect(pinged).toHaveBeenCalledTimes(20))
  stop()
})
