import type { Box } from './geometry.ts'
import { metresApart } from './geometry.ts'
import { Grid } from './grid.ts'
import type { NamedPlace } from './names.ts'
import { isSameName } from './names-alike.ts'

/** A place that is there already, as far as an import needs to know it. */
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
  /** Each imported place with the row it is, if there is one. */
  pairs: { place: NamedPlace; known: KnownPlace | undefined }[]
  /** What somebody here has added before it came from open data: it stays his. */
  alreadyAdded: { place: NamedPlace; known: KnownPlace }[]
  /** Imported before and not any more, though it should be. */
  missing: KnownPlace[]
  /** The area the new ones belong to; null for one of their own. */
  area: number | null
}

/** Mappers draw what was a point anew as an area: then it moves at most so far. */
const redrawnMetres = 20
const samePlaceMetres = 30

/** Finds for each imported place the row it is, by its id or by where it is. */
export function match(places: readonly NamedPlace[], known: readonly KnownPlace[], box: Box | undefined): Matched {
  const byId = new Map<string, KnownPlace>()
  for (const row of known) {
    if (row.source === 'osm' && row.sourceId) byId.set(row.sourceId, row)
    for (const alias of row.aliases) if (!byId.has(alias)) byId.set(alias, row)
  }

  // First those that are certain: only what is left of the rows may be taken over.
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

/** Two names that are nothing alike are two places; a name we made ourselves says nothing. */
function mayBe(place: NamedPlace, row: KnownPlace): boolean {
  return place.namedAfter !== undefined || row.namedAfter !== null || isSameName(place.name ?? '', row.name)
}

/**
 * What came with an area is missing when an import of that area does not have it. An import is one of that area when it
 * has at least half of what is known there; one of a neighbouring area or of something else entirely has not.
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

/** The area that most of these places came with, if it is the area of at least half of them. */
function areaOf(pairs: Matched['pairs']): number | null {
  const counts = new Map<number, number>()
  for (const { known } of pairs) {
    if (known?.area != null) counts.set(known.area, (counts.get(known.area) ?? 0) + 1)
  }
  const [largest] = [...counts].sort((a, b) => b[1] - a[1])
  return largest && largest[1] * 2 >= pairs.length ? largest[0] : null
}
