import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import type { Map as LeafletMap } from 'leaflet'
import { LatLngBounds } from 'leaflet/src/geo/LatLngBounds.js'
import { type RefObject, useEffect } from 'react'
import { numberIn } from '../../../../platform/language/formats.ts'
import { aboutIn } from '../../measures.ts'
import { type Position, positionAt } from '../geo.ts'
import type { Cluster } from './clusters.ts'
import { addSign, createPinLayer, type Pin, type PinLayer } from './pin-layer.ts'
import type { ShownClusters } from './use-heat.ts'
import type { PinnedPlace } from './use-points.ts'

type Shown = {
  /** The individual places, or undefined if there are too many. */
  pins: readonly PinnedPlace[] | undefined
  clustered: ShownClusters
  open: PinnedPlace | undefined
  onOpen: (place: PinnedPlace) => void
}

/** Puts pins and clusters on the map. The open place keeps its own pin, even where its neighbours share one. */
export function usePinLayer(
  map: LeafletMap | undefined,
  layer: RefObject<PinLayer | undefined>,
  { pins, clustered, open, onOpen }: Shown,
) {
  useEffect(() => {
    if (!map) return
    const created = createPinLayer(map)
    layer.current = created
    return () => {
      created.remove()
      layer.current = undefined
    }
  }, [map, layer])

  const { locale } = i18n
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names of clusters are in the language of the reader
  useEffect(() => {
    if (!map || !layer.current) return
    const own = (place: PinnedPlace): Pin => ({
      key: `place ${place.id}`,
      name: place.certain === false ? t`${place.name} (not known yet)` : place.name,
      isPerhaps: place.certain === false,
      latitude: place.latitude,
      longitude: place.longitude,
      isOpen: place.id === open?.id,
      onPress: () => onOpen(place),
    })
    const shown = pins ? pins.map(own) : clustersToPins(map, clustered, own)
    if (open && !shown.some(({ key }) => key === `place ${open.id}`)) shown.push(own(open))
    layer.current.show(shown)
  }, [map, layer, pins, clustered, open, onOpen, locale])
}

function clustersToPins(map: LeafletMap, { clusters, points, zoom }: ShownClusters, own: (place: PinnedPlace) => Pin) {
  if (zoom !== map.getZoom()) return []
  const areEstimates = points.some(({ isEstimate }) => isEstimate)
  return clusters.map((cluster): Pin => {
    const point = cluster.only === undefined ? undefined : points[cluster.only]
    if (point?.place) return own({ ...point.place, latitude: point.latitude, longitude: point.longitude })
    const { count } = cluster
    const about = areEstimates && aboutIn(i18n.locale, count)
    return {
      key: `cluster ${Math.round(cluster.x)} ${Math.round(cluster.y)} ${zoom}`,
      name: about
        ? t`About ${about} playgrounds: zoom in`
        : t`${plural(count, { one: '# playground', other: '# playgrounds' })}: zoom in`,
      count: about ? `± ${about}` : numberIn(i18n.locale, count),
      ...positionAt(cluster, zoom),
      onPress: () => zoomInto(map, cluster, zoom),
    }
  })
}

/** Zooms in until the cluster fills the map: at least one level, but not so far that the context is lost. */
function zoomInto(map: LeafletMap, { x, y, left, top, right, bottom }: Cluster, zoom: number) {
  const corner = (at: { x: number; y: number }): [number, number] => {
    const { latitude, longitude } = positionAt(at, zoom)
    return [latitude, longitude]
  }
  const box = new LatLngBounds(corner({ x: left, y: bottom }), corner({ x: right, y: top }))
  const fitting = map.getBoundsZoom(box.pad(0.2))
  map.setView(corner({ x, y }), Math.min(Math.max(fitting, zoom + 1), zoom + 4, map.getMaxZoom()))
}

/** A marker without action: the user's position, or that of a new playground. */
export function useSign(map: LeafletMap | undefined, at: Position | undefined, kind: 'own' | 'new', title: string) {
  const { latitude, longitude } = at ?? {}
  useEffect(() => {
    if (!map || latitude === undefined || longitude === undefined) return
    const sign = addSign(map, { latitude, longitude }, kind, title)
    return () => {
      sign.remove()
    }
  }, [map, latitude, longitude, kind, title])
}
