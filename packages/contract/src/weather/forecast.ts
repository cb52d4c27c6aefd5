import * as z from 'zod/mini'
import { Place } from '../places/places.ts'
import { route } from '../route.ts'
import { Timestamp } from '../schema.ts'
import { weatherAdvice } from './advice.ts'
import { pollenPlants, WeatherWarning } from './warnings.ts'

/** The thresholds from which a roof is better: percent, °C and km/h. */
export const roughWeather = { rainChance: 60, temperature: 3, gusts: 60 } as const

export const WeatherHour = z.object({
  /** The full hour at which it begins. */
  at: Timestamp,
  /** °C, with one decimal. */
  temperature: z.number(),
  /** Percent. */
  rainChance: z.int(),
  /** km/h. */
  gusts: z.int(),
  /** An icon code of OpenWeather (`10d`), whoever provides the forecast. */
  icon: z.string(),
  /** Null if the provider does not tell. */
  uvIndex: z.nullable(z.number()),
  /** Grains per m³; null where and when the provider does not tell. */
  pollen: z.nullable(z.partialRecord(z.enum(pollenPlants), z.int())),
})
export type WeatherHour = z.output<typeof WeatherHour>

export const PlaydateWeather = z.object({
  /** The remaining hours of the playdate within the forecast; at most 24. */
  hours: z.array(WeatherHour),
  advice: z.enum(weatherAdvice),
  /** What else matters to children outdoors, the most important first; nodes of 1.0.0 say nothing of it. */
  warnings: z.optional(z.array(WeatherWarning)),
  /**
   * In rough weather, the two nearest indoor places, nearest first. A viewer who may not know the address gets those
   * nearest to the centre of its grid cell (safety S5).
   */
  dryPlaces: z.array(Place),
  /** The source of the forecast, to be named next to it. */
  attribution: z.string(),
})
export type PlaydateWeather = z.output<typeof PlaydateWeather>

/** The links that the sources of forecasts require. */
export const weatherSources = {
  'Open-Meteo.com (CC BY 4.0)': 'https://open-meteo.com/',
  OpenWeather: 'https://openweathermap.org/',
} as const
export type WeatherSource = keyof typeof weatherSources

export const playdateWeather = route('GET /api/playdates/:id/weather', {
  access: 'member',
  summary: 'Gets the forecast for a playdate’s hours, and dry places nearby in rough weather. 204 without a forecast.',
  reply: z.nullable(PlaydateWeather),
  errors: ['playdate.unknown'],
})
