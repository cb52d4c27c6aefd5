import { isInside } from './geometry.ts'
import { type Feature, type Line, readTile } from './read-tile.ts'
import { type Area, areaOfFeature, type LineKind, lineOfFeature } from './style.ts'

export type NameKind = 'place' | 'street' | 'water'

/** A name and where it may be placed, in the tile's own coordinates: at a point, or along a line. */
export interface Name {
  text: string
  kind: NameKind
  /** The smallest comes first. */
  rank: number
  /** The zoom level from which it is shown. */
  fromZoom: number
  along: Line
}

/** The lines of a street, or the rings of an area: those around it, and those of its holes in the other direction. */
export type Shape = Line[]

/** A tile's content grouped by what is drawn together. */
export interface TileParts {
  areas: Map<Area, Shape[]>
  lines: Map<LineKind, Shape[]>
  names: Name[]
}

const maxNames = 5000

export function partsOf(bytes: Uint8Array): TileParts {
  const parts: TileParts = { areas: new Map(), lines: new Map(), names: [] }
  const canals: Line[] = []
  readTile(bytes, feature => {
    if (feature.kind === 'area') add(parts.areas, areaOfFeature(feature.layer, feature.get('kind')), feature)
    else if (feature.kind === 'line' && !feature.layer.endsWith('_labels')) {
      const kind = lineOfFeature(feature.layer, feature.get)
      if (kind === 'river') canals.push(...feature.shape())
      else add(parts.lines, kind, feature)
    }
    if (parts.names.length < maxNames) addName(parts.names, feature)
  })
  // Canals and rivers come as areas and as lines, of which one is enough.
  const water = parts.areas.get('water') ?? []
  const without = canals.filter(line => !isCovered(line, water))
  if (without.length > 0)
    parts.lines.set(
      'river',
      without.map(line => [line]),
    )
  return parts
}

function add<K>(to: Map<K, Shape[]>, key: K | undefined, feature: Feature) {
  if (key === undefined) return
  const shapes = to.get(key)
  if (shapes) shapes.push(feature.shape())
  else to.set(key, [feature.shape()])
}

/** Whether most of a line lies on areas, judged by a few of its points. */
function isCovered(line: Line, areas: Shape[]): boolean {
  const points = line.length / 2
  const asked = [0.2, 0.5, 0.8].map(share => Math.min(points - 1, Math.floor(points * share)) * 2)
  return asked.filter(at => areas.some(rings => isInside(line[at] ?? 0, line[at + 1] ?? 0, rings))).length >= 2
}

const placeRanks: Record<string, [rank: number, fromZoom: number]> = {
  capital: [0, 4],
  state_capital: [1, 6],
  city: [2, 6],
  town: [3, 8],
  village: [5, 11],
  suburb: [6, 12],
  hamlet: [8, 13],
  quarter: [9, 13],
  neighbourhood: [10, 14],
  island: [7, 11],
}
const streetRanks: Record<string, number> = { motorway: 20, trunk: 20, primary: 21, secondary: 22, tertiary: 23 }

function addName(names: Name[], feature: Feature) {
  if (!feature.layer.endsWith('_labels')) return
  const text = feature.get('name')
  if (typeof text !== 'string' || text === '' || text.length > 60) return
  const kind = String(feature.get('kind'))
  if (feature.layer === 'place_labels') {
    const rule = placeRanks[kind]
    const [along] = feature.shape()
    const people = Number(feature.get('population') ?? 0)
    // Within a kind, the larger place comes first.
    if (rule && along)
      names.push({ text, kind: 'place', rank: rule[0] - Math.min(0.9, people / 2e6), fromZoom: rule[1], along })
  } else if (feature.layer === 'water_polygons_labels') {
    const [along] = feature.shape()
    if (along) names.push({ text, kind: 'water', rank: 15, fromZoom: 12, along: along.slice(0, 2) })
  } else if (feature.layer === 'street_labels' && feature.kind === 'line') {
    const rank = streetRanks[kind.replace('_link', '')] ?? 25
    for (const along of feature.shape())
      names.push({ text, kind: 'street', rank, fromZoom: rank < 25 ? 14 : 15, along })
  }
}
