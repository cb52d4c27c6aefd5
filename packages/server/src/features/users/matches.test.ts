import { type HalfDay, halfDays } from '@papadag/contract/users/papa-days'
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
import { counted, found, has, lives, told } from '../../testing/scenes/matches.ts'
import { connect } from '../../testing/socket.ts'
import { type Father, settle, world } from '../../testing/world.ts'

const hoursPass = (db: Db, hours: number) =>
  db.run(sql`
    update users set papa_days_changed = (select coalesce(array_agg(t - make_interval(hours => ${hours}::int)), '{}') from unnest(papa_days_changed) t),
           papa_days_opened = (select coalesce(array_agg(t - make_interval(hours => ${hours}::int)), '{}') from unnest(papa_days_opened) t)`)

test('a father sees which of his own half days are another’s too, and never the others', async () => {
  const { host, father, other: nobody } = await world({ fathers: 2 })
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
  const { db, host, father } = await world({ fathers: 1 })
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
  const { db, host, father: attacker } = await world({ fathers: 1 })
  await has(host, ...halfDays)
  await has(attacker, ...halfDays)
  expect((await told(attacker))[host.id]).toEqual(halfDays.slice(0, 8))
  expect(await found(attacker, 'fri')).toEqual([])
  await hoursPass(db, 24)
  expect((await told(attacker))[host.id]).toEqual(halfDays)
})

test('an account younger than a day learns nothing, whatever it asks', async () => {
  const { db, host, father: attacker } = await world({ fathers: 1 })
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

test('the list and the count refuse a day or a page that does not exist', async () => {
  const { host } = await world()
  for (const query of ['?day=woensdag', '?day=', '?cursor=x', '?cursor=481', '/count', '/count?day=8'])
    expect((await host.fetch('GET', `/api/users/matches${query}`)).status, query).toBe(400)
})
