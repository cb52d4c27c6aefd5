import type { Box } from '../geometry.ts'
import { metresApart } from '../geometry.ts'
import { Grid } from './grid.ts'
import type { NamedPlace } from './names.ts'
import { isSameName } from './same-name.ts'

/** A stored place, with the columns that an import needs. */
export interface KnownPlace {
  id: number
  source: string
  sourceId: string | null
  aliases: string[]
  type: string
  name: string
  namedAfter: string | null
  latitude: number
  longitude: number
  hash: string | null
  missed: number
  isHidden: boolean
  area: number | null
}

export interface Matched {
  /** Each imported place with its stored row, if there is one. */
  pairs: { place: NamedPlace; known: KnownPlace | undefined }[]
  /** Places that a father added before they appeared in the open data; they remain his. */
  alreadyAdded: { place: NamedPlace; known: KnownPlace }[]
  /** Imported earlier and missing now, although this import covers their area. */
  missing: KnownPlace[]
  /** The area of the new places; null if they form a new one. */
  area: number | null
}

/** The furthest that a place moves, in metres, when a mapper redraws a point as an area. */
const redrawnMetres = 20
const samePlaceMetres = 30

/** Finds each imported place's row, by its id or by its position. */
export function match(
  places: readonly NamedPlace[],
  known: readonly KnownPlace[],
  { box, undecided }: { box: Box | undefined; undecided: ReadonlySet<string> },
): Matched {
  const byId = new Map<string, KnownPlace>()
  for (const row of known) {
    if (row.source === 'osm' && row.sourceId) byId.set(row.sourceId, row)
    for (const alias of row.aliases) if (!byId.has(alias)) byId.set(alias, row)
  }

  // Certain matches come first; only the remaining rows can be matched by position.
  const taken = new Set<KnownPlace>()
  const rows = new Map<NamedPlace, KnownPlace>()
  for (const idsOf of [(place: NamedPlace) => [place.id], (place: NamedPlace) => place.aliases]) {
    for (const place of places) {
      if (rows.has(place)) continue
      const row = idsOf(place)
        .map(id => byId.get(id))
        .find(found => found !== undefined && (found.source !== 'osm' || !taken.has(found)))
      if (row) {
        rows.set(place, row)
        taken.add(row)
      }
    }
  }

  const others = new Grid<KnownPlace>()
  for (const row of known) if (!taken.has(row)) others.add(row, { ...row, rings: [] })
  const nearest = (place: NamedPlace, isUser: boolean, metres: number) => {
    const candidates = [...others.near({ ...place, rings: [] }, metres)]
      .filter(
        row => (row.source !== 'osm') === isUser && row.type === place.type && !taken.has(row) && mayBe(place, row),
      )
      .map(row => ({ row, away: metresApart(place.latitude, place.longitude, row.latitude, row.longitude) }))
      .filter(({ away }) => away <= metres)
      .sort((a, b) => a.away - b.away)
    return candidates[0]?.row
  }
  for (const place of places) {
    if (rows.has(place)) continue
    const row = nearest(place, false, redrawnMetres) ?? nearest(place, true, samePlaceMetres)
    if (row) {
      rows.set(place, row)
      taken.add(row)
    }
  }

  // Whatever the files name is not absent.
  for (const row of known) {
    if ([row.sourceId ?? '', ...row.aliases].some(id => undecided.has(id))) taken.add(row)
  }

  const pairs = places.map(place => ({ place, known: rows.get(place) }))
  const imported = pairs.filter(({ known: row }) => !row || row.source === 'osm')
  return {
    pairs: imported,
    alreadyAdded: pairs.flatMap(({ place, known: row }) =>
      row && row.source !== 'osm' ? [{ place, known: row }] : [],
    ),
    missing: missingAmong(known, taken, box),
    area: areaOf(imported),
  }
}

/** Whether names allow a match: different names mean two places, but a name given by an import proves nothing. */
function mayBe(place: NamedPlace, row: KnownPlace): boolean {
  return place.namedAfter !== undefined || row.namedAfter !== null || isSameName(place.name ?? '', row.name)
}

/**
 * Places that came with an area and are missing from an import of the same area. An import covers the same area if it
 * contains at least half of the known places there, which an import of a neighbouring area does not.
 */
function missingAmong(known: readonly KnownPlace[], seen: ReadonlySet<KnownPlace>, box: Box | undefined): KnownPlace[] {
  if (!box) return []
  const areas = new Map<string, KnownPlace[]>()
  for (const row of known) {
    if (row.source !== 'osm' || !isIn(box, row) || (row.isHidden && !seen.has(row))) continue
    const key = `${row.type} ${row.area}`
    const rows = areas.get(key)
    if (rows) rows.push(row)
    else areas.set(key, [row])
  }
  return [...areas.values()].flatMap(rows => {
    const unseen = rows.filter(row => !seen.has(row))
    return unseen.length * 2 <= rows.length ? unseen : []
  })
}

function isIn({ south, west, north, east }: Box, { latitude, longitude }: KnownPlace): boolean {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east
}

/** The area that most of these places came with, if it is that of at least half of them. */
function areaOf(pairs: Matched['pairs']): number | null {
  const counts = new Map<number, number>()
  for (const { known } of pairs) {
    if (known?.area != null) counts.set(known.area, (counts.get(known.area) ?? 0) + 1)
  }
  const [largest] = [...counts].sort((a, b) => b[1] - a[1])
  return largest && largest[1] * 2 >= pairs.length ? largest[0] : null
}
