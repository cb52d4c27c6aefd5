import { matchCount, matches } from '@papadag/contract/matches'
import { createPlaydate, upcomingCount, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { importAccount } from '@papadag/contract/users/imports'
import { editProfile, editSettings, oneUser, suggestedUsers, users } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { aPlaydate, type Father, settle, world } from '../../testing/world.ts'

const utrecht = { latitude: 52.0907, longitude: 5.1214 }
const typed = (father: Father, city = 'Utrecht') => father.call(editProfile, { body: { city } })
const given = (father: Father, neighbourhood: typeof utrecht | null = utrecht) =>
  father.call(editSettings, { body: { neighbourhood } })
const file = { format: 'papadag-export', version: 1, account: { city: 'Utrecht' } } as const

/** What a father has done so that his home is in Utrecht, and whether distances to other fathers follow from it. */
const homes: [how: string, settles: (father: Father, db: Db) => Promise<unknown>, isGiven: boolean][] = [
  ['typed his town', father => typed(father), false],
  ['imported his town', father => father.call(importAccount, { body: file }), false],
  ['named a town in his settings', father => father.call(editSettings, { body: { town: 'Utrecht' } }), false],
  ['gave his position', father => given(father), true],
  [
    'gave his position, then saved his profile',
    father =>
      typed(father)
        .then(() => given(father))
        .then(() => typed(father)),
    true,
  ],
  [
    'gave his position, then had it forgotten',
    father =>
      typed(father)
        .then(() => given(father))
        .then(() => given(father, null)),
    false,
  ],
  [
    'gave a position elsewhere, then typed his town',
    father => given(father, { latitude: 52.5, longitude: 6.1 }).then(() => typed(father)),
    false,
  ],
]

/** Every distance between these fathers that the viewer sees, and how many playdates at the other's home are near. */
async function told(viewer: Father, other: Father) {
  const lists = await Promise.all([viewer.call(users, {}), viewer.call(suggestedUsers), viewer.call(matches, {})])
  const playdates = await viewer.call(upcomingPlaydates, {})
  return {
    bands: [
      (await viewer.call(oneUser, { params: { id: other.id } })).distance ?? null,
      ...lists.flat().map(({ distance }) => distance ?? null),
      ...playdates.filter(({ myStatus }) => myStatus === 'none').map(({ distance }) => distance),
    ],
    within: (await viewer.call(upcomingPlaydates, { query: { withinKm: 10 } })).length,
    matching: (await viewer.call(upcomingCount, { query: { withinKm: 10 } })).matching,
  }
}

test.each(homes)(
  'a father who %s and others see their distance only from a position he gave',
  async (_how, settles, isGiven) => {
    const { db, host, father } = await world({ fathers: 1 })
    for (const each of [host, father]) await each.call(editSettings, { body: { showDistance: true } })
    await typed(host)
    await given(host)
    await settles(father, db)
    await settle(db)
    for (const each of [host, father])
      await each.call(createPlaydate, { body: aPlaydate({ locationVisibility: 'participants', area: 'Oost' }) })
    for (const [viewer, other] of [
      [host, father],
      [father, host],
    ] as const) {
      const { bands, ...near } = await told(viewer, other)
      expect(bands.length).toBeGreaterThan(3)
      expect(new Set(bands)).toEqual(new Set([isGiven ? '<2' : null]))
      expect(near).toEqual(isGiven ? { within: 1, matching: 1 } : { within: 0, matching: 0 })
    }
  },
)

test('the list for a day begins with nearby fathers, before a distant one who shares more days', async () => {
  const { db, host, father: far, other: alike, third: same, fourth: next, fifth: unknown } = await world({ fathers: 5 })
  const fathers = [host, far, alike, same, next, unknown]
  for (const father of fathers)
    await father.call(editSettings, {
      body: { papaDays: ['wed-am'], showDistance: true, childrenVisibility: 'members' },
    })
  for (const father of [host, far])
    await father.call(editSettings, { body: { papaDays: ['wed-am', 'wed-pm', 'fri-am'] } })
  for (const father of [host, alike])
    await father.call(editProfile, { body: { childrenInfo: [{ name: 'Mees', age: 4 }] } })
  for (const father of [host, alike, next]) await given(father)
  await given(far, { latitude: 53.5, longitude: 5.1214 })
  for (const father of [host, same]) await typed(father)
  await settle(db)
  const list = await host.call(matches, { query: { day: 'wed' } })
  expect(list.map(({ id }) => id)).toEqual([alike, next, same, far, unknown].map(({ id }) => id))
  expect(await host.call(matchCount, { query: { day: 'wed' } })).toEqual({ fathers: 3 })
})
