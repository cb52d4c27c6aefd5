import type { WeatherAdvice } from '@papadag/contract/weather/advice'
import { type PlaydateWeather, roughWeather, type WeatherHour } from '@papadag/contract/weather/forecast'
import { type PollenPlant, pollenPlants, shadeFrom, type WeatherWarning } from '@papadag/contract/weather/warnings'
import * as z from 'zod/mini'
import { withHours } from '../../../domain/places/facts/shown-hours.ts'
import { plannedThere } from '../../../domain/places/planned.ts'
import type { Reader } from '../../../domain/places/projection.ts'
import { hasRoof, nearestCertain } from '../../../domain/places/suggested.ts'
import { isComing, isOn, isReadableBy, mayLocate } from '../../../domain/playdates/state.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { isoOf } from '../../../platform/db/moment.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Forecasts } from './forecasts.ts'

/** No provider forecasts further. */
const aheadDays = 8
const hoursAtMost = 24
const dryPlacesShown = 2
const hourMs = 3_600_000

/**
 * Where the weather is looked up: at a home's grid point, for every reader. Indoor places are searched near it only for
 * a viewer who may not know more.
 */
const Found = z.object({
  isPlanned: z.boolean(),
  from: z.string(),
  to: z.string(),
  spot: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
  place: z.nullable(z.object({ latitude: z.number(), longitude: z.number(), isDry: z.boolean() })),
})

function find(db: Db, id: number, viewerId: number) {
  return db.one(
    Found,
    sql`select ${isComing} and p.start_time < now() + make_interval(days => ${aheadDays}::int) as "isPlanned",
               ${isoOf(sql`greatest(p.start_time, now())`)} as "from", ${isoOf(sql`p.end_time`)} as "to",
               case when p.spot_latitude is not null
                 then json_build_object('latitude', p.spot_latitude, 'longitude', p.spot_longitude) end as spot,
               case when pl.id is not null and p.place_latitude is not null and ${mayLocate(viewerId, isOn(viewerId))} then json_build_object(
                 'latitude', p.place_latitude, 'longitude', p.place_longitude,
                 'isDry', coalesce(${hasRoof(sql`pl`)}, false)) end as place
          from playdates p left join ${plannedThere(sql`p.place_id`)}
         where p.id = ${id} and ${isReadableBy(viewerId)}`,
  )
}

/** The hours in a period, including the one it begins in. */
export function hoursWithin(hours: readonly WeatherHour[], from: string, to: string): WeatherHour[] {
  const first = Math.floor(Date.parse(from) / hourMs) * hourMs
  const end = Date.parse(to)
  return hours.filter(({ at }) => Date.parse(at) >= first && Date.parse(at) < end).slice(0, hoursAtMost)
}

/** What these hours amount to; rain comes before wind, and wind before cold. */
export function adviceFor(hours: readonly WeatherHour[]): WeatherAdvice {
  if (hours.some(({ rainChance }) => rainChance >= roughWeather.rainChance)) return 'rain'
  if (hours.some(({ gusts }) => gusts > roughWeather.gusts)) return 'wind'
  return hours.some(({ temperature }) => temperature < roughWeather.temperature) ? 'cold' : 'dry'
}

/** Beyond this many grains per m³ levels are high (Swedish Museum of Natural History: trees; grasses and herbs). */
const [ofTrees, ofHerbs] = [100, 30]
const muchPollen: Readonly<Record<PollenPlant, number>> = {
  alder: ofTrees,
  birch: ofTrees,
  grass: ofHerbs,
  olive: ofTrees,
  mugwort: ofHerbs,
  ragweed: ofHerbs,
}

/** What else matters during these hours, the most important first. */
export function warningsFor(hours: readonly WeatherHour[]): WeatherWarning[] {
  const degrees = Math.max(...hours.map(({ temperature }) => temperature))
  const index = Math.max(...hours.map(({ uvIndex }) => uvIndex ?? 0))
  const plants = pollenPlants.filter(plant => hours.some(({ pollen }) => (pollen?.[plant] ?? 0) > muchPollen[plant]))
  return [
    ...(degrees >= shadeFrom.temperature ? [{ kind: 'heat' as const, degrees: Math.round(degrees) }] : []),
    ...(index >= shadeFrom.uvIndex ? [{ kind: 'uv' as const, index: Math.round(index) }] : []),
    ...(plants.length > 0 ? [{ kind: 'pollen' as const, plants }] : []),
  ]
}

interface Outlook {
  advice: WeatherAdvice
  warnings: WeatherWarning[]
  /** At its first hour, in °C. */
  temperature: number
}

/** What the weather of a playdate amounts to, requested on this member's behalf; undefined without a forecast. */
export async function outlookOf(
  db: Db,
  id: number,
  memberId: number,
  forecasts: Forecasts | undefined,
): Promise<Outlook | undefined> {
  if (!forecasts) return undefined
  const found = await find(db, id, memberId)
  if (!found?.isPlanned || !found.spot) return undefined
  const hours = hoursWithin((await forecasts.at(db, found.spot, memberId)) ?? [], found.from, found.to)
  const [first] = hours
  return first && { advice: adviceFor(hours), warnings: warningsFor(hours), temperature: first.temperature }
}

/** The weather of a playdate's hours, as far as this viewer may know where it is; null without a forecast. */
export async function weatherOf(
  db: Db,
  id: number,
  reader: Reader,
  forecasts: Forecasts | undefined,
): Promise<PlaydateWeather | null> {
  const found = await find(db, id, reader.id)
  if (!found) throw new Problem('playdate.unknown')
  const { isPlanned, from, to, spot, place } = found
  if (!isPlanned || !spot || !forecasts) return null
  const hours = hoursWithin((await forecasts.at(db, spot, reader.id)) ?? [], from, to)
  if (hours.length === 0) return null
  const advice = adviceFor(hours)
  const needsRoof = advice !== 'dry' && !place?.isDry
  const wish = { startTime: from, count: dryPlacesShown }
  return {
    hours,
    advice,
    warnings: warningsFor(hours),
    dryPlaces: needsRoof ? await withHours(await nearestCertain('dry', db, place ?? spot, reader, wish)) : [],
    attribution: forecasts.source,
  }
}
