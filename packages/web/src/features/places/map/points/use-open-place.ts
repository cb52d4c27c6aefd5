import { onePlace, type Place } from '@papadag/contract/places/places'
import type { Map as LeafletMap } from 'leaflet'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useRead } from '../../../../platform/data/data.ts'
import { isLocated } from '../../measures.ts'
import { openInAddress } from '../map-address.ts'
import type { PinLayer } from './pin-layer.ts'
import type { PinnedPlace } from './use-points.ts'

/** Close enough to see on which side of the street it is. */
const closeZoom = 15

/** The place of the open popup, from the address. The focus returns to where it was before. */
export function useOpenPlace(
  map: LeafletMap | undefined,
  placeId: number | undefined,
  layer: RefObject<PinLayer | undefined>,
) {
  const [chosen, setChosen] = useState<PinnedPlace>()
  const cameFrom = useRef<HTMLElement>(null)
  const read = useRead(onePlace, { params: { id: placeId ?? 0 } }, { enabled: placeId !== undefined })
  const isKnown = chosen !== undefined && chosen.id === placeId
  const open = placeId === undefined ? undefined : isKnown ? chosen : pinnable(read.data)

  // Opened by a link, not from this map.
  const isFromLink = open !== undefined && !isKnown
  useEffect(() => {
    if (!map || !isFromLink || !open) return
    setChosen(open)
    map.setView([open.latitude, open.longitude], Math.max(map.getZoom(), closeZoom), { animate: false })
  }, [map, isFromLink, open])

  const openId = open?.id
  useEffect(() => {
    if (openId === undefined) return
    return () => {
      // Otherwise it was not in the popup.
      if (focused()) return
      const pin = layer.current?.buttonOf(`place ${openId}`)
      const back = cameFrom.current?.isConnected ? cameFrom.current : pin
      ;(back ?? map?.getContainer())?.focus({ preventScroll: true })
    }
  }, [map, layer, openId])

  const openPin = useCallback((place: PinnedPlace) => {
    cameFrom.current = focused()
    openInAddress(place.id, () => setChosen(place))
  }, [])

  return {
    open,
    openPin,
    /** Opened from outside the map, which moves there first. */
    openFar(place: Place) {
      map?.setView([place.latitude, place.longitude], Math.max(map.getZoom(), closeZoom))
      openPin(place)
      map?.getContainer().scrollIntoView({ block: 'nearest', behavior: isCalm() ? 'instant' : 'smooth' })
    },
  }
}

const focused = () => document.querySelector<HTMLElement>('body :focus')

function isCalm() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

function pinnable(place: Place | undefined): PinnedPlace | undefined {
  return place?.type === 'playground' && isLocated(place) ? place : undefined
}
