import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  onePlaydate,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import {
  confirmPlaydate,
  endPause,
  giveUpStanding,
  pauseSeries,
  renewSeries,
  takeStanding,
} from '@papadag/contract/playdates/series'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { dayAt } from '../../../domain/playdates/series/rule.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { anHourIn, inDays, isIn } from '../../../testing/series.ts'
import { aPlaydate, world } from '../../../testing/world.ts'
import { forgetPlaydates } from '../commands.ts'

const Text = z.object({ text: z.string() })

/** Everything that is stored of a series: itself, its dates, who is on them or waits, and its regulars. */
async function stored(db: Db, id: number): Promise<string> {
  const found = await db.one(
    Text,
    sql`select concat_ws(E'\n', to_jsonb(s)::text,
               (select string_agg(to_jsonb(p)::text, E'\n' order by p.id) from playdates p where p.series_id = s.id),
               (select string_agg(to_jsonb(x)::text, E'\n' order by x.playdate_id, x.user_id)
                  from participants x join playdates p on p.id = x.playdate_id where p.series_id = s.id),
               (select string_agg(to_jsonb(w)::text, E'\n' order by w.playdate_id, w.user_id)
                  from waiting w join playdates p on p.id = w.playdate_id where p.series_id = s.id),
               (select string_agg(to_jsonb(r)::text, E'\n' order by r.user_id)
                  from series_regulars r where r.series_id = s.id)) as text
          from series s where s.id = ${id}`,
  )
  return found?.text ?? ''
}

/** Two series of one creator with the same regular, each paused on days without a date. */
async function open() {
  const opened = await world({ fathers: 2 })
  const [guest, other] = opened.fathers
  const plan = async (title: string) => {
    const body = aPlaydate({ title, ...anHourIn(3), maxParticipants: 5, minimumFathers: 4, repeats: { every: 'week' } })
    const first = await opened.host.call(createPlaydate, { body })
    const series = { id: first.series?.id ?? 0 }
    for (const [father, children] of [
      [guest, 1],
      [other, 0],
    ] as const)
      await father.call(takeStanding, { params: series, body: { children } })
    await opened.host.call(pauseSeries, { params: series, body: { from: day(5), until: day(6) } })
    return { series, first, params: { id: first.id } }
  }
  const [his, another] = [await plan('Vliegeren'), await plan('Modderen')]
  // Renewing either would make it longer.
  await opened.db.run(sql`update series set until = until - 21`)
  return { ...opened, guest, other, his, another }
}
type Open = Awaited<ReturnType<typeof open>>
const day = (from: number) => dayAt(inDays(from))

const edit =
  (scope: 'one' | 'following' | 'all', isMoved: boolean) =>
  ({ host, his: { first, params } }: Open) => {
    const { startTime, endTime } = isMoved ? { startTime: inDays(3, 600_000), endTime: inDays(3, 7_200_000) } : first
    const body = aPlaydate({ title: 'Anders', startTime, endTime, maxParticipants: 5, minimumFathers: 3 })
    return host.call(editPlaydate, { params, query: { scope }, body })
  }
const cancel =
  (scope: 'one' | 'following' | 'all') =>
  ({ host, his: { params } }: Open) =>
    host.call(deletePlaydate, { params, query: { scope } })

test.each<[string, (all: Open) => Promise<unknown>]>([
  ['an edit of one date', edit('one', false)],
  ['another time for one date', edit('one', true)],
  ['an edit of all dates', edit('all', false)],
  ['another time for all dates', edit('all', true)],
  ['another time for the first and the following', edit('following', true)],
  ['a cancellation of one date', cancel('one')],
  ['a cancellation of the following', cancel('following')],
  ['its end', cancel('all')],
  [
    'a pause',
    ({ host, his }) => host.call(pauseSeries, { params: his.series, body: { from: day(2), until: day(11) } }),
  ],
  ['the end of its pauses', ({ host, his }) => host.call(endPause, { params: his.series })],
  ['its renewal', ({ host, his }) => host.call(renewSeries, { params: his.series })],
  ['other children', ({ guest, his }) => guest.call(takeStanding, { params: his.series, body: { children: 0 } })],
  ['the end of a standing place', ({ guest, his }) => guest.call(giveUpStanding, { params: his.series })],
  ['a yes', ({ guest, his }) => guest.call(confirmPlaydate, { params: his.params, body: { coming: true } })],
  ['a no', ({ guest, his }) => guest.call(confirmPlaydate, { params: his.params, body: { coming: false } })],
  [
    'that it goes ahead',
    async ({ db, host, his, another }) => {
      for (const { params } of [his, another]) await isIn(db, params.id, 20)
      const before = await stored(db, another.series.id)
      await host.call(confirmPlaydate, { params: his.params, body: { coming: true } })
      expect(await stored(db, another.series.id)).toBe(before)
      expect(await host.call(onePlaydate, { params: his.params })).toMatchObject({ confirmation: 'confirmed' })
      expect(await host.call(onePlaydate, { params: another.params })).toMatchObject({ confirmation: 'due' })
    },
  ],
])('%s changes only its own series, and no other of the same creator', async (what, act) => {
  const all = await open()
  const { db, his, another } = all
  const before = [await stored(db, his.series.id), await stored(db, another.series.id)]
  await act(all)
  expect((await stored(db, his.series.id)) === before[0]).toBe(false)
  if (what !== 'that it goes ahead') expect(await stored(db, another.series.id)).toBe(before[1])
})

test('the end of a pause brings back the dates of its own series, but not those of another that is paused too', async () => {
  const { db, host, his, another } = await open()
  for (const { series } of [his, another])
    await host.call(pauseSeries, { params: series, body: { from: day(2), until: day(11) } })
  const before = [await stored(db, his.series.id), await stored(db, another.series.id)]
  await host.call(endPause, { params: his.series })
  expect((await stored(db, his.series.id)) === before[0]).toBe(false)
  expect(await stored(db, another.series.id)).toBe(before[1])
})

test('a regular brings his own number of children to each series', async () => {
  const { guest, other, his, host } = await open()
  await guest.call(takeStanding, { params: his.series, body: { children: 0 } })
  const brings = async (title: string) => {
    const dates = (await host.call(upcomingPlaydates)).filter(playdate => playdate.title === title)
    return dates.map(({ participants }) =>
      [guest, other].map(({ id }) => participants.find(person => person.id === id)?.children),
    )
  }
  const each = async (title: string) => [...new Set((await brings(title)).map(String))]
  expect([await each('Vliegeren'), await each('Modderen')]).toEqual([['0,0'], ['1,0']])
  expect((await brings('Modderen')).length).toBeGreaterThan(1)
})

test('a series is deleted a year after its last day, or after its end if that was later', async () => {
  const { db, his, another } = await open()
  await db.run(sql`delete from playdates`)
  const ended = (id: number, until: string, end: string | null) =>
    db.run(sql`
      update series set until = (now() - ${until}::interval)::date, ended_at = now() - ${end}::interval where id = ${id}`)
  const left = async () => {
    await forgetPlaydates(db)
    const ids = [his.series.id, another.series.id]
    return Promise.all(ids.map(async id => (await db.count(sql`from series where id = ${id}`)) > 0))
  }
  await ended(his.series.id, '11 months', null)
  await ended(another.series.id, '13 months', '11 months')
  expect(await left()).toEqual([true, true])
  await ended(his.series.id, '13 months', null)
  await ended(another.series.id, '11 months', '13 months')
  expect(await left()).toEqual([false, true])
  await ended(another.series.id, '13 months', '13 months')
  expect(await left()).toEqual([false, false])
})
