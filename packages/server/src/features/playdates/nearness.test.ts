import { editPlace } from '@papadag/contract/places/places'
import {
  createPlaydate,
  deletePlaydate,
  joinPlaydate,
  type UpcomingQuery,
  upcomingCount,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { block, editProfile, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { aPlayground, everyPage } from '../../testing/places.ts'
import { aPlaydate, type Father, settle, world } from '../../testing/world.ts'

const here = { latitude: 52.37, longitude: 4.9 }
/** The position this many kilometres to the north. */
const north = (km: number) => ({ ...here, latitude: here.latitude + km / 111.2 })
const day = 86_400_000

async function planAt(father: Father, km: number, differences: Parameters<typeof aPlaydate>[0] = {}) {
  const place = await aPlayground(father, { ...north(km), name: `Speeltuin ${km}` })
  return father.call(createPlaydate, { body: aPlaydate({ placeId: place.id, title: `${km} km`, ...differences }) })
}

type Query = { [Name in keyof UpcomingQuery]?: UpcomingQuery[Name] | string } & { limit?: number }

async function seen(father: Father, query: Query = {}) {
  const found = await father.call(upcomingPlaydates, { query: query as object })
  return found.map(({ title, metresAway, distance }) => [title, metresAway ?? distance])
}
const titles = async (father: Father, query: Query = {}) => (await seen(father, query)).map(([title]) => title)

test('without filters the list is complete, with distances to public places', async () => {
  const {
    host,
    fathers: [father],
  } = await world({ fathers: 1 })
  await planAt(host, 1)
  await planAt(host, 30)
  await host.call(createPlaydate, { body: aPlaydate({ title: 'ergens' }) })
  expect(await seen(father)).toEqual([
    ['1 km', null],
    ['30 km', null],
    ['ergens', null],
  ])
  const [one, thirty, somewhere] = await seen(father, here)
  expect(one?.[1]).toBeGreaterThan(980)
  expect(one?.[1]).toBeLessThan(1020)
  expect(thirty?.[1]).toBeGreaterThan(29_800)
  expect(somewhere?.[1]).toBeNull()
  await father.call(editSettings, { body: { neighbourhood: here } })
  // Measured from the middle of his square kilometre.
  expect(Math.abs(Number((await seen(father))[0]?.[1]) - 1000)).toBeLessThan(710)
})

test('a radius limits the list, page by page, with a total', async () => {
  const {
    host,
    fathers: [father],
  } = await world({ fathers: 1 })
  for (const km of [1, 4, 3, 9, 11]) await planAt(host, km)
  expect(await titles(father, { ...here, withinKm: 2 })).toEqual(['1 km'])
  expect(await titles(father, { ...here, withinKm: 5 })).toEqual(['1 km', '4 km', '3 km'])
  const query = `latitude=${here.latitude}&longitude=${here.longitude}&withinKm=10`
  const pages = await everyPage<{ title: string }>(father, `/api/playdates/upcoming?${query}&limit=3`)
  expect(pages.map(page => page.map(({ title }) => title))).toEqual([['1 km', '4 km', '3 km'], ['9 km']])
  const counted = await father.call(upcomingCount, { query: { ...here, withinKm: '10' } as object })
  expect(counted).toEqual({ all: 5, matching: 4 })
  expect(await titles(father, { withinKm: 10 })).toEqual([])
})

test('the list filters by time, places left and children of similar age', async () => {
  const {
    db,
    host,
    fathers: [father, other],
  } = await world({ fathers: 2 })
  const at = (days: number) => ({
    startTime: new Date(Date.now() + days * day).toISOString(),
    endTime: new Date(Date.now() + days * day + 3_600_000).toISOString(),
  })
  await host.call(createPlaydate, { body: aPlaydate({ title: 'morgen', maxParticipants: 4, children: 2 }) })
  await other.call(createPlaydate, { body: aPlaydate({ title: 'later', ...at(4) }) })
  const window = {
    from: new Date(Date.now() + 2 * day).toISOString(),
    to: new Date(Date.now() + 5 * day).toISOString(),
  }
  expect(await titles(father, window)).toEqual(['later'])
  expect(await titles(father, { to: window.from })).toEqual(['morgen'])
  for (const never of [{ from: window.to, to: window.from }, { to: new Date(Date.now() - day).toISOString() }]) {
    for (const query of [never, { ...never, ...here, withinKm: 10 as const }, { ...never, order: 'near' as const }])
      expect(await titles(father, query)).toEqual([])
  }
  // It has begun, but ends only after the period.
  const begun = { start_time: new Date(Date.now() - 60_000), end_time: new Date(Date.now() + 4 * day) }
  await db.run(
    sql`update playdates set start_time = ${begun.start_time}, end_time = ${begun.end_time} where title = 'morgen'`,
  )
  expect(await titles(father, window)).toEqual(['morgen', 'later'])
  expect(await titles(father, { to: window.from })).toEqual(['morgen'])
  expect(await titles(father, { room: 1 })).toEqual(['morgen', 'later'])
  expect(await titles(father, { room: 2 })).toEqual(['later'])
  expect(await titles(host, { room: 2 })).toEqual(['morgen', 'later'])

  const children = (age: number) => ({ childrenInfo: [{ name: 'Noor', age }] })
  await father.call(editProfile, { body: children(4) })
  await host.call(editProfile, { body: children(5) })
  await other.call(editProfile, { body: children(6) })
  const fits = { fits: 'children' } as const
  expect(await titles(father, fits), 'ages are for who knows each other').toEqual([])
  for (const each of [host, other]) await each.call(editSettings, { body: { childrenVisibility: 'members' } })
  expect(await titles(father, fits)).toEqual(['morgen'])
  await host.call(editSettings, { body: { childrenVisibility: 'none' } })
  expect(await titles(father, fits)).toEqual([])
})

test('a playdate does not match by the children of a father he cannot see, nor by his own', async () => {
  const {
    host,
    fathers: [father, other],
  } = await world({ fathers: 2 })
  for (const each of [father, other]) {
    await each.call(editProfile, { body: { childrenInfo: [{ name: 'Noor', age: 4 }] } })
    await each.call(editSettings, { body: { childrenVisibility: 'members' } })
  }
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ title: 'van een derde' }) })
  await other.call(joinPlaydate, { params: { id }, body: {} })
  const fits = { fits: 'children' } as const
  expect(await titles(father, fits)).toEqual(['van een derde'])
  await other.call(block, { params: { id: father.id } })
  expect(await titles(father, fits)).toEqual([])
  expect(await titles(host, fits), 'his own, though he has no children').toEqual(['van een derde'])
})

