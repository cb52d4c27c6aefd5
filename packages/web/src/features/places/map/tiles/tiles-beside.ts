import type { HostedMap } from '@papadag/contract/places/hosted-map'
import type { Map as LeafletMap, TileLayer } from 'leaflet'
import { isWithin, positionAt } from '../geo.ts'

/** What no tile of another server is fetched for. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

/** Shows the tiles of another server around this server's own map, which asks nobody for what it has. */
export function showBeside(
  map: LeafletMap,
  layer: TileLayer,
  { bounds }: HostedMap,
  onMissing: (isMissing: boolean) => void,
): void {
  layer.options.className = 'map-beside'
  const addressOf = layer.getTileUrl.bind(layer)
  layer.getTileUrl = coords => {
    const { x, y, z } = coords
    const [from, to] = [x, x + 1].map((column, at) => positionAt({ x: column * 256, y: (y + at) * 256 }, z))
    const isWhole = from && to && isWithin(from, bounds) && isWithin(to, bounds)
    return isWhole ? nothing : addressOf(coords)
  }
  layer.on('tileload', ({ tile }) => tile.getAttribute('src') !== nothing && onMissing(false))
  layer.on('tileerror', () => onMissing(true))
  layer.addTo(map)
}
