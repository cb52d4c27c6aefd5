import { editPlace } from '@papadag/contract/places/places'
import { createPlaydate, deletePlaydate, joinPlaydate, upcomingCount } from '@papadag/contract/playdates/playdates'
import { block, editProfile, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { everyPage, here } from '../../testing/places.ts'
import { kmNorth, listed, planNorth, titlesOf } from '../../testing/scenes/nearby.ts'
import { aPlaydate, settle, world } from '../../testing/world.ts'

const day = 86_400_000

test('without filters the list is complete, with distances to public places', async () => {
  const { host, father } = await world({ fathers: 1 })
  await planNorth(host, 1)
  await planNorth(host, 30)
  await host.call(createPlaydate, { body: aPlaydate({ title: 'ergens' }) })
  expect(await listed(father)).toEqual([
    ['1 km', null],
    ['30 km', null],
    ['ergens', null],
  ])
  const [one, thirty, somewhere] = await listed(father, here)
  expect(one?.[1]).toBeGreaterThan(980)
  expect(one?.[1]).toBeLessThan(1020)
  expect(thirty?.[1]).toBeGreaterThan(29_800)
  expect(somewhere?.[1]).toBeNull()
  await father.call(editSettings, { body: { neighbourhood: here } })
  // Measured from the middle of his square kilometre.
  expect(Math.abs(Number((await listed(father))[0]?.[1]) - 1000)).toBeLessThan(710)
})

test('a radius limits the list, page by page, with a total', async () => {
  const { host, father } = await world({ fathers: 1 })
  for (const km of [1, 4, 3, 9, 11]) await planNorth(host, km)
  expect(await titlesOf(father, { ...here, withinKm: 2 })).toEqual(['1 km'])
  expect(await titlesOf(father, { ...here, withinKm: 5 })).toEqual(['1 km', '4 km', '3 km'])
  const query = `latitude=${here.latitude}&longitude=${here.longitude}&withinKm=10`
  const pages = await everyPage<{ title: string }>(father, `/api/playdates/upcoming?${query}&limit=3`)
  expect(pages.map(page => page.map(({ title }) => title))).toEqual([['1 km', '4 km', '3 km'], ['9 km']])
  const counted = await father.call(upcomingCount, { query: { ...here, withinKm: '10' } as object })
  expect(counted).toEqual({ all: 5, matching: 4 })
  expect(await titlesOf(father, { withinKm: 10 })).toEqual([])
})

test('the list filters by time, places left and children of similar age', async () => {
  const { db, host, father, other } = await world({ fathers: 2 })
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
  expect(await titlesOf(father, window)).toEqual(['later'])
  expect(await titlesOf(father, { to: window.from })).toEqual(['morgen'])
  for (const never of [{ from: window.to, to: window.from }, { to: new Date(Date.now() - day).toISOString() }]) {
    for (const query of [never, { ...never, ...here, withinKm: 10 as const }, { ...never, order: 'near' as const }])
      expect(await titlesOf(father, query)).toEqual([])
  }
  // It has begun, but ends only after the period.
  const begun = { start_time: new Date(Date.now() - 60_000), end_time: new Date(Date.now() + 4 * day) }
  await db.run(
    sql`update playdates set start_time = ${begun.start_time}, end_time = ${begun.end_time} where title = 'morgen'`,
  )
  expect(await titlesOf(father, window)).toEqual(['morgen', 'later'])
  expect(await titlesOf(father, { to: window.from })).toEqual(['morgen'])
  expect(await titlesOf(father, { room: 1 })).toEqual(['morgen', 'later'])
  expect(await titlesOf(father, { room: 2 })).toEqual(['later'])
  expect(await titlesOf(host, { room: 2 })).toEqual(['morgen', 'later'])

  const children = (age: number) => ({ childrenInfo: [{ name: 'Noor', age }] })
  await father.call(editProfile, { body: children(4) })
  await host.call(editProfile, { body: children(5) })
  await other.call(editProfile, { body: children(6) })
  const fits = { fits: 'children' } as const
  expect(await titlesOf(father, fits), 'ages are for who knows each other').toEqual([])
  for (const each of [host, other]) await each.call(editSettings, { body: { childrenVisibility: 'members' } })
  expect(await titlesOf(father, fits)).toEqual(['morgen'])
  await host.call(editSettings, { body: { childrenVisibility: 'none' } })
  expect(await titlesOf(father, fits)).toEqual([])
})

test('a playdate does not match by the children of a father he cannot see, nor by his own', async () => {
  const { host, father, other } = await world({ fathers: 2 })
  for (const each of [father, other]) {
    await each.call(editProfile, { body: { childrenInfo: [{ name: 'Noor', age: 4 }] } })
    await each.call(editSettings, { body: { childrenVisibility: 'members' } })
  }
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ title: 'van een derde' }) })
  await other.call(joinPlaydate, { params: { id }, body: {} })
  const fits = { fits: 'children' } as const
  expect(await titlesOf(father, fits)).toEqual(['van een derde'])
  await other.call(block, { params: { id: father.id } })
  expect(await titlesOf(father, fits)).toEqual([])
  expect(await titlesOf(host, fits), 'his own, though he has no children').toEqual(['van een derde'])
})

