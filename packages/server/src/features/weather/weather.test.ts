import { currentWeather, environment } from '@papadag/contract/weather/weather'
import { expect, onTestFinished, test } from 'vitest'
import { startWeatherStandIn } from '../../testing/weather/weather-stand-in.ts'
import { world } from '../../testing/world.ts'
import { createWeather } from './weather.ts'

const key = 'a-weather-key'
/** Longer than any machine takes to answer; the product waits 2.8 s. */
const timeoutMs = 60_000
const amsterdam = { latitude: 52.367612, longitude: 4.904149 }

async function service() {
  const standIn = await startWeatherStandIn({ key })
  onTestFinished(() => standIn.close())
  return { standIn, config: { openWeatherUrl: `${standIn.url}/`, openWeatherApiKey: key } }
}

const unavailable = { code: 'weather.unavailable' }

test('the weather comes with the name of the place it is for', async () => {
  const { standIn } = await service()
  const { host } = await world({ env: { OPEN_WEATHER_URL: standIn.url, OPEN_WEATHER_API_KEY: key } })
  const weather = await host.call(currentWeather, { query: { latitude: '52.367612', longitude: '4.904149' } })
  expect(weather).toEqual({ temperature: 9.4, condition: 'Rain', icon: '10d', city: 'Amsterdam', country: 'NL' })
})

test('the weather service gets a position with two decimals, in its own parameters', async () => {
  const { standIn, config } = await service()
  await createWeather(config, { timeoutMs }).at({ latitude: -0.001, longitude: 4.904149 })
  expect(standIn.asked).toHaveLength(2)
  expect(standIn.asked).toContainEqual({
    path: '/geo/1.0/reverse',
    query: { lat: '0', lon: '4.9', limit: '1', appid: key },
  })
  expect(standIn.asked).toContainEqual({
    path: '/data/2.5/weather',
    query: { lat: '0', lon: '4.9', units: 'metric', appid: key },
  })
})

test('fathers in one neighbourhood share one answer, even concurrently', async () => {
  const { standIn, config } = await service()
  const weather = createWeather(config, { timeoutMs })
  const together = await Promise.all([
    weather.at(amsterdam),
    weather.at({ latitude: 52.3711, longitude: 4.8962 }),
    weather.at(amsterdam),
  ])
  expect(together[1]).toEqual(together[0])
  await weather.at(amsterdam)
  expect(standIn.asked).toHaveLength(2)

  await weather.at({ latitude: 52.09, longitude: 5.12 })
  expect(standIn.asked).toHaveLength(4)
})

test('a stale answer is requested again', async () => {
  const { standIn, config } = await service()
  const weather = createWeather(config, { timeoutMs, freshMs: 0 })
  await weather.at(amsterdam)
  standIn.weather.temp = 11
  expect(await weather.at(amsterdam)).toMatchObject({ temperature: 11 })
})

test('at most a thousand positions are cached, and the least recently used is dropped', async () => {
  const { standIn, config } = await service()
  const weather = createWeather(config, { timeoutMs })
  const positions = Array.from({ length: 1001 }, (_, index) => ({ latitude: index / 100, longitude: 5 }))
  const [first = amsterdam, second = amsterdam, ...rest] = positions
  await weather.at(first)
  await weather.at(second)
  await weather.at(first)
  for (const position of rest) await weather.at(position)
  standIn.asked.length = 0

  await weather.at(first)
  expect(standIn.asked).toHaveLength(0)
  await weather.at(second)
  expect(standIn.asked).toHaveLength(2)
})

test.each(['failing', 'garbled', 'strange', 'silent'] as const)(
  'a weather service that is %s gives no weather and is not asked for a while',
  async mood => {
    const { standIn, config } = await service()
    standIn.mood.weather = mood
    const weather = createWeather(config, { timeoutMs: mood === 'silent' ? 1500 : timeoutMs })
    await expect(weather.at(amsterdam)).rejects.toMatchObject(unavailable)
    standIn.mood.weather = 'well'
    await expect(weather.at(amsterdam)).rejects.toMatchObject(unavailable)
    expect(standIn.asked).toHaveLength(2)
  },
)

