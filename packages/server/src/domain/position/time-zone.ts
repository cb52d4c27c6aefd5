import { readFileSync } from 'node:fs'
import { productTimeZone } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'

/** Small islands of the Kingdom, which the grid gives to their neighbours: south, north, west, east. */
const islands: readonly (readonly [zone: string, number, number, number, number])[] = [
  ['America/Aruba', 12.38, 12.66, -70.1, -69.82],
  ['America/Curacao', 11.95, 12.42, -69.2, -68.62],
  ['America/Kralendijk', 11.98, 12.34, -68.45, -68.15],
  ['America/Kralendijk', 17.43, 17.68, -63.28, -62.93],
]

/** A tree of cells, and the zones at its leaves: `tz-lookup` 11.7.0 of PhotoStructure, CC0. */
const [tree = '', names = ''] = readFileSync(new URL('./time-zones.txt', import.meta.url), 'utf8').split('\n')
const zones = names.split(',')
/** The values of a node from here on are leaves. */
const firstLeaf = 3136 - zones.length

const nodeAt = (at: number) => 56 * tree.charCodeAt(at) + tree.charCodeAt(at + 1) - 1995

/** The time zone at a position, in which clocks show the same even where the cells are coarse. */
export function zoneAt({ latitude, longitude }: { latitude: number; longitude: number }): string {
  const island = islands.find(
    ([, south, north, west, east]) => latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  )
  if (island) return island[0]
  let x = (48 * (180 + longitude)) / 360.00000000000006
  let y = (24 * (90 - latitude)) / 180.00000000000003
  let [column, row] = [Math.floor(x), Math.floor(y)]
  let level = -1
  let node = nodeAt(96 * row + 2 * column)
  while (node < firstLeaf) {
    level += node + 1
    x = (2 * (x - column)) % 2
    y = (2 * (y - row)) % 2
    column = Math.floor(x)
    row = Math.floor(y)
    node = nodeAt(8 * level + 4 * row + 2 * column + 2304)
  }
  return zones[node - firstLeaf] ?? productTimeZone
}

const Where = z.object({
  kept: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  own: z.nullable(z.string()),
})
const Known = z.object({ zone: z.string() })

interface Planned {
  placeId: number | null | undefined
  creatorId: number
  /** Where the place was when a poll or proposal named it. */
  at?: { latitude: number | null; longitude: number | null } | undefined
  /** The playdate that is edited: it keeps its zone unless it is moved to another place. */
  playdateId?: number
}

/**
 * The time zone in which a playdate takes place: that of its place, or else the one its creator uses. Never one that
 * the database does not know, since lists compute with it.
 */
export async function zoneOf(tx: Db, { placeId, creatorId, at, playdateId }: Planned): Promise<string> {
  const found = await tx.one(
    Where,
    sql`select (select p.time_zone from playdates p
                 where p.id = ${playdateId ?? null}::int and p.place_id is not distinct from ${placeId ?? null}::int) as kept,
               pl.latitude, pl.longitude, u.notification_settings ->> 'timeZone' as own
          from users u left join places pl on pl.id = ${placeId ?? null}::int and pl.location is not null
         where u.id = ${creatorId}`,
  )
  if (found?.kept) return found.kept
  const { latitude, longitude } = at ?? found ?? {}
  const zone = latitude != null && longitude != null ? zoneAt({ latitude, longitude }) : (found?.own ?? productTimeZone)
  return (await tx.one(Known, sql`select known_time_zone(${zone}) as zone`))?.zone ?? productTimeZone
}
