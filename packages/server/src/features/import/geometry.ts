/** An outline or line as alternating longitudes and latitudes; an outline's last point equals its first. */
export type Path = ArrayLike<number>

/** The position of an object: its centre, and its outlines, those of holes among them, if it is not just a point. */
export interface Shape {
  latitude: number
  longitude: number
  rings: readonly Path[]
}

/** South, west, north, east. */
export interface Box {
  south: number
  west: number
  north: number
  east: number
}

/** Metres from south to north. */
export const metresPerDegree = 111_195.08

/** Whether a position is valid: on the globe, and not the 0,0 that means nowhere. */
export function isPosition(latitude: unknown, longitude: unknown): boolean {
  return (
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180 &&
    !(latitude === 0 && longitude === 0)
  )
}

/** Whether a position is that of the European Netherlands with latitude and longitude exchanged, which is in the sea. */
export function isExchanged(latitude: number, longitude: number): boolean {
  return longitude > 50.7 && longitude < 53.7 && latitude > 3.2 && latitude < 7.3
}

/** Metres between two positions, on a plane: accurate to centimetres over these distances. */
export function metresApart(aLat: number, aLng: number, bLat: number, bLng: number): number {
  const x = (aLng - bLng) * Math.cos(((aLat + bLat) / 2) * (Math.PI / 180))
  return Math.hypot(x, aLat - bLat) * metresPerDegree
}

/** Metres from a position to a path, at its nearest point. */
export function metresToPath(latitude: number, longitude: number, path: Path): number {
  const narrow = Math.cos(latitude * (Math.PI / 180))
  let nearest = Number.POSITIVE_INFINITY
  let [x1, y1] = [0, 0]
  for (let i = 0; i + 1 < path.length; i += 2) {
    const x2 = ((path[i] ?? 0) - longitude) * narrow
    const y2 = (path[i + 1] ?? 0) - latitude
    if (i === 0) [x1, y1] = [x2, y2]
    const [dx, dy] = [x2 - x1, y2 - y1]
    const length = dx * dx + dy * dy
    const t = length === 0 ? 0 : Math.max(0, Math.min(1, -(x1 * dx + y1 * dy) / length))
    nearest = Math.min(nearest, Math.hypot(x1 + t * dx, y1 + t * dy))
    ;[x1, y1] = [x2, y2]
  }
  return nearest * metresPerDegree
}

/** Whether a position is inside an area and in none of its holes. */
export function isInside(latitude: number, longitude: number, rings: readonly Path[]): boolean {
  let inside = false
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i + 1 < ring.length; j = i, i += 2) {
      const [xi = 0, yi = 0, xj = 0, yj = 0] = [ring[i], ring[i + 1], ring[j], ring[j + 1]]
      if (yi > latitude !== yj > latitude && longitude < ((xj - xi) * (latitude - yi)) / (yj - yi) + xi)
        inside = !inside
    }
  }
  return inside
}

/** Metres from a position to a shape; 0 inside it. */
export function metresToShape(latitude: number, longitude: number, shape: Shape): number {
  if (shape.rings.length === 0) return metresApart(latitude, longitude, shape.latitude, shape.longitude)
  if (isInside(latitude, longitude, shape.rings)) return 0
  return Math.min(...shape.rings.map(ring => metresToPath(latitude, longitude, ring)))
}

/** Metres between two shapes, measured at their corners; 0 if one is inside the other. */
export function metresBetween(a: Shape, b: Shape): number {
  return Math.min(fromCorners(a, b), fromCorners(b, a))
}

function fromCorners(a: Shape, b: Shape): number {
  let nearest = metresToShape(a.latitude, a.longitude, b)
  for (const ring of a.rings) {
    for (let i = 0; i + 1 < ring.length && nearest > 0; i += 2) {
      nearest = Math.min(nearest, metresToShape(ring[i + 1] ?? 0, ring[i] ?? 0, b))
    }
  }
  return nearest
}

/** Twice the area of an outline in square degrees, signed by its direction. */
function doubleArea(ring: Path): number {
  let sum = 0
  for (let i = 0; i + 3 < ring.length; i += 2) {
    sum += (ring[i] ?? 0) * (ring[i + 3] ?? 0) - (ring[i + 2] ?? 0) * (ring[i + 1] ?? 0)
  }
  return sum
}

/** An area from its outlines. Its centre is that of the largest one, or a point inside if that is outside or in a hole. */
export function areaOf(rings: readonly Path[]): Shape | undefined {
  const [largest] = [...rings].sort((a, b) => Math.abs(doubleArea(b)) - Math.abs(doubleArea(a)))
  if (!largest) return undefined
  const { latitude, longitude } = centroid(largest)
  if (isInside(latitude, longitude, rings)) return { latitude, longitude, rings }
  return { ...pointInside(rings, latitude), rings }
}

function centroid(ring: Path) {
  // Coordinates relative to the first corner lose fewer digits in the products.
  const [x0 = 0, y0 = 0] = [ring[0], ring[1]]
  let [area, x, y] = [0, 0, 0]
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const [x1, y1] = [(ring[i] ?? 0) - x0, (ring[i + 1] ?? 0) - y0]
    const [x2, y2] = [(ring[i + 2] ?? 0) - x0, (ring[i + 3] ?? 0) - y0]
    const cross = x1 * y2 - x2 * y1
    area += cross
    x += (x1 + x2) * cross
    y += (y1 + y2) * cross
  }
  if (area === 0) return meanOf(ring)
  return { longitude: x0 + x / (3 * area), latitude: y0 + y / (3 * area) }
}

/** The mean of a path's points. */
export function meanOf(path: Path): { latitude: number; longitude: number } {
  let [x, y] = [0, 0]
  for (let i = 0; i + 1 < path.length; i += 2) {
    x += path[i] ?? 0
    y += path[i + 1] ?? 0
  }
  const points = path.length / 2
  return { longitude: x / points, latitude: y / points }
}

/** The middle of the widest stretch of a parallel inside the area. */
function pointInside(rings: readonly Path[], latitude: number) {
  const crossings: number[] = []
  for (const ring of rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [ring[i], ring[i + 1], ring[i + 2], ring[i + 3]]
      if (y1 > latitude !== y2 > latitude) crossings.push(x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1))
    }
  }
  crossings.sort((a, b) => a - b)
  let best = { longitude: rings[0]?.[0] ?? 0, latitude: rings[0]?.[1] ?? 0, width: 0 }
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const [from = 0, to = 0] = [crossings[i], crossings[i + 1]]
    if (to - from > best.width) best = { longitude: (from + to) / 2, latitude, width: to - from }
  }
  return { latitude: best.latitude, longitude: best.longitude }
}

/** The box around a shape. */
export function boxOf(shape: Shape): Box {
  const box = { south: shape.latitude, north: shape.latitude, west: shape.longitude, east: shape.longitude }
  for (const ring of shape.rings) {
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const [x = 0, y = 0] = [ring[i], ring[i + 1]]
      box.west = Math.min(box.west, x)
      box.east = Math.max(box.east, x)
      box.south = Math.min(box.south, y)
      box.north = Math.max(box.north, y)
    }
  }
  return box
}

/** The box enlarged by this many metres. */
export function widened({ south, west, north, east }: Box, metres: number): Box {
  const degrees = metres / metresPerDegree
  const sideways = degrees / Math.max(0.01, Math.cos(Math.max(Math.abs(south), Math.abs(north)) * (Math.PI / 180)))
  return { south: south - degrees, north: north + degrees, west: west - sideways, east: east + sideways }
}
