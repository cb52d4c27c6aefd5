import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useRef } from 'react'
import { screen } from '../../../platform/screen/screen.ts'
import type { Position } from './geo.ts'

/** The position may become known after the map has opened; the map follows unless the user has moved it. */
export function useStartAt(map: LeafletMap | undefined, position: Position | undefined, isElsewhere: boolean) {
  const isSettled = useRef(isElsewhere || position !== undefined)
  useEffect(() => {
    if (!map) return
    const settle = () => {
      isSettled.current = true
    }
    const element = map.getContainer()
    for (const type of ['pointerdown', 'keydown', 'wheel']) element.addEventListener(type, settle, { passive: true })
    return () => {
      for (const type of ['pointerdown', 'keydown', 'wheel']) element.removeEventListener(type, settle)
    }
  }, [map])
  useEffect(() => {
    if (!map || !position || isSettled.current) return
    isSettled.current = true
    map.setView([position.latitude, position.longitude], screen.mapZoom, { animate: false })
  }, [map, position])
}
