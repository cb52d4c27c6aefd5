import { Plural, Trans, useLingui } from '@lingui/react/macro'
import newPin from '@papadag/ui/svg/pin-nieuw.svg?no-inline'
import type { Map as LeafletMap } from 'leaflet'
import { type ReactNode, type RefCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { guardDragging } from './create-map.ts'
import type { Position } from './geo.ts'
import { Credit, Legend, MapControls } from './map-controls.tsx'
import { TwoFingers } from './map-notices.tsx'
import { useFullWindow } from './use-full-window.ts'

const hintMs = 1500

type Props = {
  map: LeafletMap | undefined
  attach: RefCallback<HTMLDivElement>
  zoom: number
  /** How many playgrounds are in view; undefined while that is not known yet. */
  count: number | undefined
  isPicking: boolean
  /** A point was chosen, while one can be. */
  onPick: (at: Position) => void
  /** The map was pressed for no particular reason. */
  onPress: () => void
  credit: string | undefined
  /** What stands over its top: hints and notices. */
  notices: ReactNode
  /** The popup. */
  children: ReactNode
}

/** The map in its frame, with what stands over it. */
export function MapStage({ map, attach, zoom, count, isPicking, onPick, onPress, ...props }: Props) {
  const { t } = useLingui()
  const frame = useRef<HTMLDivElement>(null)
  const [isFull, setFull] = useState(false)
  const hasHint = useTwoFingers(map, isFull)
  useFullWindow(frame, isFull, () => setFull(false))

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
    <div
      ref={frame}
      data-cover={isFull || undefined}
      className={`isolate overflow-hidden ${isFull ? 'fixed inset-0 z-60' : 'edge-card relative h-125 rounded-kap-l'} ${isPicking ? 'map-adding' : ''}`}
    >
      <a
        href="#playground-list"
        className="sr-only focus-visible:not-sr-only focus-visible:absolute focus-visible:top-3 focus-visible:left-17 focus-visible:z-5 focus-visible:rounded-m focus-visible:bg-surface focus-visible:px-4 focus-visible:py-2.5"
      >
        <Trans>Past the map, to the list</Trans>
      </a>
      <MapControls map={map} zoom={zoom} isFull={isFull} onFull={setFull} />
      <div
        ref={attach}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move it
        tabIndex={0}
        aria-label={t`Map with playgrounds. Rather a list? It is below the map.`}
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
      <p role="status" className="sr-only">
        {count !== undefined && <Plural value={count} one="# playground in view" other="# playgrounds in view" />}
      </p>
      <Legend />
      <Credit also={props.credit} />
      <div className="pointer-events-none absolute top-3 right-3 left-17 z-2 grid gap-2 *:pointer-events-auto">
        {props.notices}
      </div>
      {props.children}
      <TwoFingers isShown={hasHint} />
    </div>
  )
}

/** One finger is for the page (decision L13); who moves the map with it is told how, for a moment. */
function useTwoFingers(map: LeafletMap | undefined, isFull: boolean) {
  const [hasHint, setHint] = useState(false)
  useEffect(() => {
    if (!map) return
    let timer: ReturnType<typeof setTimeout> | undefined
    if (isFull) map.dragging.enable()
    const stop = guardDragging(
      map,
      () => isFull,
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
  }, [map, isFull])
  return hasHint
}
