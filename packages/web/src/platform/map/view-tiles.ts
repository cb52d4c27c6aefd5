import type { HostedMap } from '@papadag/contract/places/hosted-map'
import type { TileAddress } from './tile-cache.ts'

interface Frame {
  zoom: number
  left: number
  top: number
  width: number
  height: number
}

/** The schema is made for tiles of 512 pixels: each shows what belongs on a map one zoom level closer. */
const closer = 1

export const tileZoom = (zoom: number, { minZoom, maxZoom }: Pick<HostedMap, 'minZoom' | 'maxZoom'>): number =>
  Math.min(maxZoom, Math.max(minZoom, Math.floor(zoom + 0.01) - closer))

/** The part of a frame that the map covers, in the frame's pixels. Beyond it, its tiles are only half there. */
export function coveredBy({ bounds }: Pick<HostedMap, 'bounds'>, { zoom, left, top, width, height }: Frame) {
  const world = 256 * 2 ** zoom
  const x = (longitude: number) => ((longitude + 180) / 360) * world - left
  const y = (latitude: number) => ((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * world - top
  const within = (at: number, end: number) => Math.min(end, Math.max(0, at))
  return {
    left: within(x(bounds.west), width),
    top: within(y(bounds.north), height),
    right: within(x(bounds.east), width),
    bottom: within(y(bounds.south), height),
  }
}

/** The tiles that a view needs and the map has, the middle first. */
export function tilesOf(frame: Frame, map: HostedMap): TileAddress[] {
  const z = tileZoom(frame.zoom, map)
  const size = 256 * 2 ** (frame.zoom - z)
  const side = 2 ** z
  const column = (longitude: number) => ((longitude + 180) / 360) * side
  const row = (latitude: number) => ((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * side
  const from = (at: number, edge: number) => Math.max(0, Math.floor(at / size), Math.floor(edge))
  const to = (at: number, edge: number) => Math.min(side - 1, Math.floor(at / size), Math.ceil(edge) - 1)
  const x = {
    from: from(frame.left, column(map.bounds.west)),
    to: to(frame.left + frame.width, column(map.bounds.east)),
  }
  const y = { from: from(frame.top, row(map.bounds.north)), to: to(frame.top + frame.height, row(map.bounds.south)) }
  const found: TileAddress[] = []
  for (let across = x.from; across <= x.to; across += 1)
    for (let down = y.from; down <= y.to; down += 1) found.push({ z, x: across, y: down })
  const middle = { x: (frame.left + frame.width / 2) / size - 0.5, y: (frame.top + frame.height / 2) / size - 0.5 }
  const distance = (tile: TileAddress) => Math.hypot(tile.x - middle.x, tile.y - middle.y)
  return found.sort((a, b) => distance(a) - distance(b)).slice(0, 40)
}
