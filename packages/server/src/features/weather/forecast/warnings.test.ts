import { createPlaydate } from '@papadag/contract/playdates/playdates'
import { playdateWeather, type WeatherHour } from '@papadag/contract/weather/forecast'
import type { WeatherWarning } from '@papadag/contract/weather/warnings'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { aPlayground } from '../../../testing/places.ts'
import { rainyTown } from '../../../testing/weather/rainy-town.ts'
import { aPlaydate } from '../../../testing/world.ts'
import { warningsFor } from './playdate-weather.ts'

const hour: WeatherHour = {
  ...{ at: '2026-11-25T10:00:00.000Z', temperature: 12, rainChance: 0, gusts: 0, icon: '01d' },
  ...{ uvIndex: null, pollen: null },
}

test.each<[Partial<WeatherHour>, WeatherWarning[]]>([
  [{}, []],
  [{ temperature: 26.9 }, []],
  [{ temperature: 27 }, [{ kind: 'heat', degrees: 27 }]],
  [{ uvIndex: 5.9 }, []],
  [{ uvIndex: 6 }, [{ kind: 'uv', index: 6 }]],
  [{ pollen: { birch: 100, grass: 30 } }, []],
  [{ pollen: { grass: 31, birch: 101, ragweed: 2 } }, [{ kind: 'pollen', plants: ['birch', 'grass'] }]],
  [
    { temperature: 31.6, uvIndex: 7.4, pollen: { grass: 90 } },
    [
      { kind: 'heat', degrees: 32 },
      { kind: 'uv', index: 7 },
      { kind: 'pollen', plants: ['grass'] },
    ],
  ],
])('weather with %j warns of %j', (outdoors, warnings) => {
  expect(warningsFor([hour, { ...hour, ...outdoors }])).toEqual(warnings)
})

test('a playdate on a hot day warns of heat, sun and pollen, and in ordinary weather of nothing', async () => {
  const { host, service, db } = await rainyTown()
  const { id: placeId } = await aPlayground(host)
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ placeId }) })
  const weather = () => host.call(playdateWeather, { params: { id } })
  expect(await weather()).toMatchObject({ advice: 'dry', warnings: [] })
  await db.run(sql`delete from forecasts`)
  service.forecast = { ...service.forecast, temperature: 28.6, uv: 6.2 }
  const hot = await weather()
  expect(hot?.hours[0]).toMatchObject({ temperature: 28.6, uvIndex: 6.2 })
  const heatAndSun = [
    { kind: 'heat', degrees: 29 },
    { kind: 'uv', index: 6 },
  ]
  expect(hot).toMatchObject({ advice: 'dry', dryPlaces: [], warnings: heatAndSun })
  await db.run(sql`
    update forecasts set hours = (select jsonb_agg(hour || '{"pollen": {"grass": 80}}') from jsonb_array_elements(hours) hour)`)
  const flowering = await weather()
  expect(flowering?.warnings).toEqual([...heatAndSun, { kind: 'pollen', plants: ['grass'] }])
  // A node of an earlier version has stored it.
  await db.run(sql`
    update forecasts set hours = (select jsonb_agg(hour - 'pollen' - 'uvIndex') from jsonb_array_elements(hours) hour)`)
  expect(await weather()).toMatchObject({ warnings: heatAndSun.slice(0, 1) })
})
