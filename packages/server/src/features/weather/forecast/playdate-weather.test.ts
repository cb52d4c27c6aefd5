import { createPlaydate, deletePlaydate, joinPlaydate, leavePlaydate } from '@papadag/contract/playdates/playdates'
import { block } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { aPlayground, aRestaurant } from '../../../testing/places.ts'
import { asked, forecasts, planned, weatherFor } from '../../../testing/weather/planned.ts'
import { confirmed, north, rainyTown } from '../../../testing/weather/rainy-town.ts'
import { aPlaydate, endPlaydate } from '../../../testing/world.ts'
import { adviceFor } from './playdate-weather.ts'

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
  const { host, visitor, father: guest, other: stranger, third: blocked, service } = await rainyTown({ fathers: 3 })
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
  const { host, service, db, father: guest, other: stranger } = await rainyTown({ fathers: 2 })
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
