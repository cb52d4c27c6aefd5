// @ts-nocheck: its packages are installed when the bench runs (start.ts).
import { osm } from '@versatiles/style'
import { Map as MapLibre, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import 'maplibre-gl/dist/maplibre-gl.css'
import { useEffect, useRef } from 'react'

setWorkerUrl(new URL(workerUrl, location.href).href)

/** VersaTiles' style on our server's tiles. Names come from the device's fonts: neither site has files of glyphs or icons. */
function styleOf({ version, maxZoom }) {
  const tiles = [`${location.origin}/tiles/${version}/{z}/{x}/{y}.mvt`]
  const {
    glyphs: _,
    sprite: __,
    ...style
  } = osm({ theme: 'colorful', projection: 'mercator', urls: { osm: { tiles } } })
  for (const source of Object.values(style.sources)) source.maxzoom = maxZoom
  const layers = style.layers.filter(({ layout, paint }) => !layout?.['icon-image'] && !paint?.['fill-pattern'])
  return { ...style, layers }
}

/** `zoom` is that of our map, whose tiles have half the size. */
export function MapLibreMap({ own, spots, center, zoom }) {
  const place = useRef(null)
  useEffect(() => {
    const map = new MapLibre({ container: place.current, style: styleOf(own), center, zoom: zoom - 1 })
    map.on('load', () => {
      if (!spots) return
      const features = spots.map(({ latitude, longitude }) => ({
        type: 'Feature',
        properties: {},
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
      }))
      const data = { type: 'FeatureCollection', features }
      map.addSource('heat', { type: 'geojson', data })
      map.addSource('spots', { type: 'geojson', data, cluster: true })
      map.addLayer({ id: 'heat', type: 'heatmap', source: 'heat' })
      map.addLayer({
        id: 'spots',
        type: 'circle',
        source: 'spots',
        paint: { 'circle-radius': 14, 'circle-color': '#ffc62e' },
      })
    })
    map.on('idle', () => {
      place.current?.setAttribute('data-drawn', 'true')
    })
    return () => map.remove()
  }, [own, spots, center, zoom])
  return <div ref={place} className="h-full" />
}