test('a recovered service is asked again', async () => {
  const { standIn, config } = await service()
  const weather = createWeather(config, { timeoutMs, restMs: 0 })
  standIn.mood.weather = 'failing'
  await expect(weather.at(amsterdam)).rejects.toMatchObject(unavailable)
  standIn.mood.weather = 'well'
  expect(await weather.at(amsterdam)).toMatchObject({ city: 'Amsterdam' })
})

test.each(['failing', 'garbled', 'strange', 'silent'] as const)(
  'weather without a place name (%s) uses the name in the weather answer',
  async mood => {
    const { standIn, config } = await service()
    standIn.mood.place = mood
    const weather = createWeather(config, { timeoutMs: 3000 })
    expect(await weather.at(amsterdam)).toMatchObject({ temperature: 9.4, city: 'Grachtengordel', country: 'NL' })
  },
)

test('a place for which no service knows a name is called Unknown', async () => {
  const { standIn, config } = await service()
  standIn.place = undefined
  standIn.weather.name = ''
  expect(await createWeather(config, { timeoutMs }).at(amsterdam)).toMatchObject({ city: 'Unknown', country: 'NL' })
})

test('without a valid key, no weather is shown', async () => {
  const { standIn, config } = await service()
  const keyless = createWeather({ openWeatherUrl: standIn.url, openWeatherApiKey: undefined })
  await expect(keyless.at(amsterdam)).rejects.toMatchObject(unavailable)
  expect(standIn.asked).toHaveLength(0)
  const wrong = createWeather({ ...config, openWeatherApiKey: 'another-key' })
  await expect(wrong.at(amsterdam)).rejects.toMatchObject(unavailable)
})

test('a failure is answered with a sentence, and an invalid position is refused', async () => {
  const { host } = await world()
  const failed = await host.fetch('GET', '/api/weather?latitude=52.37&longitude=4.9', {
    headers: { 'accept-language': 'en' },
  })
  expect(failed.status).toBe(503)
  expect(await failed.json()).toMatchObject({ error: 'Unable to fetch current weather', code: 'weather.unavailable' })
  for (const query of [
    '',
    'latitude=52',
    'latitude=91&longitude=4',
    'latitude=x&longitude=4',
    'latitude=0x1&longitude=4',
  ]) {
    expect((await host.fetch('GET', `/api/weather?${query}`)).status).toBe(400)
  }
})

test('the weather key is sent to the browser only if the operator allows it', async () => {
  const env = { OPEN_WEATHER_API_KEY: key }
  const { host } = await world({ env })
  expect(await host.call(environment)).toMatchObject({ OPEN_WEATHER_API_KEY: null })

  const open = await world({ env: { ...env, WEATHER_KEY_TO_CLIENT: 'on' } })
  expect(await open.host.call(environment)).toMatchObject({ OPEN_WEATHER_API_KEY: key })
})

test('the map learns where its tiles come from, and the content security policy allows that address', async () => {
  const { host } = await world({ env: {} })
  expect(await host.call(environment)).toMatchObject({
    tileUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    tileAttribution: null,
  })

  const own = { TILE_URL: 'https://{s}.tiles.example/{z}/{x}/{y}.png', TILE_ATTRIBUTION: 'Tiles: Example' }
  const { host: other } = await world({ env: own })
  expect(await other.call(environment)).toMatchObject({ tileUrl: own.TILE_URL, tileAttribution: own.TILE_ATTRIBUTION })
  const { headers } = await other.fetch('GET', '/')
  expect(headers.get('content-security-policy')).toContain(" img-src 'self' data: blob: https://*.tiles.example;")
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
})

test('a father who asks for many places is limited, and uses up nobody else’s quota', async () => {
  const { host, father } = await world({ fathers: 1, env: { RATE_LIMIT: 'on' } })
  const at = (latitude: number) => ({ query: { latitude: String(latitude), longitude: '5' } })
  for (let n = 0; n < 20; n += 1) {
    await expect(host.call(currentWeather, at(50 + n / 10))).rejects.toMatchObject({ code: 'weather.unavailable' })
  }
  await expect(host.call(currentWeather, at(52))).rejects.toMatchObject({ status: 429, code: 'request.tooOften' })
  await expect(father.call(currentWeather, at(52))).rejects.toMatchObject({ code: 'weather.unavailable' })
})