test('the distance to a home is given in bands, and only if the father who lives there shows it', async () => {
  const {
    db,
    host,
    fathers: [father, stranger],
  } = await world({ fathers: 2 })
  await host.call(createPlaydate, {
    body: aPlaydate({ title: 'thuis', locationVisibility: 'participants', area: 'Oost' }),
  })
  await host.call(editSettings, { body: { neighbourhood: north(3), showDistance: true } })
  await father.call(editSettings, { body: { neighbourhood: here } })
  await settle(db)
  expect(await seen(father)).toEqual([['thuis', '<5']])
  expect(await titles(father, { withinKm: 5 })).toEqual(['thuis'])
  expect(await titles(father, { withinKm: 2 })).toEqual([])
  expect(await seen(stranger), 'who says nothing himself is told nothing').toEqual([['thuis', null]])
  await host.call(editSettings, { body: { showDistance: false } })
  expect(await seen(father)).toEqual([['thuis', null]])
  expect(await titles(father, { withinKm: 5 })).toEqual([])
})

test('nobody can narrow down where a home is by claiming one position after another', async () => {
  const {
    db,
    host,
    fathers: [father],
  } = await world({ fathers: 1 })
  await host.call(editSettings, { body: { neighbourhood: here, showDistance: true } })
  const atHome = { locationVisibility: 'participants', area: 'Oost' } as const
  await host.call(createPlaydate, { body: aPlaydate({ title: 'thuis', ...atHome }) })
  await planAt(host, 0, { title: 'bij de plek', ...atHome })
  await father.call(editSettings, { body: { neighbourhood: north(30) } })
  await settle(db)

  // Measured from all around: only his own neighbourhood counts for the band of a father's home.
  for (const km of [-4, -2, 0, 2, 4]) {
    expect((await seen(father, north(km)))[0]).toEqual(['thuis', '10+'])
    expect(await titles(father, { ...north(km), withinKm: 10 })).not.toContain('thuis')
  }
  // Within a square kilometre every position gets the same results for a hidden address.
  const answers = new Set<string>()
  const { neighbourhood } = await host.call(editSettings, { body: { neighbourhood: north(5) } })
  if (!neighbourhood) throw new Error('no neighbourhood was kept')
  for (const off of [-0.003, 0, 0.003]) {
    const from = { latitude: neighbourhood.latitude + off, longitude: neighbourhood.longitude - off }
    answers.add(JSON.stringify([await seen(father, from), await titles(father, { ...from, withinKm: 5 })]))
  }
  expect([...answers]).toHaveLength(1)
})

