/** What is drawn from a tile, in order: areas, then the lines on top of them. */
export const areas = [
  'built',
  'grass',
  'wood',
  'sand',
  'site',
  'parking',
  'pitch',
  'play',
  'water',
  'pier',
  'square',
  'building',
] as const
export type Area = (typeof areas)[number]

/** Streets from the least to the most important, which is drawn last. */
export const streets = ['path', 'service', 'minor', 'tertiary', 'secondary', 'primary', 'motorway'] as const
export type Street = (typeof streets)[number]

export type LineKind = 'river' | 'stream' | 'rail' | 'tram' | 'border' | 'region' | 'quay' | Street | `${Street}-bridge`

/** Widths in pixels at some zoom levels; in between they grow by the same factor per zoom. */
type Widths = readonly (readonly [zoom: number, width: number])[]

const widths: Record<Exclude<LineKind, `${Street}-bridge`>, Widths> = {
  motorway: [
    [5, 0.6],
    [8, 1.4],
    [11, 2.6],
    [13, 4.2],
    [15, 8],
    [17, 15],
    [19, 40],
  ],
  primary: [
    [8, 0.6],
    [11, 1.7],
    [13, 3.2],
    [15, 7],
    [17, 14],
    [19, 38],
  ],
  secondary: [
    [9, 0.5],
    [12, 1.8],
    [14, 4],
    [16, 9],
    [19, 33],
  ],
  tertiary: [
    [10, 0.5],
    [13, 1.9],
    [15, 5],
    [17, 12],
    [19, 30],
  ],
  minor: [
    [12, 0.5],
    [14, 2],
    [15, 3.6],
    [16, 7],
    [17, 11],
    [19, 28],
  ],
  service: [
    [13, 0.4],
    [15, 1.6],
    [16, 3.4],
    [17, 6],
    [19, 15],
  ],
  path: [
    [13, 0.4],
    [15, 0.9],
    [17, 1.6],
    [19, 4],
  ],
  river: [
    [9, 0.8],
    [13, 1.8],
    [16, 4],
    [19, 12],
  ],
  stream: [
    [14, 0.5],
    [16, 1.4],
    [19, 5],
  ],
  rail: [
    [8, 0.5],
    [12, 0.9],
    [15, 1.6],
    [19, 4],
  ],
  tram: [
    [13, 0.4],
    [16, 1],
    [19, 2.5],
  ],
  border: [
    [3, 0.8],
    [10, 1.6],
    [19, 2.4],
  ],
  region: [
    [7, 0.5],
    [12, 1.1],
    [19, 1.8],
  ],
  quay: [
    [13, 1],
    [16, 3],
    [19, 8],
  ],
}

/** The width of a line on the screen; 0 where it is not drawn yet. */
export function widthOf(kind: LineKind, zoom: number): number {
  const stops = widths[kind.replace('-bridge', '') as Exclude<LineKind, `${Street}-bridge`>]
  const after = stops.findIndex(stop => stop[0] > zoom)
  if (after === 0) return 0
  const [from, to] = [stops.at(after < 0 ? -1 : after - 1), stops[after]]
  if (!from || !to) return from?.[1] ?? 0
  return from[1] * (to[1] / from[1]) ** ((zoom - from[0]) / (to[0] - from[0]))
}

/** How much the edge of a street extends beyond its middle on each side. */
export const edgeOf = (zoom: number): number => (zoom < 12 ? 0 : Math.min(1.6, 0.6 + (zoom - 12) * 0.15))

const areaOf: Record<string, Area> = {
  forest: 'wood',
  scrub: 'wood',
  orchard: 'wood',
  sand: 'sand',
  beach: 'sand',
  dune: 'sand',
  residential: 'built',
  industrial: 'built',
  commercial: 'built',
  retail: 'built',
  garages: 'built',
  railway: 'built',
  pitch: 'pitch',
  playground: 'play',
}
for (const kind of ['grass', 'meadow', 'vineyard', 'allotments', 'cemetery', 'grave_yard', 'village_green'])
  areaOf[kind] = 'grass'
for (const kind of ['recreation_ground', 'plant_nursery', 'heath', 'grassland', 'swamp', 'bog', 'string_bog'])
  areaOf[kind] = 'grass'
for (const kind of ['wet_meadow', 'marsh', 'golf_course', 'park', 'garden', 'miniature_golf']) areaOf[kind] = 'grass'

export function areaOfFeature(layer: string, kind: unknown): Area | undefined {
  if (layer === 'water_polygons' || layer === 'ocean') return kind === 'glacier' ? 'site' : 'water'
  if (layer === 'land') return areaOf[String(kind)]
  if (layer === 'sites') return kind === 'parking' ? 'parking' : kind === 'bicycle_parking' ? undefined : 'site'
  if (layer === 'buildings') return 'building'
  if (layer === 'street_polygons') return 'square'
  if (layer === 'pier_polygons' || layer === 'dam_polygons') return 'pier'
  return undefined
}

const streetOf: Record<string, Street> = {
  motorway: 'motorway',
  trunk: 'motorway',
  primary: 'primary',
  secondary: 'secondary',
  tertiary: 'tertiary',
  service: 'service',
  taxiway: 'service',
  runway: 'secondary',
}
for (const kind of ['unclassified', 'residential', 'living_street', 'pedestrian', 'busway', 'bus_guideway'])
  streetOf[kind] = 'minor'
for (const kind of ['footway', 'steps', 'path', 'cycleway', 'track', 'bridleway']) streetOf[kind] = 'path'

type Get = (key: string) => unknown

export function lineOfFeature(layer: string, get: Get): LineKind | undefined {
  const kind = String(get('kind'))
  if (layer === 'streets') return streetLine(kind, get)
  if (layer === 'water_lines') {
    if (get('tunnel') === true) return undefined
    return kind === 'river' || kind === 'canal' ? 'river' : 'stream'
  }
  if (layer === 'boundaries')
    return get('maritime') === true ? undefined : get('admin_level') === 2 ? 'border' : 'region'
  if (layer === 'pier_lines') return 'quay'
  return undefined
}

/** What a street is drawn as, on a bridge or not. */
export const streetOfKind = (kind: string): Street | undefined => streetOf[kind.replace('_link', '')]

function streetLine(kind: string, get: Get): LineKind | undefined {
  const isBelow = get('tunnel') === true
  if (get('rail') === true) {
    if (isBelow || kind === 'subway') return undefined
    return kind === 'tram' || get('service') !== undefined ? 'tram' : 'rail'
  }
  const street = streetOfKind(kind)
  if (!street || (isBelow && street === 'path')) return undefined
  return get('bridge') === true ? `${street}-bridge` : street
}
