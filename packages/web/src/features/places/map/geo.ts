export type Position = { latitude: number; longitude: number }
export type Box = { south: number; west: number; north: number; east: number }

const tilePx = 256

/** A position on the plane of a zoom level, in pixels from the world's top left: Web Mercator, like tiles. */
export function planeOf({ latitude, longitude }: Position, zoom: number): { x: number; y: number } {
  const world = tilePx * 2 ** zoom
  const sine = Math.sin((latitude * Math.PI) / 180)
  return {
    x: (longitude / 360 + 0.5) * world,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world,
  }
}

/** The inverse. */
export function positionAt({ x, y }: { x: number; y: number }, zoom: number): Position {
  const world = tilePx * 2 ** zoom
  return {
    latitude: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / world))) * 180) / Math.PI,
    longitude: (x / world - 0.5) * 360,
  }
}

export function isWithin({ latitude, longitude }: Position, { south, west, north, east }: Box): boolean {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east
}

/** How much of a view may be beyond an edge without being noticed. */
const unnoticed = 0.02

/** Whether a view shows something beyond an area. */
export function goesBeyond(view: Box, area: Box): boolean {
  const [wide, high] = [(view.east - view.west) * unnoticed, (view.north - view.south) * unnoticed]
  return (
    view.west < area.west - wide ||
    view.east > area.east + wide ||
    view.south < area.south - high ||
    view.north > area.north + high
  )
}

export type Tile = { z: number; x: number; y: number }

const mostTiles = 9
const coarserBy = 4

/**
 * The tiles that cover a box, at the map's zoom if that takes at most nine, otherwise coarser: each is a watched read,
 * and the live connection watches at most twenty.
 */
export function tilesOf(box: Box, zoom: number): Tile[] {
  for (let z = Math.min(zoom, 19); z > Math.max(0, zoom - coarserBy); z -= 1) {
    const tiles = tilesAt(box, z)
    if (tiles.length <= mostTiles) return tiles
  }
  return tilesAt(box, Math.max(0, zoom - coarserBy))
}

function tilesAt({ south, west, north, east }: Box, z: number): Tile[] {
  const last = 2 ** z - 1
  const toTile = (plane: number) => Math.min(last, Math.max(0, Math.floor(plane / tilePx)))
  const from = planeOf({ latitude: north, longitude: west }, z)
  const to = planeOf({ latitude: south, longitude: east }, z)
  const tiles: Tile[] = []
  for (let y = toTile(from.y); y <= toTile(to.y); y += 1) {
    for (let x = toTile(from.x); x <= toTile(to.x); x += 1) tiles.push({ z, x, y })
  }
  return tiles
}

const earthM = 6_371_008.8

/** The great-circle distance, in metres. */
export function distanceM(a: Position, b: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const chord =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude)
  return 2 * earthM * Math.asin(Math.sqrt(Math.min(1, chord)))
}
