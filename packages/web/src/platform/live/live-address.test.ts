import { afterEach, expect, test, vi } from 'vitest'
import { ok, serve } from '../../testing/stand-in-server.ts'
import { connectLive } from './live.ts'

/** A socket that only records its address. */
const opened = vi.fn<(url: URL) => void>()
class Socket {
  constructor(url: URL) {
    opened(url)
  }
  close() {}
}

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['http://localhost:3000/playdates', 'ws://localhost:3000/ws'],
  ['https://papadag.example/chat/7?x=1', 'wss://papadag.example/ws'],
])('a page at %s connects to %s', async (page, address) => {
  serve({ 'GET /api/ws-token': () => ok({ token: 'ticket' }) })
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('location', new URL(page))
  const disconnect = connectLive(1)
  await vi.waitFor(() => expect(opened).toHaveBeenCalled())
  expect(opened.mock.lastCall?.[0].href).toBe(address)
  disconnect()
  opened.mockReset()
})
