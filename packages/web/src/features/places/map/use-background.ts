import { environment } from '@papadag/contract/weather/weather'
import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import { useRead } from '../../../platform/data/data.ts'
import type { Theme } from '../../../platform/map/palette.ts'
import { useIsDark } from '../../../platform/screen/theme.ts'
import type { ShownMap } from './hosted-map.ts'
import { MiddleFirst, tilesFrom } from './tiles/middle-first.ts'

/** Draws the map, from this server's own file if it has one; reports failures and the additional attribution. */
export function useBackground(map: LeafletMap | undefined) {
  const { data, isError } = useRead(environment, {})
  const [isMissing, setMissing] = useState(false)
  // The same text until another map is installed.
  const own = data?.map ? JSON.stringify(data.map) : undefined
  const hasTiles = own === undefined || data?.tilesBesideMap === true
  const url = hasTiles ? data?.tileUrl : undefined
  const [isBesideMissing, setBesideMissing] = useState(false)
  useEffect(() => {
    if (!map || url === undefined || own !== undefined) return
    const layer = tilesFrom(url, MiddleFirst)
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
    import('./hosted-map.ts').then(
      ({ showHostedMap }) => {
        const beside = url === undefined ? undefined : tilesFrom(url)
        if (!isOver)
          shown.current = showHostedMap(map, JSON.parse(own), firstTheme.current, setMissing, beside, setBesideMissing)
      },
      () => setMissing(true),
    )
    return () => {
      isOver = true
      shown.current?.stop()
      shown.current = undefined
    }
  }, [map, url, own])
  useEffect(() => shown.current?.setTheme(theme), [theme])
  return {
    isMissing: isMissing || isError,
    /** This server's own map, if it has one. */
    own: data?.map ?? undefined,
    /** Where the map ends, if nothing is shown beyond. */
    end: hasTiles && !isBesideMissing ? undefined : data?.map?.bounds,
    attribution: hasTiles ? (data?.tileAttribution ?? undefined) : undefined,
  }
}
