import { expect, test } from 'vitest'
import type { Client } from '../testing/client.ts'
import { openSocket } from '../testing/socket.ts'
import { world } from '../testing/world.ts'

type From = () => Record<string, string>
const asking =
  (client: Client, path: string, from: From = () => ({})) =>
  async () =>
    (await client.fetch('GET', path, { headers: from() })).status

/** How many of these calls are not refused for coming too often. */
async function passing(call: () => Promise<number>, calls: number): Promise<number> {
  const statuses: number[] = []
  while (statuses.length < calls) {
    const next = Array.from({ length: Math.min(50, calls - statuses.length) }, call)
    statuses.push(...(await Promise.all(next)))
  }
  return statuses.filter(status => status !== 429).length
}

/** How often a member may do this in a minute, where everything may be done this many times as often. */
const byMember: [what: string, times: number, factor: number, (host: Client) => () => Promise<number>][] = [
  ['calls', 600, 1, host => asking(host, '/api/playdates/x')],
  [
    'sockets',
    300,
    1,
    host => async () => {
      const screen = openSocket(host)
      if (!(await screen.opened())) return screen.closed()
      screen.socket.terminate()
      return 101
    },
  ],
]

test.each(byMember)('a member can make the call “%s” only %i times a minute', async (_, times, factor, callOf) => {
  const { host } = await world({ env: { RATE_LIMIT: String(factor) } })
  expect(await passing(callOf(host), times * factor + 5)).toBe(times * factor)
})

/** The same for a visitor from one address. */
const byAddress: [
  what: string,
  times: number,
  factor: number,
  (visitor: Client, from: From) => () => Promise<number>,
][] = [
  ['calls', 1200, 0.1, (visitor, from) => asking(visitor, '/api/playdates/x', from)],
  ['pictures', 1200, 0.1, (visitor, from) => asking(visitor, `/uploads/${'a'.repeat(32)}.webp`, from)],
  ['tiles', 3000, 0.01, (visitor, from) => asking(visitor, '/tiles/x/1/1/1.mvt', from)],
  ['tiles of another map', 900, 0.1, (visitor, from) => asking(visitor, '/tiles/raster/30/1/1', from)],
  ['pages with a token', 120, 0.5, (visitor, from) => asking(visitor, '/unsubscribe/x', from)],
  ['looks at the page for visitors', 60, 0.5, (visitor, from) => asking(visitor, '/kijk', from)],
  [
    'sockets',
    600,
    0.1,
    (visitor, from) => async () => openSocket(visitor, { ...from(), origin: 'https://evil.example' }).closed(),
  ],
]

const settings = { TILE_PROXY: 'on', CONTACT_EMAIL: 'beheer@papadag.example', TRUST_PROXY: '1' }

test.each(byAddress)('an address can make the call “%s” only %i times a minute', async (_, times, factor, callOf) => {
  const { visitor } = await world({ env: { ...settings, RATE_LIMIT: String(factor) } })
  const call = callOf(visitor, () => ({ 'x-forwarded-for': '192.0.2.7' }))
  expect(await passing(call, times * factor + 5)).toBe(times * factor)
})

/** Another /64 of one /48 each time. */
function neighbours(network: number): From {
  let at = 0
  return () => {
    at += 1
    return { 'x-forwarded-for': `2001:db8:${network}:${at.toString(16)}::1` }
  }
}

test.each(byAddress)(
  'a /48 can make the call “%s” ten times %i times a minute, from whatever addresses in it',
  async (_, times, factor, callOf) => {
    const { visitor } = await world({ env: { ...settings, RATE_LIMIT: String(factor / 10) } })
    expect(await passing(callOf(visitor, neighbours(1)), times * factor + 5)).toBe(times * factor)
    expect(await callOf(visitor, neighbours(2))()).not.toBe(429)
  },
)

test('every call that is limited by address is limited by /48 too', async () => {
  const factor = 0.02
  const { visitor, server } = await world({ env: { ...settings, RATE_LIMIT: String(factor) } })
  await visitor.fetch('GET', '/api/health')
  const limited = server.served.filter(({ route, options }) => options.visitorLimit && route.access !== 'member')
  expect(limited.length).toBeGreaterThan(5)
  for (const [network, { route, options }] of limited.entries()) {
    const [method, path] = route.at.split(' ')
    const windows = options.visitorLimit?.windows ?? []
    const most = Math.min(...windows.map(({ times, inNetwork = times * 10 }) => Math.round(inNetwork * factor)))
    const from = neighbours(network + 1)
    const call = async () => (await visitor.fetch(method ?? '', path ?? '', { headers: from() })).status
    expect(await passing(call, most + 2), route.at).toBe(most)
  }
})

test('failed logins are limited by /48 too', async () => {
  const { visitor } = await world({ env: { ...settings, RATE_LIMIT: '0.02' } })
  await visitor.fetch('GET', '/api/health')
  const from = neighbours(1)
  let at = 0
  const logIn = async () => {
    at += 1
    const headers = { 'content-type': 'application/json', ...from() }
    const body = JSON.stringify({ username: `vader${at}`, password: 'geheim123' })
    return (await visitor.fetch('POST', '/api/login', { headers, body })).status
  }
  expect(await passing(logIn, 12)).toBe(10)
})
