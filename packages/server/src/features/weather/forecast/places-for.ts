import { isTied } from '@papadag/contract/places/facts'
import type { Place } from '@papadag/contract/places/places'
import type { WeatherHour } from '@papadag/contract/weather/forecast'
import type { PlaceFor } from '@papadag/contract/weather/places-for'
import { shadeFrom } from '@papadag/contract/weather/warnings'
import { isOpenThen } from '../../../domain/places/facts/opening-hours.ts'
import { regionAt } from '../../../domain/places/facts/region.ts'
import { withHours } from '../../../domain/places/facts/shown-hours.ts'
import type { Position, Reader } from '../../../domain/places/projection.ts'
import { nearestCertain, suggestedWithinM } from '../../../domain/places/suggested.ts'
import type { Db } from '../../../platform/db/db.ts'
import { areaAround } from '../../../platform/live/watching/area.ts'
import type { Shows } from '../../../platform/live/watching/shows.ts'
import type { Forecasts } from './forecasts.ts'
import { adviceFor, hoursWithin } from './playdate-weather.ts'
import { type Asked, inOrder } from './suitable.ts'

const shown = 3
/** From this many of the nearest, those that suit best are chosen. */
const compared = 60
/** How long a playdate usually lasts. */
const lastsMs = 2 * 3_600_000

type Query = Position & { startTime: string; ages?: readonly number[] | undefined }

/**
 * Up to three certain places for a playdate near this position: those with a roof come first in rough weather; of the
 * playgrounds those that suit the children and the sun.
 */
export async function placesFor(
  db: Db,
  { startTime, ages = [], ...position }: Query,
  reader: Reader,
  forecasts: Forecasts | undefined,
): Promise<PlaceFor[]> {
  const end = new Date(Date.parse(startTime) + lastsMs).toISOString()
  const hours = hoursWithin((await forecasts?.at(db, position, reader.id)) ?? [], startTime, end)
  const needsRoof = hours.length > 0 && adviceFor(hours) !== 'dry'
  const needsShade = !needsRoof && hours.some(isSunny)
  const asked: Asked = { ages, needsShade }

  const chosen: PlaceFor[] = []
  async function choose(kind: 'dry' | 'playground', because: PlaceFor['because']) {
    const nearest = await nearestCertain(kind, db, position, reader, { startTime, count: compared })
    for (const { place, reasons } of inOrder(nearest, asked)) {
      if (chosen.length === shown) return
      const isChosen = chosen.some(({ id }) => id === place.id)
      if (!isChosen && (await isOpen(place, startTime))) chosen.push({ ...place, because, reasons })
    }
  }
  if (needsRoof) await choose('dry', 'dry')
  await choose('playground', 'near')
  await withHours(chosen)
  return chosen
}

const isSunny = ({ temperature, uvIndex }: WeatherHour) =>
  temperature >= shadeFrom.temperature || (uvIndex ?? 0) >= shadeFrom.uvIndex

/** Whether it is not known to be closed then. */
async function isOpen({ facts, latitude, longitude }: Place, then: string): Promise<boolean> {
  const hours = facts.openingHours
  if (!hours || isTied(hours)) return true
  const said = await isOpenThen(
    { text: hours.value.text, region: regionAt(latitude, longitude) },
    Temporal.Instant.from(then),
  )
  return said !== 'no'
}

/** They change with the places around. */
export function placesForShown({ query }: { query: Position }): Shows {
  return { kind: 'place', area: areaAround(query, suggestedWithinM), isFiltered: true }
}
