import type { Map as LeafletMap } from 'leaflet'
import { type RefObject, useEffect, useMemo } from 'react'
import { createStore } from '../../../../platform/store.ts'
import type { Filter } from '../../surface/surface-address.ts'
import type { View } from '../map-view.ts'
import type { PinLayer } from './pin-layer.ts'
import { useHeat } from './use-heat.ts'
import { usePinLayer } from './use-pin-layer.ts'
import { type InView, type MapPoint, type PinnedPlace, usePins, usePoints } from './use-points.ts'

/** What the layers report to the elements around the map; `inView` is undefined while unknown. */
type LayersState = ReturnType<typeof createLayersState>

export function createLayersState() {
  return { inView: createStore<InView | undefined>(undefined), hasFailed: createStore(false) }
}

type Props = {
  map: LeafletMap | undefined
  view: View | undefined
  filter: Filter
  open: PinnedPlace | undefined
  onOpen: (place: PinnedPlace) => void
  /** Receives the pins. */
  layer: RefObject<PinLayer | undefined>
  state: LayersState
}

const isCertain = ({ count }: MapPoint) => count > 0

/**
 * Reads the playgrounds and draws them on the map. They arrive in parts, each of which would render the whole page
 * again.
 */
export function MapLayers({ map, view, filter, open, onOpen, layer, state }: Props) {
  const { points, isLoading, hasFailed } = usePoints(view, filter)
  const { seen, pins } = usePins(view, points, filter)
  const certain = useMemo(() => (points.every(isCertain) ? points : points.filter(isCertain)), [points])
  const clustered = useHeat(map, view, certain, !pins)
  usePinLayer(map, layer, { pins, clustered, open, onOpen })
  const known = isLoading || hasFailed ? undefined : seen
  useEffect(() => state.inView.set(known), [known, state])
  useEffect(() => state.hasFailed.set(hasFailed), [hasFailed, state])
  return null
}
