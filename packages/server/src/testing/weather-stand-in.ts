import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How one of the stand-in's two calls behaves: healthy, failing, not JSON, of another shape, or never answering. */
type Mood = 'well' | 'failing' | 'garbled' | 'strange' | 'silent'

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
  mood: { weather: Mood; place: Mood }
  close(): Promise<void>
}

/** A weather service on this machine with OpenWeather's protocol, which fails when a test asks. */
export async function startWeatherStandIn({ key = 'a-weather-key', port = 0 } = {}): Promise<WeatherStandIn> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in')
    const query = Object.fromEntries(searchParams)
    standIn.asked.push({ path: pathname, query })

    function answer(status: number, body: unknown) {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
    }
    if (query.appid !== key) return answer(401, { cod: 401, message: 'Invalid API key.' })
    if (!query.lat || !query.lon) return answer(400, { cod: '400', message: 'Nothing to geocode' })

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
    mood: { weather: 'well', place: 'well' },
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
  return standIn
}
