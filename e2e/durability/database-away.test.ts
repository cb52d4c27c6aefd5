import { createPlaydate, upcomingPlaydates } from '@papadag/contract/playdates'
import { expect, test, vi } from 'vitest'
import { sql } from '../../packages/server/src/platform/db.ts'
import { openPostgres } from '../../packages/server/src/platform/db-postgres.ts'
import type { Client } from '../../packages/server/src/testing/client.ts'
import { aPlaydate, newFather, sameFather, startDatabase, startPapadag, watch } from './fathers.ts'

const [, upcoming = ''] = upcomingPlaydates.at.split(' ')
/** The longest that the product may need to say that its database is away. */
const withinMs = 3000
const recovery = { timeout: 20_000, interval: 100 }

test.for(['stop', 'kill'] as const)(
  'while PostgreSQL is away (%s) it says so, sockets stay open, and all works again without a restart',
  async how => {
    const { postgres, databaseUrl } = await startDatabase()
    const { url, stop } = await startPapadag({ DATABASE_URL: databaseUrl })
    const [reader, writer] = [await newFather(url), await newFather(url)]
    const screen = await watch(reader)

    await postgres[how]()
    // His session is not fresh in the server's memory: it is looked up for each request.
    const stranger = sameFather(reader, url)
    stranger.cookies.set('sid', 'somebody-from-another-node')
    for (const client of [reader, stranger]) {
      const answers = await Promise.all([timed(client, upcoming), timed(client, '/api/health')])
      expect(answers).toMatchObject([
        { status: 503, body: { code: 'server.unavailable' } },
        { status: 503, body: { status: 'unavailable' } },
      ])
      for (const { ms } of answers) expect(ms).toBeLessThan(withinMs)
      expect(await timed(client, '/api/health/live')).toMatchObject({ status: 200 })
    }
    expect(screen.isOpen()).toBe(true)

    await postgres.start()
    await vi.waitFor(async () => expect(await timed(reader, upcoming)).toMatchObject({ status: 200 }), recovery)
    expect(await timed(reader, '/api/health')).toMatchObject({ status: 200 })
    // What was missed is told as one change of everything; then each write again.
    await vi.waitFor(() => expect(screen.timesChanged()).toBeGreaterThan(0), recovery)
    const before = screen.timesChanged()
    await writer.call(createPlaydate, { body: aPlaydate('Na de storing') })
    await vi.waitFor(() => expect(screen.timesChanged()).toBeGreaterThan(before), recovery)
    expect(screen.isOpen()).toBe(true)
    await stop()
  },
)

test('a read that waits for a lock is given up in time, and the others go on', async () => {
  const { databaseUrl } = await startDatabase()
  const { url } = await startPapadag({ DATABASE_URL: databaseUrl })
  const reader = await newFather(url)
  const db = openPostgres({ url: databaseUrl, decode: true, onError: () => {} })
  await db.transaction(async tx => {
    await tx.run(sql`lock table playdates in access exclusive mode`)
    // More of them than there are connections.
    const stuck = Array.from({ length: 15 }, () => timed(reader, upcoming))
    for (const { ms, ...answer } of await Promise.all(stuck)) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'server.unavailable' } })
      expect(ms).toBeLessThan(withinMs)
    }
    expect(await timed(reader, '/api/user')).toMatchObject({ status: 200 })
  })
  expect(await timed(reader, upcoming)).toMatchObject({ status: 200 })
  await db.close()
})

async function timed(client: Client, path: string) {
  const began = performance.now()
  const response = await client.fetch('GET', path)
  return { status: response.status, body: await response.json(), ms: performance.now() - began }
}
