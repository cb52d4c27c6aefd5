import { featureKeys } from '@papadag/contract/places/places'
import { useEffect, useMemo, useRef } from 'react'
import { navigate, useSearch } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { useCloseSheet } from '../../../platform/navigation/sheet-address.ts'

export type PlaygroundFeature = (typeof featureKeys.playground)[number]
type MapAddress = {
  features: readonly PlaygroundFeature[]
  placeId: number | undefined
  /** Whether the map fills the window. */
  isFull: boolean
}

/** The map's state in the address: required features, the open place, and whether it fills the window. */
function readAddress(search: string): MapAddress {
  const query = new URLSearchParams(search)
  const place = query.get('place') ?? ''
  const asked = (query.get('features') ?? '').split(',')
  return {
    features: featureKeys.playground.filter(key => asked.includes(key)),
    placeId: /^[1-9]\d{0,8}$/.test(place) ? Number(place) : undefined,
    isFull: query.get('view') === 'full',
  }
}

function addressOf({ features, placeId, isFull }: MapAddress) {
  const query = {
    ...(features.length > 0 && { features: features.join() }),
    ...(placeId !== undefined && { place: String(placeId) }),
    ...(isFull && { view: 'full' }),
  }
  return Object.keys(query).length > 0 ? pathTo('playground-map', {}, query) : pathTo('playground-map')
}

/**
 * The map's state in the address, with functions to change it. Only the full window is a history entry: Back leaves it.
 */
export function useMapAddress() {
  const search = useSearch()
  const address = useMemo(() => readAddress(search), [search])
  const { features, placeId, isFull } = address
  const leaveFull = useCloseSheet(isFull, addressOf({ features, placeId, isFull: false }))

  const inFull = useRef<MapAddress>(undefined)
  useEffect(() => {
    if (isFull) inFull.current = { features, placeId, isFull }
    else if (inFull.current) {
      // The choices made there are kept, although the earlier address is restored.
      showInAddress({ ...inFull.current, isFull: false })
      inFull.current = undefined
    }
  }, [features, placeId, isFull])

  return {
    ...address,
    change: (changes: Partial<Omit<MapAddress, 'isFull'>>) => showInAddress({ ...address, ...changes }),
    enterFull: () => navigate(addressOf({ features, placeId, isFull: true })),
    leaveFull,
  }
}

/** Writes the map's state into the address without adding history entries. */
function showInAddress(address: MapAddress) {
  navigate(addressOf(address), { replace: true })
}
