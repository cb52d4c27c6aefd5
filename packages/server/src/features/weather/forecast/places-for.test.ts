import { placesFor } from '@papadag/contract/weather/places-for'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { aPlayground, aRestaurant, here } from '../../../testing/places.ts'
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
