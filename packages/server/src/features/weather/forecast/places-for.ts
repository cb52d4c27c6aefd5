import type { PlaceFor } from '@papadag/contract/weather/places-for'
import type { Position, Reader } from '../../../domain/places/projection.ts'
import { dryPlaces, nearPlaygrounds, suggestedWithinM } from '../../../domain/places/suggested.ts'
import type { Db } from '../../../platform/db/db.ts'
import { areaAround } from '../../../platform/live/watching/area.ts'
import type { Shows } from '../../../platform/live/watching/shows.ts'
import type { Forecasts } from './forecasts.ts'
import { adviceFor, hoursWithin } from './playdate-weather.ts'

const shown = 3
/** How long a playdate usually lasts. */
const lastsMs = 2 * 3_600_000

/** Up to three certain places for a playdate near this position; those with a roof come first in rough weather. */
export async function placesFor(
  db: Db,
  { startTime, ...position }: Position & { startTime: string },
  reader: Reader,
  forecasts: Forecasts | undefined,
): Promise<PlaceFor[]> {
  const end = new Date(Date.parse(startTime) + lastsMs).toISOString()
  const hours = hoursWithin((await forecasts?.at(db, position, reader.id)) ?? [], startTime, end)
  const needsRoof = hours.length > 0 && adviceFor(hours) !== 'dry'
  const dry = needsRoof ? await dryPlaces(db, position, reader, shown) : []
  const near = dry.length < shown ? await nearPlaygrounds(db, position, reader, shown) : []
  const others = near.filter(({ id }) => dry.every(one => one.id !== id))
  return [
    ...dry.map(place => ({ ...place, because: 'dry' as const })),
    ...others.map(place => ({ ...place, because: 'near' as const })),
  ].slice(0, shown)
}

/** They change with the places around. */
export function placesForShown({ query }: { query: Position }): Shows {
  return { kind: 'place', area: areaAround(query, suggestedWithinM), isFiltered: true }
}
