import { expect, test } from 'vitest'
import type { Client } from '../testing/client.ts'
import { openSocket } from '../testing/socket.ts'
import { type World, world } from '../testing/world.ts'

const from = { 'x-forwarded-for': '192.0.2.7' }
const asking =
  (client: Client, path: string, headers = {}) =>
  async () =>
    (await client.fetch('GET', path, { headers })).status

/** How many of these calls are not refused for coming too often. */
async function passing(call: () => Promise<number>, calls: number): Promise<number> {
  const statuses: number[] = []
  while (statuses.length < calls) {
    const next = Array.from({ length: Math.min(50, calls - statuses.length) }, call)
    statuses.push(...(await Promise.all(next)))
  }
  return statuses.filter(status => status !== 429).length
}

/** How often a minute, where everything may be done this many times as often; from one address or by one member. */
const often: [what: string, times: number, factor: number, (here: World<0>) => () => Promise<number>][] = [
  ['calls of a member', 600, 1, ({ host }) => asking(host, '/api/playdates/x')],
  ['calls from an address', 1200, 0.1, ({ visitor }) => asking(visitor, '/api/playdates/x', from)],
  ['pictures', 1200, 0.1, ({ visitor }) => asking(visitor, `/uploads/${'a'.repeat(32)}.webp`, from)],
  ['tiles', 3000, 0.01, ({ visitor }) => asking(visitor, '/tiles/x/1/1/1.mvt', from)],
  ['tiles of another map', 900, 1, ({ visitor }) => asking(visitor, '/tiles/raster/30/1/1', from)],
  ['addresses with a token', 120, 1, ({ visitor }) => asking(visitor, '/unsubscribe/x', from)],
  ['the page for visitors', 60, 1, ({ visitor }) => asking(visitor, '/kijk', from)],
  [
    'sockets of an address',
    600,
    1,
    ({ visitor }) =>
      async () =>
        openSocket(visitor, { ...from, origin: 'https://evil.example' }).closed(),
  ],
  [
    'sockets of a member',
    300,
    1,
    ({ host }) =>
      async () => {
        const screen = openSocket(host)
        if (!(await screen.opened())) return screen.closed()
        screen.socket.terminate()
        return 101
      },
  ],
]

test.each(often)('%s are limited to %i a minute', async (_, times, factor, callOf) => {
  const isOwn = /member$/.test(_)
  const here = await world({
    env: {
      RATE_LIMIT: String(factor),
      TILE_PROXY: 'on',
      CONTACT_EMAIL: 'beheer@papadag.example',
      ...(!isOwn && { TRUST_PROXY: '1' }),
    },
  })
  expect(await passing(callOf(here), times * factor + 5)).toBe(times * factor)
})
