import { Trans, useLingui } from '@lingui/react/macro'
import { onePlace } from '@papadag/contract/places/places'
import { IconButton } from '@papadag/ui/icon-button'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { textLinkClass } from '@papadag/ui/text-link'
import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useId, useRef } from 'react'
import { useRead } from '../../../../platform/data/data.ts'
import { WhyFailed } from '../../../../platform/data/part-failed.tsx'
import { Link } from '../../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../../platform/navigation/routes.ts'
import { screen } from '../../../../platform/screen/screen.ts'
import { MeetHere } from '../../meet-here.tsx'
import { PlacePicture } from '../../place-picture.tsx'
import { Directions } from '../../sheet/directions.tsx'
import type { PinnedPlace } from '../points/use-points.ts'
import { usePopupPosition } from './use-popup-position.ts'

type Props = {
  map: LeafletMap
  place: PinnedPlace
  /** How many pixels of the map are covered by something at its bottom. */
  below?: number
  onClose: () => void
}

/** The popup of a pin. It is a dialog beside the map's other elements: the focus moves in, and back when it closes. */
export function MapPopup({ map, place, below = 0, onClose }: Props) {
  const { t } = useLingui()
  const { id, name } = place
  const titleId = useId()
  const dialog = useRef<HTMLDivElement>(null)
  const { data, isError } = useRead(onePlace, { params: { id } })
  usePopupPosition(map, place, dialog, below)

  useEffect(() => dialog.current?.focus({ preventScroll: true }), [])

  return (
    <div
      ref={dialog}
      role="dialog"
      tabIndex={-1}
      aria-labelledby={titleId}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      className="map-popup absolute top-0 left-0 z-5 w-66 overflow-y-auto rounded-[8px_22px_22px] bg-surface text-ink"
    >
      <div className="relative h-21 bg-sunken">{data && <PlacePicture place={data} lazy={false} />}</div>
      <span className="absolute top-1.5 right-1.5">
        <IconButton icon="x" variant="disc" aria-label={t`Close`} onClick={onClose} />
      </span>
      <div className="px-3 pt-2.5 pb-1">
        <h2 id={titleId} className="break-words text-[1.0625rem]">
          {data?.name ?? name}
        </h2>
        {data ? (
          <>
            {data.description && <p className="break-words text-ink-2 text-sm">{shorten(data.description)}</p>}
            <p className="mt-1 text-xs">{data.address ?? <Trans>No address</Trans>}</p>
          </>
        ) : isError ? (
          <p className="text-ink-2 text-sm">
            <WhyFailed>
              <Trans>No more details are available at the moment.</Trans>
            </WhyFailed>
          </p>
        ) : (
          <SkeletonGroup label={t`Loading...`}>
            <Skeleton className="mt-1 h-4" />
            <Skeleton className="mt-1 h-4 w-2/3" />
          </SkeletonGroup>
        )}
        <div className="mt-2.5 grid gap-2.5">
          <MeetHere place={data ?? place} />
          <Directions place={{ ...place, name: data?.name ?? name }} />
        </div>
        <Link
          to={pathTo('places', {}, { open: String(id) })}
          className={`${textLinkClass} inline-flex min-h-11 items-center text-sm`}
        >
          <Trans>More about this playground</Trans>
        </Link>
      </div>
    </div>
  )
}

/** Cut to 100 characters, as the specification says. */
function shorten(description: string) {
  const characters = [...description]
  if (characters.length <= screen.popupDescription) return description
  return `${characters.slice(0, screen.popupDescription).join('').trimEnd()}…`
}
