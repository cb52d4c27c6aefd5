import * as z from 'zod/mini'
import { HostedMap } from '../places/hosted-map.ts'
import { degreesOrText } from '../places/position.ts'
import { issue } from '../problems.ts'
import { route } from '../route.ts'

/** A position in a query. */
export const Position = z.object({
  latitude: degreesOrText(90, issue('field.invalid')),
  longitude: degreesOrText(180, issue('field.invalid')),
})

/** Temperature in °C; `icon` is the weather service's code (`10d`). */
export const Weather = z.object({
  temperature: z.number(),
  condition: z.string(),
  icon: z.string(),
  city: z.string(),
  country: z.string(),
})
export type Weather = z.output<typeof Weather>

export const currentWeather = route('GET /api/weather', {
  access: 'member',
  summary: 'Gets the current weather at a position, rounded to 2 decimals.',
  query: Position,
  reply: Weather,
  errors: ['weather.unavailable'],
})

export const environment = route('GET /api/env', {
  access: 'member',
  summary: 'Gets the configuration of this server that a browser needs.',
  reply: z.object({
    OPEN_WEATHER_API_KEY: z.nullable(z.string()),
    /** The URL template of map tiles with `{z}`, `{x}` and `{y}`. */
    tileUrl: z.string(),
    /** Attribution to show on the map in addition to OpenStreetMap. */
    tileAttribution: z.nullable(z.string()),
    /** Whether these tiles show what `map` does not cover. Without, nobody else is asked. */
    tilesBesideMap: z.boolean(),
    /** Whether the operator has switched proposals on. */
    proposals: z.boolean(),
    /** Where he can write about a broken playground: a mail address or an https address; null if the operator named none. */
    municipality: z.optional(z.nullable(z.string())),
    map: z.nullable(HostedMap),
  }),
})
