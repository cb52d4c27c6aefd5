import { createPlaydate, deletePlaydate, joinPlaydate, leavePlaydate } from '@papadag/contract/playdates/playdates'
import { block } from '@papadag/contract/users/users'
import { playdateWeather } from '@papadag/contract/weather/forecast'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../../platform/db/db.ts'
import { theInternet } from '../../../platform/outside.ts'
import { createRateLimiter } from '../../../platform/rate-limits.ts'
import { aPlayground, aRestaurant, here } from '../../../testing/places.ts'
import { confirmed, north, rainyTown } from '../../../testing/weather/rainy-town.ts'
import type { WeatherStandIn } from '../../../testing/weather/weather-stand-in.ts'
import { aPlaydate, endPlaydate, type Father } from '../../../testing/world.ts'
import { createForecasts, forgetForecasts } from './forecasts.ts'
import { adviceFor } from './playdate-weather.ts'
import { providerOf } from './provider.ts'

async function planned(host: Father, differences: Parameters<typeof aPlaydate>[0] = {}) {
  const { id: placeId } = await aPlayground(host)
  return host.call(createPlaydate, { body: aPlaydate({ placeId, ...differences }) })
}

async function plannedAt(host: Father, latitude: number) {
  const { id: placeId } = await aPlayground(host, { latitude })
  return host.call(createPlaydate, { body: aPlaydate({ placeId }) })
}

/** The requests for the weather itself: those for pollen depend on the month. */
const forecasts = ({ asked }: WeatherStandIn) => asked.filter(({ path }) => path !== '/v1/air-quality')

const rowId = z.object({ id: z.number() })
const weatherFor = (father: Father, { id }: { id: number }) => father.call(playdateWeather, { params: { id } })
/** As a browser requests it. */
const asked = (father: Father, { id }: { id: number }) => father.fetch('GET', `/api/playdates/${id}/weather`)

test.each([
  ['open-meteo', 'Open-Meteo.com (CC BY 4.0)'],
  ['openweather', 'OpenWeather'],
])('a playdate shows the weather of its hours, from %s', async (provider, attribution) => {
  const { host, service } = await rainyTown({ provider })
  const start = new Date(Date.now() + 86_400_000)
  start.setUTCMinutes(30, 0, 0)
  const end = new Date(start.getTime() + 2 * 3_600_000)
  const playdate = await planned(host, { startTime: start.toISOString(), endTime: end.toISOString() })
  const weather = await weatherFor(host, playdate)
  const first = new Date(start)
  first.setUTCMinutes(0)
  expect(weather?.hours.map(({ at }) => at)).toEqual(
    [0, 1, 2].map(hour => new Date(first.getTime() + hour * 3_600_000).toISOString()),
  )
  for (const hour of weather?.hours ?? []) expect(hour).toMatchObject({ temperature: 12.3, rainChance: 10, gusts: 20 })
  expect(weather).toMatchObject({ advice: 'dry', dryPlaces: [], attribution })
  expect(forecasts(service)).toHaveLength(1)
})

test('a playdate that ends on the hour does not show the weather of that hour', async () => {
  const { host } = await rainyTown()
  const start = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000)
  const end = new Date(start.getTime() + 3_600_000)
  const playdate = await planned(host, { startTime: start.toISOString(), endTime: end.toISOString() })
  expect((await weatherFor(host, playdate))?.hours).toHaveLength(1)
})

test('the weather service gets the centre of a cell of 0.1°, and nothing about the father who asks', async () => {
  const { host, service } = await rainyTown()
  await weatherFor(host, await planned(host))
  expect(forecasts(service)).toEqual([
    {
      path: '/v1/forecast',
      query: {
        latitude: '52.35',
        longitude: '4.95',
        hourly: 'temperature_2m,precipitation_probability,wind_gusts_10m,weather_code,is_day,uv_index',
        forecast_days: '8',
        timeformat: 'unixtime',
        timezone: 'GMT',
      },
    },
  ])
})

const hour = {
  ...{ at: '2026-11-25T10:00:00.000Z', temperature: 12, rainChance: 0, gusts: 0, icon: '01d' },
  ...{ uvIndex: null, pollen: null },
}

test.each([
  [{ rainChance: 59 }, 'dry'],
  [{ rainChance: 60 }, 'rain'],
  [{ temperature: 3 }, 'dry'],
  [{ temperature: 2.9 }, 'cold'],
  [{ gusts: 60 }, 'dry'],
  [{ gusts: 61 }, 'wind'],
  [{ rainChance: 60, gusts: 61, temperature: 2 }, 'rain'],
  [{ gusts: 61, temperature: 2 }, 'wind'],
] as const)('weather with %j counts as %s', (rough, advice) => {
  expect(adviceFor([hour, { ...hour, ...rough }])).toBe(advice)
})

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

