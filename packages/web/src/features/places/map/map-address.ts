import { featureKeys } from '@papadag/contract/places'
import { useMemo } from 'react'
import { navigate, useSearch } from '../../../platform/navigation.tsx'
import { pathTo } from '../../../platform/routes.ts'

export type PlaygroundFeature = (typeof featureKeys.playground)[number]
type MapAddress = { features: readonly PlaygroundFeature[]; placeId: number | undefined }

/** What the address says: which features a playground must have, and which one lies open. */
function readAddress(search: string): MapAddress {
  const query = new URLSearchParams(search)
  const place = query.get('place') ?? ''
  const asked = (query.get('features') ?? '').split(',')
  return {
    features: featureKeys.playground.filter(key => asked.includes(key)),
    placeId: /^[1-9]\d{0,8}$/.test(place) ? Number(place) : undefined,
  }
}

export function useMapAddress(): MapAddress {
  const search = useSearch()
  return useMemo(() => readAddress(search), [search])
}

/** Says in the address what the map shows, without leaving a trail of steps behind. */
export function showInAddress({ features, placeId }: MapAddress) {
  const query = {
    ...(features.length > 0 && { features: features.join() }),
    ...(placeId !== undefined && { place: String(placeId) }),
  }
  const path = Object.keys(query).length > 0 ? pathTo('playground-map', {}, query) : pathTo('playground-map')
  navigate(path, { replace: true })
}
