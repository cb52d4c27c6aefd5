import { joinPlaydate, upcomingPlaydates } from '@papadag/contract/playdates'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createLocalBus } from '../bus/bus.ts'
import { type Connection, newConnection } from './connection.ts'
import { createWatch } from './watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const upcoming = '/api/playdates/upcoming'

/** Watches, and screens whose frames are kept as they arrive, each with the turn of the event loop it was written in. */
function watches({ frameMs = 0 } = {}) {
  const writtenInTurn: number[] = []
  let turn = 0
  let isTurnOver = true
  function currentTurn() {
    if (isTurnOver) {
      turn += 1
      setImmediate(() => {
        isTurnOver = true
      })
    }
    isTurnOver = false
    return turn
  }
  const connections = new Set<Connection>()
  const watch = createWatch({
    bus: createLocalBus(),
    log: pino({ level: 'silent' }),
    connections,
    reads: [upcomingPlaydates],
    guarded: { under: '/api/moderation', isOpenTo: async () => false },
    isLimited: true,
  })
  async function screen(paths: readonly string[]) {
    const frames: string[][] = []
    const write = (bytes: Buffer) => {
      frames.push(JSON.parse(bytes.toString('utf8', 2)).paths)
      writtenInTurn.push(currentTurn())
      for (const beganMs = performance.now(); performance.now() - beganMs < frameMs; );
    }
    const wire = { write }
    // Nothing else of a socket is used here.
    const socket = { readyState: WebSocket.OPEN, bufferedAmount: 0 }
    const connection = newConnection(socket as never, wire as never, undefined, 'nl')
    connection.member = { id: 1, sessionId: 1 }
    connections.add(connection)
    expect(await watch.begin(connection, paths, undefined)).toBe(true)
    return { connection, frames }
  }
  return { watch, screen, writtenInTurn, write: () => watch.announce(joinPlaydate, { userId: 2 }) }
}

test('a screen is told of the first change at once', async () => {
  const { screen, write } = watches()
  const { frames } = await screen([upcoming])
  write()
  expect(frames).toEqual([[upcoming]])
  await vi.advanceTimersByTimeAsync(1000)
  expect(frames).toHaveLength(1)
})

test('a few screens hear of a burst every 2 ms, the last time after the last write', async () => {
  const { screen, write } = watches()
  const { frames } = await screen([upcoming])
  for (let ms = 0; ms < 100; ms += 1) {
    write()
    await vi.advanceTimersByTimeAsync(1)
  }
  const before = frames.length
  expect(before).toBeLessThanOrEqual(51)
  write()
  expect(frames).toHaveLength(before)
  await vi.advanceTimersByTimeAsync(2)
  expect(frames).toHaveLength(before + 1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(frames).toHaveLength(before + 1)
  write()
  expect(frames).toHaveLength(before + 2)
})

test('a thousand screens hear of a few writes at once, and of writes that go on every 50 ms', async () => {
  const { screen, write } = watches()
  const { frames } = await screen([upcoming])
  await screen([]) // concerned by nothing
  for (let count = 1; count < 1000; count += 1) await screen([upcoming])
  const framesIn = async (times: number, everyMs: number) => {
    frames.length = 0
    for (let count = 0; count < times; count += 1) {
      write()
      await vi.advanceTimersByTimeAsync(everyMs)
    }
    return frames.length
  }
  expect(await framesIn(4, 5)).toBe(4)
  await framesIn(100, 1)
  expect(await framesIn(100, 1)).toBeLessThanOrEqual(3)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await framesIn(4, 5)).toBe(4)
})

test('telling many screens lets other work in between, also of what was gathered', async () => {
  vi.useRealTimers()
  const { screen, write, writtenInTurn } = watches({ frameMs: 1 })
  for (let count = 0; count < 20; count += 1) await screen([upcoming])
  write()
  write()
  await vi.waitFor(() => expect(writtenInTurn).toHaveLength(40))
  // A frame takes 1 ms and a slice 2 ms; the slices of both writes can fall into one turn.
  for (const turn of new Set(writtenInTurn)) {
    expect(writtenInTurn.filter(other => other === turn).length).toBeLessThanOrEqual(4)
  }
})

test('a gathered frame names each read once', async () => {
  const { screen, write } = watches()
  const near = `${upcoming}?order=near`
  const { frames } = await screen([upcoming, near])
  for (let count = 0; count < 5; count += 1) write()
  await vi.advanceTimersByTimeAsync(50)
  expect(frames).toEqual([
    [upcoming, near],
    [upcoming, near],
  ])
})

test('a screen that starts to watch is told of all missed changes in one frame', async () => {
  const { watch, screen, write } = watches()
  for (let count = 0; count < 3; count += 1) write()
  const { connection, frames } = await screen([upcoming])
  await watch.begin(connection, [upcoming], 10)
  await vi.advanceTimersByTimeAsync(1000)
  expect(frames).toEqual([[upcoming]])
})
