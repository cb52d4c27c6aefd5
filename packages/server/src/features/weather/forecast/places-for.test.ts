import type { FactValues } from '@papadag/contract/places/facts'
import { reportState } from '@papadag/contract/places/place-states'
import { placesFor } from '@papadag/contract/weather/places-for'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { aPlayground, aRestaurant, here, saysOpenData } from '../../../testing/places.ts'
import { confirmed, north, rainyTown } from '../../../testing/weather/rainy-town.ts'

const hourMs = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()

/** A town with an indoor playground, a restaurant without a corner, and playgrounds at growing distances. */
async function town() {
  const all = await rainyTown()
  const { host, db } = all
  await aRestaurant(host, { name: 'Zonder hoek', ...north(50), features: ['kidsMenu'] })
  const near = []
  for (const metres of [100, 200, 300, 400])
    near.push((await aPlayground(host, { name: `Op ${metres}`, ...north(metres) })).id)
  const indoor = await aPlayground(host, { name: 'Ballenbak', ...north(900) })
  await db.run(sql`update places set indoor = true where id = ${indoor.id}`)
  await confirmed(db)
  await aPlayground(host, { name: 'Net bedacht', ...north(10) })
  const ask = async (startTime = inHours(24)) =>
    (await host.call(placesFor, { query: { ...here, startTime } })).map(({ id, because }) => [id, because])
  return { ...all, near, indoor: indoor.id, ask }
}

test('in fair weather the three nearest playgrounds that are certain are suggested, and in rain the dry one comes first', async () => {
  const { service, db, near, indoor, ask } = await town()
  const fair = near.slice(0, 3).map(id => [id, 'near'])
  expect(await ask()).toEqual(fair)
  await db.run(sql`delete from forecasts`)
  service.forecast.rain = 80
  expect(await ask()).toEqual([[indoor, 'dry'], ...fair.slice(0, 2)])
  // Nobody forecasts so far ahead.
  expect(await ask(inHours(24 * 30))).toEqual(fair)
})

test('without a forecast or places nearby, suggestions leave them out', async () => {
  const { service, host, near, ask } = await town()
  service.mood.forecast = 'failing'
  expect(await ask()).toEqual(near.slice(0, 3).map(id => [id, 'near']))
  const query = { latitude: 40, longitude: 4.9, startTime: inHours(24) }
  expect(await host.call(placesFor, { query })).toEqual([])
})

/** Playgrounds at growing distances, of which this is known; asks which are suggested, by their number, and why. */
async function playgrounds(...facts: (Partial<FactValues> & { metres?: number })[]) {
  const all = await rainyTown()
  const { host, db } = all
  const ids: number[] = []
  for (const [at, { metres = 100 * (at + 1), ...known }] of facts.entries()) {
    const { id } = await aPlayground(host, { name: `Nummer ${at}`, ...north(metres) })
    await saysOpenData(db, id, known)
    ids.push(id)
  }
  await confirmed(db)
  const ask = async (ages: string | undefined, startTime = inHours(24)) =>
    (await host.call(placesFor, { query: { ...here, startTime, ...(ages !== undefined && { ages }) } })).map(
      ({ id, reasons }) => [ids.indexOf(id), ...(reasons ?? [])],
    )
  return { ...all, ids, ask }
}

const toddlers: Partial<FactValues> = { equipment: ['slide', 'babySwing'] }

test.each<[string, string | undefined, (string | number)[][]]>([
  ['without children the nearest', undefined, [[0], [1], [2]]],
  ['for a two-year-old what is fenced and made for him', '2', [[3, 'fenced', 'babySwing'], [1, 'babySwing'], [0]]],
  ['for a three-year-old no fence is asked for', '3', [[1, 'babySwing'], [3, 'babySwing'], [0]]],
  ['for a ten-year-old what is made for him', '10', [[2, 'climbing'], [0], [1]]],
  [
    'for a two- and a seven-year-old what suits both',
    '2,7',
    [[3, 'fenced', 'babySwing', 'slide'], [1, 'babySwing', 'slide'], [0]],
  ],
])('playgrounds are suggested by the children who come: %s', async (_, ages, suggested) => {
  const { ask } = await playgrounds({}, toddlers, { equipment: ['climbing'] }, { ...toddlers, fence: 'whole' })
  expect(await ask(ages)).toEqual(suggested)
})

