import { matches } from '@papadag/contract/matches'
import { editProfile, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { counted, found, has, lives } from '../../testing/scenes/matches.ts'
import { type Father, settle, world } from '../../testing/world.ts'

test('fathers within 10 km come first, ordered by shared half days, ages, distance and when they were last here', async () => {
  const { db, host, fathers } = await world({ fathers: 8 })
  const [most, alike, near, further, active, quiet, gone, apart] = fathers
  const child = (father: Father, age: number) =>
    father.call(editProfile, { body: { childrenInfo: [{ name: 'Mees', age }] } })
  await has(host, 'wed-am', 'wed-pm')
  await child(host, 4)
  for (const father of fathers) await father.call(editSettings, { body: { childrenVisibility: 'members' } })
  await has(most, 'wed-am', 'wed-pm')
  for (const father of [alike, near, further, active]) await has(father, 'wed-am')
  await child(alike, 6)
  await child(near, 7)
  for (const father of [host, near]) await lives(father, 52.09)
  await lives(further, 52.12)
  await lives(alike, 52.165)
  await settle(db)
  const saw = (father: Father, days: number) =>
    db.run(sql`update users set last_active_at = now() - make_interval(days => ${days}::int) where id = ${father.id}`)
  await saw(quiet, 20)
  await saw(gone, 200)
  await saw(apart, 400)
  const list = await found(host)
  const rest = [gone.id, apart.id]
  expect(list.map(({ id }) => id).slice(0, 6)).toEqual([alike, near, further, most, active, quiet].map(({ id }) => id))
  expect(list.slice(6).map(({ id }) => id)).toEqual(expect.arrayContaining(rest))
  expect(list.slice(0, 4).map(({ match }) => match)).toEqual([
    { days: ['wed-am'], similarAges: true, distance: '<10' },
    { days: ['wed-am'], similarAges: false, distance: '<2' },
    { days: ['wed-am'], similarAges: false, distance: '<5' },
    { days: ['wed-am', 'wed-pm'], similarAges: false, distance: null },
  ])
  for (const { match, distance } of list) expect(match.distance).toBe(distance ?? null)
})

test.each([
  ['members', 4, 6, true],
  ['members', 4, 7, false],
  ['members', 4, 2, true],
  ['contacts', 4, 4, false],
  ['none', 4, 4, false],
] as const)(
  'children of %s, shown as %i and %i years old, are of similar age: %s',
  async (childrenVisibility, one, other, isAlike) => {
    const { host, father } = await world({ fathers: 1 })
    await host.call(editProfile, { body: { childrenInfo: [{ name: 'Noor', age: one }] } })
    await father.call(editProfile, { body: { childrenInfo: [{ name: 'Mees', age: other }] } })
    await father.call(editSettings, { body: { childrenVisibility } })
    expect((await found(host)).map(({ match }) => match.similarAges)).toEqual([isAlike])
    // For ranges, only what both allow, and no more than the range.
    for (const each of [host, father]) await each.call(editSettings, { body: { matchAges: true } })
    const isInRange = childrenVisibility !== 'none' && [4, 5, 6].includes(other)
    expect((await found(host)).map(({ match }) => match.similarAges)).toEqual([isAlike || isInRange])
  },
)

test('the number of fathers is shown from three on, and counts only those known to be near who share that day', async () => {
  const { db, host, fathers } = await world({ fathers: 4 })
  await has(host, 'wed-am')
  await lives(host, 52.09)
  for (const father of fathers) {
    await has(father, 'wed-am', 'fri-am')
    await lives(father, 52.1)
  }
  expect(await counted(host, 'wed')).toBeNull()
  await settle(db)
  expect([await counted(host, 'wed'), await counted(host, 'fri')]).toEqual([4, null])
  await fathers[0].call(editSettings, { body: { showDistance: false } })
  expect(await counted(host, 'wed')).toBe(3)
  await fathers[1].call(editSettings, { body: { papaDaysVisible: false } })
  expect(await counted(host, 'wed')).toBeNull()
  // A father in the same city counts as near, even if he shows no distance.
  for (const father of [host, fathers[0]]) await father.call(editProfile, { body: { city: 'Utrecht' } })
  await settle(db)
  expect(await counted(host, 'wed')).toBe(3)
})

test('the pages of the list show everybody once', async () => {
  const { host, fathers } = await world({ fathers: 7 })
  await has(host, 'wed-am')
  for (const father of fathers.slice(0, 3)) await has(father, 'wed-am')
  const ids: number[] = []
  let next = '/api/users/matches?limit=3'
  for (let page = 0; next !== '' && page < 5; page += 1) {
    const response = await host.fetch('GET', next)
    const list: { id: number }[] = JSON.parse(await response.text()) // the page of the call
    ids.push(...list.map(({ id }) => id))
    next = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? ''
  }
  expect(ids.slice(0, 3).sort()).toEqual(fathers.slice(0, 3).map(({ id }) => id))
  expect(ids.sort()).toEqual(fathers.map(({ id }) => id))
})

test('a radius keeps fathers whose distance says so, and from 10 km on those in the same town', async () => {
  const {
    db,
    host,
    father: near,
    other: further,
    third: beyond,
    fourth: townsman,
    fifth: silent,
  } = await world({ fathers: 5 })
  for (const [father, north] of [
    [host, 0],
    [near, 0.01],
    [further, 0.06],
    [beyond, 0.2],
  ] as const)
    await lives(father, 52 + north)
  for (const father of [host, townsman]) await father.call(editProfile, { body: { city: 'Utrecht' } })
  await lives(host, 52)
  await settle(db)
  const within = async (withinKm?: 2 | 5 | 10 | 25) =>
    (await host.call(matches, { query: withinKm ? { withinKm } : {} })).map(({ id }) => id).toSorted((a, b) => a - b)
  expect(await within(2)).toEqual([near.id])
  expect(await within(5)).toEqual([near.id])
  expect(await within(10)).toEqual([near.id, further.id, townsman.id])
  expect(await within(25)).toEqual([near.id, further.id, townsman.id])
  expect(await within()).toEqual([near.id, further.id, beyond.id, townsman.id, silent.id])
  // His own town tells how far that is, and nothing else does.
  await beyond.call(editProfile, { body: { city: 'Hilversum' } })
  await silent.call(editProfile, { body: { city: 'Groningen' } })
  expect(await within(25)).toEqual([near.id, further.id, beyond.id, townsman.id])
  await near.call(editSettings, { body: { showDistance: false } })
  expect(await within(2)).toEqual([])
})

test('every filter keeps exactly the fathers whose facts in the list match it', async () => {
  const { db, host, father: one, other: two, third: three } = await world({ fathers: 3 })
  for (const [father, north] of [
    [host, 0],
    [one, 0.01],
    [two, 0.03],
    [three, 0.06],
  ] as const) {
    await has(father, father === two ? 'mon-am' : 'wed-am')
    await lives(father, 52 + north)
    await father.call(editProfile, { body: { childrenInfo: [{ name: 'Noor', age: father === three ? 12 : 4 }] } })
    await father.call(editSettings, { body: { childrenVisibility: father === one ? 'none' : 'members' } })
  }
  await settle(db)
  const listed = await host.call(matches, {})
  const edges = { 2: ['<2'], 5: ['<2', '<5'], 10: ['<2', '<5', '<10'] } as const
  const idsOf = (list: typeof listed) => list.map(({ id }) => id)
  for (const withinKm of [2, 5, 10] as const) {
    for (const day of [undefined, 'wed'] as const) {
      for (const fits of [undefined, 'children'] as const) {
        const query = { withinKm, ...(day && { day }), ...(fits && { fits }) }
        const told = listed.filter(
          ({ match }) =>
            edges[withinKm].some(edge => edge === match.distance) &&
            (!day || match.days.includes('wed-am')) &&
            (!fits || match.similarAges),
        )
        expect(idsOf(await host.call(matches, { query })), JSON.stringify(query)).toEqual(idsOf(told))
      }
    }
  }
  expect(idsOf(await host.call(matches, { query: { fits: 'children' } }))).toEqual([two.id])
  for (const query of ['withinKm=3', 'withinKm=1e1', 'withinKm=-5', 'withinKm=2&withinKm=5', 'fits=dogs', 'fits='])
    expect((await host.fetch('GET', `/api/users/matches?${query}`)).status, query).toBe(400)
})
