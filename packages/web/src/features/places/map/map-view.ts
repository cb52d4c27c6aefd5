import type { Map as LeafletMap } from 'leaflet'
import type { Box, Position } from './geo.ts'
import type { Frame } from './points/heat.ts'

/** The part of the world the map shows. */
export type View = { zoom: number; center: Position; box: Box; frame: Frame }

export function viewOf(map: LeafletMap): View {
  const bounds = map.getBounds()
  const { lat: latitude, lng: longitude } = map.getCenter()
  const { min } = map.getPixelBounds()
  const { x: width, y: height } = map.getSize()
  const zoom = map.getZoom()
  return {
    zoom,
    center: { latitude, longitude },
    box: { south: bounds.getSouth(), west: bounds.getWest(), north: bounds.getNorth(), east: bounds.getEast() },
    frame: { zoom, left: min?.x ?? 0, top: min?.y ?? 0, width, height },
  }
}
