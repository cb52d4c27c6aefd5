import { Trans, useLingui } from '@lingui/react/macro'
import newPin from '@papadag/ui/svg/pin-nieuw.svg?no-inline'
import type { Map as LeafletMap } from 'leaflet'
import { type ReactNode, type RefCallback, useEffect, useEffectEvent, useState } from 'react'
import { guardDragging } from './create-map.ts'
import type { Position } from './geo.ts'
import { Credit, Legend, MapControls } from './map-controls.tsx'
import { TwoFingers } from './map-notices.tsx'

const hintMs = 1500

type Props = {
  map: LeafletMap | undefined
  attach: RefCallback<HTMLDivElement>
  zoom: number
  /** Whether one finger moves the map, since there is no page around it that it could scroll. */
  isAlone: boolean
  /** Fills the window with the map, or leaves it; absent where the map always fills its screen. */
  full: { isFull: boolean; onChange: () => void } | undefined
  isPicking: boolean
  /** Called with the chosen point, while choosing one. */
  onPick: (at: Position) => void
  /** Absent where the button to add a playground is elsewhere. */
  add: ReactNode
  /** Locates the user; absent if his position is known. */
  onLocate: (() => void) | undefined
  isLocating: boolean
  /** The map was pressed outside any mode. */
  onPress: () => void
  credit: string | undefined
  /** The elements over its top: search, chips, hints and notices. */
  top: ReactNode
  /** The popup. */
  children: ReactNode
}

/** The map in its frame, with the elements on top of it. */
export function MapStage({ map, attach, zoom, isAlone, isPicking, onPick, onPress, ...props }: Props) {
  const { t } = useLingui()
  const hasHint = useTwoFingers(map, isAlone)

  const pickMiddle = () => {
    if (!map) return
    const { lat: latitude, lng: longitude } = map.getCenter()
    onPick({ latitude, longitude })
  }
  const press = useEffectEvent(({ latlng }: { latlng: { lat: number; lng: number } }) => {
    if (isPicking) onPick({ latitude: latlng.lat, longitude: latlng.lng })
    else onPress()
  })
  useEffect(() => {
    if (!map) return
    const hear = (event: { latlng: { lat: number; lng: number } }) => press(event)
    map.on('click', hear)
    return () => {
      map.off('click', hear)
    }
  }, [map])

  return (
    <div className={`map-frame isolate overflow-hidden ${isPicking ? 'map-adding' : ''}`}>
      <div className="map-top pointer-events-none absolute inset-x-3 top-3 z-4 grid focus-within:z-6 grid-cols-[minmax(0,1fr)] gap-2 *:pointer-events-auto">
        {props.top}
      </div>
      <a
        href="#playground-list"
        className="sr-only focus-visible:not-sr-only focus-visible:absolute focus-visible:top-3 focus-visible:left-3 focus-visible:z-6 focus-visible:rounded-m focus-visible:bg-surface focus-visible:px-4 focus-visible:py-2.5"
      >
        <Trans>Skip the map, go to the list</Trans>
      </a>
      <MapControls map={map} zoom={zoom} full={props.full} onLocate={props.onLocate} isLocating={props.isLocating} />
      <div
        ref={attach}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move it
        tabIndex={0}
        aria-label={t`Map with playgrounds. Rather a list? It comes after the map.`}
        onKeyDown={({ key, target, currentTarget }) => {
          if (isPicking && key === 'Enter' && target === currentTarget) pickMiddle()
        }}
        className="absolute inset-0 z-0 focus-visible:-outline-offset-3"
      />
      {isPicking && (
        <img
          src={newPin}
          alt=""
          className="map-reticle pointer-events-none absolute top-1/2 left-1/2 z-1 h-17 w-14 -translate-x-1/2 -translate-y-[93%]"
        />
      )}
      <div className="map-foot pointer-events-none absolute inset-x-3 z-1 flex flex-wrap-reverse items-end justify-between gap-2">
        {/* Next to it there is no room for the wider button on a narrow phone. */}
        <div className={isPicking ? 'contents phone:hidden' : 'contents'}>
          <Legend />
        </div>
        {props.add}
      </div>
      <Credit also={props.credit} />
      {props.children}
      <TwoFingers isShown={hasHint} />
    </div>
  )
}

/** Lets one finger scroll the page (decision L13), and tells a user who tries to move the map with it to use two. */
function useTwoFingers(map: LeafletMap | undefined, isAlone: boolean) {
  const [hasHint, setHint] = useState(false)
  useEffect(() => {
    if (!map) return
    let timer: ReturnType<typeof setTimeout> | undefined
    if (isAlone) map.dragging.enable()
    const stop = guardDragging(
      map,
      () => isAlone,
      () => {
        setHint(true)
        clearTimeout(timer)
        timer = setTimeout(() => setHint(false), hintMs)
      },
    )
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [map, isAlone])
  return hasHint
}
