import { limits } from '@papadag/contract/limits'
import { environment } from '@papadag/contract/weather'
import type { Map as LeafletMap } from 'leaflet'
import { TileLayer } from 'leaflet/src/layer/tile/TileLayer.js'
import { useEffect, useRef, useState } from 'react'
import type { Theme } from '../../../domain/places/paint/palette.ts'
import { useRead } from '../../../platform/data/data.ts'
import { useIsDark } from '../../../platform/screen/theme.ts'
import type { ShownMap } from './own-map.ts'

/** Draws the map, from this server's own file if it has one; reports failures and the additional attribution. */
export function useBackground(map: LeafletMap | undefined) {
  const { data, isError } = useRead(environment, {})
  const [isMissing, setMissing] = useState(false)
  const url = data?.tileUrl
  // The same text until another map is installed.
  const own = data?.map ? JSON.stringify(data.map) : undefined
  useEffect(() => {
    if (!map || url === undefined || own !== undefined) return
    const layer = new TileLayer(url, {
      maxZoom: limits.mapMaxZoom,
      // The tile server requires a referrer.
      referrerPolicy: 'strict-origin-when-cross-origin',
    })
    layer.on('tileload', () => setMissing(false))
    layer.on('tileerror', () => setMissing(true))
    layer.addTo(map)
    return () => {
      layer.remove()
    }
  }, [map, url, own])

  const theme: Theme = useIsDark() ? 'dark' : 'light'
  const firstTheme = useRef(theme)
  firstTheme.current = theme
  const shown = useRef<ShownMap>(undefined)
  useEffect(() => {
    if (!map || own === undefined) return
    let isOver = false
    import('./own-map.ts').then(
      ({ showOwnMap }) => {
        if (!isOver) shown.current = showOwnMap(map, JSON.parse(own), firstTheme.current, setMissing)
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
  return {
    isMissing: isMissing || isError,
    /** The version of this server's own map, if it has one. */
    version: data?.map?.version,
    attribution: own === undefined ? (data?.tileAttribution ?? undefined) : undefined,
  }
}
