/** A tile of Web Mercator: column and row count from the north-west. */
export interface TileAddress {
  z: number
  x: number
  y: number
}

export interface Bounds {
  west: number
  south: number
  east: number
  north: number
}

/** The latitude at which Web Mercator ends. */
const mercatorEnd = 85.0511287798066

const whole = /^(?:0|[1-9]\d{0,8})$/

/** The tile of three path segments; undefined unless they are whole numbers within the world. */
export function tileAt(z: string, x: string, y: string, maxZoom: number): TileAddress | undefined {
  if (![z, x, y].every(text => whole.test(text))) return undefined
  const tile = { z: Number(z), x: Number(x), y: Number(y) }
  const side = 2 ** tile.z
  return tile.z <= maxZoom && tile.x < side && tile.y < side ? tile : undefined
}

/** The columns and rows at a zoom level that an area touches. */
export function rangeOf({ west, south, east, north }: Bounds, z: number) {
  const side = 2 ** z
  const within = (at: number) => Math.min(side - 1, Math.max(0, Math.floor(at)))
  const column = (longitude: number) => ((longitude + 180) / 360) * side
  const row = (latitude: number) => {
    const angle = (Math.min(mercatorEnd, Math.max(-mercatorEnd, latitude)) * Math.PI) / 180
    return ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * side
  }
  return {
    x: { from: within(column(west)), to: within(column(east)) },
    y: { from: within(row(north)), to: within(row(south)) },
  }
}

export function isWithin(bounds: Bounds, { z, x, y }: TileAddress): boolean {
  const range = rangeOf(bounds, z)
  return x >= range.x.from && x <= range.x.to && y >= range.y.from && y <= range.y.to
}

/** The area covered by columns and rows at a zoom level. */
export function boundsOf(z: number, x: { from: number; to: number }, y: { from: number; to: number }): Bounds {
  const side = 2 ** z
  const longitude = (column: number) => (column / side) * 360 - 180
  const latitude = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / side))) * 180) / Math.PI
  return {
    west: longitude(x.from),
    south: latitude(y.to + 1),
    east: longitude(x.to + 1),
    north: latitude(y.from),
  }
}

/** The part that two areas share; undefined if they do not meet. */
export function shared(one: Bounds, other: Bounds): Bounds | undefined {
  const both = {
    west: Math.max(one.west, other.west),
    south: Math.max(one.south, other.south),
    east: Math.min(one.east, other.east),
    north: Math.min(one.north, other.north),
  }
  return both.west < both.east && both.south < both.north ? both : undefined
}
