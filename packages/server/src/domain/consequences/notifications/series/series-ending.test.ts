import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../../../../platform/db/db.ts'
import { testDb } from '../../../../testing/database.ts'
import { aDate, aSeries, users } from '../../../../testing/domain/rows.ts'
import { tellEnding } from './series-ending.ts'

const Row = z.object({ userId: z.int(), kind: z.string(), playdateId: z.int() })

test('the creator of a series hears of its last date if that is still ahead', async () => {
  const db = await testDb()
  const [bas, kwame] = await users(db, 'bas', 'kwame')
  const [his, other] = [await aSeries(db, bas, 'Hutten'), await aSeries(db, kwame, 'Vliegeren')]
  const last = 200
  const made = new Map<number, number>()
  for (const [seriesId, by] of [
    [his, bas],
    [other, kwame],
  ] as const) {
    await aDate(db, { seriesId, hours: 32, by })
    made.set(by, await aDate(db, { seriesId, hours: last, by }))
  }
  const told = () =>
    db.many(
      Row,
      sql`select user_id as "userId", kind, (details ->> 'playdateId')::int as "playdateId" from notifications`,
    )
  const about = { userId: bas, kind: 'series.ending', playdateId: made.get(bas) }
  await db.transaction(tx => tellEnding(tx, his, last))
  expect(await told()).toEqual([about])
  for (const change of [sql`cancelled_at = now()`, sql`cancelled_at = null, start_time = now() - interval '1 hour'`]) {
    await db.run(sql`update playdates set ${change} where id = ${about.playdateId ?? 0}`)
    await db.transaction(tx => tellEnding(tx, his, last))
  }
  expect(await told()).toEqual([about])
})
