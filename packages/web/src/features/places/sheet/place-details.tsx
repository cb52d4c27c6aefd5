import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { confirmPlace } from '@papadag/contract/places/place-edits'
import type { Place, PlaceDetail } from '@papadag/contract/places/places'
import { playdatesAtPlace } from '@papadag/contract/playdates/playdates'
import { Badge } from '@papadag/ui/badge'
import { Button, buttonClass } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/pictures/icon'
import type { PlaceDrawing } from '@papadag/ui/pictures/place-illustration'
import { type ReactNode, Suspense } from 'react'
import { useRead, useWrite } from '../../../platform/data/data.ts'
import { Link, useSearch } from '../../../platform/navigation/navigation.tsx'
import { Attribution } from '../attribution.tsx'
import { Ask } from '../facts/ask.tsx'
import { ForChildren } from '../facts/for-children.tsx'
import { KnownFacts } from '../facts/known-facts.tsx'
import { FavoriteButton } from '../favorite-button.tsx'
import { isLocated } from '../measures.ts'
import { Distance, Features, Rating, TypeBadge } from '../place-facts.tsx'
import { PlacePicture } from '../place-picture.tsx'
import { StateNote } from '../state/state-note.tsx'
import { mapAddress, readWanted } from '../surface/surface-address.ts'
import { CorrectionNote } from './correction-note.tsx'
import { PlaceReviews } from './place-reviews.tsx'

type Props = {
  place: Place
  drawing: PlaceDrawing | undefined
  /** The caller's permissions, once known. */
  detail: PlaceDetail | undefined
  planned: ReactNode
  /** The terms of the filter that led here. */
  used?: readonly string[]
}

const noTerms: readonly string[] = []

/** Everything about a place. */
export function PlaceDetails({ place, drawing, detail, planned, used = noTerms }: Props) {
  // On a phone the planned playdates come above the reviews and would push them down.
  const { isPending } = useRead(playdatesAtPlace, { params: { id: place.id } })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-7 gap-y-4 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] md:gap-y-6">
      <div className="relative aspect-[16/9.6] overflow-hidden rounded-kap-s bg-sunken">
        <PlacePicture place={place} drawing={drawing} lazy={false} />
        <span className="absolute top-2 right-2">
          <FavoriteButton place={place} />
        </span>
        <TypeBadge type={place.type} className="absolute bottom-2.5 left-2.5" />
      </div>
      <Facts place={place} detail={detail} used={used} />
      <Suspense>
        {planned}
        <div className={isPending ? 'hidden' : 'grid grid-cols-[minmax(0,1fr)] gap-4'}>
          <PlaceReviews place={place} />
          <Attribution places={[place]} />
          {detail && detail.corrections.length > 0 && <CorrectionNote place={detail} />}
        </div>
      </Suspense>
    </div>
  )
}

/** The facts next to a place's picture. */
function Facts({ place, detail, used }: Pick<Props, 'place' | 'detail'> & { used: readonly string[] }) {
  const { address, description, changingTable } = place
  const { mayConfirm = false, editWaits = false, editsToApply = 0 } = detail ?? {}
  const wanted = readWanted(new URLSearchParams(useSearch()))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1.5 text-[.9375rem]">
        <p className="flex items-start gap-[7px]">
          <Icon name="pin" size={18} className="mt-0.5" />
          <span className="min-w-0 flex-1 break-words">{address ?? <Trans>No address</Trans>}</span>
          {isLocated(place) && <Distance metres={place.distance} />}
        </p>
        <p>
          <Rating place={place} />
        </p>
        {!isLocated(place) && (
          <p>
            <Badge tone="danger" icon="alert">
              <Trans>location missing</Trans>
            </Badge>
          </p>
        )}
      </div>
      {place.state && <StateNote place={place} state={place.state} />}
      {place.type === 'playground' && <ForChildren place={place} />}
      {description && <p className="whitespace-pre-line break-words">{description}</p>}
      <Features place={place} className="flex flex-wrap gap-1.5" />
      {place.type === 'playground' && <KnownFacts place={place} detail={detail} used={used} />}
      {detail?.type === 'playground' && <Ask place={detail} />}
      {changingTable && (
        <p>
          {changingTable === 'womenOnly' ? (
            <Badge tone="danger" icon="ban" className="whitespace-normal py-1">
              <Trans>Changing table: only in the ladies’</Trans>
            </Badge>
          ) : (
            <Badge tone="ok" icon="check" className="whitespace-normal py-1">
              <Trans>Changing table: dads can get to it</Trans>
            </Badge>
          )}
        </p>
      )}
      {place.isNameDerived && (
        <p className="text-ink-2 text-sm">
          <Trans>This name comes from the street or neighbourhood. Do you know what it is really called?</Trans>
        </p>
      )}
      {(place.status === 'new' || mayConfirm) && <InDoubt place={place} mayConfirm={mayConfirm} />}
      {editWaits && (
        <p className="rounded-kap-s bg-info-soft p-3 text-sm">
          <Trans>Only you see your change until a second dad confirms it, since your account is new.</Trans>
        </p>
      )}
      {editsToApply > 0 && (
        <p className="rounded-kap-s bg-info-soft p-3 text-sm">
          <Trans>Somebody has changed something here. See under “History” whether it is right.</Trans>
        </p>
      )}
      {isLocated(place) && (
        <p>
          <Link to={mapAddress(wanted, place.id)} className={buttonClass({ size: 44, className: 'w-full' })}>
            <Icon name="map" size={18} />
            <Trans>On the map</Trans>
          </Link>
        </p>
      )}
    </div>
  )
}

/** Recently added or changed: visitors can confirm it. */
function InDoubt({ place, mayConfirm }: { place: Place; mayConfirm: boolean }) {
  const { t } = useLingui()
  const confirm = useWrite(confirmPlace, {
    done: msg`Thanks for checking`,
    failed: { title: msg`It could not be confirmed`, serverTextOr: msg`Please try again in a moment.` },
  })
  const { id, name } = place
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-kap-s bg-info-soft p-3">
      <Badge tone="white">
        {place.status === 'new' ? <Trans context="place">New</Trans> : <Trans context="place">Changed</Trans>}
      </Badge>
      <p className="min-w-[18ch] flex-1 text-sm">
        {mayConfirm ? (
          <Trans>Have you been there? Then confirm that this is right.</Trans>
        ) : (
          <Trans>Two other dads still have to confirm it.</Trans>
        )}
      </p>
      {mayConfirm && (
        <Button
          size={44}
          icon="check"
          busy={confirm.isPending}
          aria-label={t`This is right: ${name}`}
          onClick={() => confirm.mutate({ params: { id } })}
        >
          <Trans>This is right</Trans>
        </Button>
      )}
    </div>
  )
}
