import { register } from '@papadag/contract/auth'
import { notifications } from '@papadag/contract/notifications'
import { createPlaydate } from '@papadag/contract/playdates/playdates'
import { today } from '@papadag/contract/today'
import { block, editProfile, editSettings, settings } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import { type Db, sql } from '../../platform/db/db.ts'
import { Client } from '../../testing/client.ts'
import { aPlayground } from '../../testing/places.ts'
import { aPlaydate, type Father, type World, world } from '../../testing/world.ts'

const zutphen = { latitude: 52.138, longitude: 6.201 }

const livesIn = (father: Father, city: string) => father.call(editProfile, { body: { city } })
const townOf = async (father: Father) => (await father.call(today)).town
const asks = (father: Father) => father.call(editSettings, { body: { tellFirstNearby: true } })
/** Who the fathers are of whom he was told as the first near him. */
async function told(father: Father) {
  const all = await father.call(notifications)
  return all.filter(({ details }) => details.relation === 'near').map(({ person }) => person?.id)
}
const isAsking = async (father: Father) => (await father.call(settings)).tellFirstNearby
const registered = (db: Db, { id }: Father, days: number) =>
  db.run(sql`update users set created_at = now() - make_interval(days => ${days}::int) where id = ${id}`)

/** A new account in this town; returns its id. */
async function registers({ origin }: Pick<World, 'origin'>, city: string, username = city.toLowerCase()) {
  const client = new Client(origin)
  const { id } = await client.call(register, {
    body: {
      ...{ username, email: `${username}@papadag.test`, password: 'glijbaan-met-zand' },
      ...{ firstName: 'Ruud', lastName: 'Bos', city },
    },
  })
  return id
}

test('the only father known in his town reads that he is the first, and where the nearest playdate is', async () => {
  const { host, fathers } = await world({ fathers: 2 })
  const [first, away] = fathers
  expect(await townOf(first)).toBeNull()
  await livesIn(first, 'Zutphen')
  await livesIn(away, 'Amsterdam')
  const alone = { name: 'Zutphen', url: '/kijk/zutphen', opens: 0, opensThisWeek: 0, came: 0, sinceDays: 7 }
  expect(await townOf(first)).toEqual({ ...alone, nearest: null })
  const { id: placeId } = await aPlayground(host, { latitude: 52.255, longitude: 6.164 })
  await host.call(createPlaydate, { body: aPlaydate({ placeId }) })
  expect(await townOf(first)).toEqual({ ...alone, nearest: { town: 'Deventer', km: 13 } })
  // His own is none that he could join.
  expect((await townOf(host)) ?? null).toBeNull()
  await host.call(block, { params: { id: first.id } })
  expect(await townOf(first)).toEqual({ ...alone, nearest: null })
})

test.each<[string, (other: Father) => Promise<unknown>, isAlone: boolean]>([
  ['lives in the same town', other => livesIn(other, 'zutphen'), false],
  ['lives in a town within 10 km', other => livesIn(other, 'Brummen'), false],
  ['lives in a town further away', other => livesIn(other, 'Deventer'), true],
  [
    'shows that he lives near',
    other => other.call(editSettings, { body: { neighbourhood: zutphen, showDistance: true } }),
    false,
  ],
  ['lives near, but does not show it', other => other.call(editSettings, { body: { neighbourhood: zutphen } }), true],
  [
    'lives in the same town, but cannot be found',
    async other => {
      await livesIn(other, 'Zutphen')
      await other.call(editSettings, { body: { discoverable: false } })
    },
    true,
  ],
])('whether a father is the first in his town while another %s', async (_, lives, isAlone) => {
  const { db, father, other } = await world({ fathers: 2 })
  await livesIn(father, 'Zutphen')
  // A position he gave days ago.
  await father.call(editSettings, { body: { neighbourhood: { ...zutphen, latitude: 52.15 } } })
  await db.run(sql`update users set neighbourhood_since = now() - interval '4 days' where id = ${father.id}`)
  await lives(other)
  await registered(db, other, 60)
  expect((await townOf(father)) !== null).toBe(isAlone)
})

test('the first father in a town sees for a month who has come since, and those who came later do not', async () => {
  const { db, fathers } = await world({ fathers: 3 })
  const [first, second, hidden] = fathers
  for (const father of fathers) await livesIn(father, 'Zutphen')
  await registered(db, first, 15)
  await registered(db, hidden, 2)
  await db.run(sql`update users set hidden_at = now() where id = ${hidden.id}`)
  expect(await townOf(first)).toMatchObject({ came: 1, sinceDays: 15 })
  expect(await townOf(second)).toBeNull()
  await registered(db, first, 31)
  expect(await townOf(first)).toBeNull()
  // Whoever is alone stays the first for as long as that lasts.
  await db.run(sql`update users set hidden_at = now() where id = ${second.id}`)
  expect(await townOf(first)).toMatchObject({ came: 0, sinceDays: 31 })
})

