import { createPlaydate, type UpcomingQuery, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { editProfile, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { aPlayground } from '../../../testing/places.ts'
import { aPlaydate, type Father, settle, world } from '../../../testing/world.ts'

const here = { latitude: 52.37, longitude: 4.9 }

async function planAt(father: Father, km: number) {
  const place = await aPlayground(father, { ...here, latitude: here.latitude + km / 111.2, name: `Speeltuin ${km}` })
  return father.call(createPlaydate, { body: aPlaydate({ placeId: place.id, title: `${km} km` }) })
}

type Query = { [Name in keyof UpcomingQuery]?: UpcomingQuery[Name] | string } & { limit?: number }

async function titles(father: Father, query: Query = {}) {
  const found = await father.call(upcomingPlaydates, { query: query as object })
  return found.map(({ title }) => title)
}

test.each([
  ['in the viewer’s town', 'Utrecht', {}],
  ['next door to him', 'Utrecht', { neighbourhood: here, showDistance: true }],
])('a playdate without a place is at no known distance, even if its creator lives %s', async (_where, city, home) => {
  const {
    db,
    host,
    fathers: [father],
  } = await world({ fathers: 1 })
  for (const each of [host, father]) await each.call(editProfile, { body: { city } })
  if ('neighbourhood' in home) for (const each of [host, father]) await each.call(editSettings, { body: home })
  await settle(db)
  await host.call(createPlaydate, { body: aPlaydate({ title: 'ergens' }) })
  const titlesWithin = [await titles(father, { withinKm: 10 }), await titles(father, { ...here, withinKm: 10 })]
  expect(titlesWithin).toEqual([[], []])
  expect(await titles(father)).toEqual(['ergens'])
})

test('thirty playdates without a place by one father do not push ahead of one that has a place', async () => {
  const {
    host,
    fathers: [father, other],
  } = await world({ fathers: 2 })
  for (let at = 0; at < 30; at += 1) await host.call(createPlaydate, { body: aPlaydate({ title: `ergens ${at}` }) })
  await planAt(other, 3)
  await planAt(other, 60)
  await other.call(createPlaydate, { body: aPlaydate({ title: 'ook ergens' }) })
  const list = await father.call(upcomingPlaydates, { query: { ...here, order: 'parts', limit: 8 } as object })
  expect(list.map(({ title, nearKm, isSomewhere }) => [title, nearKm, isSomewhere])).toEqual([
    ['3 km', 10, undefined],
    ['ergens 0', null, true],
    ['ergens 1', null, true],
    ['ook ergens', null, true],
    ['60 km', null, undefined],
    ...[2, 3, 4].map(at => [`ergens ${at}`, null, true]),
  ])
  expect(await titles(father, { ...here, order: 'near', limit: 5 })).toEqual([
    ...['3 km', 'ergens 0', 'ergens 1', '60 km', 'ook ergens'],
  ])
})
