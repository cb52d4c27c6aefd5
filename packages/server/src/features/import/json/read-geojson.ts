import * as z from 'zod/mini'
import { areaOf, type Box, isPosition, meanOf, type Path } from '../geometry.ts'
import { placeTypeOf } from '../mapping.ts'
import {
  ImportProblem,
  type Near,
  type OnBytes,
  type OsmObject,
  type Source,
  type Tags,
  type Taker,
  tagsIn,
  type Unreadable,
  type Wants,
} from '../osm-object.ts'
import { readElements } from './json-elements.ts'

const Point = z.array(z.number()).check(z.minLength(2))
const Line = z.array(Point)
const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: Point }),
  z.object({ type: z.literal('MultiPoint'), coordinates: Line }),
  z.object({ type: z.literal('LineString'), coordinates: Line }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(Line) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(Line) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(Line)) }),
])
const Feature = z.object({
  type: z.literal('Feature'),
  id: z.optional(z.unknown()),
  properties: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  geometry: z.optional(z.unknown()),
})
const Collection = z.object({ type: z.literal('FeatureCollection'), features: z.array(z.unknown()) })
const Root = z.object({
  type: z.literal('FeatureCollection'),
  bbox: z.catch(z.optional(z.array(z.number())), undefined),
})
/** How deeply collections may be nested; deeper nesting is not open data. */
const maxDepth = 16

/**
 * GeoJSON as Overpass Turbo, osmtogeojson and osmium write it: one feature for each object, with its OpenStreetMap id.
 */
export function readGeoJson(path: string, name: string, onBytes: OnBytes): Source {
  let box: Box | undefined
  let unreadable: Unreadable = { count: 0, first: '' }

  async function each(wants: Wants, taker: Taker) {
    unreadable = { count: 0, first: '' }
    let readable = 0
    const onElement = (raw: unknown, at: number, depth = 0) => {
      const collection = depth < maxDepth ? Collection.safeParse(raw) : undefined
      if (collection?.success) {
        for (const feature of collection.data.features) onElement(feature, at, depth + 1)
        return
      }
      const feature = Feature.safeParse(raw)
      if (feature.success) {
        readable += 1
        takeFeature(feature.data, { wants, taker, name, at })
      } else unreadable = { count: unreadable.count + 1, first: unreadable.first || `feature ${at}` }
    }
    const root = Root.safeParse(await readElements(path, name, { onElement, onBytes }))
    if (!root.success) throw new ImportProblem(`${name} is not a GeoJSON FeatureCollection. Nothing was imported.`)
    if (unreadable.count > 0 && readable === 0)
      throw new ImportProblem(
        `${name} holds something that is not a GeoJSON feature (${unreadable.first}). Nothing was imported.`,
      )
    box = boxIn(root.data.bbox ?? [])
  }

  return {
    box: () => box,
    unreadable: () => unreadable,
    each,
    eachNear: wanted =>
      each(tags => wanted.some(({ wants }) => wants(tags)), {
        take(object) {
          for (const { wants, near, take } of wanted) if (wants(object.tags) && isNear(object, near)) take(object)
        },
        takeUnplaced() {},
      }),
  }
}

/** A box of four numbers, or of six if it has heights. */
function boxIn(numbers: readonly number[]): Box | undefined {
  const half = numbers.length / 2
  const [west, south, east, north] = [numbers[0], numbers[1], numbers[half], numbers[half + 1]]
  if (west === undefined || south === undefined || east === undefined || north === undefined) return undefined
  const isRight = isPosition(south, west) && isPosition(north, east) && south <= north && west <= east
  return isRight && (half === 2 || half === 3) ? { south, west, north, east } : undefined
}

interface Around {
  wants: Wants
  taker: Taker
  name: string
  at: number
}

function takeFeature(feature: z.output<typeof Feature>, { wants, taker, name, at }: Around) {
  const { id, properties, geometry } = feature
  const tags = tagsOf(properties ?? {})
  if (!wants(tags)) return
  const osmId = osmIdOf([id, properties?.['@id'], properties?.id])
  if (!osmId && placeTypeOf(tags)) {
    throw new ImportProblem(
      `${name} holds features without an OpenStreetMap id such as way/123 (feature ${at}); export it with ids. Nothing was imported.`,
    )
  }
  // Nothing refers to a bench or a school.
  const known = osmId ?? `feature/${at}`
  const shape = shapeOf(geometry)
  if (shape) taker.take({ id: known, tags, ...shape })
  else taker.takeUnplaced({ id: known, tags, why: 'coordinates' })
}

function isNear({ latitude, longitude, line, rings }: OsmObject, near: Near) {
  const paths = [...(line ? [line] : []), ...rings]
  if (near(latitude, longitude, paths.length > 0)) return true
  return paths.some(path => {
    for (let i = 0; i + 1 < path.length; i += 2) if (near(path[i + 1] ?? 0, path[i] ?? 0, true)) return true
    return false
  })
}

function tagsOf(properties: Readonly<Record<string, unknown>>): Tags {
  // Some writers put the tags into a separate object.
  const { tags } = properties
  const from = typeof tags === 'object' && tags !== null ? { ...tags } : properties
  return Object.fromEntries(Object.entries(tagsIn(from)).filter(([key]) => !key.startsWith('@') && key !== 'id'))
}

const kinds: Readonly<Record<string, string>> = { n: 'node', w: 'way', r: 'relation' }

/** The id in OpenStreetMap, also from the short form of osmium: n1, w2, r3, and a4 for an area. */
function osmIdOf(candidates: readonly unknown[]): string | undefined {
  for (const candidate of candidates) {
    const text = String(candidate)
    if (/^(node|way|relation)\/\d{1,15}$/.test(text)) return text
    const [, kind = '', digits = ''] = /^([nwra])(\d{1,15})$/.exec(text) ?? []
    if (kind === 'a')
      return Number(digits) % 2 === 0 ? `way/${Number(digits) / 2}` : `relation/${(Number(digits) - 1) / 2}`
    if (kind) return `${kinds[kind]}/${digits}`
  }
  return undefined
}

/** The position and outlines; undefined for coordinates that are damaged or missing, and for mixed collections. */
function shapeOf(raw: unknown): Omit<OsmObject, 'id' | 'tags'> | undefined {
  const geometry = Geometry.safeParse(raw).data
  if (!geometry) return undefined
  const { type, coordinates } = geometry
  if (type === 'Point') {
    const [longitude = Number.NaN, latitude = Number.NaN] = coordinates
    return { latitude, longitude, rings: [] }
  }
  if (type === 'Polygon') return areaOf(outlines([coordinates]))
  if (type === 'MultiPolygon') return areaOf(outlines(coordinates))
  const line = pathOf(type === 'MultiLineString' ? coordinates.flat() : coordinates)
  return line.length === 0 ? undefined : { ...meanOf(line), rings: [], line }
}

/** The outlines and holes. */
function outlines(polygons: readonly (readonly z.output<typeof Line>[])[]): Path[] {
  return polygons.flatMap(rings => rings.flatMap(ring => (ring.length > 3 ? [pathOf(ring)] : [])))
}

function pathOf(line: z.output<typeof Line>): number[] {
  return line.flatMap(([longitude = 0, latitude = 0]) => [longitude, latitude])
}
