import type { PlaceFacts } from '@papadag/contract/places/facts'
import { reportState } from '@papadag/contract/places/place-states'
import { createPlaydate } from '@papadag/contract/playdates/playdates'
import { playdateWeather } from '@papadag/contract/weather/forecast'
import { expect, test } from 'vitest'
import { fitsOf } from '../../../domain/places/facts/fits.ts'
import { sql } from '../../../platform/db/db.ts'
import { aPlayground, aRestaurant } from '../../../testing/places.ts'
import { confirmed, north, rainyTown } from '../../../testing/weather/rainy-town.ts'
import { aPlaydate, type Father } from '../../../testing/world.ts'

async function planned(host: Father) {
  const { id: placeId } = await aPlayground(host)
  return host.call(createPlaydate, { body: aPlaydate({ placeId }) })
}

type Facts = Pick<NonNullable<PlaceFacts['indoor']>, 'value' | 'others'>
const weatherFor = (father: Father, { id }: { id: number }) => father.call(playdateWeather, { params: { id } })

test('in rough weather the two nearest dry places that are certain are offered', async () => {
  const { host, service, db } = await rainyTown()
  const playdate = await planned(host)
  const indoor = await aPlayground(host, { name: 'Ballenbak', ...north(900) })
  await db.run(sql`update places set indoor = true where id = ${indoor.id}`)
  await aPlayground(host, { name: 'Buiten', ...north(100) })
  await aRestaurant(host, { name: 'Zonder hoek', ...north(200), features: ['kidsMenu'] })
  const near = await aRestaurant(host, { name: 'Met hoek', ...north(500), features: ['playCorner'] })
  await aRestaurant(host, { name: 'Verder', ...north(2000), features: ['playCorner'] })
  const hidden = await aRestaurant(host, { name: 'Dicht', ...north(50), features: ['playCorner'] })
  await db.run(sql`update places set hidden_at = now() where id = ${hidden.id}`)
  const moved = await aRestaurant(host, { name: 'Verhuisd', ...north(60), features: ['playCorner'] })
  await confirmed(db)
  await db.run(sql`update places set changed_at = now(), unsettled = '{"latitude": 52.3}' where id = ${moved.id}`)
  // A member has just added it, and nobody else knows it.
  await aRestaurant(host, { name: 'Achterom', ...north(40), features: ['playCorner'] })

  expect((await weatherFor(host, playdate))?.dryPlaces).toEqual([])
  await db.run(sql`delete from forecasts`)
  service.forecast.rain = 80
  const weather = await weatherFor(host, playdate)
  expect(weather?.advice).toBe('rain')
  expect(weather?.dryPlaces.map(({ id, distance }) => [id, Math.round(distance ?? 0)])).toEqual([
    [near.id, 500],
    [indoor.id, 900],
  ])
  // An indoor playdate needs no other place.
  const inside = await host.call(createPlaydate, { body: aPlaydate({ placeId: indoor.id }) })
  expect(await weatherFor(host, inside)).toMatchObject({ advice: 'rain', dryPlaces: [] })
})

test.each<[string, boolean, Facts | undefined, boolean]>([
  ['open data of an earlier version calls indoor', true, undefined, true],
  ['is known to be indoors', false, { value: 'yes' }, true],
  ['fathers say is outdoors', true, { value: 'no' }, false],
  ['fathers contradict each other about', true, { value: 'yes', others: [{ value: 'no', agreed: 2 }] }, false],
  ['nobody has told of', false, undefined, false],
])('whether a playground that %s is a dry place, and needs none itself: %s, %j, %s', async (_, indoor, said, isDry) => {
  const { host, service, db } = await rainyTown()
  service.forecast.rain = 90
  const outdoors = await planned(host)
  const { id } = await aPlayground(host, { name: 'Ballenbak', ...north(900) })
  const facts: PlaceFacts = said ? { indoor: { source: 'fathers', agreed: 2, at: '2026-11-29', ...said } } : {}
  await db.run(
    sql`update places set indoor = ${indoor}, facts = ${JSON.stringify(facts)}::jsonb, fits = ${fitsOf(facts)}::tsquery where id = ${id}`,
  )
  await confirmed(db)
  const offered = async (playdate: { id: number }) =>
    (await weatherFor(host, playdate))?.dryPlaces.map(place => place.id)
  expect(await offered(outdoors)).toEqual(isDry ? [id] : [])
  await aRestaurant(host, { name: 'Met hoek', ...north(900), features: ['playCorner'] })
  await confirmed(db)
  const there = await host.call(createPlaydate, { body: aPlaydate({ placeId: id }) })
  expect(await offered(there)).toHaveLength(isDry ? 0 : 1)
})

test('a dry place that is reported as closed is not offered, whatever is reported later', async () => {
  const { host, service, db } = await rainyTown()
  service.forecast.rain = 90
  const playdate = await planned(host)
  const { id } = await aRestaurant(host, { name: 'Met hoek', ...north(500), features: ['playCorner'] })
  await confirmed(db)
  const offered = async () => (await weatherFor(host, playdate))?.dryPlaces.map(place => place.id)
  await host.call(reportState, { params: { id }, body: { kind: 'dirty' } })
  expect(await offered()).toEqual([id])
  for (const kind of ['closed', 'broken'] as const) await host.call(reportState, { params: { id }, body: { kind } })
  expect(await offered()).toEqual([])
})

test('no dry place is offered that is more than 25 km away', async () => {
  const { host, service, db } = await rainyTown()
  service.forecast.rain = 100
  const playdate = await planned(host)
  await aRestaurant(host, { name: 'Ver weg', ...north(25_100), features: ['playCorner'] })
  await confirmed(db)
  expect((await weatherFor(host, playdate))?.dryPlaces).toEqual([])
  const just = await aRestaurant(host, { name: 'Net nog', ...north(24_900), features: ['playCorner'] })
  await confirmed(db)
  expect((await weatherFor(host, playdate))?.dryPlaces.map(({ id }) => id)).toEqual([just.id])
})
