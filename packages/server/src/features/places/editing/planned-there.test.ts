import { invitation, makeInvite } from '@papadag/contract/invites'
import { notifications } from '@papadag/contract/notifications'
import { decideOnPlace, proposeForPlace } from '@papadag/contract/places/place-edits'
import { editPlace } from '@papadag/contract/places/places'
import { createPlaydate, editPlaydate, onePlaydate, type Playdate } from '@papadag/contract/playdates/playdates'
import { choosePollTime, createPoll } from '@papadag/contract/playdates/polls'
import { expect, test } from 'vitest'
import { makeDueDates } from '../../../domain/playdates/series/dates.ts'
import { sql } from '../../../platform/db/db.ts'
import { aPlayground, here } from '../../../testing/places.ts'
import { aPoll, timeAt } from '../../../testing/polls.ts'
import { aPlaydate, endPlaydate, type Father, world } from '../../../testing/world.ts'

const there = { latitude: '52.4', longitude: '4.95' }
const told = async (father: Father) =>
  (await father.call(notifications))
    .filter(({ kind }) => kind === 'playdate.placeChanged')
    .map(({ details }) => details)

/** A playground with a father who edits it. */
async function aPlace() {
  const all = await world({ fathers: 4 })
  const { id } = await aPlayground(all.host, { name: 'De Zandkuil' })
  const [editor] = all.fathers
  const edit = (form: Record<string, string>) => editor.call(editPlace, { params: { id }, form })
  return { ...all, placeId: id, editor, edit }
}
type Place = Awaited<ReturnType<typeof aPlace>>

const kinds: Record<string, (all: Place) => Promise<Playdate>> = {
  'a single playdate': ({ host, placeId }) => host.call(createPlaydate, { body: aPlaydate({ placeId }) }),
  'a weekly playdate': ({ host, placeId }) =>
    host.call(createPlaydate, { body: { ...aPlaydate({ placeId }), repeats: { every: 'week' } } }),
  'an open hour': ({ host, placeId }) => host.call(createPlaydate, { body: aPlaydate({ placeId, kind: 'open' }) }),
  'a playdate at home': ({ host, placeId }) =>
    host.call(createPlaydate, { body: aPlaydate({ placeId, locationVisibility: 'participants', area: 'West' }) }),
}

test.each(Object.entries(kinds))(
  'when its place is moved, %s stays where it was planned, and its creator hears of it once',
  async (_kind, plan) => {
    const all = await aPlace()
    const { host, edit, placeId } = all
    const planned = await plan(all)
    await edit({ name: 'Donkere Steeg', ...there })
    await edit({ address: 'Donkere Steeg 13' })
    const read = () => host.call(onePlaydate, { params: planned })
    expect(await read()).toMatchObject({ ...here, placeId })
    expect(await told(host)).toEqual([expect.objectContaining({ playdateId: planned.id, title: planned.title })])
    expect(await all.db.count(sql`from outbox where kind = 'notice' and user_id = ${host.id}`)).toBe(1)
    const { title: _title, ...body } = aPlaydate({ placeId, kind: planned.kind === 'open' ? 'open' : 'playdate' })
    await host.call(editPlaydate, { params: planned, body: { ...body, title: 'Anders' } })
    expect(await read()).toMatchObject(here)
  },
)

test('later dates of a series are at the place where it was planned, until its creator chooses another', async () => {
  const { db, host, edit, placeId } = await aPlace()
  const { series } = await host.call(createPlaydate, {
    body: { ...aPlaydate({ placeId }), repeats: { every: 'week' } },
  })
  await edit({ name: 'Donkere Steeg', ...there })
  await db.run(sql`update series set makes_at = now() where id = ${series?.id}`)
  await db.run(
    sql`update playdates set start_time = start_time - interval '21 days', end_time = end_time - interval '21 days'`,
  )
  await db.run(sql`update series set anchor_date = anchor_date - 21`)
  await makeDueDates(db)
  const isElsewhere = sql`from playdates where (place_name, place_latitude) is distinct from ('De Zandkuil', ${here.latitude}::float8)`
  expect(await db.count(sql`from playdates`)).toBeGreaterThan(3)
  expect(await db.count(isElsewhere)).toBe(0)
  expect(await told(host)).toHaveLength(1)
})

test('a playdate on a day chosen in a poll is at the place that the poll named', async () => {
  const { host, edit, placeId } = await aPlace()
  const { startTime, endTime, ...plan } = aPlaydate({ placeId })
  const later = new Date(Date.parse(startTime) + 86_400_000).toISOString()
  const until = new Date(Date.parse(endTime) + 86_400_000).toISOString()
  const times = [
    { startTime, endTime },
    { startTime: later, endTime: until },
  ]
  const poll = await host.call(createPoll, { body: { ...plan, times, fathers: [] } })
  await edit({ name: 'Donkere Steeg', ...there })
  const [time] = poll.times
  const made = await host.call(choosePollTime, { params: poll, body: { timeId: time?.id ?? 0 } })
  expect(made).toMatchObject({ placeId, ...here })
})

