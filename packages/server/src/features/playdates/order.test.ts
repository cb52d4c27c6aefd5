import {
  cancelledPlaydates,
  createPlaydate,
  deletePlaydate,
  joinPlaydate,
  onePlaydate,
  ownPlaydates,
  pastPlaydates,
  undoCancel,
  upcomingCount,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { takeStanding } from '@papadag/contract/playdates/series'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { everyPage } from '../../testing/places.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'

const hourMs = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()
const titles = (list: readonly { title: string }[]) => list.map(({ title }) => title)

/** Playdates that begin in so many hours and last one. */
async function planned(host: Father, hours: readonly number[]) {
  const start = Date.now()
  const ids: number[] = []
  for (const [at, begins] of hours.entries()) {
    const startTime = new Date(start + begins * hourMs).toISOString()
    const endTime = new Date(start + (begins + 1) * hourMs).toISOString()
    const body = aPlaydate({ title: 'abcdefgh'[at] ?? '', startTime, endTime })
    ids.push((await host.call(createPlaydate, { body })).id)
  }
  return ids
}

test('lists are ordered by start and then by age, coming playdates forward and a father’s own backward, on every page', async () => {
  const { db, host } = await world()
  await planned(host, [5, 3, 5, 4, 3])
  expect(titles(await host.call(upcomingPlaydates))).toEqual(['b', 'e', 'd', 'a', 'c'])
  expect(titles(await host.call(ownPlaydates))).toEqual(['c', 'a', 'd', 'e', 'b'])
  const pages = async (path: string) => (await everyPage<{ title: string }>(host, `${path}?limit=2`)).map(titles)
  expect(await pages('/api/playdates/upcoming')).toEqual([['b', 'e'], ['d', 'a'], ['c']])
  expect(await pages('/api/users/me/playdates')).toEqual([['c', 'a'], ['d', 'e'], ['b']])
  await db.run(
    sql`update playdates set start_time = start_time - interval '1 day', end_time = end_time - interval '1 day'`,
  )
  expect(await pages('/api/playdates/past')).toEqual([['c', 'a'], ['d', 'e'], ['b']])
  expect(await host.call(pastPlaydates)).toHaveLength(5)
  expect(await host.call(upcomingPlaydates)).toEqual([])
})

test.each<[number | undefined, number | undefined, string]>([
  [undefined, undefined, 'abc'],
  [2.5, undefined, 'abc'],
  [3.5, undefined, 'bc'],
  [undefined, 6.5, 'ab'],
  [undefined, 4.5, 'a'],
  [3.5, 6.5, 'b'],
  [3.5, 4.5, ''],
  [4.5, 20, 'bc'],
  [-20, 2.5, 'a'],
  [-20, -10, ''],
  [20, 30, ''],
])('between %j and %j hours from now the list has %j', async (from, to, found) => {
  const { host } = await world()
  await planned(host, [2, 5, 8])
  const query = {
    ...(from !== undefined && { from: inHours(from) }),
    ...(to !== undefined && { to: inHours(to) }),
  }
  expect(titles(await host.call(upcomingPlaydates, { query })).join('')).toBe(found)
  expect(await host.call(upcomingCount, { query })).toEqual({ all: 3, matching: found.length })
  for (const order of ['near', 'parts'] as const) {
    // His own playdates are in both whatever the time, as long as they are in the period.
    expect(titles(await host.call(upcomingPlaydates, { query: { ...query, order } })).join('')).toBe(found)
  }
})

test('a running playdate is listed until it ends, in every period it reaches into', async () => {
  const { db, host, fathers } = await world({ fathers: 1 })
  const [id] = await planned(host, [2])
  await db.run(sql`
    update playdates set start_time = now() - interval '30 minutes', end_time = now() + interval '30 minutes' where id = ${id}`)
  const seen = async (query: object) => (await fathers[0].call(upcomingPlaydates, { query })).length
  expect([await seen({}), await seen({ from: inHours(0.4) }), await seen({ from: inHours(0.6) })]).toEqual([1, 1, 0])
  expect([await seen({ to: inHours(0.1) }), await seen({ to: inHours(-0.1) })]).toEqual([1, 0])
  await db.run(sql`update playdates set end_time = now() - interval '1 minute' where id = ${id}`)
  expect(await seen({})).toBe(0)
})

test.each([
  [1, 'abc'],
  [2, 'ab'],
  [3, 'a'],
  [4, ''],
])('with room for %i, the list has %j for another father, and all of his own for the creator', async (room, found) => {
  const { host, father: guest } = await world({ fathers: 1 })
  for (const [title, maxParticipants] of [
    ['a', 4],
    ['b', 3],
    ['c', 2],
  ] as const)
    await host.call(createPlaydate, { body: aPlaydate({ title, maxParticipants }) })
  await host.call(createPlaydate, { body: aPlaydate({ title: 'x', maxParticipants: 4, children: 3 }) })
  expect(titles(await guest.call(upcomingPlaydates, { query: { room } })).join('')).toBe(found)
  expect(titles(await host.call(upcomingPlaydates, { query: { room } })).join('')).toBe('abcx')
})

test('only a creator sees what he can take back, the latest first', async () => {
  const { db, host, fathers } = await world({ fathers: 1 })
  const ids = await planned(host, [5, 6, 7])
  await fathers[0].call(joinPlaydate, { params: { id: ids[0] ?? 0 }, body: {} })
  for (const id of ids.slice(0, 2)) await host.call(deletePlaydate, { params: { id } })
  expect(titles(await host.call(cancelledPlaydates))).toEqual(['b', 'a'])
  expect(await fathers[0].call(cancelledPlaydates)).toEqual([])
  await host.call(undoCancel, { params: { id: ids[0] ?? 0 } })
  expect(titles(await host.call(cancelledPlaydates))).toEqual(['b'])
  await db.run(sql`update playdates set undo_until = now() where undo_until is not null`)
  expect(await host.call(cancelledPlaydates)).toEqual([])
})

test.each<[string, string | null, string | null]>([
  ['48 hours 1 minute', null, null],
  ['47 hours 59 minutes', 'due', null],
  ['24 hours 1 minute', 'due', null],
  ['23 hours 59 minutes', 'due', 'due'],
  ['-1 minute', 'due', null],
])(
  '%s before a date, its regular and its creator with too few fathers are asked for an answer: %j, %j',
  async (before, regular, creator) => {
    const { db, host, father: guest, other } = await world({ fathers: 2 })
    const times = { startTime: inHours(72), endTime: inHours(73) }
    const { id, series } = await host.call(createPlaydate, {
      body: aPlaydate({ ...times, minimumFathers: 4, repeats: { every: 'week' } }),
    })
    await guest.call(takeStanding, { params: { id: series?.id ?? 0 }, body: {} })
    await other.call(joinPlaydate, { params: { id }, body: {} })
    await db.run(
      sql`update playdates set start_time = now() + ${before}::interval, end_time = now() + interval '3 days' where id = ${id}`,
    )
    const asked = async (father: Father) => (await father.call(onePlaydate, { params: { id } })).confirmation
    expect([await asked(guest), await asked(host), await asked(other)]).toEqual([regular, creator, null])
  },
)