test('a playdate stays where it was planned when its place is moved, and is nowhere once a moderator hides the place', async () => {
  const {
    db,
    host,
    fathers: [father],
  } = await world({ fathers: 1 })
  const { placeId } = await planAt(host, 1)
  if (placeId === null) throw new Error('it is at no place')
  const near = () => titles(father, { ...here, withinKm: 2 })
  expect(await near()).toEqual(['1 km'])
  await host.call(editPlace, { params: { id: placeId }, form: { latitude: String(north(8).latitude) } as object })
  expect(await near()).toEqual(['1 km'])
  await db.run(sql`update places set hidden_at = now(), taken_down_at = now() where id = ${placeId}`)
  expect(await near()).toEqual([])
})

test('the home screen lists nearby playdates and the father’s own first, then the rest', async () => {
  const {
    host,
    fathers: [father],
  } = await world({ fathers: 1 })
  await planAt(host, 40)
  const own = await planAt(host, 50, { title: 'waar hij komt' })
  await planAt(host, 1)
  await father.call(joinPlaydate, { params: { id: own.id }, body: {} })
  expect(await titles(father, { ...here, order: 'near' })).toEqual(['waar hij komt', '1 km', '40 km'])
})

test('his own next playdate comes first, so that it shows even where there is room for two, unless it is cancelled', async () => {
  const {
    host,
    fathers: [father],
  } = await world({ fathers: 1 })
  for (const km of [1, 2]) await planAt(host, km)
  const off = await planAt(host, 3, { title: 'gaat niet door' })
  const joined = await planAt(host, 50, { title: 'waar hij komt' })
  for (const { id } of [off, joined]) await father.call(joinPlaydate, { params: { id }, body: {} })
  await host.call(deletePlaydate, { params: { id: off.id }, body: {} })
  expect(await titles(father, { ...here, order: 'near', limit: 2 })).toEqual(['waar hij komt', '1 km'])
  const all = ['waar hij komt', '1 km', '2 km', 'gaat niet door']
  expect(await titles(father, { ...here, order: 'near' })).toEqual(all)
})

test.each(['withinKm=3', 'withinKm=x', 'room=0', 'room=51', 'fits=all', 'order=far', 'from=soon', 'latitude=52'])(
  'the list refuses the filter %s',
  async query => {
    const { host } = await world()
    expect((await host.fetch('GET', `/api/playdates/upcoming?${query}`)).status).toBe(400)
  },
)

/** The list in two parts, by title and the radius of its part. */
async function parts(father: Father, query: Query = {}) {
  const found = await father.call(upcomingPlaydates, { query: { order: 'parts', ...query } as object })
  return found.map(({ title, nearKm }) => [title, nearKm])
}

test('the list in two parts starts with what is near, orders each part by time, and hides nothing', async () => {
  const {
    host,
    fathers: [father],
  } = await world({ fathers: 1 })
  const inDays = (days: number) => ({
    startTime: new Date(Date.now() + days * day).toISOString(),
    endTime: new Date(Date.now() + days * day + 3_600_000).toISOString(),
  })
  await planAt(host, 60, inDays(1))
  for (const [index, km] of [9, 1, 3, 5, 7].entries()) await planAt(host, km, inDays(6 - index))
  await planAt(host, 12, inDays(1.5))
  await host.call(createPlaydate, { body: aPlaydate({ title: 'ergens', ...inDays(7) }) })
  const own = await planAt(host, 80, { title: 'waar hij komt', ...inDays(8) })
  await father.call(joinPlaydate, { params: { id: own.id }, body: {} })
  const near = ['7 km', '5 km', '3 km', '1 km', '9 km', 'waar hij komt']
  const expected = [...near.map(title => [title, 10]), ['ergens', null], ['60 km', null], ['12 km', null]]
  expect(await parts(father, here)).toEqual(expected)
  expect(await parts(father, { ...here, limit: 7 })).toEqual(expected.slice(0, 7))
  expect(await parts(father, { ...here, limit: 8 })).toEqual(expected.slice(0, 8))
  expect(await parts(father, { ...here, limit: 3 })).toEqual(expected.slice(0, 3))
  // From his home, without a position.
  await father.call(editSettings, { body: { neighbourhood: here } })
  expect(await parts(father)).toEqual(expected)
  // Two parts of what he searches for, but none within a radius that he has chosen.
  expect(await parts(father, { to: inDays(2.5).startTime })).toEqual([
    ['12 km', 15],
    ['7 km', 15],
    ['60 km', null],
  ])
  expect(await parts(father, { withinKm: 2 })).toEqual([['1 km', undefined]])
  expect(await parts(father, { room: 50 })).toEqual([['waar hij komt', 10]])
})

