import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { newConnection, toWire } from './connection.ts'
import { createPace } from './pace.ts'
import { createRoster } from './roster.ts'
import { createTickets } from './tickets.ts'

afterEach(() => void vi.useRealTimers())

const member = { id: 7, sessionId: 70 }

test('a ticket works once, for a minute, on any node with the secret', () => {
  let now = 1_000_000
  const tickets = createTickets('secret', () => now)
  const ticket = tickets.issue(member)
  expect([tickets.isOurs(ticket), tickets.isOurs(`x${ticket}`), tickets.isOurs('')]).toEqual([true, false, false])
  expect(createTickets('secret', () => now).take(ticket)).toEqual(member)
  expect(createTickets('another', () => now).take(ticket)).toBeUndefined()
  expect(tickets.take(ticket)).toEqual(member)
  expect(tickets.take(ticket)).toBeUndefined()
  const [late, inTime] = [tickets.issue(member), tickets.issue({ id: 8, sessionId: 80 })]
  now += 60_000
  expect(tickets.take(inTime)).toEqual({ id: 8, sessionId: 80 })
  // Used ones are remembered as long as they would work.
  expect([tickets.take(ticket), tickets.take(inTime)]).toEqual([undefined, undefined])
  now += 1
  expect([tickets.take(late), tickets.take(inTime)]).toEqual([undefined, undefined])
})

test('a forged ticket lets nobody in', () => {
  const tickets = createTickets('secret')
  const [version, payload = '', signature = ''] = tickets.issue(member).split('.')
  const other = Buffer.from(Buffer.from(payload, 'base64url').toString().replace(/^7:/, '8:')).toString('base64url')
  for (const forged of [`${version}.${other}.${signature}`, `${version}.${payload}.${signature.slice(1)}`, 'x', ''])
    expect(tickets.take(forged)).toBeUndefined()
})

test('a user may send 300 messages at once and 20 a second, and is not read while he waits', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  const aSocket = () => {
    const socket = {
      state: 'open',
      pause() {
        socket.state = 'paused'
      },
      resume() {
        socket.state = 'open'
      },
    }
    return socket
  }
  const [socket, later] = [aSocket(), aSocket()]
  const sockets = [socket]
  const pace = createPace(userId => (userId === 7 ? sockets : []))
  const send = (count: number) => {
    for (let sent = 0; sent < count; sent += 1) pace.count(7)
  }
  send(300)
  expect([socket.state, pace.isWaiting(7)]).toEqual(['open', false])
  send(1)
  expect([socket.state, pace.isWaiting(7), pace.isWaiting(8)]).toEqual(['paused', true, false])
  pace.joined(7, later)
  expect(later.state).toBe('paused')
  sockets.push(later)
  vi.advanceTimersByTime(49)
  expect(socket.state).toBe('paused')
  vi.advanceTimersByTime(1)
  expect([socket.state, later.state, pace.isWaiting(7)]).toEqual(['open', 'open', false])
  // Forty too many are two seconds.
  send(40)
  vi.advanceTimersByTime(1900)
  expect(socket.state).toBe('paused')
  vi.advanceTimersByTime(200)
  expect(socket.state).toBe('open')
  // After fifteen seconds he may send all of it again, and is forgotten.
  vi.advanceTimersByTime(15_000)
  pace.sweep()
  send(300)
  expect(socket.state).toBe('open')
  pace.sweep()
  send(1)
  expect(socket.state).toBe('paused')
  pace.joined(8, { pause: () => expect.unreachable(), resume() {} })
})

test.each([
  [0, 2],
  [125, 2],
  [126, 4],
  [65_535, 4],
  [65_536, 10],
])('a frame of %i bytes gets the header of %i bytes that its length needs', (length, head) => {
  const empty = JSON.stringify({ type: 'error', error: '', code: 'live.malformed' }).length
  if (length < empty) return
  const bytes = toWire({ type: 'error', error: 'x'.repeat(length - empty), code: 'live.malformed' })
  expect([bytes[0], bytes.length]).toEqual([0x81, head + length])
  const said = head === 2 ? bytes[1] : head === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  expect(said).toBe(length)
  expect(JSON.parse(bytes.toString('utf8', head))).toMatchObject({ type: 'error' })
})

test('a roster lists a user’s connections, oldest first, until they end or sign out', () => {
  const ended: unknown[] = []
  const roster = createRoster(connection => ended.push(connection))
  const nothing: never = undefined as never // a roster asks nothing of them
  const open = (userId?: number) => {
    const connection = newConnection(nothing, nothing, undefined, 'nl')
    roster.add(connection)
    if (userId === undefined) return connection
    connection.member = { id: userId, sessionId: userId }
    roster.signIn(connection, userId)
    return connection
  }
  const [first, guest, second, other] = [open(7), open(), open(7), open(8)]
  expect([roster.of(7), [...roster.users()], roster.all.size]).toEqual([[first, second], [7, 8], 4])
  roster.signOut(first)
  roster.signOut(guest)
  expect([roster.of(7), roster.all.size]).toEqual([[second], 4])
  roster.remove(second)
  roster.remove(guest)
  expect([roster.of(7), [...roster.users()], [...roster.all]]).toEqual([[], [8], [first, other]])
  expect(ended).toEqual([second, guest])
  onTestFinished(() => roster.remove(other))
})