test('only visitors who open the page of a town themselves are counted, and at most ten an hour from one address', async () => {
  const here = await world({ fathers: 1, env: { RATE_LIMIT: 'on', TRUST_PROXY: '1' } })
  const { db, visitor } = here
  const [father] = here.fathers
  await livesIn(father, 'Zutphen')
  const opens = (
    headers: Record<string, string> = {},
    { path = '/kijk/zutphen', who = visitor, method = 'GET' } = {},
  ) => who.fetch(method, path, { headers: { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'Firefox', ...headers } })
  const counted = (times: number) =>
    vi.waitFor(async () => expect(await townOf(father)).toMatchObject({ opens: times, opensThisWeek: times }))
  await opens({ 'sec-purpose': 'prefetch;prerender' })
  await opens({ 'user-agent': 'WhatsApp/2.23' })
  await opens({}, { who: father })
  await opens({}, { method: 'HEAD' })
  await opens({}, { path: '/kijk/deventer' })
  await opens({}, { path: '/kijk/nergens' })
  await opens({ 'x-forwarded-for': '198.51.100.7' })
  await counted(1)
  for (let time = 0; time < 12; time += 1) expect((await opens()).status).toBe(200)
  await counted(10)
  expect(await db.count(sql`from town_opens where town in ('zutphen', 'deventer')`)).toBe(2)
  await db.run(sql`update town_opens set day = day - 7`)
  expect(await townOf(father)).toMatchObject({ opens: 10, opensThisWeek: 0 })
  await registered(db, father, 0)
  expect(await townOf(father)).toMatchObject({ opens: 0 })
})

test('the page of a town is sent even if it cannot be counted', async () => {
  const { db, visitor } = await world()
  await db.run(sql`drop table town_opens`)
  expect((await visitor.fetch('GET', '/kijk/zutphen', { headers: { 'user-agent': 'Firefox' } })).status).toBe(200)
})

test('a father who asked for it is notified once of the first father who registers within 10 km', async () => {
  const all = await world({ fathers: 3 })
  const [asking, unasked, far] = all.fathers
  for (const father of [asking, unasked]) await livesIn(father, 'Zutphen')
  await livesIn(far, 'Deventer')
  for (const father of [asking, far]) await asks(father)
  await registers(all, 'Utrecht')
  await registers(all, 'Nergenshuizen')
  expect([await told(asking), await isAsking(asking)]).toEqual([[], true])
  const first = await registers(all, 'Brummen')
  await registers(all, 'Zutphen', 'later')
  expect([await told(asking), await isAsking(asking)]).toEqual([[first], false])
  for (const father of [unasked, far]) expect(await told(father)).toEqual([])
  expect(await isAsking(far)).toBe(true)
  expect(await all.db.count(sql`from outbox where kind = 'notice' and user_id = ${asking.id}`)).toBe(1)
})

test.each<[string, (father: Father) => Promise<unknown>]>([
  ['moves there', father => livesIn(father, 'Zutphen')],
  [
    'shows that he lives there',
    async father => {
      await father.call(editSettings, { body: { neighbourhood: zutphen } })
      await father.call(editSettings, { body: { showDistance: true } })
    },
  ],
])('a father who asked for it is notified of a father who %s', async (_, moves) => {
  const { db, father: asking, other } = await world({ fathers: 2 })
  await asking.call(editSettings, { body: { neighbourhood: zutphen, tellFirstNearby: true } })
  await db.run(sql`update users set neighbourhood_since = now() - interval '4 days' where id = ${asking.id}`)
  await moves(other)
  expect(await told(asking)).toEqual([other.id])
})

test.each<[string, (all: { db: Db; asking: Father; other: Father }) => Promise<unknown>]>([
  ['whom he has blocked', ({ asking, other }) => asking.call(block, { params: { id: other.id } })],
  ['who has blocked him', ({ asking, other }) => other.call(block, { params: { id: asking.id } })],
  [
    'whom moderators have hidden',
    ({ db, other }) => db.run(sql`update users set hidden_at = now() where id = ${other.id}`),
  ],
  ['who cannot be found', ({ other }) => other.call(editSettings, { body: { discoverable: false } })],
  [
    'who lives near without showing it',
    ({ db, other }) => db.run(sql`update users set city = 'Utrecht' where id = ${other.id}`),
  ],
])('a father who asked for it is not notified of a father %s', async (_, is) => {
  const { db, father: asking, other } = await world({ fathers: 2 })
  await livesIn(asking, 'Zutphen')
  await asks(asking)
  await is({ db, asking, other })
  await other.call(editSettings, { body: { neighbourhood: zutphen } }).catch(() => {})
  if (_ !== 'who lives near without showing it') await livesIn(other, 'Zutphen').catch(() => {})
  expect([await told(asking), await isAsking(asking)]).toEqual([[], true])
})

test('the first father in a town reads how many came after him, until there are three', async () => {
  const all = await world({ fathers: 1 })
  const [first] = all.fathers
  await livesIn(first, 'Zutphen')
  for (const [came, username] of ['een', 'twee', 'drie'].entries()) {
    expect(await townOf(first)).toMatchObject({ came })
    await registers(all, 'Zutphen', username)
  }
  expect(await townOf(first)).toBeNull()
})

test.each([
  ['where another father lives does not wait for the first any more', 'Zutphen', false],
  ['where nobody lives still waits', 'Deventer', true],
])('a father who asked for the first, and moves to a town %s', async (_, town, waits) => {
  const { father: asking, other: settled } = await world({ fathers: 2 })
  await livesIn(settled, 'Zutphen')
  await livesIn(asking, 'Utrecht')
  await asks(asking)
  await livesIn(asking, town)
  expect([await told(asking), await isAsking(asking)]).toEqual([[], waits])
})

test('a father is notified of two others who register at the same time as of one', async () => {
  const all = await world({ fathers: 1 })
  const [asking] = all.fathers
  await livesIn(asking, 'Zutphen')
  await asks(asking)
  await Promise.all([registers(all, 'Zutphen', 'een'), registers(all, 'Zutphen', 'twee')])
  expect(await told(asking)).toHaveLength(1)
})

test('a father is no longer notified of an account that was deleted', async () => {
  const all = await world({ fathers: 2 })
  const [asking, other] = all.fathers
  await livesIn(asking, 'Zutphen')
  await asks(asking)
  await livesIn(other, 'Zutphen')
  await all.db.run(sql`delete from users where id = ${other.id}`)
  expect(await told(asking)).toEqual([])
})
