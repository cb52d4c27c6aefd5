import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { theInternet } from '../../../platform/outside.ts'
import { startWeatherStandIn } from '../../../testing/weather/weather-stand-in.ts'
import { providerOf } from './provider.ts'

afterEach(() => vi.useRealTimers())

/** A provider on a day, and the stand-in it asks. */
async function providerOn(day: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00Z`) })
  const service = await startWeatherStandIn()
  onTestFinished(() => service.close())
  const config = { openMeteoUrl: service.url, openWeatherUrl: service.url, openWeatherApiKey: undefined }
  const provider = providerOf({ weatherProvider: 'open-meteo', ...config }, theInternet(), 60_000)
  if (!provider) throw new Error('no provider')
  return { provider, service }
}
const amsterdam = { latitude: '52.35', longitude: '4.95' }

test.each<[string, string, typeof amsterdam, boolean]>([
  ['in May', '2027-05-10', amsterdam, true],
  ['in January', '2027-01-02', amsterdam, true],
  ['in November', '2027-11-10', amsterdam, false],
  ['outside Europe', '2027-05-10', { latitude: '40.75', longitude: '-73.95' }, false],
])('whether Open-Meteo is asked for pollen %s: %s, %o', async (_, day, centre, isAsked) => {
  const { provider, service } = await providerOn(day)
  service.forecast.pollen = { birch: 120.4, grass: 0 }
  const hours = await provider.forecast(centre)
  expect(hours?.[0]?.pollen).toEqual(isAsked ? { birch: 120, grass: 0 } : null)
  // It is forecast for four days, and the weather for eight.
  expect(hours?.at(-1)).toMatchObject({ temperature: 12.3, pollen: null })
  const [, air] = service.asked
  expect(air).toEqual(
    isAsked
      ? {
          path: '/v1/air-quality',
          query: {
            ...centre,
            hourly: 'alder_pollen,birch_pollen,grass_pollen,olive_pollen,mugwort_pollen,ragweed_pollen',
            forecast_days: '5',
            timeformat: 'unixtime',
            timezone: 'GMT',
          },
        }
      : undefined,
  )
})

test.each(['failing', 'garbled', 'strange'] as const)(
  'a forecast is shown without pollen if that part of the service is %s',
  async mood => {
    const { provider, service } = await providerOn('2027-05-10')
    service.forecast = { ...service.forecast, uv: 3, pollen: { grass: 80 } }
    service.mood.air = mood
    const hours = await provider.forecast(amsterdam)
    expect(hours?.[0]).toMatchObject({ temperature: 12.3, uvIndex: 3, pollen: null })
    service.mood.forecast = 'failing'
    expect(await provider.forecast(amsterdam)).toBeUndefined()
    // Nobody asks for the pollen of a forecast that failed.
    expect(service.asked.map(({ path }) => path)).toEqual(['/v1/forecast', '/v1/air-quality', '/v1/forecast'])
  },
)
