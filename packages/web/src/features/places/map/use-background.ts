import { limits } from '@papadag/contract/limits'
import { environment } from '@papadag/contract/weather'
import type { Map as LeafletMap } from 'leaflet'
import { TileLayer } from 'leaflet/src/layer/tile/TileLayer.js'
import { useEffect, useState } from 'react'
import { useRead } from '../../../platform/data/data.ts'

/** Draws the map tiles; tells whether they fail, and the additional attribution. */
export function useBackground(map: LeafletMap | undefined) {
  const { data, isError } = useRead(environment, {})
  const [isMissing, setMissing] = useState(false)
  const url = data?.tileUrl
  useEffect(() => {
    if (!map || url === undefined) return
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
  }, [map, url])
  return { isMissing: isMissing || isError, attribution: data?.tileAttribution ?? undefined }
}
