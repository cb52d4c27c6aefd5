import type { Equipment } from '@papadag/contract/places/facts'
import type { FoundPlace } from '../gather.ts'
import {
  type Box,
  boxOf,
  isInside,
  metresPerDegree,
  metresToShape,
  type Path,
  type Shape,
  widened,
} from '../geometry.ts'
import type { OsmObject } from '../osm-object.ts'
import { devicesOf } from './equipment.ts'
import { enclosedShare } from './fence.ts'
import type { Surrounding } from './kinds.ts'
import { pointsAlong, type Segments, segmentsOf } from './plane.ts'

/** Something that is told apart around a playground, and how far from its edge it counts, in metres. */
const reach: Readonly<Record<Surrounding, { area: number; point: number }>> = {
  device: { area: 4, point: 25 },
  tree: { area: 3, point: 15 },
  treeRow: { area: 3, point: 15 },
  wood: { area: 0, point: 0 },
  barrier: { area: 65, point: 65 },
  water: { area: 65, point: 65 },
  tap: { area: 50, point: 60 },
  bicycleParking: { area: 30, point: 50 },
  playground: { area: 0, point: 0 },
}
/** The farthest of them. */
export const farthestMetres = 65
/** Long straight canals have few points: those of paths count up to this far, in metres. */
export const pathMetres = 500
/** More devices than this near one playground are a mistake in the data, and take too long. */
const mostDevices = 1000
/** The same for the pieces of barriers and of water. */
const mostPieces = 1000
/** The same for whatever lies close by, and for woods. */
const mostClose = 5000
const mostWoods = 300
/** The ground of a playground that is just a point, as a radius in metres. */
const pointRadius = 15
/** How far apart trees in a row stand, in metres. */
const betweenTrees = 8
const treeSquareMetres = 40
const samplesAcross = 5

/** What is found around one playground, in metres around its centre. */
export class Around {
  readonly place: FoundPlace
  readonly box: Box
  /** In which objects, and points of paths, are near it. */
  readonly reach: { objects: Box; paths: Box }
  readonly equipment = new Set<Equipment>()
  readonly barriers: Segments = []
  readonly water: Segments = []
  readonly outline: Segments
  hasTap = false
  hasBicycleParking = false
  /** Whether the file that contains it contains water too, so that it would show water near it. */
  isCharted = false
  #enclosed: number | undefined
  /** Whether there are too many playgrounds on this spot to look around each. */
  isCrowdedOut = false
  #devices = 0
  #trees = 0
  #woods = 0
  #close = 0
  readonly #narrow: number
  /** Points spread over its ground, until a wood covers them. */
  #open: { latitude: number; longitude: number }[]
  readonly #samples: number

