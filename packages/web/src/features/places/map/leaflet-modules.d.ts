// Leaflet's own modules; the types are those of the package as a whole.
declare module 'leaflet/src/map/Map.js' {
  export { Map } from 'leaflet'
}
declare module 'leaflet/src/map/handler/*'
declare module 'leaflet/src/layer/tile/TileLayer.js' {
  export { TileLayer } from 'leaflet'
}
declare module 'leaflet/src/layer/marker/Marker.js' {
  export { Marker } from 'leaflet'
}
declare module 'leaflet/src/layer/marker/DivIcon.js' {
  export { DivIcon } from 'leaflet'
}
declare module 'leaflet/src/geo/LatLngBounds.js' {
  export { LatLngBounds } from 'leaflet'
}
declare module 'leaflet/src/geometry/Point.js' {
  export { Point } from 'leaflet'
}
declare module 'leaflet/src/dom/DomEvent.js' {
  import { DomEvent } from 'leaflet'
  export const disableClickPropagation: typeof DomEvent.disableClickPropagation
}
declare module 'leaflet/src/dom/DomUtil.js' {
  import { DomUtil } from 'leaflet'
  export const setPosition: typeof DomUtil.setPosition
}
