import { deflateSync } from 'node:zlib'
import type { Tags } from '../features/import/osm-object.ts'

/** OpenStreetMap objects in the short form that tests use. */
export interface OsmData {
  nodes?: { id: number; lat: number; lon: number; tags?: Tags }[]
  ways?: { id: number; nodes: number[]; tags?: Tags; latitudes?: number[]; longitudes?: number[] }[]
  relations?: { id: number; members: { ref: number; role: string }[]; tags?: Tags }[]
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return Buffer.from([...bytes, rest])
}

const zigzag = (value: number) => varint(value < 0 ? -2 * value - 1 : 2 * value)
const number = (field: number, value: number) => Buffer.concat([varint(field * 8), varint(value)])
const bytes = (field: number, value: Buffer | string) => {
  const content = Buffer.from(value)
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content])
}
const packed = (field: number, values: readonly number[], pack = varint) =>
  bytes(field, Buffer.concat(values.map(pack)))
const deltas = (values: readonly number[]) => values.map((value, index) => value - (values[index - 1] ?? 0))

function blob(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([number(2, content.length), bytes(3, deflateSync(content))])
  const head = Buffer.concat([bytes(1, type), number(3, body.length)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, body])
}

function block(groupOf: (textAt: (text: string) => number) => Buffer): Buffer {
  const strings = ['']
  const group = groupOf(text => {
    const known = strings.indexOf(text)
    return known > 0 ? known : strings.push(text) - 1
  })
  return blob('OSMData', Buffer.concat([bytes(1, Buffer.concat(strings.map(text => bytes(1, text)))), bytes(2, group)]))
}

/** A header block; a reader must support all of `features`. */
export function pbfHeader(features = ['OsmSchema-V0.6', 'DenseNodes'], optional: readonly string[] = []): Buffer {
  return blob(
    'OSMHeader',
    Buffer.concat([...features.map(feature => bytes(4, feature)), ...optional.map(feature => bytes(5, feature))]),
  )
}

/** What a writer stores for a node that it does not have: a position outside the globe. */
const nowhere = 2 ** 31 - 1

/** A file as `osmium add-locations-to-ways` writes it: ways have the positions of their nodes, which are left out. */
export function pbfWithLocations(data: OsmData, missing: ReadonlySet<number> = new Set()): Buffer {
  const nodes = new Map((data.nodes ?? []).map(node => [node.id, node]))
  const located = (refs: readonly number[], side: 'lat' | 'lon') =>
    refs.map(ref => (missing.has(ref) ? nowhere : Math.round((nodes.get(ref)?.[side] ?? 0) * 1e7)))
  const content = {
    ...data,
    nodes: (data.nodes ?? []).filter(({ tags }) => tags),
    ways: (data.ways ?? []).map(way => ({
      ...way,
      latitudes: located(way.nodes, 'lat'),
      longitudes: located(way.nodes, 'lon'),
    })),
  }
  return Buffer.concat([pbfHeader(undefined, ['LocationsOnWays']), pbfBlocks(content)])
}

/** The blocks of an `.osm.pbf` file, without the header. */
export function pbfBlocks({ nodes = [], ways = [], relations = [] }: OsmData): Buffer {
  const blocks: Buffer[] = []
  if (nodes.length > 0) {
    blocks.push(
      block(at =>
        bytes(
          2,
          Buffer.concat([
            packed(1, deltas(nodes.map(({ id }) => id)), zigzag),
            packed(8, deltas(nodes.map(({ lat }) => Math.round(lat * 1e7))), zigzag),
            packed(9, deltas(nodes.map(({ lon }) => Math.round(lon * 1e7))), zigzag),
            packed(
              10,
              nodes.flatMap(({ tags = {} }) => [...Object.entries(tags).flatMap(tag => tag.map(at)), 0]),
            ),
          ]),
        ),
      ),
    )
  }
  const tagged = (tags: Tags, at: (text: string) => number) => [
    packed(2, Object.keys(tags).map(at)),
    packed(3, Object.values(tags).map(at)),
  ]
  if (ways.length > 0) {
    blocks.push(
      block(at =>
        Buffer.concat(
          ways.map(({ id, nodes: refs, tags = {}, latitudes, longitudes }) =>
            bytes(
              3,
              Buffer.concat([
                number(1, id),
                ...tagged(tags, at),
                packed(8, deltas(refs), zigzag),
                ...(latitudes ? [packed(9, deltas(latitudes), zigzag)] : []),
                ...(longitudes ? [packed(10, deltas(longitudes), zigzag)] : []),
              ]),
            ),
          ),
        ),
      ),
    )
  }
  if (relations.length > 0) {
    blocks.push(
      block(at =>
        Buffer.concat(
          relations.map(({ id, members, tags = {} }) =>
            bytes(
              4,
              Buffer.concat([
                number(1, id),
                ...tagged(tags, at),
                packed(
                  8,
                  members.map(({ role }) => at(role)),
                ),
                packed(9, deltas(members.map(({ ref }) => ref)), zigzag),
                packed(
                  10,
                  members.map(() => 1),
                ),
              ]),
            ),
          ),
        ),
      ),
    )
  }
  return Buffer.concat(blocks)
}

