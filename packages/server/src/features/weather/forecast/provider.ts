import type { WeatherHour, WeatherSource } from '@papadag/contract/weather/forecast'
import { pollenPlants } from '@papadag/contract/weather/warnings'
import * as z from 'zod/mini'
import { isBoundedJson } from '../../../platform/bounded-json.ts'
import type { Config } from '../../../platform/config.ts'
import { fetchOutside, type Outside } from '../../../platform/outside.ts'

/** The centre of a cell of 0.1°: all that outside services learn about where a playdate is. */
export interface CellCentre {
  latitude: string
  longitude: string
}

/** A service that forecasts the weather by the hour, in order. */
export interface Provider {
  source: WeatherSource
  /** Undefined if it does not reply in time, or not as expected. */
  forecast(centre: CellCentre): Promise<WeatherHour[] | undefined>
}

/** Far more than any forecast needs. */
const maxBytes = 256 * 1024
const hourMs = 3_600_000

const Moment = z.int().check(z.gte(0), z.lte(32_503_680_000))
const Temperature = z.number().check(z.gte(-100), z.lte(70))
const Speed = z.number().check(z.gte(0), z.lte(1000))

type Asked = { outside: Outside; trusted: readonly string[]; ms: number }

/** A weather service's reply, parsed by this schema; undefined for anything else. */
async function read<S extends z.ZodMiniType>(
  schema: S,
  url: string,
  { outside, trusted, ms }: Asked,
): Promise<z.output<S> | undefined> {
  const body = await fetchOutside(outside, url, { bytes: maxBytes, ms }, { accept: 'application/json', trusted })
  const text = body?.toString('utf8')
  if (text === undefined || !isBoundedJson(text)) return undefined
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

type ProviderHour = {
  temperature: number
  rain: number
  gusts: number
  icon: string
  uvIndex?: number | null | undefined
}

const hourOf = (ms: number, hour: ProviderHour): WeatherHour => ({
  at: new Date(ms).toISOString(),
  temperature: Math.round(hour.temperature * 10) / 10 + 0,
  rainChance: Math.round(hour.rain),
  gusts: Math.round(hour.gusts),
  icon: hour.icon,
  uvIndex: hour.uvIndex ?? null,
  pollen: null,
})

const Times = z.array(Moment).check(z.maxLength(400))

const OpenMeteo = z.object({
  hourly: z.object({
    time: Times,
    temperature_2m: z.array(z.nullable(Temperature)),
    precipitation_probability: z.array(z.nullable(z.number().check(z.gte(0), z.lte(100)))),
    wind_gusts_10m: z.array(z.nullable(Speed)),
    weather_code: z.array(z.nullable(z.int())),
    is_day: z.array(z.nullable(z.int())),
    // A server that lacks it has a forecast all the same.
    uv_index: z.optional(z.array(z.nullable(z.number().check(z.gte(0), z.lte(50))))),
  }),
})

const Grains = z.optional(z.array(z.nullable(z.number().check(z.gte(0), z.lte(100_000)))))
const OpenMeteoAir = z.object({
  hourly: z.object({
    time: Times,
    alder_pollen: Grains,
    birch_pollen: Grains,
    grass_pollen: Grains,
    olive_pollen: Grains,
    mugwort_pollen: Grains,
    ragweed_pollen: Grains,
  }),
})

/** Pollen is forecast for Europe alone; in November and December none of these plants flowers. */
function mayHavePollen({ latitude, longitude }: CellCentre): boolean {
  const [north, east] = [Number(latitude), Number(longitude)]
  return north > 30 && north < 72 && east > -25 && east < 45 && new Date().getUTCMonth() < 10
}

const openMeteoOrigin = 'https://api.open-meteo.com'
/** Open-Meteo answers for the air at another address; whoever runs it himself has both at one. */
const airOf = (url: string) =>
  new URL(url).origin === openMeteoOrigin ? 'https://air-quality-api.open-meteo.com' : url

/** The pollen of each hour, by its time in seconds. */
async function pollenAt({ latitude, longitude }: CellCentre, url: string, asked: Asked) {
  const query = new URLSearchParams({
    latitude,
    longitude,
    hourly: pollenPlants.map(plant => `${plant}_pollen`).join(),
    forecast_days: '5',
    timeformat: 'unixtime',
    timezone: 'GMT',
  })
  const hourly = (await read(OpenMeteoAir, `${url}/v1/air-quality?${query}`, asked))?.hourly
  const all = new Map<number, NonNullable<WeatherHour['pollen']>>()
  for (const [at, time] of hourly?.time.entries() ?? []) {
    const told = pollenPlants.flatMap(plant => {
      const grains = hourly?.[`${plant}_pollen`]?.[at]
      return typeof grains === 'number' ? [[plant, Math.round(grains)] as const] : []
    })
    if (told.length > 0) all.set(time, Object.fromEntries(told))
  }
  return all
}

/** OpenWeather's icon for a WMO weather code, from the first code on. */
const icons: readonly (readonly [from: number, icon: string])[] = [
  [95, '11'],
  [85, '13'],
  [80, '09'],
  [71, '13'],
  [61, '10'],
  [51, '09'],
  [45, '50'],
  [3, '04'],
  [2, '03'],
  [1, '02'],
  [0, '01'],
]

function iconOf(code: number, isDay: boolean): string {
  const [, icon = '04'] = icons.find(([from]) => code >= from) ?? []
  return icon + (isDay ? 'd' : 'n')
}

/** Open-Meteo: each step has the temperature at its time, and the rain and gusts of the preceding hour. */
function openMeteo(url: string, asked: Asked): Provider {
  return {
    source: 'Open-Meteo.com (CC BY 4.0)',
    async forecast(centre) {
      const { latitude, longitude } = centre
      const begun = performance.now()
      const query = new URLSearchParams({
        latitude,
        longitude,
        hourly: 'temperature_2m,precipitation_probability,wind_gusts_10m,weather_code,is_day,uv_index',
        forecast_days: '8',
        timeformat: 'unixtime',
        timezone: 'GMT',
      })
      const found = await read(OpenMeteo, `${url}/v1/forecast?${query}`, asked)
      if (!found) return undefined
      const { hourly } = found
      // Both together take no longer than one may.
      const ms = Math.max(1, Math.round(asked.ms - (performance.now() - begun)))
      const pollen = mayHavePollen(centre) ? await pollenAt(centre, airOf(url), { ...asked, ms }) : undefined
      return hourly.time.flatMap((time, at) => {
        const temperature = hourly.temperature_2m[at]
        const rain = hourly.precipitation_probability[at + 1]
        const gusts = hourly.wind_gusts_10m[at + 1]
        const isWhole = typeof temperature === 'number' && typeof rain === 'number' && typeof gusts === 'number'
        if (!isWhole || hourly.time[at + 1] !== time + hourMs / 1000) return []
        const icon = iconOf(hourly.weather_code[at] ?? 3, hourly.is_day[at] !== 0)
        const uvIndex = hourly.uv_index?.[at]
        return {
          ...hourOf(time * 1000, { temperature, rain, gusts, icon, uvIndex }),
          pollen: pollen?.get(time) ?? null,
        }
      })
    },
  }
}

const OpenWeather = z.object({
  list: z
    .array(
      z.object({
        dt: Moment,
        main: z.object({ temp: Temperature }),
        weather: z
          .array(z.object({ icon: z.string().check(z.regex(/^\d\d[dn]$/)) }))
          .check(z.minLength(1), z.maxLength(10)),
        wind: z.optional(z.object({ speed: z.optional(Speed), gust: z.optional(Speed) })),
        pop: z.number().check(z.gte(0), z.lte(1)),
      }),
    )
    .check(z.minLength(1), z.maxLength(100)),
})

const stepHours = 3
const kmPerHour = 3.6

/**
 * OpenWeather: every three hours, a step has the rain of the preceding hours; temperatures are interpolated between
 * steps.
 */
function openWeather(url: string, key: string, asked: Asked): Provider {
  return {
    source: 'OpenWeather',
    async forecast({ latitude, longitude }) {
      const query = new URLSearchParams({ lat: latitude, lon: longitude, units: 'metric', appid: key })
      const found = await read(OpenWeather, `${url}/data/2.5/forecast?${query}`, asked)
      return found?.list.flatMap((step, at) => {
        const before = found.list[at - 1]
        const from = before && before.dt === step.dt - stepHours * 3600 ? before.main.temp : step.main.temp
        return Array.from({ length: stepHours }, (_, hour) =>
          hourOf((step.dt - (stepHours - hour) * 3600) * 1000, {
            temperature: from + ((step.main.temp - from) * hour) / stepHours,
            rain: step.pop * 100,
            gusts: (step.wind?.gust ?? step.wind?.speed ?? 0) * kmPerHour,
            icon: step.weather[0]?.icon ?? '04d',
          }),
        )
      })
    },
  }
}

type ProviderConfig = Pick<Config, 'weatherProvider' | 'openWeatherApiKey' | 'openWeatherUrl' | 'openMeteoUrl'>

/** Services that Papadag names itself are treated like any outside address; others are the operator's own choice. */
const shipped: ReadonlySet<string> = new Set([openMeteoOrigin, 'https://api.openweathermap.org'])

/** The provider that the operator has chosen; undefined for none. */
export function providerOf(config: ProviderConfig, outside: Outside, ms: number): Provider | undefined {
  const { weatherProvider, openWeatherApiKey, openWeatherUrl, openMeteoUrl } = config
  const asked = (url: string): Asked => {
    const { origin } = new URL(url)
    return { outside, ms, trusted: shipped.has(origin) ? [] : [origin] }
  }
  if (weatherProvider === 'open-meteo') return openMeteo(openMeteoUrl, asked(openMeteoUrl))
  if (weatherProvider === 'off' || !openWeatherApiKey) return undefined
  return openWeather(openWeatherUrl, openWeatherApiKey, asked(openWeatherUrl))
}
