import type { Map as LeafletMap } from 'leaflet'
import { setPosition } from 'leaflet/src/dom/DomUtil.js'
import { Point } from 'leaflet/src/geometry/Point.js'
import { useEffect, useState } from 'react'
import type { View } from '../map-view.ts'
import type { Cluster } from './clusters.ts'
import { createLayerMaker, type LayerMaker } from './layer-maker.ts'
import type { MapPoint } from './use-points.ts'

export type ShownClusters = { clusters: Cluster[]; points: readonly MapPoint[]; zoom: number }

/** Draws the heat below the pins, and clusters pins that would be too many. */
export function useHeat(
  map: LeafletMap | undefined,
  view: View | undefined,
  points: readonly MapPoint[],
  withClusters: boolean,
) {
  const [layer, setLayer] = useState<{ maker: LayerMaker; canvas: HTMLCanvasElement }>()
  const [shown, setShown] = useState<ShownClusters>({ clusters: [], points: [], zoom: -1 })

  useEffect(() => {
    if (!map) return
    const canvas = document.createElement('canvas')
    // Leaflet hides it during a zoom animation, so it is drawn again afterwards.
    canvas.className = 'leaflet-zoom-hide'
    map.getPanes().overlayPane.append(canvas)
    const maker = createLayerMaker()
    setLayer({ maker, canvas })
    return () => {
      maker.stop()
      canvas.remove()
      setLayer(undefined)
    }
  }, [map])

  useEffect(() => {
    if (!map || !view || !layer || view.frame.width === 0 || view.frame.height === 0) return
    let isOld = false
    const { frame } = view
    const numbers = Float64Array.from(points.flatMap(({ latitude, longitude, count }) => [latitude, longitude, count]))
    layer.maker.ask({ points: numbers, frame, withClusters }, drawing => {
      if (isOld || map.getZoom() !== frame.zoom) return
      drawing.drawHeat(layer.canvas)
      setPosition(layer.canvas, new Point(frame.left, frame.top).subtract(map.getPixelOrigin()))
      setShown({ clusters: drawing.clusters, points, zoom: frame.zoom })
    })
    return () => {
      isOld = true
    }
  }, [map, view, layer, points, withClusters])

  return shown
}