  constructor(place: FoundPlace) {
    this.place = place
    this.box = boxOf(place)
    this.reach = { objects: widened(this.box, farthestMetres), paths: widened(this.box, pathMetres) }
    this.#narrow = Math.cos(place.latitude * (Math.PI / 180))
    this.outline = place.rings.flatMap(ring => segmentsOf(this.#onPlane(ring)))
    this.#open = samplesOf(place, this.box)
    this.#samples = this.#open.length
  }

  /** Whether there was too much of something to read. */
  get isCrowded() {
    const isAny = this.isCrowdedOut
    return {
      devices: isAny || this.#devices > mostDevices,
      pieces: isAny || this.barriers.length > 4 * mostPieces || this.water.length > 4 * mostPieces,
      trees: isAny || this.#close > mostClose || this.#woods > mostWoods,
    }
  }

  /** The share of the directions out of it in which a barrier stands at its edge. */
  get enclosed(): number {
    this.#enclosed ??= enclosedShare(this, this.barriers)
    return this.#enclosed
  }

  /** The share of its ground under trees. */
  get shade(): number | undefined {
    const woods = this.#samples === 0 ? 0 : 1 - this.#open.length / this.#samples
    if (woods === 0 && this.#trees === 0) return undefined
    return Math.min(1, woods + (this.#trees * treeSquareMetres) / this.#squareMetres())
  }

  offer(kind: Surrounding, object: OsmObject) {
    if (kind === 'barrier' || kind === 'water') this.#addPieces(kind === 'water' ? this.water : this.barriers, object)
    else if (kind === 'wood') this.#addWood(object)
    else if (kind === 'treeRow') this.#addRow(object)
    else if (kind === 'device') this.#addDevice(object)
    else if (this.#isNear(object, kind)) {
      if (kind === 'tree') this.#trees += 1
      if (kind === 'tap') this.hasTap = true
      if (kind === 'bicycleParking') this.hasBicycleParking = true
    }
  }

  #isNear(shape: Shape, kind: Surrounding): boolean {
    const metres = reach[kind][this.outline.length > 0 ? 'area' : 'point']
    const { south, west, north, east } = widened(this.box, metres)
    return cornersOf(shape).some(({ latitude, longitude }) => {
      if (latitude < south || latitude > north || longitude < west || longitude > east) return false
      this.#close += 1
      return this.#close <= mostClose && metresToShape(latitude, longitude, this.place) <= metres
    })
  }

  #addDevice(object: OsmObject) {
    if (this.isCrowded.devices || !this.#isNear(object, 'device')) return
    this.#devices += 1
    for (const device of devicesOf(object.tags)) this.equipment.add(device)
  }

  #addPieces(pieces: Segments, object: OsmObject) {
    const [left, right, bottom, top] = this.#bounds(farthestMetres)
    for (const path of pathsOf(object)) {
      for (let i = 0; i + 3 < path.length && pieces.length <= 4 * mostPieces; i += 2) {
        const [x1, y1] = this.#pointOnPlane(path[i] ?? 0, path[i + 1] ?? 0)
        const [x2, y2] = this.#pointOnPlane(path[i + 2] ?? 0, path[i + 3] ?? 0)
        const piece = clipped([x1, y1, x2, y2], [left, right, bottom, top])
        if (piece) pieces.push(...piece)
      }
    }
  }

  #addWood(object: OsmObject) {
    const { rings } = object
    if (rings.length === 0 || this.#open.length === 0 || !overlap(boxOf(object), this.box)) return
    this.#woods += 1
    if (this.#woods > mostWoods) return
    this.#open = this.#open.filter(({ latitude, longitude }) => !isInside(latitude, longitude, rings))
  }

  #addRow(object: OsmObject) {
    for (const path of pathsOf(object)) {
      for (const { x, y } of pointsAlong(segmentsOf(this.#onPlane(path)), betweenTrees, 500)) {
        const [latitude, longitude] = this.#onGlobe(x, y)
        if (this.#isNear({ latitude, longitude, rings: [] }, 'treeRow')) this.#trees += 1
      }
    }
  }

  #squareMetres(): number {
    let sum = 0
    for (let i = 0; i + 3 < this.outline.length; i += 4) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = this.outline.slice(i, i + 4)
      sum += x1 * y2 - x2 * y1
    }
    return Math.max(50, this.outline.length > 0 ? Math.abs(sum / 2) : Math.PI * pointRadius ** 2)
  }

  #bounds(metres: number): [number, number, number, number] {
    const { south, west, north, east } = this.box
    const [left, bottom] = this.#pointOnPlane(west, south)
    const [right, top] = this.#pointOnPlane(east, north)
    return [left - metres, right + metres, bottom - metres, top + metres]
  }

  #pointOnPlane(longitude: number, latitude: number): [number, number] {
    return [
      (longitude - this.place.longitude) * this.#narrow * metresPerDegree,
      (latitude - this.place.latitude) * metresPerDegree,
    ]
  }

  #onGlobe(x: number, y: number): [number, number] {
    return [
      this.place.latitude + y / metresPerDegree,
      this.place.longitude + x / metresPerDegree / Math.max(0.01, this.#narrow),
    ]
  }

  #onPlane(path: Path): number[] {
    const flat: number[] = []
    for (let i = 0; i + 1 < path.length; i += 2) flat.push(...this.#pointOnPlane(path[i] ?? 0, path[i + 1] ?? 0))
    return flat
  }
}

export function pathsOf({ line, rings }: OsmObject): readonly Path[] {
  return line ? [line] : rings
}

const overlap = (a: Box, b: Box) => a.south <= b.north && a.north >= b.south && a.west <= b.east && a.east >= b.west

const mostCorners = 64

/** Its centre, and corners of its outlines: enough of them to tell whether it is near. */
function cornersOf({ latitude, longitude, rings }: Shape) {
  const corners = [{ latitude, longitude }]
  for (const ring of rings) {
    const step = 2 * Math.ceil(ring.length / 2 / mostCorners)
    for (let i = 0; i + 1 < ring.length && corners.length <= mostCorners; i += step)
      corners.push({ latitude: ring[i + 1] ?? 0, longitude: ring[i] ?? 0 })
  }
  return corners
}

/** Points spread evenly over an area; the centre of a point. */
function samplesOf(place: Shape, { south, west, north, east }: Box) {
  const { latitude, longitude, rings } = place
  const samples = []
  for (let row = 0.5; row < samplesAcross && rings.length > 0; row += 1) {
    for (let column = 0.5; column < samplesAcross; column += 1) {
      const point = {
        latitude: south + ((north - south) * row) / samplesAcross,
        longitude: west + ((east - west) * column) / samplesAcross,
      }
      if (isInside(point.latitude, point.longitude, rings)) samples.push(point)
    }
  }
  return samples.length > 0 ? samples : [{ latitude, longitude }]
}

/** The part of a piece within bounds (left, right, bottom, top); undefined if there is none. */
function clipped(
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  [left, right, bottom, top]: readonly [number, number, number, number],
): [number, number, number, number] | undefined {
  const [dx, dy] = [x2 - x1, y2 - y1]
  let [from, to] = [0, 1]
  for (const [way, room] of [
    [-dx, x1 - left],
    [dx, right - x1],
    [-dy, y1 - bottom],
    [dy, top - y1],
  ] as const) {
    if (way === 0 && room < 0) return undefined
    if (way < 0) from = Math.max(from, room / way)
    if (way > 0) to = Math.min(to, room / way)
  }
  return from <= to ? [x1 + from * dx, y1 + from * dy, x1 + to * dx, y1 + to * dy] : undefined
}
