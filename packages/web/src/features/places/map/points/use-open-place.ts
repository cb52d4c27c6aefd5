import { onePlace, type Place } from '@papadag/contract/places/places'
import type { Map as LeafletMap } from 'leaflet'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useRead } from '../../../../platform/data/data.ts'
import { isLocated } from '../../measures.ts'
import type { useMapAddress } from '../map-address.ts'
import type { PinLayer } from './pin-layer.ts'
import type { PinnedPlace } from './use-points.ts'

/** Close enough to see on which side of the street it is. */
const closeZoom = 15

/** The place of the open popup, from the address. The focus returns to where it was before. */
export function useOpenPlace(
  map: LeafletMap | undefined,
  placeId: number | undefined,
  changeAddress: ReturnType<typeof useMapAddress>['change'],
) {
  const [chosen, setChosen] = useState<PinnedPlace>()
  const cameFrom = useRef<Element>(null)
  const read = useRead(onePlace, { params: { id: placeId ?? 0 } }, { enabled: placeId !== undefined })
  const isKnown = chosen !== undefined && chosen.id === placeId
  const open = placeId === undefined ? undefined : isKnown ? chosen : pinnedOf(read.data)

  // Opened by a link, not from this map.
  const isFromLink = open !== undefined && !isKnown
  useEffect(() => {
    if (!map || !isFromLink || !open) return
    setChosen(open)
    map.setView([open.latitude, open.longitude], Math.max(map.getZoom(), closeZoom), { animate: false })
  }, [map, isFromLink, open])

  // The pins keep this function as long as they exist.
  const change = useRef(changeAddress)
  useEffect(() => {
    change.current = changeAddress
  })
  const openPin = useCallback((place: PinnedPlace) => {
    cameFrom.current = document.activeElement
    setChosen(place)
    change.current({ placeId: place.id })
  }, [])

  return {
    open,
    openPin,
    /** Opened from outside the map, which moves there first. */
    openFar({ id, name, latitude, longitude }: Place) {
      map?.setView([latitude, longitude], Math.max(map.getZoom(), closeZoom))
      openPin({ id, name, latitude, longitude })
      map?.getContainer().scrollIntoView({ block: 'nearest', behavior: isCalm() ? 'instant' : 'smooth' })
    },
    close(layer: RefObject<PinLayer | undefined>) {
      const from = cameFrom.current
      const pin = open && layer.current?.buttonOf(`place ${open.id}`)
      const back = from instanceof HTMLElement && from.isConnected && from !== document.body ? from : pin
      ;(back ?? map?.getContainer())?.focus({ preventScroll: true })
      changeAddress({ placeId: undefined })
    },
  }
}

function isCalm() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

function pinnedOf(place: Place | undefined): PinnedPlace | undefined {
  if (place?.type !== 'playground' || !isLocated(place)) return undefined
  const { id, name, latitude, longitude } = place
  return { id, name, latitude, longitude }
}
