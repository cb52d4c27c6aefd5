import type { Map as LeafletMap } from 'leaflet'
import { useCallback, useState } from 'react'
import { createMap } from './create-map.ts'
import type { Position } from './geo.ts'
import { type View, viewOf } from './map-view.ts'

/** A Leaflet map in the element of the ref `attach`, and its current view. */
export function useLeaflet(start: Position) {
  const [first] = useState(start)
  const [map, setMap] = useState<LeafletMap>()
  const [view, setView] = useState<View>()
  const attach = useCallback(
    (element: HTMLDivElement) => {
      const created = createMap(element, first)
      const look = () => setView(viewOf(created))
      created.on('moveend resize', look)
      const resized = new ResizeObserver(() => created.invalidateSize({ animate: false }))
      resized.observe(element)
      setMap(created)
      look()
      return () => {
        resized.disconnect()
        // Leaflet reports a move 200 ms after the window was resized, even if the map is gone.
        created.off('moveend resize', look)
        created.remove()
        setMap(undefined)
      }
    },
    [first],
  )
  return { attach, map, view }
}