test('a forecast from twelve hours ago is no longer shown', async () => {
  const { host, service, db } = await rainyTown()
  const playdate = await planned(host)
  await weatherFor(host, playdate)
  service.mood.forecast = 'failing'
  await db.run(
    sql`update forecasts set ask_again_at = now() - interval '1 second', asked_at = now() - interval '12 hours 1 second'`,
  )
  expect((await asked(host, playdate)).status).toBe(204)
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

test('there is no weather without a provider, a position or a time within the forecast', async () => {
  const off = await rainyTown({ provider: 'off' })
  expect((await asked(off.host, await planned(off.host))).status).toBe(204)
  expect(off.service.asked).toHaveLength(0)

  const { host, service, db } = await rainyTown()
  const somewhere = await host.call(createPlaydate, { body: aPlaydate() })
  expect((await asked(host, somewhere)).status).toBe(204)
  const in9Days = (hours: number) => new Date(Date.now() + 9 * 86_400_000 + hours * 3_600_000).toISOString()
  const later = await planned(host, { startTime: in9Days(0), endTime: in9Days(1) })
  expect((await asked(host, later)).status).toBe(204)
  const over = await planned(host)
  await endPlaydate(db, over.id)
  expect((await asked(host, over)).status).toBe(204)
  expect(forecasts(service)).toHaveLength(0)
})

test('a father who may not see a playdate learns nothing about its weather', async () => {
  const { host, visitor, fathers, service } = await rainyTown({ fathers: 3 })
  const [guest, stranger, blocked] = fathers
  const playdate = await planned(host)
  const params = { id: playdate.id }
  await host.call(block, { params: { id: blocked.id } })
  expect((await asked(blocked, playdate)).status).toBe(404)
  expect((await asked(blocked, { id: 999_999 })).status).toBe(404)
  expect((await visitor.fetch('GET', `/api/playdates/${playdate.id}/weather`)).status).toBe(401)
  expect(forecasts(service)).toHaveLength(0)
  expect((await asked(stranger, playdate)).status).toBe(200)
  await guest.call(joinPlaydate, { params, body: {} })
  await host.call(deletePlaydate, { params, body: {} })
  expect((await asked(guest, playdate)).status).toBe(204)
  expect((await asked(stranger, playdate)).status).toBe(404)
})

test('for a playdate at a home, neither the weather nor the indoor places reveal where it is', async () => {
  const { host, service, db, fathers } = await rainyTown({ fathers: 2 })
  const [guest, stranger] = fathers
  service.forecast.rain = 90
  const away = await aRestaurant(host, { name: 'Met hoek', ...north(700), features: ['playCorner'] })
  await confirmed(db)
  const seen = []
  // Two homes in one cell of the grid, the first of which is itself indoors.
  for (const metres of [10, 60]) {
    const home = await aPlayground(host, { name: `Thuis ${metres}`, ...north(metres) })
    if (metres === 10) await db.run(sql`update places set indoor = true where id = ${home.id}`)
    await confirmed(db)
    const playdate = await host.call(createPlaydate, {
      body: aPlaydate({ placeId: home.id, locationVisibility: 'participants', area: 'Centrum' }),
    })
    seen.push(await weatherFor(stranger, playdate))
    await guest.call(joinPlaydate, { params: { id: playdate.id }, body: {} })
    const known = await weatherFor(guest, playdate)
    // The first is nearest to itself, so it is offered nothing.
    expect(known?.dryPlaces.map(({ id, distance }) => [id, Math.round(distance ?? 0)])).toEqual(
      metres === 10
        ? []
        : [
            [expect.any(Number), 50],
            [away.id, 640],
          ],
    )
    await guest.call(leavePlaydate, { params: { id: playdate.id }, body: {} })
    expect(await weatherFor(guest, playdate)).toEqual(await weatherFor(stranger, playdate))
    await db.run(sql`update places set indoor = false where name = 'Thuis 60'`)
  }
  const [first, second] = seen
  expect(second).toEqual({ ...first, dryPlaces: expect.any(Array) })
  const distances = (weather: typeof first) =>
    Object.fromEntries((weather?.dryPlaces ?? []).map(({ id, distance }) => [id, distance]))
  expect(distances(second)).toEqual(distances(first))
  expect(forecasts(service)).toHaveLength(1)
})

test('a member who causes many requests gets no new forecast, and everybody else does', async () => {
  const { host, fathers, service, db } = await rainyTown({ fathers: 1, env: { RATE_LIMIT: '0.05' } })
  const [father] = fathers
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
