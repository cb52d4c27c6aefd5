import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../platform/db/db.ts'
import { createFolderLedger } from '../platform/ledger.ts'
import { createS3PictureStore } from '../platform/pictures/store-s3.ts'
import { testDb } from '../testing/database.ts'
import { emptyFolder } from '../testing/files/empty-folder.ts'
import { s3StandIn } from '../testing/s3-stand-in.ts'
import { erasedAndBack, keepErasures } from './erasures.ts'

const dayMs = 86_400_000
const retainedMs = 35 * dayMs
const daysAgo = (days: number) => Date.now() - days * dayMs
const entry = (id: number, erasedMs: number) => `${id}-1700000000000000-${erasedMs}`

async function twoLedgers() {
  const folder = emptyFolder()
  const { options, objects, setDown } = await s3StandIn({ pageSize: 2 })
  const bucket = createS3PictureStore(options, () => {}).ledgerAt('erasures')
  return {
    ...{ folder, objects, setDown },
    ledgers: [createFolderLedger(folder), bucket],
    kept: async () => [(await readdir(folder)).sort(), [...objects.keys()].sort()],
  }
}

test('an erasure is removed from the folder and the bucket after 35 days, and nothing else is', async () => {
  const db = await testDb()
  const { folder, objects, ledgers, kept } = await twoLedgers()
  const old = [entry(1, daysAgo(36)), entry(2, daysAgo(400)), entry(3, Date.now() - retainedMs - 60_000)]
  const young = [entry(4, daysAgo(34)), entry(5, daysAgo(0)), entry(6, Date.now() - retainedMs + 3_600_000)]
  for (const ledger of ledgers) for (const name of [...old, ...young]) await ledger.add(name)
  // What Papadag did not write is the operator's.
  await writeFile(join(folder, 'README'), 'mine')
  objects.set('erasures/README', { body: Buffer.from('mine'), changedAt: new Date(0) })
  objects.set(old[0] ?? '', { body: Buffer.from('of another program'), changedAt: new Date(0) })
  await keepErasures(db, ledgers)
  expect(await kept()).toEqual([
    [...young, 'README'].sort(),
    [...young.map(name => `erasures/${name}`), 'erasures/README', old[0]].sort(),
  ])
})

test('an erasure that the database still has after 35 days is not written again', async () => {
  const db = await testDb()
  const { ledgers, kept } = await twoLedgers()
  await db.run(sql`
    insert into erasures (user_id, username_hash, registered_at, erased_at)
    values (1, 'a', now(), now() - interval '36 days'), (2, 'b', now(), now() - interval '34 days')`)
  await keepErasures(db, ledgers)
  await keepErasures(db, ledgers)
  const [files = [], objects = []] = await kept()
  expect([files.length, objects.length]).toEqual([1, 1])
  expect([files[0], objects[0]]).toEqual([expect.stringMatching(/^2-/), expect.stringMatching(/^erasures\/2-/)])
})

test('while the bucket is unavailable an old erasure is removed from the folder, and from the bucket within the next hour', async () => {
  const db = await testDb()
  const { ledgers, setDown, kept } = await twoLedgers()
  const name = entry(1, daysAgo(36))
  for (const ledger of ledgers) await ledger.add(name)
  setDown(true)
  await expect(keepErasures(db, ledgers)).rejects.toMatchObject({ code: 'server.unavailable' })
  expect(await kept()).toEqual([[], [`erasures/${name}`]])
  setDown(false)
  await keepErasures(db, ledgers)
  expect(await kept()).toEqual([[], []])
})

test('an erased account that has come back is found, but not an account that took over its number', async () => {
  const db = await testDb()
  const { ledgers } = await twoLedgers()
  const registered = await db.many(
    z.object({ id: z.int(), moment: z.string() }),
    sql`insert into users (username, username_key, email, email_key, password_hash, first_name, last_name, created_at)
        select name, name, name, name, '', 'Vader', 'de Tester', now() - interval '1 year'
          from unnest(array['back', 'new', 'never erased']) as name
        returning id, ((extract(epoch from created_at) * 1000000)::bigint)::text as moment`,
  )
  const [back, fresh] = registered
  for (const ledger of ledgers) {
    await ledger.add(`${back?.id}-${back?.moment}-${Date.now()}`)
    // The same number, registered a microsecond earlier.
    await ledger.add(`${fresh?.id}-${BigInt(fresh?.moment ?? 0) - 1n}-${Date.now()}`)
  }
  expect(await erasedAndBack(db, ledgers)).toEqual([back?.id])
})
