import { limits } from '@papadag/contract/limits'
import type { Coords, DoneCallback } from 'leaflet'
import { TileLayer } from 'leaflet/src/layer/tile/TileLayer.js'

/** A tile server this slow is asked for everything at once. */
const patienceMs = 1500

/** The tiles of another server, which requires a referrer. */
export const tilesFrom = (url: string, Layer = TileLayer) =>
  new Layer(url, { maxZoom: limits.mapMaxZoom, referrerPolicy: 'strict-origin-when-cross-origin' })

/**
 * Loads the tile in the middle of the first view before the others: on a slow line all of them would arrive together, and
 * it alone shows where the map is.
 */
export class MiddleFirst extends TileLayer {
  private readonly first = new Promise(resolve => {
    this.once('tileload tileerror', resolve)
    setTimeout(resolve, patienceMs)
  })

  override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const tile = super.createTile(coords, done) as HTMLImageElement // as Leaflet makes them
    if (!this._map.project(this._map.getCenter(), coords.z).divideBy(256).floor().equals(coords)) {
      const { src } = tile
      tile.removeAttribute('src')
      void this.first.then(() => {
        // It may have been moved out of view meanwhile.
        if (tile.isConnected) tile.src = src
      })
    }
    return tile
  }
}
