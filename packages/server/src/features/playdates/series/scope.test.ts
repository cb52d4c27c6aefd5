import { deletePlaydate, editPlaydate, type Playdate } from '@papadag/contract/playdates/playdates'
import {
  confirmPlaydate,
  endPause,
  giveUpStanding,
  pauseSeries,
  takeStanding,
} from '@papadag/contract/playdates/series'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { dayAt } from '../../../domain/playdates/series/rule.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { happens, inDays, isIn, planned } from '../../../testing/series.ts'
import { aPlaydate } from '../../../testing/world.ts'

const Row = z.object({ slot: z.int(), row: z.string() })

/** Each of the first three dates with those who take part and those who wait, as one text. */
async function datesOf(db: Db): Promise<string[]> {
  const rows = await db.many(
    Row,
    sql`select p.slot, to_jsonb(p)::text || coalesce((select string_agg(to_jsonb(x)::text, ',' order by x.user_id) from participants x
                 where x.playdate_id = p.id), '') || (select count(*) from waiting w where w.playdate_id = p.id) as row
          from playdates p where p.slot < 3 order by p.slot`,
  )
  return rows.map(({ row }) => row)
}

/** A series with a regular and another guest on its first three dates. */
async function open() {
  const all = await planned({ maxParticipants: 4 })
  const [guest, other] = all.fathers
  const series = { id: all.dates[0]?.series?.id ?? 0 }
  await guest.call(takeStanding, { params: series, body: { children: 1 } })
  await other.call(takeStanding, { params: series, body: {} })
  return { ...all, guest, other, series, date: (at: number) => ({ id: all.dates[at]?.id ?? 0 }) }
}
type Open = Awaited<ReturnType<typeof open>>

const days = (from: number, until: number) => ({ from: dayAt(inDays(from)), until: dayAt(inDays(until)) })
const edit =
  (at: number, scope: 'one' | 'following' | 'all' | undefined) =>
  ({ host, date, dates }: Open) => {
    const { startTime, endTime } = dates[at] ?? ({} as Playdate) // planned
    const body = aPlaydate({ title: 'Anders', startTime, endTime, maxParticipants: 4 })
    return host.call(editPlaydate, { params: date(at), ...(scope && { query: { scope } }), body })
  }
const cancel =
  (at: number, scope: 'one' | 'following' | 'all' | undefined) =>
  ({ host, date }: Open) =>
    host.call(deletePlaydate, { params: date(at), ...(scope && { query: { scope } }) })
const pause =
  (from: number, until: number) =>
  ({ host, series }: Open) =>
    host.call(pauseSeries, { params: series, body: days(from, until) })

test.each<[string, (all: Open) => Promise<unknown>, number[]]>([
  ['a pause before the first', pause(1, 2), []],
  ['a pause of the first day', pause(3, 3), [0]],
  ['a pause until the first day', pause(1, 3), [0]],
  ['a pause between the first two', pause(4, 9), []],
  ['a pause of the second', pause(9, 11), [1]],
  ['a pause of the last two', pause(10, 17), [1, 2]],
  ['an edit of the second', edit(1, undefined), [1]],
  ['an edit of the second alone', edit(1, 'one'), [1]],
  ['an edit of the second and the following', edit(1, 'following'), [1, 2]],
  ['an edit of all', edit(1, 'all'), [0, 1, 2]],
  ['a cancellation of the second', cancel(1, undefined), [1]],
  ['a cancellation of the second alone', cancel(1, 'one'), [1]],
  ['a cancellation of the second and the following', cancel(1, 'following'), [1, 2]],
  ['a cancellation of all', cancel(1, 'all'), [0, 1, 2]],
  [
    'a yes to the second',
    ({ guest, date }) => guest.call(confirmPlaydate, { params: date(1), body: { coming: true } }),
    [1],
  ],
  [
    'a no to the second',
    ({ guest, date }) => guest.call(confirmPlaydate, { params: date(1), body: { coming: false } }),
    [1],
  ],
  ['the end of a standing place', ({ guest, series }) => guest.call(giveUpStanding, { params: series }), [0, 1, 2]],
  ['other children', ({ other, series }) => other.call(takeStanding, { params: series, body: { children: 0 } }), []],
])('%s changes only these dates: %j', async (_, act, changed) => {
  const all = await open()
  const before = await datesOf(all.db)
  await act(all)
  const after = await datesOf(all.db)
  expect(after.flatMap((row, at) => (row === before[at] ? [] : [at]))).toEqual(changed)
})

test.each<[string, { from?: string; until?: string }, number[]]>([
  ['of all days', {}, [0, 1, 2]],
  ['until the second', { until: days(0, 10).until }, [0, 1]],
  ['until the day before the second', { until: days(0, 9).until }, [0]],
  ['from the second on', { from: days(10, 10).from }, [1, 2]],
  ['from the day after it', { from: days(11, 11).from }, [2]],
  ['of the second alone', days(10, 10), [1]],
])('ending a pause %s brings back only these dates: %j', async (_, query, back) => {
  const all = await open()
  await pause(2, 18)(all)
  const before = await datesOf(all.db)
  await all.host.call(endPause, { params: all.series, query })
  const after = await datesOf(all.db)
  expect(after.flatMap((row, at) => (row === before[at] ? [] : [at]))).toEqual(back)
})

test('the places of regulars who have not answered become free on that date, and on no other', async () => {
  const all = await open()
  const { db, guest, date } = all
  await guest.call(confirmPlaydate, { params: date(0), body: { coming: true } })
  await isIn(db, date(0).id, 30)
  const before = await datesOf(db)
  const on = (at: number) => db.count(sql`from participants where playdate_id = ${date(at).id}`)
  expect([await on(0), await on(1), await on(2)]).toEqual([3, 3, 3])
  await happens(db, 'playdate.dayBefore', date(0).id)
  expect([await on(0), await on(1), await on(2)]).toEqual([2, 3, 3])
  expect((await datesOf(db)).slice(1)).toEqual(before.slice(1))
  expect(await db.count(sql`from series_regulars where missed = 1`)).toBe(1)
})