test('the distance to a home is given in bands, and only if the father who lives there shows it', async () => {
  const { db, host, father, other: stranger } = await world({ fathers: 2 })
  await host.call(createPlaydate, {
    body: aPlaydate({ title: 'thuis', locationVisibility: 'participants', area: 'Oost' }),
  })
  await host.call(editSettings, { body: { neighbourhood: kmNorth(3), showDistance: true } })
  await father.call(editSettings, { body: { neighbourhood: here } })
  await settle(db)
  expect(await listed(father)).toEqual([['thuis', '<5']])
  expect(await titlesOf(father, { withinKm: 5 })).toEqual(['thuis'])
  expect(await titlesOf(father, { withinKm: 2 })).toEqual([])
  expect(await listed(stranger), 'who says nothing himself is told nothing').toEqual([['thuis', null]])
  await host.call(editSettings, { body: { showDistance: false } })
  expect(await listed(father)).toEqual([['thuis', null]])
  expect(await titlesOf(father, { withinKm: 5 })).toEqual([])
})

test('nobody can narrow down where a home is by claiming one position after another', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  await host.call(editSettings, { body: { neighbourhood: here, showDistance: true } })
  const atHome = { locationVisibility: 'participants', area: 'Oost' } as const
  await host.call(createPlaydate, { body: aPlaydate({ title: 'thuis', ...atHome }) })
  await planNorth(host, 0, { title: 'bij de plek', ...atHome })
  await father.call(editSettings, { body: { neighbourhood: kmNorth(30) } })
  await settle(db)

  // Measured from all around: only his own neighbourhood counts for the band of a father's home.
  for (const km of [-4, -2, 0, 2, 4]) {
    expect((await listed(father, kmNorth(km)))[0]).toEqual(['thuis', '10+'])
    expect(await titlesOf(father, { ...kmNorth(km), withinKm: 10 })).not.toContain('thuis')
  }
  // Within a square kilometre every position gets the same results for a hidden address.
  const answers = new Set<string>()
  const { neighbourhood } = await host.call(editSettings, { body: { neighbourhood: kmNorth(5) } })
  if (!neighbourhood) throw new Error('no neighbourhood was kept')
  for (const off of [-0.003, 0, 0.003]) {
    const from = { latitude: neighbourhood.latitude + off, longitude: neighbourhood.longitude - off }
    answers.add(JSON.stringify([await listed(father, from), await titlesOf(father, { ...from, withinKm: 5 })]))
  }
  expect([...answers]).toHaveLength(1)
})

test('a playdate stays where it was planned when its place is moved, and is nowhere once a moderator hides the place', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  const { placeId } = await planNorth(host, 1)
  if (placeId === null) throw new Error('it is at no place')
  const near = () => titlesOf(father, { ...here, withinKm: 2 })
  expect(await near()).toEqual(['1 km'])
  await host.call(editPlace, { params: { id: placeId }, form: { latitude: String(kmNorth(8).latitude) } as object })
  expect(await near()).toEqual(['1 km'])
  await db.run(sql`update places set hidden_at = now(), taken_down_at = now() where id = ${placeId}`)
  expect(await near()).toEqual([])
})

test('the home screen lists nearby playdates and the father’s own first, then the rest', async () => {
  const { host, father } = await world({ fathers: 1 })
  await planNorth(host, 40)
  const own = await planNorth(host, 50, { title: 'waar hij komt' })
  await planNorth(host, 1)
  await father.call(joinPlaydate, { params: { id: own.id }, body: {} })
  expect(await titlesOf(father, { ...here, order: 'near' })).toEqual(['waar hij komt', '1 km', '40 km'])
})

test('his own next playdate comes first, so that it shows even where there is room for two, unless it is cancelled', async () => {
  const { host, father } = await world({ fathers: 1 })
  for (const km of [1, 2]) await planNorth(host, km)
  const off = await planNorth(host, 3, { title: 'gaat niet door' })
  const joined = await planNorth(host, 50, { title: 'waar hij komt' })
  for (const { id } of [off, joined]) await father.call(joinPlaydate, { params: { id }, body: {} })
  await host.call(deletePlaydate, { params: { id: off.id }, body: {} })
  expect(await titlesOf(father, { ...here, order: 'near', limit: 2 })).toEqual(['waar hij komt', '1 km'])
  const all = ['waar hij komt', '1 km', '2 km', 'gaat niet door']
  expect(await titlesOf(father, { ...here, order: 'near' })).toEqual(all)
})

test('the list refuses a filter that it does not offer', async () => {
  const { host } = await world()
  for (const query of [
    'withinKm=3',
    'withinKm=x',
    'room=0',
    'room=51',
    'fits=all',
    'order=far',
    'from=soon',
    'latitude=52',
  ])
    expect((await host.fetch('GET', `/api/playdates/upcoming?${query}`)).status, query).toBe(400)
})
