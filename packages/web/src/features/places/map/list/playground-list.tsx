import { Plural, Trans } from '@lingui/react/macro'
import { nearbyPlaces, type Place } from '@papadag/contract/places/places'
import { Button } from '@papadag/ui/button'
import type { PlaceDrawing } from '@papadag/ui/pictures/place-illustration'
import { useEffect, useMemo, useRef, useState } from 'react'
import { StateInShort } from '../../../../domain/places/state-badge.tsx'
import { useRead } from '../../../../platform/data/data.ts'
import { PartFailed } from '../../../../platform/data/part-failed.tsx'
import { Attribution } from '../../attribution.tsx'
import { drawingsOf } from '../../drawings.ts'
import { isLocated, roundPosition } from '../../measures.ts'
import { Parts } from '../../parts.tsx'
import { Distance } from '../../place-facts.tsx'
import { PlacePicture } from '../../place-picture.tsx'
import type { Filter } from '../../surface/surface-address.ts'
import { distanceM, type Position } from '../geo.ts'
import { RowSkeletons } from './row-skeletons.tsx'

const atOnce = 6
const atOnceIfLong = 18
const atMost = 50

/** The origin of distances: his position, a town, or his home. */
export type Origin = { position: Position; town: string | undefined; isHere: boolean }

type Props = {
  /** The area in view. */
  center: Position | undefined
  origin: Origin | undefined
  filter: Filter
  openId: number | undefined
  /** Whether there is room for many. */
  isLong: boolean
  onChoose: (place: Place) => void
}

/** The playgrounds of the map as a list, nearest to its centre first, for keyboards and screen readers. */
export default function PlaygroundList({ center, origin, filter, openId, isLong, onChoose }: Props) {
  const { places, hasFailed, retry } = useNearest(center, filter)
  const [wanted, setWanted] = useState(atOnce)
  const shown = Math.max(wanted, isLong ? atOnceIfLong : atOnce)
  const list = useRef<HTMLDivElement>(null)
  const goOnAt = useRef<number>(undefined)
  const drawings = useMemo(() => drawingsOf(places ?? []), [places])
  const more = () => {
    goOnAt.current = shown
    setWanted(shown + 2 * atOnce)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: when more rows are shown
  useEffect(() => {
    if (goOnAt.current === undefined) return
    // The button may have disappeared, so the first new item gets the focus.
    list.current?.querySelectorAll('li')[goOnAt.current]?.querySelector('button')?.focus({ preventScroll: true })
    goOnAt.current = undefined
  }, [shown])

  return (
    <>
      {hasFailed ? (
        <PartFailed className="mt-1.5 text-sm" onRetry={retry}>
          <Trans>The playgrounds could not be loaded.</Trans>
        </PartFailed>
      ) : !places ? (
        <RowSkeletons />
      ) : places.length === 0 ? (
        <p className="mt-1.5 min-h-61 text-ink-2 text-sm">
          <Trans>We don’t know of any playgrounds around here. Do you?</Trans>
        </p>
      ) : (
        <>
          {origin && <FromWhere {...origin} />}
          <p className="sr-only">
            <Trans>Nearest to the centre of the map first. Choose one to see it on the map.</Trans>
          </p>
          <div ref={list} className="mt-1.5">
            <Parts places={places.slice(0, shown)} className="mt-2 text-base">
              {part => (
                <ul>
                  {part.map(place => (
                    <li key={place.id}>
                      <Row
                        place={place}
                        origin={origin}
                        drawing={drawings.get(place.id)}
                        isOpen={place.id === openId}
                        onChoose={() => onChoose(place)}
                      />
                    </li>
                  ))}
                </ul>
              )}
            </Parts>
          </div>
          {places.length > shown && (
            <Button size={44} className="mt-2" onClick={more}>
              <Plural value={places.length - shown} one="# more" other="# more" />
            </Button>
          )}
          <div className="mt-2">
            <Attribution places={places.slice(0, shown)} />
          </div>
        </>
      )}
    </>
  )
}

function FromWhere({ town, isHere }: Origin) {
  return (
    <p className="text-ink-2 text-sm">
      {isHere ? (
        <Trans>Distances from where you are.</Trans>
      ) : town ? (
        <Trans>Distances from {town}.</Trans>
      ) : (
        <Trans>Distances from where you live.</Trans>
      )}
    </p>
  )
}

type RowProps = {
  origin: Origin | undefined
  place: Place
  drawing: PlaceDrawing | undefined
  isOpen: boolean
  onChoose: () => void
}

function Row({ place, origin, drawing, isOpen, onChoose }: RowProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onChoose}
      className="flex min-h-16 w-full items-center gap-3 rounded-m text-left hover:bg-sunken"
    >
      <span className="size-13 shrink-0 overflow-hidden rounded-kap-s bg-sunken">
        <PlacePicture place={place} drawing={drawing} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block break-words font-bold leading-tight">{place.name}</span>
        <span className="flex items-end justify-between gap-2 text-sm">
          <span className="min-w-0 break-words text-ink-2">
            {place.state ? <StateInShort state={place.state} /> : (place.address ?? <Trans>No address</Trans>)}
          </span>
          {origin && isLocated(place) && <Distance metres={distanceM(origin.position, place)} />}
        </span>
      </span>
    </button>
  )
}

/** The playgrounds around a position; the previous ones stay while new ones load. */
function useNearest(center: Position | undefined, filter: Filter) {
  const query = {
    ...roundPosition(center ?? { latitude: 0, longitude: 0 }),
    type: 'playground',
    ...filter,
    limit: atMost,
  }
  const { data, isError, refetch } = useRead(nearbyPlaces, { query }, { enabled: center !== undefined })
  const [kept, setKept] = useState(data)
  if (data && data !== kept) setKept(data)
  return { places: data ?? kept, hasFailed: isError && !data, retry: () => void refetch() }
}
