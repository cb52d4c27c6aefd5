import { upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { QueryObserver } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { daan, ok, refused, serve } from '../../testing/stand-in-server.ts'
import { tabId } from '../data/call.ts'
import { prefetch } from '../data/data.ts'
import { reads } from '../data/reads.ts'
import { connectLive, doubtConnection, liveState, useLiveState } from './live.ts'

/** The other end of the socket, in the hands of the test. */
class Socket {
  static readonly OPEN = 1
  static all: Socket[] = []
  static get last() {
    const socket = Socket.all.at(-1)
    if (!socket) throw new Error('No socket has been opened.')
    return socket
  }
  readyState = 0
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number }) => void
  readonly sent: { type: string; paths?: string[] }[] = []
  readonly url: URL

  constructor(url: URL) {
    this.url = url
    Socket.all.push(this)
  }
  send(frame: string) {
    this.sent.push(JSON.parse(frame))
  }
  close(code = 1005) {
    if (this.readyState === 3) return
    this.readyState = 3
    this.onclose?.({ code })
  }
  opens() {
    this.readyState = Socket.OPEN
    this.onopen?.()
  }
  says(frame: object) {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
  welcomes() {
    this.opens()
    this.says({ type: 'authenticated', userId: 1, retentionDays: 7 })
  }
}

/** A browser in which sockets are forbidden. */
function refusing(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

const upcoming = '/api/playdates/upcoming'
const past = '/api/playdates/past'
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

let server: ReturnType<typeof serve>
let disconnect = () => {}
const shown: (() => void)[] = []

function show(path: string) {
  const observer = new QueryObserver(reads, { queryKey: [path], queryFn: () => fetch(path).then(r => r.json()) })
  const hide = observer.subscribe(() => {})
  shown.push(hide)
  return hide
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  server = serve({
    'GET /api/ws-token': () => ok({ token: 'ticket' }),
    'GET /api/user': () => ok(daan),
    [`GET ${upcoming}`]: () => ok([]),
    [`GET ${past}`]: () => ok([]),
  })
  vi.stubGlobal('WebSocket', Socket)
  Socket.all = []
  disconnect = connectLive(1)
  await after(0)
})

