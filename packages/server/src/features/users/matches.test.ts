import { matchCount, matches } from '@papadag/contract/matches'
import { type HalfDay, halfDays, type Weekday } from '@papadag/contract/users/papa-days'
import {
  block,
  editProfile,
  editSettings,
  featuredUser,
  oneUser,
  suggestedUsers,
  unblock,
  users,
} from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { type Db, sql } from '../../platform/db/db.ts'
import { connect } from '../../testing/socket.ts'
import { type Father, settle, world } from '../../testing/world.ts'

const has = (father: Father, ...papaDays: HalfDay[]) => father.call(editSettings, { body: { papaDays } })
const lives = (father: Father, latitude: number) =>
  father.call(editSettings, { body: { neighbourhood: { latitude, longitude: 5.1 }, showDistance: true } })
const found = (viewer: Father, day?: Weekday) => viewer.call(matches, day ? { query: { day } } : {})
const told = async (viewer: Father) =>
  Object.fromEntries((await found(viewer)).map(({ id, match }) => [id, match.days]))
const counted = async (viewer: Father, day: Weekday) => (await viewer.call(matchCount, { query: { day } })).fathers
const hoursPass = (db: Db, hours: number) =>
  db.run(sql`
    update users set papa_days_changed = (select coalesce(array_agg(t - make_interval(hours => ${hours}::int)), '{}') from unnest(papa_days_changed) t),
           papa_days_opened = (select coalesce(array_agg(t - make_interval(hours => ${hours}::int)), '{}') from unnest(papa_days_opened) t)`)

test('a father sees which of his own half days are another’s too, and never the others', async () => {
  const {
    host,
    fathers: [father, nobody],
  } = await world({ fathers: 2 })
  await has(father, 'mon-am', 'wed-am', 'wed-pm', 'sun-pm')
  expect(await told(host)).toEqual({ [father.id]: [], [nobody.id]: [] })
  await has(host, 'wed-pm', 'thu-am', 'sun-pm')
  expect(await told(host)).toEqual({ [father.id]: ['wed-pm', 'sun-pm'], [nobody.id]: [] })
  expect(await told(father)).toEqual({ [host.id]: ['wed-pm', 'sun-pm'], [nobody.id]: [] })
  // Without days of his own he learns nothing about theirs.
  expect(await told(nobody)).toEqual({ [host.id]: [], [father.id]: [] })
  expect((await found(host, 'wed')).map(({ id }) => id)).toEqual([father.id])
  expect((await found(host, 'wed'))[0]?.match.days).toEqual(['wed-pm', 'sun-pm'])
  for (const day of ['mon', 'thu', 'fri'] as const) expect(await found(host, day)).toEqual([])
})

test('another father’s switch hides every shared day at once, and so do blocks, hiding and suspension', async () => {
  const {
    db,
    host,
    fathers: [father],
  } = await world({ fathers: 1 })
  for (const one of [host, father]) await has(one, 'wed-pm')
  const none = { [father.id]: [] }
  const shared = { [father.id]: ['wed-pm'] }
  await father.call(editSettings, { body: { papaDaysVisible: false } })
  expect([await told(host), await found(host, 'wed')]).toEqual([none, []])
  await father.call(editSettings, { body: { papaDaysVisible: true } })
  expect(await told(host)).toEqual(shared)
  // His own switch hides nothing from himself.
  await host.call(editSettings, { body: { papaDaysVisible: false } })
  expect(await told(host)).toEqual(shared)
  await host.call(editSettings, { body: { papaDaysVisible: true } })
  for (const [one, other] of [
    [host, father],
    [father, host],
  ] as const) {
    await one.call(block, { params: { id: other.id } })
    expect([await told(host), await told(father)]).toEqual([{}, {}])
    await one.call(unblock, { params: { id: other.id } })
    expect(await told(host)).toEqual(shared)
  }
  for (const gone of [
    sql`hidden_at = now()`,
    sql`suspended_until = now() + interval '1 day'`,
    sql`discoverable = false`,
  ]) {
    await db.run(sql`update users set ${gone} where id = ${father.id}`)
    expect(await told(host)).toEqual({})
    await db.run(sql`
      update users set hidden_at = null, suspended_until = now() - interval '1 day', discoverable = true where id = ${father.id}`)
    expect(await told(host)).toEqual(shared)
  }
})

