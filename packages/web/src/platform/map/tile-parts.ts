import { type Circle, circleOf, isInside } from './geometry.ts'
import { addName, addNumber, type Name } from './names.ts'
import { type Feature, type Line, readTile } from './read-tile.ts'
import { type Area, areaOfFeature, type LineKind, lineOfFeature, type Street, streetOfKind } from './style.ts'

/** The lines of a street, or the rings of an area: those around it, and those of its holes in the other direction. */
export type Shape = Line[]

/** The middle of a roundabout, and its street. */
export interface Island extends Circle {
  street: Street
}

/** A tile's content grouped by what is drawn together. */
export interface TileParts {
  areas: Map<Area, Shape[]>
  lines: Map<LineKind, Shape[]>
  islands: Island[]
  names: Name[]
  /** The layer of house numbers, unread: they are as many as houses, and shown only close up. */
  addresses: Uint8Array | undefined
}

const maxNames = 5000
/** In the tile's own coordinates, which at zoom 14 are about 0.4 m. */
const largestIsland = 120

export function partsOf(bytes: Uint8Array): TileParts {
  const parts: TileParts = { areas: new Map(), lines: new Map(), islands: [], names: [], addresses: undefined }
  const canals: Line[] = []
  const take = (feature: Feature) => {
    if (feature.kind === 'area') add(parts.areas, areaOfFeature(feature.layer, feature.get('kind')), feature)
    else if (feature.kind === 'line' && !feature.layer.endsWith('_labels')) {
      const kind = lineOfFeature(feature.layer, feature.get)
      if (kind === 'river') canals.push(...feature.shape())
      else addIslands(parts.islands, add(parts.lines, kind, feature), feature)
    }
    if (parts.names.length < maxNames) addName(parts.names, feature)
  }
  parts.addresses = readTile(bytes, take, 'addresses')
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

/** The house numbers of the layer that `partsOf` has left unread. */
export function numbersOf(addresses: Uint8Array): Name[] {
  const numbers: Name[] = []
  readTile(addresses, feature => addNumber(numbers, feature))
  return numbers
}

function add<K>(to: Map<K, Shape[]>, key: K | undefined, feature: Feature): Shape | undefined {
  if (key === undefined) return undefined
  const shape = feature.shape()
  const shapes = to.get(key)
  if (shapes) shapes.push(shape)
  else to.set(key, [shape])
  return shape
}

function addIslands(islands: Island[], shape: Shape | undefined, { layer, get }: Feature) {
  if (!shape || layer !== 'streets') return
  const isRoundabout = get('roundabout') === true
  for (const line of shape) {
    const isRing = line.length > 10 && line[0] === line.at(-2) && line[1] === line.at(-1)
    if (!isRoundabout && !isRing) continue
    const [circle, street] = [circleOf(line), streetOfKind(String(get('kind')))]
    if (circle && street && street !== 'path' && circle.radius <= largestIsland) islands.push({ ...circle, street })
  }
}

/** Whether most of a line is on areas, judged by a few of its points. */
function isCovered(line: Line, areas: Shape[]): boolean {
  const points = line.length / 2
  const asked = [0.2, 0.5, 0.8].map(share => Math.min(points - 1, Math.floor(points * share)) * 2)
  return asked.filter(at => areas.some(rings => isInside(line[at] ?? 0, line[at + 1] ?? 0, rings))).length >= 2
}
