import type { Weather } from '@papadag/contract/weather/weather'
import * as z from 'zod/mini'
import type { Config } from '../../platform/config.ts'
import { Problem } from '../../platform/problem.ts'

const maxRemembered = 1000

/** The fields we use from the weather service's two replies (specification 7). */
const Place = z.object({ name: z.string().check(z.minLength(1)), country: z.optional(z.string()) })
const Places = z.array(Place)
const Current = z.object({
  main: z.object({ temp: z.number() }),
  weather: z.array(z.object({ main: z.string(), icon: z.string() })).check(z.minLength(1)),
  name: z.optional(z.string()),
  sys: z.optional(z.object({ country: z.optional(z.string()) })),
})

export interface WeatherClient {
  /** The weather at a position; throws `weather.unavailable` if the service does not reply in time. */
  at(position: { latitude: number; longitude: number }): Promise<Weather>
}

interface Timing {
  /** The timeout of both requests together, just under the 3 s that callers are promised. */
  timeoutMs?: number
  /** How long a response is cached. */
  freshMs?: number
  /** How long the service is not asked again after a failure. */
  restMs?: number
}

/**
 * A client of an OpenWeather-compatible service. Positions are rounded to 2 decimals before they leave (decision S1),
 * and requests for the same position share one response.
 */
export function createWeather(
  {
    openWeatherUrl,
    openWeatherApiKey,
    weatherProvider,
  }: Pick<Config, 'openWeatherUrl' | 'openWeatherApiKey'> & Partial<Pick<Config, 'weatherProvider'>>,
  { timeoutMs = 2800, freshMs = 600_000, restMs = 30_000 }: Timing = {},
): WeatherClient {
  const base = /^.*[^/]/.exec(openWeatherUrl)?.[0] ?? ''
  // Least recently used first.
  const remembered = new Map<string, { answer: Promise<Weather>; untilMs: number }>()

  async function read<S extends z.ZodMiniType>(
    schema: S,
    path: string,
    query: Record<string, string>,
    signal: AbortSignal,
  ): Promise<z.output<S>> {
    const response = await fetch(`${base}${path}?${new URLSearchParams(query)}`, { signal, redirect: 'error' })
    if (!response.ok) throw new Error(`the weather service answered ${response.status}`)
    return schema.parse(await response.json())
  }

  async function request(lat: string, lon: string): Promise<Weather> {
    if (!openWeatherApiKey || weatherProvider === 'off') throw new Problem('weather.unavailable')
    const signal = AbortSignal.timeout(timeoutMs)
    const key = { appid: openWeatherApiKey }
    const [current, places] = await Promise.all([
      read(Current, '/data/2.5/weather', { lat, lon, units: 'metric', ...key }, signal).catch(() => undefined),
      // The weather is worth showing even without the name of the place.
      read(Places, '/geo/1.0/reverse', { lat, lon, limit: '1', ...key }, signal).catch(() => []),
    ])
    const sky = current?.weather[0]
    if (!current || !sky) throw new Problem('weather.unavailable')
    const [place] = places
    return {
      temperature: current.main.temp,
      condition: sky.main,
      icon: sky.icon,
      city: place?.name ?? (current.name || 'Unknown'),
      country: place?.country ?? current.sys?.country ?? '',
    }
  }

  function remember(where: string, answer: Promise<Weather>) {
    const [oldest] = remembered.keys()
    if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest)
    const entry = { answer, untilMs: performance.now() + freshMs }
    remembered.set(where, entry)
    answer.catch(() => {
      entry.untilMs = performance.now() + restMs
    })
    return answer
  }

  return {
    async at({ latitude, longitude }) {
      const lat = rounded(latitude)
      const lon = rounded(longitude)
      const where = `${lat},${lon}`
      const known = remembered.get(where)
      remembered.delete(where)
      if (!known || known.untilMs <= performance.now()) return remember(where, request(lat, lon))
      remembered.set(where, known)
      return known.answer
    },
  }
}

/** Two decimals, about a kilometre: precise enough for the weather, too coarse to find a home. */
function rounded(degrees: number) {
  // Adding zero turns -0 into 0.
  return String(Math.round(degrees * 100) / 100 + 0)
}