/** What an account that tries one half day after the other has learnt about everybody. */
async function scan(attackers: readonly Father[], victim: Father) {
  const learnt = new Set<HalfDay>()
  const look = async (attacker: Father) => {
    for (const { id, match } of await found(attacker))
      if (id === victim.id) for (const day of match.days) learnt.add(day)
    for (const day of ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const) {
      if ((await found(attacker, day)).some(({ id }) => id === victim.id)) expect(learnt.size).toBeGreaterThan(0)
    }
  }
  const [first] = attackers
  for (const [at, day] of halfDays.entries()) {
    const attacker = attackers[at % attackers.length] ?? first
    if (!attacker) break
    await has(attacker, day)
    await look(attacker)
    // Neither the switch nor a block starts it again.
    await attacker.call(editSettings, { body: { papaDaysVisible: at % 2 === 0 } })
    await attacker.call(block, { params: { id: victim.id } })
    await attacker.call(unblock, { params: { id: victim.id } })
    await has(attacker)
    await has(attacker, day)
    await look(attacker)
  }
  return learnt.size
}

test.each([
  [1, 3],
  [3, 9],
])('with %i accounts, somebody who tries all half days in a day learns %i at most', async (accounts, most) => {
  const { db, host, fathers } = await world({ fathers: 3 })
  await has(host, ...halfDays)
  const attackers = fathers.slice(0, accounts)
  expect(await scan(attackers, host)).toBeLessThanOrEqual(most)
  // A day later each of them sees what he asks for now, and no more.
  await hoursPass(db, 24)
  for (const attacker of attackers) expect((await told(attacker))[host.id]?.length).toBe(1)
})

test('a father who ticks the whole week learns about four weekdays, and about all of them a day later', async () => {
  const {
    db,
    host,
    fathers: [attacker],
  } = await world({ fathers: 1 })
  await has(host, ...halfDays)
  await has(attacker, ...halfDays)
  expect((await told(attacker))[host.id]).toEqual(halfDays.slice(0, 8))
  expect(await found(attacker, 'fri')).toEqual([])
  await hoursPass(db, 24)
  expect((await told(attacker))[host.id]).toEqual(halfDays)
})

test('an account younger than a day learns nothing, whatever it asks', async () => {
  const {
    db,
    host,
    fathers: [attacker],
  } = await world({ fathers: 1 })
  for (const father of [host, attacker]) await has(father, 'wed-am')
  const age = (hours: number) =>
    db.run(sql`update users set created_at = now() - make_interval(hours => ${hours}::int) where id = ${attacker.id}`)
  await age(23)
  expect([await told(attacker), await found(attacker, 'wed')]).toEqual([{ [host.id]: [] }, []])
  // Others see it, since it has entered its days.
  expect(await told(host)).toEqual({ [attacker.id]: ['wed-am'] })
  await age(25)
  expect(await told(attacker)).toEqual({ [host.id]: ['wed-am'] })
})

test('a father who has changed his days too often learns nothing from orders, numbers, suggestions, profiles or sockets either', async () => {
  const { db, host, fathers } = await world({ fathers: 5 })
  const [attacker, ...others] = fathers
  for (const father of fathers) await lives(father, 52.09)
  await settle(db)
  for (const day of ['mon-am', 'tue-am', 'wed-am', 'thu-am'] as const) await has(attacker, day)
  const screen = await connect(attacker)
  screen.send({ type: 'watch', paths: ['/api/users/matches', '/api/users/matches?day=thu', '/api/users'] })
  const seen = async () =>
    JSON.stringify([
      await found(attacker),
      await found(attacker, 'thu'),
      await counted(attacker, 'thu'),
      await attacker.call(suggestedUsers),
      await attacker.call(users, {}),
      await attacker.call(featuredUser),
      await attacker.call(oneUser, { params: { id: others[0].id } }),
    ])
  const before = await seen()
  for (const father of others) await has(father, 'thu-am', 'fri-pm')
  expect(await seen()).toBe(before)
  // A change that is announced to everybody, so that all before it has arrived.
  await host.call(editProfile, { body: { bio: 'Bouwt hutten.' } })
  await screen.until(() => screen.frames.find(({ type }) => type === 'changed'))
  // Each list is told of the host alone, in a frame of its own or with another.
  const told = screen.frames.filter(({ type }) => type === 'changed').flatMap(({ paths }) => paths)
  expect(told).toEqual([...new Set(told)])
  await hoursPass(db, 24)
  expect(await seen()).not.toBe(before)
  expect(await counted(attacker, 'thu')).toBe(4)
})

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
    const {
      host,
      fathers: [father],
    } = await world({ fathers: 1 })
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

test.each(['?day=woensdag', '?day=', '?cursor=x', '?cursor=481', '/count', '/count?day=8'])(
  'a list or count with %s is refused',
  async query => {
    const { host } = await world()
    expect((await host.fetch('GET', `/api/users/matches${query}`)).status).toBe(400)
  },
)

test('a radius keeps fathers whose distance says so, and from 10 km on those in the same town', async () => {
  const {
    db,
    host,
    fathers: [near, further, beyond, townsman, silent],
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
  const {
    db,
    host,
    fathers: [one, two, three],
  } = await world({ fathers: 3 })
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
