import { createPlaydate } from '@papadag/contract/playdates/playdates'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../../platform/db/db.ts'
import { theInternet } from '../../../platform/outside.ts'
import { createRateLimiter } from '../../../platform/rate-limits.ts'
import { aPlayground, here } from '../../../testing/places.ts'
import { asked, forecasts, planned, weatherFor } from '../../../testing/weather/planned.ts'
import { rainyTown } from '../../../testing/weather/rainy-town.ts'
import { aPlaydate, type Father } from '../../../testing/world.ts'
import { createForecasts, forgetForecasts } from './forecasts.ts'
import { providerOf } from './provider.ts'

async function plannedAt(host: Father, latitude: number) {
  const { id: placeId } = await aPlayground(host, { latitude })
  return host.call(createPlaydate, { body: aPlaydate({ placeId }) })
}

const rowId = z.object({ id: z.number() })

test('many members who look at once and later cause one request for each cell, even on two nodes', async () => {
  const { host, fathers, service, newNode, at } = await rainyTown({ fathers: 8 })
  const playdate = await planned(host)
  const there = await newNode()
  const all = [...fathers, ...fathers.map(father => at(there, father))]
  await Promise.all(all.map(father => weatherFor(father, playdate)))
  expect((await asked(host, playdate)).status).toBe(200)
  expect(forecasts(service)).toHaveLength(1)
  // Another cell.
  const { id: placeId } = await aPlayground(host, { latitude: here.latitude + 0.1 })
  const other = await host.call(createPlaydate, { body: aPlaydate({ placeId }) })
  expect((await asked(host, other)).status).toBe(200)
  expect(forecasts(service)).toHaveLength(2)
})

test('a node overtaken by another does not ask the service, and shows the other’s reply', async () => {
  const { db, service, config } = await rainyTown()
  const provider = providerOf(config, theInternet(), 60_000)
  if (!provider) throw new Error('no provider')
  const limiter = createRateLimiter('off')
  const there = { latitude: 52, longitude: 5 }
  const read = Promise.withResolvers<void>()
  const overtaken = Promise.withResolvers<void>()
  const slow: Db = {
    ...db,
    async one(row, statement) {
      const found = await db.one(row, statement)
      read.resolve()
      await overtaken.promise
      return found
    },
  }
  const late = createForecasts(provider, limiter).at(slow, there, 1)
  await read.promise
  const told = await createForecasts(provider, limiter).at(db, there, 1)
  overtaken.resolve()
  expect(await late).toEqual(told)
  expect(told).not.toHaveLength(0)
  expect(forecasts(service)).toHaveLength(1)
})

test('the service is asked again after three hours, or after a quarter of an hour if it failed', async () => {
  const { host, service, db, newNode, at } = await rainyTown()
  const playdate = await planned(host)
  await weatherFor(host, playdate)
  const pass = (time: string) =>
    db.run(
      sql`update forecasts set ask_again_at = ask_again_at - ${time}::interval, asked_at = asked_at - ${time}::interval`,
    )
  await pass('2 hours 59 minutes')
  service.forecast.temperature = 20
  expect((await weatherFor(host, playdate))?.hours[0]?.temperature).toBe(12.3)
  expect(forecasts(service)).toHaveLength(1)
  await pass('2 minutes')
  expect((await weatherFor(host, playdate))?.hours[0]?.temperature).toBe(20)

  service.mood.forecast = 'failing'
  await pass('3 hours 1 minute')
  // What was known less than twelve hours ago is better than nothing.
  expect((await weatherFor(host, playdate))?.hours[0]?.temperature).toBe(20)
  expect(forecasts(service)).toHaveLength(3)
  service.mood.forecast = 'well'
  // The node has left the service alone since; another node has not seen it fail.
  const other = at(await newNode(), host)
  await pass('14 minutes')
  await weatherFor(other, playdate)
  expect(forecasts(service)).toHaveLength(3)
  await pass('2 minutes')
  await weatherFor(other, playdate)
  expect(forecasts(service)).toHaveLength(4)
})

test.each([
  'failing',
  'garbled',
  'strange',
  'not a number',
  'infinite',
  'deep',
  'elsewhere',
  'empty',
  'huge',
  'silent',
  'dripping',
] as const)('a service that is %s gives no forecast, without an error', async mood => {
  for (const provider of mood === 'silent' || mood === 'dripping' ? ['open-meteo'] : ['open-meteo', 'openweather']) {
    const { host, service } = await rainyTown({ provider })
    service.mood.forecast = mood
    const playdate = await planned(host)
    const response = await asked(host, playdate)
    expect([response.status, await response.text()]).toEqual([204, ''])
    // The cell is left alone for a while, other cells are not, and no redirect is followed.
    service.mood.forecast = 'well'
    expect((await asked(host, playdate)).status).toBe(204)
    expect(forecasts(service)).toHaveLength(1)
    expect((await asked(host, await plannedAt(host, 51))).status).toBe(200)
    expect(forecasts(service)).toHaveLength(2)
  }
})

test.each([
  ['one member meets in ten cells leave the others their forecasts', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 3, 200],
  ['two members meet in two cells stop nobody', [0, 1], 2, 200],
  ['three members meet in three cells leave the service alone for a minute', [0, 1, 2], 3, 204],
])('failures of the weather service that %s', async (_, members, requests, status) => {
  const { host, fathers, service } = await rainyTown({ fathers: 3 })
  service.mood.forecast = 'empty'
  for (const [at, member] of members.entries()) {
    const playdate = await plannedAt(host, 40 + at)
    expect((await asked(fathers[member] ?? host, playdate)).status).toBe(204)
  }
  expect(forecasts(service)).toHaveLength(requests)
  service.mood.forecast = 'well'
  expect((await asked(host, await plannedAt(host, 30))).status).toBe(status)
})

test('a member who causes many requests gets no new forecast, and everybody else does', async () => {
  const { host, father, service, db } = await rainyTown({ fathers: 1, env: { RATE_LIMIT: '0.05' } })
  const places = []
  for (let n = 0; n < 4; n += 1) {
    const place = await db.one(
      rowId,
      sql`insert into places (type, name, latitude, longitude) values ('playground', ${`Plek ${n}`}, ${50 + n / 2}, 5) returning id`,
    )
    const made = await db.one(
      rowId,
      sql`insert into playdates (creator_id, title, location, place_id, start_time, end_time, max_participants)
          values (${host.id}, 'Spelen', 'Hier', ${place?.id}, now() + interval '1 day', now() + interval '25 hours', 5) returning id`,
    )
    places.push(made?.id ?? 0)
  }
  const [a = 0, b = 0, c = 0, d = 0] = places
  for (const id of [a, b, c]) expect((await asked(father, { id })).status).toBe(200)
  expect((await asked(father, { id: d })).status).toBe(204)
  expect(forecasts(service)).toHaveLength(3)
  expect((await asked(host, { id: d })).status).toBe(200)
  expect((await asked(father, { id: d })).status).toBe(200)
  expect(forecasts(service)).toHaveLength(4)
})

test('forecasts nobody has asked for lately are deleted', async () => {
  const { host, db } = await rainyTown()
  await weatherFor(host, await planned(host))
  await forgetForecasts(db)
  expect(await db.count(sql`from forecasts`)).toBe(1)
  await db.run(sql`update forecasts set ask_again_at = now() - interval '12 hours 1 second'`)
  await forgetForecasts(db)
  expect(await db.count(sql`from forecasts`)).toBe(0)
})
