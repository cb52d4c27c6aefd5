import { Trans, useLingui } from '@lingui/react/macro'
import { onePlace, type Place } from '@papadag/contract/places/places'
import { IconButton } from '@papadag/ui/icon-button'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { textLinkClass } from '@papadag/ui/text-link'
import type { Map as LeafletMap } from 'leaflet'
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { StateBadge } from '../../../../domain/places/state-badge.tsx'
import { useRead } from '../../../../platform/data/data.ts'
import { WhyFailed } from '../../../../platform/data/part-failed.tsx'
import { Link } from '../../../../platform/navigation/navigation.tsx'
import { screen } from '../../../../platform/screen/screen.ts'
import { MeetHere } from '../../meet-here.tsx'
import { PlacePicture } from '../../place-picture.tsx'
import { Directions } from '../../sheet/directions.tsx'
import type { PinnedPlace } from '../points/use-points.ts'
import { usePopupPosition } from './use-popup-position.ts'

type Props = {
  map: LeafletMap
  place: PinnedPlace
  /** The address of its sheet, over the list with the same search. */
  more: string
  /** How many pixels of the map are covered by something at its top. */
  above?: number
  onClose: () => void
}

/** The popup of a pin. */
export default function MapPopup({ map, place, more, above = 0, onClose }: Props) {
  const dialog = useRef<HTMLDivElement>(null)
  const read = useRead(onePlace, { params: { id: place.id } })
  usePopupPosition(map, place, dialog, above)
  return (
    <PlaceDialog
      ref={dialog}
      name={read.data?.name ?? place.name}
      onClose={onClose}
      className="map-popup absolute top-0 left-0 z-5 w-66 overflow-y-auto rounded-[8px_22px_22px] bg-surface text-ink"
    >
      {title => (
        <>
          <div className="relative h-21 bg-sunken">{read.data && <PlacePicture place={read.data} lazy={false} />}</div>
          <span className="absolute top-1.5 right-1.5">
            <CloseButton onClick={onClose} />
          </span>
          <div className="px-3 pt-2.5 pb-1">
            {title}
            <Description read={read} />
            {read.data?.state && (
              <p className="mt-1.5">
                <StateBadge state={read.data.state} />
              </p>
            )}
            {read.data && <p className="mt-1 text-xs">{read.data.address ?? <Trans>No address</Trans>}</p>}
            <div className="mt-2.5 grid gap-2.5">
              <MeetHere place={read.data ?? place} />
              <Directions place={{ ...place, name: read.data?.name ?? place.name }} />
            </div>
            <MoreAbout to={more} />
          </div>
        </>
      )}
    </PlaceDialog>
  )
}

type DialogProps = {
  ref: RefObject<HTMLDivElement | null>
  name: string
  onClose: () => void
  className: string
  children: (title: ReactNode) => ReactNode
}

/** A dialog next to the map's other elements: the focus moves in, and back when it closes. */
export function PlaceDialog({ ref, name, onClose, className, children }: DialogProps) {
  const titleId = useId()
  useEffect(() => ref.current?.focus({ preventScroll: true }), [ref])
  return (
    <div
      ref={ref}
      role="dialog"
      tabIndex={-1}
      aria-labelledby={titleId}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      className={className}
    >
      {children(
        <h2 id={titleId} className="break-words text-[1.0625rem]">
          {name}
        </h2>,
      )}
    </div>
  )
}

export function CloseButton({ onClick }: { onClick: () => void }) {
  const { t } = useLingui()
  return <IconButton icon="x" variant="disc" aria-label={t`Close`} onClick={onClick} />
}

/** What is known about the place in a sentence, or that it is loading or cannot be loaded. */
export function Description({ read: { data, isError } }: { read: { data: Place | undefined; isError: boolean } }) {
  const { t } = useLingui()
  if (data) return data.description && <p className="break-words text-ink-2 text-sm">{shorten(data.description)}</p>
  if (isError) {
    return (
      <p className="text-ink-2 text-sm">
        <WhyFailed>
          <Trans>No more details are available at the moment.</Trans>
        </WhyFailed>
      </p>
    )
  }
  return (
    <SkeletonGroup label={t`Loading...`}>
      <Skeleton className="mt-1 h-4" />
      <Skeleton className="mt-1 h-4 w-2/3" />
    </SkeletonGroup>
  )
}

export function MoreAbout({ to }: { to: string }) {
  return (
    <Link to={to} className={`${textLinkClass} inline-flex min-h-11 items-center text-sm`}>
      <Trans>More about this playground</Trans>
    </Link>
  )
}

/** Cut to 100 characters, as the specification says. */
function shorten(description: string) {
  const characters = [...description]
  if (characters.length <= screen.popupDescription) return description
  return `${characters.slice(0, screen.popupDescription).join('').trimEnd()}…`
}
