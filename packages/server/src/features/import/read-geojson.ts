import * as z from 'zod/mini'
import { areaOf, type Box, isPosition, meanOf, type Path } from './geometry.ts'
import { readElements } from './json-elements.ts'
import {
  ImportProblem,
  type Near,
  type OnBytes,
  type OsmObject,
  type Source,
  type Tags,
  type Wants,
} from './osm-object.ts'

const Point = z.array(z.number()).check(z.minLength(2))
const Line = z.array(Point)
const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: Point }),
  z.object({ type: z.literal('MultiPoint'), coordinates: Line }),
  z.object({ type: z.literal('LineString'), coordinates: Line }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(Line) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(Line) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(Line)) }),
  // A collection has no centre, so such an object is skipped.
  z.object({ type: z.literal('GeometryCollection'), geometries: z.array(z.unknown()) }),
])
const Feature = z.object({
  type: z.literal('Feature'),
  id: z.optional(z.union([z.string(), z.number()])),
  properties: z.nullable(z.record(z.string(), z.unknown())),
  geometry: z.nullable(Geometry),
})
const Root = z.object({ type: z.literal('FeatureCollection'), bbox: z.optional(z.array(z.number())) })

/**
 * GeoJSON as Overpass Turbo, osmtogeojson and osmium write it: one feature for each object, with its OpenStreetMap id.
 */
export function readGeoJson(path: string, name: string, onBytes: OnBytes): Source {
  let box: Box | undefined

  async function each(wants: Wants, take: (object: OsmObject) => void) {
    const onElement = (raw: unknown) => {
      const feature = Feature.safeParse(raw)
      if (!feature.success) {
        throw new ImportProblem(`${name} holds something that is not a GeoJSON feature. Nothing was imported.`)
      }
      const { id, properties, geometry } = feature.data
      const tags = tagsIn(properties ?? {})
      if (!geometry || !wants(tags)) return
      const osmId = osmIdOf([id, properties?.['@id'], properties?.id])
      if (!osmId) {
        throw new ImportProblem(
          `${name} holds features without an OpenStreetMap id such as way/123; export it with ids. Nothing was imported.`,
        )
      }
      const shape = shapeOf(geometry)
      if (shape && isPosition(shape.latitude, shape.longitude)) take({ id: osmId, tags, ...shape })
    }
    const root = Root.safeParse(await readElements(path, name, { onElement, onBytes }))
    if (!root.success) throw new ImportProblem(`${name} is not a GeoJSON FeatureCollection. Nothing was imported.`)
    const [west, south, east, north] = root.data.bbox?.length === 4 ? root.data.bbox : []
    if (west !== undefined && south !== undefined && east !== undefined && north !== undefined) {
      box = { south, west, north, east }
    }
  }

  return {
    box: () => box,
    each,
    eachNear: (near, wants, take) =>
      each(wants, object => {
        if (isNear(object, near)) take(object)
      }),
  }
}

function isNear({ latitude, longitude, line, rings }: OsmObject, near: Near) {
  const paths = [...(line ? [line] : []), ...rings]
  if (near(latitude, longitude, paths.length > 0)) return true
  return paths.some(path => {
    for (let i = 0; i + 1 < path.length; i += 2) if (near(path[i + 1] ?? 0, path[i] ?? 0, true)) return true
    return false
  })
}

function tagsIn(properties: Readonly<Record<string, unknown>>): Tags {
  // Some writers put the tags into a separate object.
  const { tags } = properties
  const from = typeof tags === 'object' && tags !== null ? tags : properties
  return Object.fromEntries(
    Object.entries(from).flatMap(([key, value]) =>
      !key.startsWith('@') && key !== 'id' && ['string', 'number', 'boolean'].includes(typeof value)
        ? [[key, String(value)]]
        : [],
    ),
  )
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

function shapeOf(geometry: z.output<typeof Geometry>): Omit<OsmObject, 'id' | 'tags'> | undefined {
  if (geometry.type === 'GeometryCollection') return undefined
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

function outlines(polygons: readonly (readonly z.output<typeof Line>[])[]): Path[] {
  return polygons.flatMap(([outer]) => (outer && outer.length > 3 ? [pathOf(outer)] : []))
}

function pathOf(line: z.output<typeof Line>): number[] {
  return line.flatMap(([longitude = 0, latitude = 0]) => [longitude, latitude])
}