test.each([
  ['at 26.9 °C', { temperature: 26.9 }, false],
  ['at 27 °C', { temperature: 27 }, true],
  ['at a UV index of 5.9', { uv: 5.9 }, false],
  ['at a UV index of 6', { uv: 6 }, true],
])('whether playgrounds with shade are suggested first %s: %s', async (_, weather, isFirst) => {
  const { service, ask } = await playgrounds({ shade: 'none' }, {}, { shade: 'some' }, { shade: 'much' })
  service.forecast = { ...service.forecast, ...weather }
  expect(await ask(undefined)).toEqual(isFirst ? [[2, 'shade'], [3, 'shade'], [1]] : [[0], [1], [2]])
})

test('a playground is not suggested while it is closed, or where it suits none of the children', async () => {
  const { host, ids, ask } = await playgrounds(
    { ages: { from: 6, to: 12 } },
    { openingHours: { text: 'off', openNow: null, opensAt: null } },
    { openingHours: { text: 'kapot', openNow: null, opensAt: null } },
    {},
    {},
  )
  // What is reported later hides neither that it is closed nor anything else.
  for (const kind of ['closed', 'dirty'] as const)
    await host.call(reportState, { params: { id: ids[3] ?? 0 }, body: { kind } })
  expect(await ask('2')).toEqual([[2], [4]])
  expect(await ask('2,7')).toEqual([[2], [4], [0]])
  // By then the state is over.
  expect(await ask('2', inHours(24 * 20))).toEqual([[2], [3], [4]])
})

test('a playground with any state that lasts until then comes after its equals, also if a newer state ends before', async () => {
  const { db, host, ids, ask } = await playgrounds({}, {})
  const params = { id: ids[0] ?? 0 }
  const { id } = await host.call(reportState, { params, body: { kind: 'broken' } })
  await host.call(reportState, { params, body: { kind: 'dirty' } })
  expect(await ask(undefined, inHours(24 * 12))).toEqual([[1], [0]])
  await db.run(sql`update place_states set until = until - 4 where id <> ${id}`)
  expect(await ask(undefined, inHours(24 * 12))).toEqual([[1], [0]])
  expect(await ask(undefined, inHours(24 * 16))).toEqual([[0], [1]])
})

test('what suits best comes first within three kilometres, and further away the nearest', async () => {
  const { ask } = await playgrounds(
    {},
    { fence: 'none' },
    { fence: 'whole', metres: 2900 },
    { fence: 'whole', metres: 3100 },
  )
  expect(await ask('1')).toEqual([[2, 'fenced'], [0], [1]])
})

test('in rough weather the playground with a roof that suits the children comes first', async () => {
  const { service, ask } = await playgrounds(
    { indoor: 'yes', ages: { from: 4, to: null } },
    { indoor: 'yes', ...toddlers },
    { indoor: 'no', ...toddlers, fence: 'whole' },
  )
  service.forecast.rain = 80
  expect(await ask('2')).toEqual([[1, 'babySwing'], [0], [2, 'fenced', 'babySwing']])
})

test('fathers who contradict each other about a fence leave it unknown here too', async () => {
  const { db, ids, ask } = await playgrounds({}, { fence: 'whole' }, {})
  await db.run(
    sql`update places set facts = jsonb_set(facts, '{fence}', ${JSON.stringify({
      ...{ value: 'whole', source: 'fathers', agreed: 2, at: '2026-11-29' },
      others: [{ value: 'none', agreed: 2 }],
    })}::jsonb) where id = ${ids[1]}`,
  )
  expect(await ask('1')).toEqual([[0], [1], [2]])
})

test.each(['18', '-1', '2,', 'two', '2.5', '100', Array.from({ length: 13 }, () => 2).join()])(
  'the ages %j are refused',
  async ages => {
    const { host } = await rainyTown()
    await expect(host.call(placesFor, { query: { ...here, startTime: inHours(24), ages } })).rejects.toMatchObject({
      status: 400,
    })
  },
)
