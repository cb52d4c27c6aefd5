import { limits } from '@papadag/contract/limits'
import type { OwnMap } from '@papadag/contract/places/own-map'
import { environment } from '@papadag/contract/weather'
import type { Map as LeafletMap } from 'leaflet'
import { TileLayer } from 'leaflet/src/layer/tile/TileLayer.js'
import { useEffect, useRef, useState } from 'react'
import type { Theme } from '../../../domain/places/paint/palette.ts'
import { useRead } from '../../../platform/data/data.ts'
import { useIsDark } from '../../../platform/screen/theme.ts'
import { isWithin, positionAt } from './geo.ts'
import type { ShownMap } from './own-map.ts'

/** What no tile of another server is fetched for. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

/** Draws the map, from this server's own file if it has one; reports failures and the additional attribution. */
export function useBackground(map: LeafletMap | undefined) {
  const { data, isError } = useRead(environment, {})
  const [isMissing, setMissing] = useState(false)
  // The same text until another map is installed.
  const own = data?.map ? JSON.stringify(data.map) : undefined
  const hasTiles = own === undefined || data?.tilesBesideMap === true
  const [isBesideMissing, setBesideMissing] = useState(false)
  useTiles(map, hasTiles ? data?.tileUrl : undefined, own, own === undefined ? setMissing : setBesideMissing)
  const isBeside = hasTiles && !isBesideMissing

  const theme: Theme = useIsDark() ? 'dark' : 'light'
  const first = useRef({ theme, isBeside })
  first.current = { theme, isBeside }
  const shown = useRef<ShownMap>(undefined)
  useEffect(() => {
    if (!map || own === undefined) return
    let isOver = false
    import('./own-map.ts').then(
      ({ showOwnMap }) => {
        if (isOver) return
        shown.current = showOwnMap(map, JSON.parse(own), first.current.theme, setMissing)
        shown.current.setBeside(first.current.isBeside)
      },
      () => setMissing(true),
    )
    return () => {
      isOver = true
      shown.current?.stop()
      shown.current = undefined
    }
  }, [map, own])
  useEffect(() => shown.current?.setTheme(theme), [theme])
  useEffect(() => shown.current?.setBeside(isBeside), [isBeside])
  return {
    isMissing: isMissing || isError,
    /** This server's own map, if it has one. */
    own: data?.map ?? undefined,
    /** Where the map ends, if nothing is shown beyond. */
    end: isBeside ? undefined : data?.map?.bounds,
    attribution: hasTiles ? (data?.tileAttribution ?? undefined) : undefined,
  }
}

/** Shows the tiles of another server: all, or those beside this server's own map, since it asks nobody for what it has. */
function useTiles(
  map: LeafletMap | undefined,
  url: string | undefined,
  own: string | undefined,
  onMissing: (isMissing: boolean) => void,
) {
  useEffect(() => {
    if (!map || url === undefined) return
    const layer = new TileLayer(url, {
      maxZoom: limits.mapMaxZoom,
      // The tile server requires a referrer.
      referrerPolicy: 'strict-origin-when-cross-origin',
      className: own === undefined ? '' : 'map-beside',
    })
    if (own !== undefined) {
      const { bounds }: OwnMap = JSON.parse(own)
      const addressOf = layer.getTileUrl.bind(layer)
      layer.getTileUrl = coords => {
        const { x, y, z } = coords
        const [from, to] = [x, x + 1].map((column, at) => positionAt({ x: column * 256, y: (y + at) * 256 }, z))
        const isWhole = from && to && isWithin(from, bounds) && isWithin(to, bounds)
        return isWhole ? nothing : addressOf(coords)
      }
    }
    layer.on('tileload', ({ tile }) => tile.getAttribute('src') !== nothing && onMissing(false))
    layer.on('tileerror', () => onMissing(true))
    layer.addTo(map)
    return () => {
      layer.remove()
    }
  }, [map, url, own, onMissing])
}
