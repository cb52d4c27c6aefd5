import { Trans } from '@lingui/react/macro'
import { onePlace } from '@papadag/contract/places/places'
import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useRef } from 'react'
import { StateBadge } from '../../../../domain/places/state-badge.tsx'
import { useRead } from '../../../../platform/data/data.ts'
import { ForChildren } from '../../facts/for-children.tsx'
import { FavoriteButton } from '../../favorite-button.tsx'
import { MeetHere } from '../../meet-here.tsx'
import { Distance, Rating } from '../../place-facts.tsx'
import { PlacePicture } from '../../place-picture.tsx'
import { Directions } from '../../sheet/directions.tsx'
import { distanceM } from '../geo.ts'
import type { Origin } from '../list/playground-list.tsx'
import type { PinnedPlace } from '../points/use-points.ts'
import { CloseButton, Description, MoreAbout, PlaceDialog } from './map-popup.tsx'

type Props = { map: LeafletMap; place: PinnedPlace; more: string; origin: Origin | undefined; onClose: () => void }

/** The open place in the sheet of a phone. */
export default function SheetPlace({ map, place, more, origin, onClose }: Props) {
  const dialog = useRef<HTMLDivElement>(null)
  const read = useRead(onePlace, { params: { id: place.id } })
  usePinInView(map, place)
  return (
    <PlaceDialog
      ref={dialog}
      name={read.data?.name ?? place.name}
      onClose={onClose}
      className="map-place overflow-y-auto bg-surface px-4 pt-4 pb-1 text-ink"
    >
      {title => (
        <>
          <div className="flex gap-3">
            <div className="h-21 w-26 shrink-0 overflow-hidden rounded-kap-s bg-sunken phone:max-w-[30%]">
              {read.data && <PlacePicture place={read.data} lazy={false} />}
            </div>
            <div className="min-w-0 flex-1 text-sm">
              {title}
              {read.data && (
                <>
                  <p className="flex flex-wrap gap-x-2 text-ink-2">
                    <span className="min-w-0 break-words">{read.data.address ?? <Trans>No address</Trans>}</span>
                    {origin && <Distance metres={distanceM(origin.position, place)} />}
                  </p>
                  <Rating place={read.data} />
                </>
              )}
            </div>
            <span className="-mt-1.5 -mr-2">
              <CloseButton onClick={onClose} />
            </span>
          </div>
          <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
            {read.data?.state && (
              <p>
                <StateBadge state={read.data.state} />
              </p>
            )}
            {read.data && <ForChildren place={read.data} />}
            <Description read={read} />
          </div>
          <div className="mt-2.5 mb-1 flex flex-wrap gap-2">
            <MeetHere place={read.data ?? place} className="grow" />
            <Directions place={{ ...place, name: read.data?.name ?? place.name }} className="grow" />
          </div>
          <div className="flex items-center justify-between">
            <MoreAbout to={more} />
            {read.data && <FavoriteButton place={read.data} variant="box" />}
          </div>
        </>
      )}
    </PlaceDialog>
  )
}

/** The height of search, types and features, and of a pin. */
const abovePx = 210
const belowPx = 70

/** Moves the map until the pin is between the search and the sheet, once and when the sheet grows. */
function usePinInView(map: LeafletMap, { latitude, longitude }: PinnedPlace) {
  useEffect(() => {
    const show = () => {
      const { y } = map.latLngToContainerPoint([latitude, longitude])
      const lowest = map.getSize().y - belowPx
      const down = y < abovePx ? y - Math.min(abovePx, lowest) : Math.max(0, y - lowest)
      if (down) map.panBy([0, Math.round(down)])
    }
    show()
    map.on('resize', show)
    return () => {
      map.off('resize', show)
    }
  }, [map, latitude, longitude])
}
