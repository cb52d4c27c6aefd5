import { createPlaydate, joinPlaydate, upcomingCount, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import {
  block,
  editProfile,
  editSettings,
  featuredUser,
  oneUser,
  settings,
  suggestedUsers,
  users,
} from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { gridPointOf } from '../../domain/position/grid-point.ts'
import { sql } from '../../platform/db/db.ts'
import { aPlaydate, type Father, settle, world } from '../../testing/world.ts'

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
  const { db, host, father } = await world({ fathers: 1 })
  await lives(host, here)
  await lives(father, north(km))
  await settle(db)
  expect([await seen(host, father), await seen(father, host)]).toEqual([band, band])
})

test('a father’s distance is shown to those he meets, to others if he allows it, and only when both have a position', async () => {
  const { db, host, father: co, other: member } = await world({ fathers: 2 })
  for (const father of [co, member]) await lives(father, north(3), false)
  await settle(db)
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
  const { host, father: blocked } = await world({ fathers: 1 })
  for (const father of [host, blocked]) await lives(father, here)
  await host.call(block, { params: { id: blocked.id } })
  expect(await blocked.call(users, {})).toEqual([])
  expect(await blocked.call(suggestedUsers)).toEqual([])
  await expect(seen(blocked, host)).rejects.toMatchObject({ status: 404 })
})

test('only a square kilometre of a father’s position is stored, and others see only the band', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  await father.call(editProfile, { body: { city: 'Amsterdam' } })
  const { neighbourhood } = await lives(father, here)
  expect(neighbourhood).not.toEqual(here)
  // It is the same wherever he stands in the cell.
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
  await settle(db)
  const answers = [
    await host.call(users, {}),
    await host.call(suggestedUsers),
    [await host.call(featuredUser)],
    [await host.call(oneUser, { params: { id: father.id } })],
  ]
  for (const answer of answers) expect(answer).toMatchObject([{ id: father.id, distance: '<5' }])
  expect(JSON.stringify(answers)).not.toMatch(/latitude|longitude|neighbourhood|metres|52\.|4\.8/)
})

test('a user who cannot be located can name a town, and an unknown town changes nothing', async () => {
  const { host } = await world({ env: { RATE_LIMIT: 'on' } })
  const { neighbourhood } = await host.call(editSettings, { body: { town: 'Zwolle (Assendorp)' } })
  expect(neighbourhood?.latitude).toBeCloseTo(52.51, 1)
  const unknown = { status: 400, code: 'user.unknownTown' }
  // Guessing names costs none of the day's moves.
  for (let guess = 0; guess < 6; guess += 1)
    await expect(host.call(editSettings, { body: { town: 'Verweggistan' } })).rejects.toMatchObject(unknown)
  expect(await host.call(settings)).toMatchObject({ neighbourhood })
  for (const town of ['Utrecht', 'Meppel', 'Gent', 'Almere']) await host.call(editSettings, { body: { town } })
  await expect(host.call(editSettings, { body: { town: 'Breda' } })).rejects.toMatchObject({ status: 429 })
})

test('fathers are suggested nearest band first, in no order within a band', async () => {
  const { db, host, father: far, other: same, third: near, fourth: hidden, fifth: city } = await world({ fathers: 5 })
  for (const father of [host, city]) await father.call(editProfile, { body: { city: 'Utrecht' } })
  await lives(host, here)
  await lives(far, north(7))
  await lives(near, north(0.9))
  await lives(same, here)
  // This father shows his distance only to members he meets.
  await lives(hidden, here, false)
  await settle(db)
  const ids = async () => (await host.call(suggestedUsers)).map(({ id }) => id)
  const first = await ids()
  expect(first.slice(0, 2).sort()).toEqual([same.id, near.id].sort())
  expect(first.slice(2).sort()).toEqual([far.id, city.id].sort())
  // The same for both, however close they come within the band.
  await lives(near, here)
  await lives(same, north(0.9))
  expect(await ids()).toEqual(first)
  await db.run(sql`update users set show_distance = false`)
  expect(await ids()).toEqual([city.id])
})

test('in suggestions, a known distance counts for more than the same city', async () => {
  const { db, host, father: across, other: unknown, third: near } = await world({ fathers: 3 })
  for (const father of [host, across, unknown]) await father.call(editProfile, { body: { city: 'Utrecht' } })
  await lives(host, here)
  await lives(across, north(12))
  await lives(near, north(7))
  await settle(db)
  const ids = (await host.call(suggestedUsers)).map(({ id }) => id)
  expect(ids.slice(0, 2).toSorted()).toEqual([unknown.id, near.id].toSorted())
  expect(ids.slice(2)).toEqual([across.id])
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
])('%j is refused as a neighbourhood', async neighbourhood => {
  const { host } = await world()
  await expect(host.call(editSettings, { body: { neighbourhood } })).rejects.toMatchObject({ status: 400 })
})

