import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How one of the stand-in's calls behaves: healthy, failing, not JSON, of another shape, or never answering. */
type Mood = 'well' | 'failing' | 'garbled' | 'strange' | 'silent'
/** Forecasts can also be endless, redirect elsewhere, arrive byte by byte, contain something other than numbers, or no hour. */
type ForecastMood = Mood | 'huge' | 'elsewhere' | 'dripping' | 'not a number' | 'infinite' | 'deep' | 'empty'

/** A received request: its path and its query, including the key. */
interface Asked {
  path: string
  query: Record<string, string>
}

export interface WeatherStandIn {
  url: string
  asked: Asked[]
  /** The weather that the service reports. */
  weather: { temp: number; main: string; icon: string; name: string; country: string }
  place: { name: string; country: string } | undefined
  /** The forecast of every hour: °C, percent, km/h, and grains per m³; without `uv` and `pollen` it does not tell these. */
  forecast: { temperature: number; rain: number; gusts: number; uv?: number; pollen?: Partial<Record<string, number>> }
  mood: { weather: Mood; place: Mood; forecast: ForecastMood; air: Mood }
  close(): Promise<void>
}

type Forecast = WeatherStandIn['forecast']

function tellForecast(
  mood: ForecastMood,
  { url }: WeatherStandIn,
  response: ServerResponse,
  well: () => object | undefined,
) {
  const json = (body: string, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  switch (mood) {
    case 'silent':
      return
    case 'failing':
      return json('{"error":true,"reason":"Too many requests"}', 429)
    case 'garbled':
      return json('{"hourly":{"time":[')
    case 'strange':
      return json('{"hourly":{"time":"now"},"list":[{"dt":"now"}]}')
    case 'not a number':
      return json(JSON.stringify(well()).replaceAll(/("temp"|"temperature_2m"):(\[?)[\d.]+/g, '$1:$2NaN'))
    case 'infinite':
      return json(JSON.stringify(well()).replaceAll(/("temp"|"temperature_2m"):(\[?)[\d.]+/g, '$1:$21e999'))
    case 'empty':
      return json(JSON.stringify(well(), (_, value: unknown) => (Array.isArray(value) ? [] : value)))
    case 'deep':
      return json('['.repeat(100_000))
    case 'elsewhere':
      return response.writeHead(302, { location: `${url}/v1/elsewhere` }).end()
    case 'huge':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write(`{"padding":"${'x'.repeat(1_000_000)}"`)
      return response.end(JSON.stringify(well()).replace('{', ','))
    case 'dripping':
      // Sends the headers and a first byte, but never the end.
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.write('{')
    case 'well': {
      const told = well()
      return told ? json(JSON.stringify(told)) : json('{"error":true,"reason":"Cannot initialize a variable"}', 400)
    }
  }
}

const daySeconds = 86_400
const midnight = () => Math.floor(Date.now() / 1000 / daySeconds) * daySeconds

/** How many days ahead pollen is forecast. */
const pollenDays = 4

/** Open-Meteo: hours from the last midnight on, in the columns that were asked for; undefined if it lacks one. */
function openMeteoHours(path: string, query: Record<string, string>, forecast: Forecast) {
  const isAir = path === '/v1/air-quality'
  const count = Number(query.forecast_days ?? (isAir ? 5 : 7)) * 24
  const column = <T>(of: (hour: number) => T) => Array.from({ length: count }, (_, hour) => of(hour))
  const { temperature, rain, gusts, uv = null, pollen = {} } = forecast
  const grains = (plant: string) => column(hour => (hour < pollenDays * 24 ? (pollen[plant] ?? null) : null))
  const columns: Record<string, unknown> = isAir
    ? Object.fromEntries(
        ['alder', 'birch', 'grass', 'mugwort', 'olive', 'ragweed'].map(plant => [`${plant}_pollen`, grains(plant)]),
      )
    : {
        temperature_2m: column(() => temperature),
        precipitation_probability: column(() => rain),
        wind_gusts_10m: column(() => gusts),
        weather_code: column(() => (rain >= 60 ? 61 : 3)),
        is_day: column(hour => (hour % 24 > 6 && hour % 24 < 20 ? 1 : 0)),
        uv_index: column(() => uv),
      }
  const asked = (query.hourly ?? '').split(',')
  if (asked.some(name => !columns[name])) return undefined
  return {
    latitude: Number(query.latitude),
    longitude: Number(query.longitude),
    generationtime_ms: 0.12,
    utc_offset_seconds: 0,
    timezone: 'GMT',
    hourly_units: { time: 'unixtime' },
    hourly: {
      time: column(hour => midnight() + hour * 3600),
      ...Object.fromEntries(asked.map(name => [name, columns[name]])),
    },
  }
}

/** OpenWeather: forty steps of three hours. */
function openWeatherForecast(query: Record<string, string>, { temperature, rain, gusts }: Forecast) {
  const first = Math.floor(Date.now() / 1000 / 10_800 + 1) * 10_800
  return {
    cod: '200',
    message: 0,
    cnt: 40,
    list: Array.from({ length: 40 }, (_, step) => ({
      dt: first + step * 10_800,
      main: {
        temp: temperature,
        feels_like: temperature,
        temp_min: temperature,
        temp_max: temperature,
        pressure: 1021,
      },
      weather: [{ id: 500, main: 'Rain', description: 'light rain', icon: rain >= 60 ? '10d' : '04d' }],
      clouds: { all: 100 },
      wind: { speed: gusts / 7.2, deg: 121, gust: gusts / 3.6 },
      visibility: 10_000,
      pop: rain / 100,
      sys: { pod: 'd' },
      dt_txt: new Date((first + step * 10_800) * 1000).toISOString(),
    })),
    city: { id: 1, name: 'Here', coord: { lat: Number(query.lat), lon: Number(query.lon) }, country: 'NL' },
  }
}

/**
 * A weather service on this machine with OpenWeather's protocol and Open-Meteo's, for weather and for the air, which
 * fails when a test asks.
 */
export async function startWeatherStandIn({ key = 'a-weather-key', port = 0 } = {}): Promise<WeatherStandIn> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in')
    const query = Object.fromEntries(searchParams)
    standIn.asked.push({ path: pathname, query })

    function answer(status: number, body: unknown) {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
    }
    if (pathname === '/v1/forecast' || pathname === '/v1/air-quality') {
      const mood = pathname === '/v1/forecast' ? standIn.mood.forecast : standIn.mood.air
      return tellForecast(mood, standIn, response, () => openMeteoHours(pathname, query, standIn.forecast))
    }
    if (query.appid !== key) return answer(401, { cod: 401, message: 'Invalid API key.' })
    if (!query.lat || !query.lon) return answer(400, { cod: '400', message: 'Nothing to geocode' })

    if (pathname === '/data/2.5/forecast') {
      return tellForecast(standIn.mood.forecast, standIn, response, () => openWeatherForecast(query, standIn.forecast))
    }
    const isPlace = pathname === '/geo/1.0/reverse'
    if (!isPlace && pathname !== '/data/2.5/weather') return answer(404, { cod: '404', message: 'Internal error' })
    switch (isPlace ? standIn.mood.place : standIn.mood.weather) {
      case 'silent':
        return
      case 'failing':
        return answer(500, { cod: '500', message: 'Internal error' })
      case 'garbled':
        return response.writeHead(200, { 'content-type': 'application/json' }).end('{"main":{"temp"')
      case 'strange':
        return answer(200, { main: { temp: 'warm' }, weather: [] })
      case 'well':
        break
    }
    const coord = { lat: Number(query.lat), lon: Number(query.lon) }
    const { place, weather } = standIn
    if (isPlace) return answer(200, place ? [{ ...place, local_names: { nl: place.name }, ...coord }] : [])
    return answer(200, {
      coord,
      weather: [{ id: 800, main: weather.main, description: weather.main.toLowerCase(), icon: weather.icon }],
      base: 'stations',
      main: { temp: weather.temp, feels_like: weather.temp, pressure: 1015, humidity: 80 },
      dt: Math.floor(Date.now() / 1000),
      sys: { country: weather.country },
      timezone: 3600,
      name: weather.name,
      cod: 200,
    })
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))

  const standIn: WeatherStandIn = {
    // Listening on a port: the address is not a pipe's name.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    weather: { temp: 9.4, main: 'Rain', icon: '10d', name: 'Grachtengordel', country: 'NL' },
    place: { name: 'Amsterdam', country: 'NL' },
    forecast: { temperature: 12.34, rain: 10, gusts: 20 },
    mood: { weather: 'well', place: 'well', forecast: 'well', air: 'well' },
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
  return standIn
}