afterEach(() => {
  disconnect()
  for (const hide of shown.splice(0)) hide()
  reads.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('the socket authenticates with a ticket and names its tab', () => {
  expect(Socket.last.url.href).toBe('ws://localhost:3000/ws')
  Socket.last.opens()
  expect(Socket.last.sent).toEqual([{ type: 'authenticate', userId: 1, token: 'ticket', tab: tabId }])
})

test('screens can read the state of the connection', () => {
  const { result } = renderHook(() => useLiveState())
  expect(result.current).toBe('connecting')
  act(() => Socket.last.welcomes())
  expect(result.current).toBe('connected')
  act(() => Socket.last.close())
  expect(result.current).toBe('disconnected')
  cleanup()
})

test('the tab watches its reads, and sends them again only when they change', async () => {
  Socket.last.welcomes()
  expect(Socket.last.sent.at(-1)).toMatchObject({ type: 'authenticate' })
  show(upcoming)
  const hide = show(past)
  await after(0)
  expect(Socket.last.sent.at(-1)).toMatchObject({ type: 'watch', paths: [upcoming, past] })
  const told = Socket.last.sent.length
  hide()
  await after(0)
  expect(Socket.last.sent).toHaveLength(told)
  reads.removeQueries({ queryKey: [past] })
  await after(0)
  expect(Socket.last.sent.slice(told)).toMatchObject([{ type: 'watch', paths: [upcoming] }])
})

test('at most twenty reads are watched, those on the screen first, and the others are read when shown again', async () => {
  for (let page = 0; page < 25; page += 1) reads.setQueryData([`/api/page/${page}`], page)
  show(upcoming)
  await after(0)
  Socket.last.welcomes()
  const { paths = [] } = Socket.last.sent.at(-1) ?? {}
  expect(paths).toHaveLength(20)
  expect(paths[0]).toBe(upcoming)
  const unwatched = reads.getQueryCache().findAll({ predicate: query => !paths.includes(String(query.queryKey[0])) })
  expect(unwatched).toHaveLength(6)
  expect(unwatched.every(query => query.state.isInvalidated)).toBe(true)
})

test('changed reads are read again, once for changes that arrive together', async () => {
  show(upcoming)
  show(past)
  await after(0)
  Socket.last.welcomes()
  server.asked.length = 0
  Socket.last.says({ type: 'changed', paths: [upcoming] })
  Socket.last.says({ type: 'changed', paths: [upcoming, '/api/playdates/9'] })
  await after(249)
  expect(server.asked).toEqual([])
  await after(1)
  expect(server.asked).toEqual([`GET ${upcoming}`])
  Socket.last.says({ type: 'changed', paths: [upcoming] })
  await after(250)
  expect(server.asked).toHaveLength(2)
})

test('a changed list that is not on screen is read when it is shown again', async () => {
  const hide = show(upcoming)
  await after(0)
  Socket.last.welcomes()
  hide()
  server.asked.length = 0
  Socket.last.says({ type: 'changed', paths: [upcoming] })
  await after(250)
  expect(server.asked).toEqual([])
  void prefetch(upcomingPlaydates, {})
  await after(0)
  expect(server.asked).toEqual([`GET ${upcoming}`])
})

describe('restoring a lost connection', () => {
  const attempts = () => Socket.all.length

  test('the socket connects again 3 s after it closed, spread over 0.6 s, and refreshes reads that may have missed a change', async () => {
    show(upcoming)
    await after(0)
    Socket.last.welcomes()
    server.asked.length = 0
    Socket.last.close()
    await after(3599)
    expect(attempts()).toBe(1)
    await after(1)
    expect(attempts()).toBe(2)
    Socket.last.welcomes()
    await after(0)
    expect(server.asked).toEqual(['GET /api/ws-token', `GET ${upcoming}`])
    expect(Socket.last.sent.at(-1)).toMatchObject({ type: 'watch', paths: [upcoming] })
  })

  test('the socket connects again 5 s after an attempt that failed, spread over 1 s', async () => {
    Socket.last.close(1006)
    await after(5999)
    expect(attempts()).toBe(1)
    await after(1)
    expect(attempts()).toBe(2)
  })

  test('the socket connects again even when there is no ticket', async () => {
    Socket.last.welcomes()
    server.handlers['GET /api/ws-token'] = () => refused(503, 'server.unavailable', 'Even geduld.')
    Socket.last.close()
    await after(3600)
    expect(attempts()).toBe(1)
    server.handlers['GET /api/ws-token'] = () => ok({ token: 'ticket' })
    await after(6000)
    expect(attempts()).toBe(2)
  })

  test('the socket connects again 5 s after the browser refused to make one, spread over 1 s', async () => {
    Socket.last.welcomes()
    vi.stubGlobal('WebSocket', refusing)
    Socket.last.close()
    await after(3600)
    expect(liveState()).toBe('disconnected')
    vi.stubGlobal('WebSocket', Socket)
    await after(5999)
    expect(attempts()).toBe(1)
    await after(1)
    expect(attempts()).toBe(2)
    Socket.last.welcomes()
    expect(liveState()).toBe('connected')
  })

  test('the socket connects more slowly after ten failures in a row, at the slowest every 30 s', async () => {
    for (let failure = 1; failure <= 10; failure += 1) {
      Socket.last.close(1006)
      await after(6000)
    }
    expect(attempts()).toBe(11)
    Socket.last.close(1006)
    await after(8499)
    expect(attempts()).toBe(11)
    await after(1)
    expect(attempts()).toBe(12)
    for (let failure = 12; failure <= 20; failure += 1) {
      Socket.last.close(1006)
      await after(31_000)
    }
    expect(attempts()).toBe(21)
  })

  test('failing attempts are spread ever wider, and never come sooner than specified', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    for (let failure = 1; failure <= 15; failure += 1) {
      Socket.last.close(1006)
      await after(4999)
      expect(attempts()).toBe(failure)
      await after(1)
    }
    expect(attempts()).toBe(16)
  })

  test('the socket connects again when it has not opened after 20 s', async () => {
    await after(19_999)
    expect(Socket.last.readyState).toBe(0)
    await after(1 + 6000)
    expect(attempts()).toBe(2)
    Socket.last.welcomes()
    await after(60_000)
    expect(attempts()).toBe(2)
  })

  test('the socket connects again when it is declared dead, and its late frames are ignored', async () => {
    Socket.last.welcomes()
    const dead = Socket.last
    dead.close = () => {}
    doubtConnection()
    expect(liveState()).toBe('disconnected')
    dead.says({ type: 'authenticated', userId: 1, retentionDays: 7 })
    expect(liveState()).toBe('disconnected')
    await after(3600)
    expect(attempts()).toBe(2)
    dead.onclose?.({ code: 1006 })
    Socket.last.welcomes()
    expect(liveState()).toBe('connected')
  })

  test('the socket connects again when the server asks for it, after the given time', async () => {
    Socket.last.welcomes()
    Socket.last.says({ type: 'retry', afterMs: 1234 })
    await after(1233)
    expect(attempts()).toBe(1)
    await after(1)
    expect(attempts()).toBe(2)
  })

  test('the socket makes no new attempt after a logout', async () => {
    Socket.last.welcomes()
    disconnect()
    await after(60_000)
    expect(attempts()).toBe(1)
  })
})

test('a connection refused for its session reads the session again', async () => {
  show('/api/user')
  await after(0)
  Socket.last.welcomes()
  server.asked.length = 0
  Socket.last.close(4401)
  await after(0)
  expect(server.asked).toEqual(['GET /api/user'])
})