/** A whole `.osm.pbf` file. */
export function pbf(data: OsmData): Buffer {
  return Buffer.concat([pbfHeader(), pbfBlocks(data)])
}

/** When the objects of an extract were edited, in seconds since 1970, and when its header says that it was taken. */
export interface ExtractTimes {
  header?: number
  dense?: number[]
  node?: number
  way?: number
  relation?: number
}

/** An extract whose objects say when they were edited. */
export function extractOf({ header, dense = [], node, way, relation }: ExtractTimes): Buffer {
  const info = (time: number) => bytes(4, number(2, time))
  const single = (field: number, time: number | undefined) =>
    time === undefined ? [] : [bytes(field, Buffer.concat([number(1, 1), info(time)]))]
  const nodes = Buffer.concat([
    packed(1, deltas(dense.map((_, at) => at + 1)), zigzag),
    bytes(5, packed(2, deltas(dense), zigzag)),
  ])
  const group = [
    ...(dense.length > 0 ? [bytes(2, nodes)] : []),
    ...single(1, node),
    ...single(3, way),
    ...single(4, relation),
  ]
  const said = header === undefined ? [] : [number(32, header)]
  return Buffer.concat([
    blob('OSMHeader', Buffer.concat([bytes(4, 'OsmSchema-V0.6'), ...said])),
    block(() => Buffer.concat(group)),
  ])
}

/** The objects as Overpass answers `out body; >; out skel;`. */
export function overpass({ nodes = [], ways = [], relations = [] }: OsmData): string {
  return JSON.stringify({
    version: 0.6,
    elements: [
      ...relations.map(({ members, ...relation }) => ({
        type: 'relation',
        ...relation,
        members: members.map(member => ({ type: 'way', ...member })),
      })),
      ...ways.map(way => ({ type: 'way', ...way })),
      ...nodes.map(node => ({ type: 'node', ...node })),
    ],
  })
}

/** The objects as GeoJSON, as osmtogeojson writes it. */
export function geoJson({ nodes = [], ways = [], relations = [] }: OsmData): string {
  const at = new Map(nodes.map(({ id, lat, lon }) => [id, [lon, lat]]))
  const pathOf = (id: number) => ways.find(way => way.id === id)?.nodes.map(node => at.get(node)) ?? []
  const feature = (id: string, tags: Tags = {}, type: string, coordinates: unknown) =>
    Object.keys(tags).length === 0
      ? []
      : [{ type: 'Feature', id, properties: { ...tags, '@id': id }, geometry: { type, coordinates } }]
  return JSON.stringify({
    type: 'FeatureCollection',
    features: [
      ...nodes.flatMap(({ id, tags, lat, lon }) => feature(`node/${id}`, tags, 'Point', [lon, lat])),
      ...ways.flatMap(({ id, tags, nodes: refs }) =>
        refs[0] === refs.at(-1)
          ? feature(`way/${id}`, tags, 'Polygon', [pathOf(id)])
          : feature(`way/${id}`, tags, 'LineString', pathOf(id)),
      ),
      ...relations.flatMap(({ id, tags, members }) =>
        feature(
          `relation/${id}`,
          tags,
          'Polygon',
          members.map(({ ref }) => pathOf(ref)),
        ),
      ),
    ],
  })
}
