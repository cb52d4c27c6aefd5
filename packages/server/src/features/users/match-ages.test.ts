import { createPlaydate, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import {
  block,
  editProfile,
  editSettings,
  oneUser,
  settings,
  suggestedUsers,
  users,
} from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { aPlaydate, type Father, world } from '../../testing/world.ts'

const has = (father: Father, ...ages: number[]) =>
  father.call(editProfile, { body: { childrenInfo: ages.map(age => ({ name: 'Mees', age })) } })
const match = (father: Father, matchAges: boolean) => father.call(editSettings, { body: { matchAges } })
const finds = async (viewer: Father) => (await viewer.call(suggestedUsers)).map(({ id, alikeAges }) => [id, alikeAges])
const fitting = async (viewer: Father) =>
  (await viewer.call(upcomingPlaydates, { query: { fits: 'children' } })).map(({ title }) => title)

test('fathers find each other by the age ranges of their children only once both allow it', async () => {
  const { host, father } = await world({ fathers: 1 })
  await has(host, 3, 8)
  await has(father, 2, 9, 15)
  await host.call(createPlaydate, { body: aPlaydate({ title: 'Modderen' }) })
  const both = async () => [await finds(host), await finds(father), await fitting(father)]
  expect((await host.call(settings)).matchAges).toBe(false)
  const nothing = [[], [], []]
  expect(await both()).toEqual(nothing)
  await match(host, true)
  expect(await both()).toEqual(nothing)
  await match(father, true)
  const ranges = [
    { from: 2, to: 3 },
    { from: 7, to: 9 },
  ]
  const found = [[[father.id, ranges]], [[host.id, ranges]], ['Modderen']]
  expect(await both()).toEqual(found)
  for (const one of [host, father]) {
    await match(one, false)
    expect(await both()).toEqual(nothing)
    await match(one, true)
    // Nobody at all may see his children's ages, not even as ranges.
    await one.call(editSettings, { body: { childrenVisibility: 'none' } })
    expect(await both()).toEqual(nothing)
    await one.call(editSettings, { body: { childrenVisibility: 'contacts' } })
    expect(await both()).toEqual(found)
  }
  await host.call(block, { params: { id: father.id } })
  expect(await both()).toEqual(nothing)
})

test('matching by age shows the range and nothing more, however often the viewer changes his own children', async () => {
  const { host, father: prober } = await world({ fathers: 1 })
  await has(host, 5)
  await host.call(createPlaydate, { body: aPlaydate() })
  for (const father of [host, prober]) await match(father, true)
  const seen = async (age: number) => {
    await has(prober, age)
    const profile = await prober.call(oneUser, { params: { id: host.id } })
    const [listed] = await prober.call(users, {})
    const answers = { found: await finds(prober), fits: await fitting(prober), profile, listed }
    expect(JSON.stringify(answers)).not.toContain('childrenInfo')
    return JSON.stringify(answers)
  }
  const answers: string[] = []
  for (const age of [4, 5, 6]) answers.push(await seen(age))
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toContain('"alikeAges":[{"from":4,"to":6}]')
  for (const age of [3, 7, 0, 17]) expect(await seen(age)).not.toContain('alikeAges')
})

test.each([
  [0, 1, true],
  [1, 2, false],
  [4, 6, true],
  [6, 7, false],
  [13, 17, true],
])('children of %i and %i years are in the same range: %s', async (one, other, isSame) => {
  const { host, father } = await world({ fathers: 1 })
  await has(host, one)
  await has(father, other)
  for (const each of [host, father]) await match(each, true)
  expect(await finds(father)).toHaveLength(isSame ? 1 : 0)
})