test('everywhere outside its page, a playdate shows the place as it was planned', async () => {
  const { host, visitor, edit, placeId } = await aPlace()
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ placeId, location: 'De Zandkuil, Dam 1' }) })
  const { token } = await host.call(makeInvite, { params: { id }, body: {} })
  await edit({ name: 'Donkere Steeg', address: 'Donkere Steeg 13', ...there })
  expect(await visitor.call(invitation, { params: { token } })).toMatchObject({ place: 'De Zandkuil' })
  const [page, calendar] = await Promise.all([
    visitor.fetch('GET', `/i/${token}`).then(answer => answer.text()),
    host.fetch('GET', `/api/playdates/${id}/calendar.ics`).then(answer => answer.text()),
  ])
  expect(page).toContain('De Zandkuil')
  expect(page).not.toContain('Donkere Steeg')
  expect(calendar).not.toContain('Donkere Steeg')
})

test('a creator who chooses another place gets that place as it is now', async () => {
  const { host, edit, placeId, editor } = await aPlace()
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  expect(await host.call(onePlaydate, { params: { id } })).toMatchObject({ latitude: null })
  await edit(there)
  await host.call(editPlaydate, { params: { id }, body: aPlaydate({ placeId }) })
  expect(await host.call(onePlaydate, { params: { id } })).toMatchObject({ latitude: 52.4 })
  const other = await aPlayground(editor, { latitude: 52.1 })
  await host.call(editPlaydate, { params: { id }, body: aPlaydate({ placeId: other.id }) })
  expect(await host.call(onePlaydate, { params: { id } })).toMatchObject({ latitude: 52.1 })
})

test.each<[string, (all: Place, id: number) => Promise<unknown>, number]>([
  ['a description', ({ edit }) => edit({ description: 'Leuk' }), 0],
  ['the same name again', ({ edit }) => edit({ name: 'De Zandkuil' }), 0],
  ['a name', ({ edit }) => edit({ name: 'De Zandbak' }), 1],
  ['a position a metre away', ({ edit }) => edit({ latitude: '52.37001' }), 1],
  [
    'his own name for it',
    ({ host, placeId }) => host.call(editPlace, { params: { id: placeId }, form: { name: 'Anders' } }),
    0,
  ],
  [
    'a name for a playdate that is over',
    async ({ db, edit }, id) => {
      await endPlaydate(db, id)
      await edit({ name: 'Anders' })
    },
    0,
  ],
  [
    'a name by a new account',
    async ({ db, edit, editor }) => {
      await db.run(sql`update users set created_at = now() where id = ${editor.id}`)
      await edit({ name: 'Anders' })
    },
    0,
  ],
  [
    'its end, as three members say',
    async ({ fathers, placeId }) => {
      for (const father of fathers.slice(0, 3))
        await father.call(proposeForPlace, { params: { id: placeId }, body: { kind: 'gone' } })
    },
    1,
  ],
  [
    'its hiding by a moderator',
    async ({ db, editor, placeId }) => {
      await db.run(sql`update users set is_moderator = true where id = ${editor.id}`)
      await editor.call(decideOnPlace, { params: { id: placeId }, body: { decision: 'hide', reason: 'Een tuin' } })
    },
    1,
  ],
])(
  'when a place gets %s, the creator of a playdate there hears of it only if it concerns him',
  async (_what, happens, times) => {
    const all = await aPlace()
    const { id } = await all.host.call(createPlaydate, { body: aPlaydate({ placeId: all.placeId }) })
    await happens(all, id)
    expect(await told(all.host)).toHaveLength(times)
  },
)

test('one member’s hundreds of playdates at a place do not keep others from hearing that it has changed', async () => {
  const { db, host, fathers, placeId, edit } = await aPlace()
  await db.run(sql`
    insert into playdates (creator_id, title, location, place_id, start_time, end_time, max_participants)
    select ${fathers[1].id}, 'Vol', 'Daar', ${placeId}, now() + interval '1 hour', now() + interval '2 hours', 5 from generate_series(1, 205)`)
  await host.call(createPlaydate, { body: aPlaydate({ placeId }) })
  await edit({ name: 'Anders' })
  expect(await told(host)).toHaveLength(1)
  expect(await told(fathers[1])).toHaveLength(199)
})

test('a playdate on a day chosen in a poll keeps the clock of the place that the poll named', async () => {
  const { db, host, placeId, edit } = await aPlace()
  const poll = await host.call(createPoll, { body: aPoll({ placeId }) })
  await edit({ latitude: '-36.85', longitude: '174.76' })
  await host.call(choosePollTime, { params: poll, body: { timeId: timeAt(poll, 0) } })
  expect(await db.count(sql`from playdates where time_zone = 'Europe/Amsterdam'`)).toBe(1)
})
