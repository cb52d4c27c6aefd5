import { createPlaydate, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { editProfile, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { here } from '../../../testing/places.ts'
import { planNorth, titlesOf } from '../../../testing/scenes/nearby.ts'
import { aPlaydate, settle, world } from '../../../testing/world.ts'

test.each([
  ['in the viewer’s town', 'Utrecht', {}],
  ['next door to him', 'Utrecht', { neighbourhood: here, showDistance: true }],
])('a playdate without a place is at no known distance, even if its creator lives %s', async (_where, city, home) => {
  const { db, host, father } = await world({ fathers: 1 })
  for (const each of [host, father]) await each.call(editProfile, { body: { city } })
  if ('neighbourhood' in home) for (const each of [host, father]) await each.call(editSettings, { body: home })
  await settle(db)
  await host.call(createPlaydate, { body: aPlaydate({ title: 'ergens' }) })
  const titlesWithin = [await titlesOf(father, { withinKm: 10 }), await titlesOf(father, { ...here, withinKm: 10 })]
  expect(titlesWithin).toEqual([[], []])
  expect(await titlesOf(father)).toEqual(['ergens'])
})

test('thirty playdates without a place by one father do not push ahead of one that has a place', async () => {
  const { host, father, other } = await world({ fathers: 2 })
  for (let at = 0; at < 30; at += 1) await host.call(createPlaydate, { body: aPlaydate({ title: `ergens ${at}` }) })
  await planNorth(other, 3)
  await planNorth(other, 60)
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
  expect(await titlesOf(father, { ...here, order: 'near', limit: 5 })).toEqual([
    ...['3 km', 'ergens 0', 'ergens 1', '60 km', 'ook ergens'],
  ])
})
