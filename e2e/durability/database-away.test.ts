import { createPlaydate, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { expect, test, vi } from 'vitest'
import { sql } from '../../packages/server/src/platform/db/db.ts'
import { openPostgres } from '../../packages/server/src/platform/db/postgres.ts'
import type { Client } from '../../packages/server/src/testing/client.ts'
import { aPlaydate, newFather, sameFather, startDatabase, startPapadag, watch } from './fathers.ts'

const [, upcoming = ''] = upcomingPlaydates.at.split(' ')

test.for(['stop', 'kill'] as const)(
  'while PostgreSQL is unavailable (%s) the server says so, keeps sockets open, and recovers without a restart',
  async how => {
    const { postgres, databaseUrl } = await startDatabase()
    const { url, stop } = await startPapadag({ DATABASE_URL: databaseUrl })
    const [reader, writer] = [await newFather(url), await newFather(url)]
    const screen = await watch(reader)

    await postgres[how]()
    // This session is not cached by the server, so it is looked up for each request.
    const stranger = sameFather(reader, url)
    stranger.cookies.set('sid', 'somebody-from-another-node')
    for (const client of [reader, stranger]) {
      const answers = await Promise.all([answerOf(client, upcoming), answerOf(client, '/api/health')])
      expect(answers).toMatchObject([
        { status: 503, body: { code: 'server.unavailable' } },
        { status: 503, body: { status: 'unavailable' } },
      ])
      expect(await answerOf(client, '/api/health/live')).toMatchObject({ status: 200 })
    }
    expect(screen.isOpen()).toBe(true)

    await postgres.start()
    await vi.waitFor(async () => expect(await answerOf(reader, upcoming)).toMatchObject({ status: 200 }))
    expect(await answerOf(reader, '/api/health')).toMatchObject({ status: 200 })
    // Missed changes are announced as one change of everything; later writes are announced again.
    await vi.waitFor(() => expect(screen.timesChanged()).toBeGreaterThan(0))
    const before = screen.timesChanged()
    await writer.call(createPlaydate, { body: aPlaydate('Na de storing') })
    await vi.waitFor(() => expect(screen.timesChanged()).toBeGreaterThan(before))
    expect(screen.isOpen()).toBe(true)
    await stop()
  },
)

test('a read that waits for a lock is given up, and others continue', async () => {
  const { databaseUrl } = await startDatabase()
  const { url } = await startPapadag({ DATABASE_URL: databaseUrl })
  const reader = await newFather(url)
  const db = openPostgres({ url: databaseUrl, decode: true, waitMs: 60_000, onError: () => {} })
  await db.transaction(async tx => {
    await tx.run(sql`lock table playdates in access exclusive mode`)
    // More statements than connections.
    const stuck = Array.from({ length: 15 }, () => answerOf(reader, upcoming))
    for (const answer of await Promise.all(stuck)) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'server.unavailable' } })
    }
    expect(await answerOf(reader, '/api/user')).toMatchObject({ status: 200 })
  })
  expect(await answerOf(reader, upcoming)).toMatchObject({ status: 200 })
  await db.close()
})

async function answerOf(client: Client, path: string) {
  const response = await client.fetch('GET', path)
  return { status: response.status, body: await response.json() }
}
