import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { authenticate, closeCodes } from '@papadag/contract/live/frame'
import { pino } from 'pino'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createAdmission } from './admission.ts'
import { createRoster } from './roster.ts'
import { createTickets } from './tickets.ts'

afterEach(() => void vi.useRealTimers())

/** A door with no product behind it, and a clock that the test moves; `guest` is the member named by the cookie. */
async function door(guest?: { id: number; sessionId: number }) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  const roster = createRoster()
  const tickets = createTickets('secret')
  const refused: string[] = []
  const enders: ((sessionIds: readonly number[]) => void)[] = []
  const admission = createAdmission({
    sessions: { onEnded: (listener: (typeof enders)[0]) => void enders.push(listener) } as never,
    tickets,
    limiter: { consume: async () => {}, giveBack: async () => {} },
    roster,
    pace: { joined() {} } as never,
    refusal: { because: (_: unknown, code: string) => refused.push(code) } as never,
    log: pino({ level: 'silent' }),
    retentionDays: 7,
    isLimited: true,
  })
  const server = createServer()
  onTestFinished(() => void server.close())
  admission.attach(
    server,
    {
      visitorOf: () => ({ address: '192.0.2.7', network: '192.0.2.7', isLocal: false }),
      findMember: async () => guest,
      isAllowedOrigin: () => true,
      noteForeign() {},
    },
    {
      message: (connection, data) => admission.accept(connection, authenticate.parse(JSON.parse(String(data)))),
      control() {},
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port

  async function open() {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`)
    onTestFinished(() => socket.terminate())
    const closed = once(socket, 'close').then(([code]) => code)
    await once(socket, 'open')
    return { socket, closed }
  }
  async function signIn(token: string, userId = 7) {
    const { socket, closed } = await open()
    socket.send(JSON.stringify({ type: 'authenticate', userId, token }))
    return Promise.race([closed, once(socket, 'message').then(() => 'in')])
  }
  return { roster, tickets, refused, open, signIn, end: (...ids: number[]) => enders[0]?.(ids) }
}

const member = { id: 7, sessionId: 70 }

test('a connection has five seconds to say which member it belongs to', async () => {
  const { open, roster, tickets } = await door()
  const { closed } = await open()
  const known = await open()
  known.socket.send(JSON.stringify({ type: 'authenticate', userId: 7, token: tickets.issue(member) }))
  await once(known.socket, 'message')
  vi.advanceTimersByTime(4999)
  expect([...roster.all].map(({ socket }) => socket.readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN])
  vi.advanceTimersByTime(1)
  expect(await closed).toBe(closeCodes.unauthenticated)
  vi.advanceTimersByTime(3_600_000)
  expect(roster.of(7).map(({ socket }) => socket.readyState)).toEqual([WebSocket.OPEN])
})

test('a session that has ended stays ended for longer than a ticket works, and is then forgotten', async () => {
  const { signIn, tickets, end, refused } = await door()
  expect(await signIn(tickets.issue(member))).toBe('in')
  end(70)
  vi.advanceTimersByTime(119_000)
  end(99)
  expect(await signIn(tickets.issue(member))).toBe(closeCodes.unauthenticated)
  expect(refused).toEqual(['live.unauthenticated'])
  vi.advanceTimersByTime(2000)
  end(99)
  expect(await signIn(tickets.issue(member))).toBe('in')
})

test('ending a session closes its connections and no others, not even unauthenticated ones', async () => {
  const { open, end, roster } = await door(member)
  const [first, second] = [await open(), await open()]
  const [, other] = roster.all
  if (other) other.guest = { id: 7, sessionId: 71 }
  end(70)
  expect(await first.closed).toBe(closeCodes.unauthenticated)
  expect(second.socket.readyState).toBe(WebSocket.OPEN)
  end(71)
  expect(await second.closed).toBe(closeCodes.unauthenticated)
})

test('a ticket, the cookie and the frame identify the same member', async () => {
  const { signIn, tickets, refused } = await door(member)
  const his = () => tickets.issue(member)
  expect(await signIn('{token}')).toBe('in')
  expect(await signIn(his())).toBe('in')
  expect(await signIn(his(), 8)).toBe(closeCodes.wrongUser)
  expect(await signIn(tickets.issue({ id: 8, sessionId: 80 }))).toBe(closeCodes.wrongUser)
  // A ticket that has been used is as good as a forged one, even with a cookie.
  const used = his()
  expect(await signIn(used)).toBe('in')
  expect(await signIn(used)).toBe(closeCodes.unauthenticated)
  expect(refused).toEqual(['live.wrongUser', 'live.wrongUser', 'live.unauthenticated'])
})