test('a neighbourhood younger than three days reveals no distance, and a move starts the wait again', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  await host.call(createPlaydate, { body: aPlaydate({ locationVisibility: 'participants', area: 'Oost' }) })
  await lives(host, here)
  await lives(father, north(3))
  const told = async () => [
    await seen(father, host),
    (await father.call(suggestedUsers)).map(({ distance }) => distance),
    (await father.call(upcomingPlaydates, {})).map(({ distance }) => distance),
    (await father.call(upcomingPlaydates, { query: { withinKm: 5 } })).length,
    (await father.call(upcomingPlaydates, { query: { withinKm: 5, order: 'near' } })).length,
    (await father.call(upcomingCount, { query: { withinKm: 5 } })).matching,
  ]
  const nothing = [undefined, [], [null], 0, 0, 0]
  const all = ['<5', ['<5'], ['<5'], 1, 1, 1]
  expect(await told()).toEqual(nothing)
  await settle(db, 2)
  expect(await told()).toEqual(nothing)
  await settle(db, 1)
  expect(await told()).toEqual(all)
  // The same square kilometre again, or another switch: he has not moved.
  await lives(father, north(3), false)
  expect(await told()).toEqual(all)
  // The other's move is known at once to the one who stayed.
  await lives(host, north(2.5))
  expect(await told()).toEqual(['<2', ['<2'], ['<2'], 1, 1, 1])
  await lives(father, north(4))
  await lives(father, north(3))
  expect(await told()).toEqual(nothing)
  await settle(db)
  expect(await told()).not.toEqual(nothing)
  await father.call(editSettings, { body: { neighbourhood: null } })
  await lives(father, north(3))
  expect(await told()).toEqual(nothing)
})

const bands = [
  [2000, '<2'],
  [5000, '<5'],
  [10_000, '<10'],
] as const

function bandBetween(one: typeof here, other: typeof here) {
  const rad = (degrees: number) => (degrees * Math.PI) / 180
  const [up, aside] = [rad(other.latitude - one.latitude), rad(other.longitude - one.longitude)]
  const chord =
    Math.sin(up / 2) ** 2 + Math.cos(rad(one.latitude)) * Math.cos(rad(other.latitude)) * Math.sin(aside / 2) ** 2
  const metres = 2 * 6_371_008.8 * Math.asin(Math.sqrt(chord))
  return bands.find(([under]) => metres < under)?.[1] ?? '10+'
}

type Cells = readonly (typeof here)[]

/** The effect of one more probe from here on groups of cells that gave the same answers so far. */
const split = (groups: readonly Cells[], from: typeof here): Cells[] =>
  groups.flatMap(group => [...Map.groupBy(group, cell => bandBetween(from, cell)).values()])

/** Where to probe so that the largest remaining group is as small as possible. */
function bestProbe(groups: readonly Cells[], everywhere: Cells) {
  const worst = (from: typeof here) => Math.max(...split(groups, from).map(group => group.length))
  return everywhere.reduce((best, from) => (worst(from) < worst(best) ? from : best))
}

test.each([1, 2, 6])(
  '%i accounts that move about need three days for each attempt to find out where a father lives',
  async accounts => {
    const { db, host, fathers } = await world({ fathers: accounts })
    await lives(host, here)
    const home = gridPointOf(here, 1000)
    const everywhere = Array.from({ length: 17 * 17 }, (_, n) =>
      gridPointOf(
        {
          latitude: home.latitude + ((n % 17) - 8) / 111.32,
          longitude: home.longitude + (Math.floor(n / 17) - 8) / 67.9,
        },
        1000,
      ),
    )
    let cells: Cells = everywhere
    let [days, probes] = [0, 0]
    while (cells.length > 1 && days < 60) {
      let groups = [cells]
      for (const father of fathers) {
        const from = bestProbe(groups, everywhere)
        groups = split(groups, from)
        await lives(father, from)
        expect(await seen(father, host)).toBeUndefined()
      }
      await settle(db)
      days += 3
      for (const father of fathers) {
        const from = (await father.call(settings)).neighbourhood ?? here
        const band = await seen(father, host)
        expect(band).toBe(bandBetween(from, home))
        probes += 1
        cells = cells.filter(cell => bandBetween(from, cell) === band)
      }
    }
    expect(cells).toEqual([home])
    expect(days).toBe(3 * Math.ceil(probes / accounts))
  },
)

test('a father in a distant town is not suggested for the age of his children, and one in a nearby town is', async () => {
  const { host, father: near, other: far, third: unknown } = await world({ fathers: 3 })
  const cities = new Map([
    [host, 'Utrecht'],
    [near, 'Zeist'],
    [far, 'Zwolle'],
    [unknown, 'Nergenshuizen'],
  ])
  for (const [father, city] of cities) {
    await father.call(editProfile, { body: { city, childrenInfo: [{ name: 'Mila', age: 4 }] } })
    await father.call(editSettings, { body: { childrenVisibility: 'members' } })
  }
  const ids = (await host.call(suggestedUsers)).map(({ id }) => id)
  expect(new Set(ids)).toEqual(new Set([near.id, unknown.id]))
})