test('playdates that began without him come last in their part and on the home screen, and those he takes part in keep their position', async () => {
  const {
    db,
    host,
    fathers: [father],
  } = await world({ fathers: 1 })
  const running = await planAt(host, 1, { title: 'bezig' })
  const his = await planAt(host, 2, { title: 'bezig met hem' })
  await planAt(host, 3, { title: 'straks' })
  const far = await planAt(host, 90, { title: 'ver en bezig' })
  await planAt(host, 90, { title: 'ver' })
  await father.call(joinPlaydate, { params: { id: his.id }, body: {} })
  await db.run(sql`update playdates set start_time = now() - interval '1 hour' where id in (${running.id}, ${far.id})`)
  await db.run(sql`update playdates set start_time = now() - interval '30 minutes' where id = ${his.id}`)
  expect(await titles(father, { ...here, order: 'parts' })).toEqual([
    ...['bezig met hem', 'straks', 'bezig'],
    ...['ver', 'ver en bezig'],
  ])
  expect(await titles(father, { ...here, order: 'parts', withinKm: 5 })).toEqual(['bezig met hem', 'straks', 'bezig'])
  expect(await titles(father, { ...here, order: 'near', limit: 2 })).toEqual(['bezig met hem', 'straks'])
  // The call without parameters stays as it is.
  expect((await titles(father))[0]).toBe('bezig')
})

test('nearby reaches further until it has five playdates, and stops where a wider reach finds no more', async () => {
  const {
    host,
    fathers: [father],
  } = await world({ fathers: 1 })
  const reach = async () => (await parts(father, here)).find(([, km]) => km)?.[1]
  await planAt(host, 60)
  expect(await parts(father, here)).toEqual([['60 km', null]])
  await planAt(host, 4)
  expect(await reach()).toBe(10)
  await planAt(host, 30)
  expect(await reach()).toBe(50)
  for (const km of [12, 13, 14]) await planAt(host, km)
  expect(await reach()).toBe(50)
  const { id } = await planAt(host, 11)
  expect(await reach()).toBe(15)
  await host.call(deletePlaydate, { params: { id }, body: {} })
  expect(await reach()).toBe(50)
  for (const km of [1, 2, 3, 9]) await planAt(host, km)
  expect(await reach()).toBe(10)
})

test('the part of nearby playdates reveals no more about a hidden address or a home than its distance band', async () => {
  const {
    db,
    host,
    fathers: [father, other],
  } = await world({ fathers: 2 })
  await father.call(editSettings, { body: { neighbourhood: here } })
  await host.call(editSettings, { body: { neighbourhood: north(12), showDistance: true } })
  await settle(db)
  // Only places are found within 15 km.
  for (const _ of [1, 2, 3, 4, 5]) await planAt(other, 12)
  const hidden = { locationVisibility: 'participants' as const }
  await planAt(host, 12, { title: 'adres', ...hidden })
  await host.call(createPlaydate, { body: aPlaydate({ title: 'thuis', ...hidden }) })
  await host.call(createPlaydate, { body: aPlaydate({ title: 'ergens' }) })
  const near = async () => Object.fromEntries(await parts(father))
  expect(await near()).toEqual({ '12 km': 15, adres: null, thuis: null, ergens: null })
  await host.call(editSettings, { body: { showDistance: false } })
  expect(await near()).toMatchObject({ adres: null, thuis: null })
  await host.call(editSettings, { body: { neighbourhood: north(5), showDistance: true } })
  await settle(db)
  expect(await near()).toMatchObject({ adres: null, thuis: 15 })
})

test('without a position the list has no parts, and without parameters it is ordered by time', async () => {
  const {
    host,
    fathers: [father],
  } = await world({ fathers: 1 })
  await planAt(host, 60)
  await planAt(host, 1)
  const all = [
    ['60 km', undefined],
    ['1 km', undefined],
  ]
  expect(await parts(father)).toEqual(all)
  await father.call(editSettings, { body: { neighbourhood: here } })
  expect(await titles(father)).toEqual(['60 km', '1 km'])
  expect((await father.call(upcomingPlaydates)).map(({ nearKm }) => nearKm)).toEqual([undefined, undefined])
})
