import { afterEach, expect, test, vi } from 'vitest'
import { openPictures } from '../domain/pictures.ts'
import { inactiveUsers, isInactive } from '../features/recovery/inactive.ts'
import { erase } from '../features/users/commands.ts'
import { sql } from '../platform/db/db.ts'
import { deleteInBatches } from '../platform/db/delete-in-batches.ts'
import { testDb } from '../testing/database.ts'
import { world } from '../testing/world.ts'
import { doEvery, doJobs, hourMs } from './cleaning.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a failing job is logged by name and does not stop the others', async () => {
  const done: string[] = []
  const told: unknown[] = []
  const jobs = {
    first: async () => done.push('first'),
    second: async () => {
      throw new Error('kapot')
    },
    third: async () => done.push('third'),
  }
  await doJobs(jobs, { warn: (line: unknown) => told.push(line) })
  expect(done).toEqual(['first', 'third'])
  expect(told).toEqual([expect.objectContaining({ job: 'second' })])
})

test('a second round of cleaning does not start while one that takes longer than an hour is running', async () => {
  vi.useFakeTimers()
  let begun = 0
  let finish = () => {}
  const slow = () => {
    begun += 1
    return new Promise<void>(resolve => {
      finish = resolve
    })
  }
  const stop = doEvery(hourMs, { slow }, { warn: () => {} })
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(begun).toBe(1)
  finish()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(begun).toBe(2)
  const stopped = stop()
  finish()
  await stopped
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(begun).toBe(2)
})

test('a stop waits for the running job and starts no other', async () => {
  const { promise: slow, resolve: finish } = Promise.withResolvers<void>()
  const done: string[] = []
  const stop = doEvery(
    hourMs,
    {
      slow: async () => {
        await slow
        done.push('slow')
      },
      next: async () => done.push('next'),
    },
    { warn: () => {} },
  )
  const stopped = stop().then(() => done.push('stopped'))
  finish()
  await stopped
  expect(done).toEqual(['slow', 'stopped'])
})

test('deleting in batches deletes every matching row and no other', async () => {
  const db = await testDb()
  await db.run(sql`insert into audit (event, at) select 'old', now() - interval '1 day' from generate_series(1, 7)`)
  await db.run(sql`insert into audit (event) values ('young')`)
  await deleteInBatches(db, sql`audit`, sql`at < now() - interval '1 hour'`, 3)
  expect(await db.count(sql`from audit where event = 'old'`)).toBe(0)
  expect(await db.count(sql`from audit`)).toBe(1)
})

test('a user who returns at the last moment keeps his account, and erasing an account twice does no harm', async () => {
  const { db, config, host, father: gone, server } = await world({ fathers: 1 })
  const pictures = await openPictures({ db, dataDir: config.dataDir })
  await db.run(sql`delete from sessions`)
  await db.run(sql`
    update users set last_active_at = now() - interval '25 months', inactivity_told_at = now() - interval '29 days'`)
  const due = await inactiveUsers(db)
  expect(due).toEqual([host.id, gone.id])
  await server.sessions.start(host.id, { userAgent: 'back again' })
  const end = (id: number) => erase(db, pictures, config.sessionSecret, id, isInactive)
  expect([await end(host.id), await end(gone.id), await end(gone.id)]).toEqual([undefined, [], undefined])
  expect(await db.count(sql`from users`)).toBe(1)
  expect(await inactiveUsers(db)).toEqual([])
  await pictures.close()
})
