import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates'
import {
  block,
  editProfile,
  editSettings,
  featuredUser,
  oneUser,
  settings,
  suggestedUsers,
  users,
} from '@papadag/contract/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'

const here = { latitude: 52.3887, longitude: 4.8706 }
/** A position this many kilometres to the north. */
const north = (km: number) => ({ ...here, latitude: here.latitude + km / 111.32 })

function lives(father: Father, neighbourhood: typeof here, showDistance = true) {
  return father.call(editSettings, { body: { neighbourhood, showDistance } })
}

const seen = async (viewer: Father, father: Father) =>
  (await viewer.call(oneUser, { params: { id: father.id } })).distance

test.each([
  [0.3, '<2'],
  [1, '<2'],
  [3, '<5'],
  [7, '<10'],
  [12, '10+'],
  [800, '10+'],
])('a father %s km away is shown as %s km away', async (km, band) => {
  const {
    host,
    fathers: [father],
  } = await world({ fathers: 1 })
  await lives(host, here)
  await lives(father, north(km))
  expect([await seen(host, father), await seen(father, host)]).toEqual([band, band])
})

test('a father’s distance is shown to those he meets, to others if he allows it, and only when both have a position', async () => {
  const {
    host,
    fathers: [co, member],
  } = await world({ fathers: 2 })
  for (const father of [co, member]) await lives(father, north(3), false)
  const both = async () => [await seen(co, host), await seen(member, host)]
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  await co.call(joinPlaydate, { params: { id }, body: {} })
  expect(await both()).toEqual([undefined, undefined])
  await lives(host, here, false)
  expect(await both()).toEqual(['<5', undefined])
  await lives(host, here, true)
  expect(await both()).toEqual(['<5', '<5'])
  await member.call(editSettings, { body: { neighbourhood: null } })
  expect(await both()).toEqual(['<5', undefined])
  await host.call(editSettings, { body: { neighbourhood: null } })
  expect(await member.call(users, {})).not.toContainEqual(expect.objectContaining({ distance: expect.anything() }))
  expect(await both()).toEqual([undefined, undefined])
})

test('a blocked father has no distance', async () => {
  const {
    host,
    fathers: [blocked],
  } = await world({ fathers: 1 })
  for (const father of [host, blocked]) await lives(father, here)
  await host.call(block, { params: { id: blocked.id } })
  expect(await blocked.call(users, {})).toEqual([])
  expect(await blocked.call(suggestedUsers)).toEqual([])
  await expect(seen(blocked, host)).rejects.toMatchObject({ status: 404 })
})

test('only a square kilometre is stored, and others are told only the band', async () => {
  const {
    db,
    host,
    fathers: [father],
  } = await world({ fathers: 1 })
  await father.call(editProfile, { body: { city: 'Amsterdam' } })
  const { neighbourhood } = await lives(father, here)
  expect(neighbourhood).not.toEqual(here)
  // Wherever in the cell he stands, it is the same.
  if (!neighbourhood) throw new Error('no neighbourhood was kept')
  for (const off of [-0.004, 0.004]) {
    const there = { latitude: neighbourhood.latitude + off, longitude: neighbourhood.longitude - off }
    expect((await lives(father, there)).neighbourhood).toEqual(neighbourhood)
  }
  expect(await father.call(settings)).toMatchObject({ neighbourhood, showDistance: true })
  const row = await db.count(
    sql`from users where neighbourhood_latitude = ${neighbourhood.latitude} and neighbourhood_longitude = ${neighbourhood.longitude}`,
  )
  expect(row).toBe(1)

  await lives(host, north(3))
  const answers = [
    await host.call(users, {}),
    await host.call(suggestedUsers),
    [await host.call(featuredUser)],
    [await host.call(oneUser, { params: { id: father.id } })],
  ]
  for (const answer of answers) expect(answer).toMatchObject([{ id: father.id, distance: '<5' }])
  expect(JSON.stringify(answers)).not.toMatch(/latitude|longitude|neighbourhood|metres|52\.|4\.8/)
})

test('a user who cannot be located names a town, and an unknown town changes nothing', async () => {
  const { host } = await world({ env: { RATE_LIMIT: 'on' } })
  const { neighbourhood } = await host.call(editSettings, { body: { town: 'Zwolle (Assendorp)' } })
  expect(neighbourhood?.latitude).toBeCloseTo(52.51, 1)
  const unknown = { status: 400, code: 'user.unknownTown' }
  // Guessing at names costs none of the day's moves.
  for (let guess = 0; guess < 6; guess += 1)
    await expect(host.call(editSettings, { body: { town: 'Verweggistan' } })).rejects.toMatchObject(unknown)
  expect(await host.call(settings)).toMatchObject({ neighbourhood })
  for (const town of ['Utrecht', 'Meppel', 'Gent', 'Almere']) await host.call(editSettings, { body: { town } })
  await expect(host.call(editSettings, { body: { town: 'Breda' } })).rejects.toMatchObject({ status: 429 })
})

test('suggestions come nearest band first, in no order within a band', async () => {
  const {
    db,
    host,
    fathers: [far, same, near, hidden, city],
  } = await world({ fathers: 5 })
  for (const father of [host, city]) await father.call(editProfile, { body: { city: 'Utrecht' } })
  await lives(host, here)
  await lives(far, north(7))
  await lives(near, north(0.9))
  await lives(same, here)
  // This father shows his distance only to members he meets.
  await lives(hidden, here, false)
  const ids = async () => (await host.call(suggestedUsers)).map(({ id }) => id)
  const first = await ids()
  expect(first.slice(0, 2).sort()).toEqual([same.id, near.id].sort())
  expect(first.slice(2).sort()).toEqual([far.id, city.id].sort())
  // The same for both of them, however near they come within the band.
  await lives(near, here)
  await lives(same, north(0.9))
  expect(await ids()).toEqual(first)
  await db.run(sql`update users set show_distance = false`)
  expect(await ids()).toEqual([city.id])
})

test('a neighbourhood can be changed five times a day, and removed at any time', async () => {
  const { host } = await world({ env: { RATE_LIMIT: 'on' } })
  for (let km = 0; km < 5; km += 1) await lives(host, north(km))
  await expect(lives(host, north(9))).rejects.toMatchObject({ code: 'request.tooOften' })
  await host.call(editSettings, { body: { showDistance: false } })
  expect(await host.call(editSettings, { body: { neighbourhood: null } })).toMatchObject({ neighbourhood: null })
})

test.each([
  { latitude: 91, longitude: 4 },
  { latitude: 52, longitude: 181 },
  { latitude: 52, longitude: Number.NaN },
])('%j is not a neighbourhood', async neighbourhood => {
  const { host } = await world()
  await expect(host.call(editSettings, { body: { neighbourhood } })).rejects.toMatchObject({ status: 400 })
})
