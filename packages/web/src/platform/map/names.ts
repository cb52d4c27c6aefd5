import { boxOf } from './geometry.ts'
import { extent, type Feature, type Line } from './read-tile.ts'

export type NameKind = 'place' | 'street' | 'water' | 'green' | 'site' | 'stop' | 'stopName' | 'parking' | 'number'

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
/** From which zoom on the sign of a stop is shown, and its name. */
const stops: Record<string, [sign: number, name: number]> = {
  station: [13, 14],
  halt: [14, 15],
  bus_station: [15, 16],
  ferry_terminal: [14, 15],
  tram_stop: [16, 17],
  bus_stop: [16, 17],
}
/** Buildings and grounds that a neighbourhood is known by. */
const sites: Record<string, number> = {
  hospital: 15,
  university: 15,
  college: 16,
  school: 16,
  kindergarten: 17,
  library: 17,
  community_centre: 17,
  sports_centre: 16,
  sports_center: 16,
  stadium: 15,
  water_park: 16,
  zoo: 15,
  theme_park: 15,
}
/** The side of a park or wood on the screen that makes room for its name, in pixels. */
const roomForGreen = 70
const mercatorMetres = 156_543

/** Adds what a feature says in writing: names, and the signs of stops and car parks. */
export function addName(names: Name[], feature: Feature) {
  const add = namers[feature.layer]
  if (add) add(names, feature)
}

const namers: Record<string, (names: Name[], feature: Feature) => void> = {
  place_labels: addPlace,
  water_polygons_labels: (names, feature) => addAt(names, feature, { kind: 'water', rank: 15, fromZoom: 12 }),
  street_labels: addStreet,
  land_labels: addGreen,
  public_transport: addStop,
  sites: addSite,
  pois: addPoint,
}

function textOf(feature: Feature, longest = 60, key = 'name'): string | undefined {
  const text = feature.get(key)
  return typeof text === 'string' && text !== '' && text.length <= longest ? text : undefined
}

function addAt(names: Name[], feature: Feature, how: Pick<Name, 'kind' | 'rank' | 'fromZoom'>) {
  const text = textOf(feature)
  const along = text && feature.shape()[0]?.slice(0, 2)
  if (along) names.push({ text, ...how, along })
}

function addPlace(names: Name[], feature: Feature) {
  const text = textOf(feature)
  const rule = placeRanks[String(feature.get('kind'))]
  const [along] = text && rule ? feature.shape() : []
  const people = Number(feature.get('population') ?? 0)
  // Within a kind, the larger place comes first.
  if (text && rule && along)
    names.push({ text, kind: 'place', rank: rule[0] - Math.min(0.9, people / 2e6), fromZoom: rule[1], along })
}

function addStreet(names: Name[], feature: Feature) {
  const text = feature.kind === 'line' ? textOf(feature) : undefined
  if (!text) return
  const rank = streetRanks[String(feature.get('kind')).replace('_link', '')] ?? 25
  for (const along of feature.shape()) names.push({ text, kind: 'street', rank, fromZoom: rank < 25 ? 14 : 15, along })
}

/** The larger a park or wood, the earlier and before others. */
function addGreen(names: Name[], feature: Feature) {
  const side = Math.sqrt(Math.max(1, Number(feature.get('way_area') ?? 1)))
  const zoom = Math.log2((roomForGreen * mercatorMetres) / side)
  const fromZoom = Math.min(17, Math.max(12, zoom))
  addAt(names, feature, { kind: 'green', rank: 11 + fromZoom / 100, fromZoom })
}

function addStop(names: Name[], feature: Feature) {
  const rule = stops[String(feature.get('kind'))]
  const along = rule && feature.shape()[0]?.slice(0, 2)
  if (!along) return
  names.push({ text: 'H', kind: 'stop', rank: 26, fromZoom: rule[0], along })
  addAt(names, feature, { kind: 'stopName', rank: rule[0] < 16 ? 12 : 29, fromZoom: rule[1] })
}

function addSite(names: Name[], feature: Feature) {
  const kind = String(feature.get('kind'))
  if (kind === 'parking') return addParking(names, feature)
  const fromZoom = sites[kind]
  const text = fromZoom === undefined ? undefined : textOf(feature)
  const along = text && middleOf(feature)
  if (along && fromZoom) names.push({ text, kind: 'site', rank: 28, fromZoom, along })
}

function addParking(names: Name[], feature: Feature) {
  const along = middleOf(feature)
  if (along) names.push({ text: 'P', kind: 'parking', rank: 32, fromZoom: 16, along })
}

function addPoint(names: Name[], feature: Feature) {
  const fromZoom = ['amenity', 'leisure', 'tourism'].map(key => sites[String(feature.get(key))]).find(Boolean)
  if (fromZoom) addAt(names, feature, { kind: 'site', rank: 28, fromZoom })
}

export function addNumber(names: Name[], feature: Feature) {
  const text = textOf(feature, 10, 'housenumber')
  const along = text && feature.shape()[0]?.slice(0, 2)
  if (along) names.push({ text, kind: 'number', rank: 60, fromZoom: 17, along })
}

/**
 * The middle of an area's outermost points, or the point itself; undefined outside the tile, since a neighbour has it.
 */
function middleOf(feature: Feature): Line | undefined {
  const [ring] = feature.shape()
  if (!ring) return undefined
  const { x, y } = boxOf(ring)
  return x >= 0 && y >= 0 && x < extent && y < extent ? [x, y] : undefined
}
