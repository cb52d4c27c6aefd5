import { Trans, useLingui } from '@lingui/react/macro'
import type { Place } from '@papadag/contract/places/places'
import { Badge } from '@papadag/ui/badge'
import { Button } from '@papadag/ui/button'
import { cardClass, stretchedLinkClass } from '@papadag/ui/card'
import type { PlaceDrawing } from '@papadag/ui/pictures/place-illustration'
import { memo } from 'react'
import { StateBadge } from '../../domain/places/state-badge.tsx'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { FavoriteButton } from './favorite-button.tsx'
import { isLocated } from './measures.ts'
import { Distance, Features, Rating, TypeBadge } from './place-facts.tsx'
import { PlacePicture } from './place-picture.tsx'

type Props = {
  place: Place
  /** The card's link; by default its sheet on the places screen. */
  to?: string
  /** Opens its edit form; playground cards have a button for it. */
  onEdit?: ((place: Place) => void) | undefined
  /** The drawing for a missing photo, chosen to differ from its neighbours'. */
  drawing?: PlaceDrawing | undefined
  /** In a row of cards of equal height: features on one line. */
  isCompact?: boolean
  className?: string
}

/** A place with its picture on top, or before the text if there is room. The whole card is a link. */
export const PlaceCard = memo(CardOfPlace)

function CardOfPlace({ place, to, onEdit, drawing, isCompact = false, className = '' }: Props) {
  const { t } = useLingui()
  const { id, name, type, address, distance } = place
  return (
    <article
      aria-label={name}
      className={`${cardClass} flex h-full @min-[33rem]:flex-row flex-col overflow-hidden ${className}`}
    >
      <div className="relative @min-[33rem]:aspect-auto aspect-[16/9.6] @min-[33rem]:min-h-48 @min-[33rem]:w-[44%] shrink-0 bg-sunken">
        <PlacePicture place={place} drawing={drawing} className="absolute inset-0" />
        <span className="absolute top-2 right-2 z-1">
          <FavoriteButton place={place} />
        </span>
        <div className="absolute inset-x-2.5 bottom-2.5 flex flex-wrap gap-1.5">
          <TypeBadge type={type} />
          {place.state && <StateBadge state={place.state} />}
          {place.status === 'new' && (
            <Badge tone="info">
              <Trans context="place">New</Trans>
            </Badge>
          )}
        </div>
      </div>
      <div className="flex min-w-0 flex-1 flex-col px-3.5 pt-3 pb-3.5">
        <h3 className="break-words text-[1.0625rem]">
          <Link to={to ?? pathTo('places', {}, { open: String(id) })} className={stretchedLinkClass}>
            {name}
          </Link>
        </h3>
        <p className="truncate text-ink-2 text-sm">{address ?? <Trans>No address</Trans>}</p>
        <p className="mt-2 flex flex-wrap items-center justify-between gap-x-3 text-sm">
          <Rating place={place} />
          {isLocated(place) ? (
            <Distance metres={distance} />
          ) : (
            <span className="text-ink-2">
              <Trans>location missing</Trans>
            </span>
          )}
        </p>
        <Features place={place} isCompact={isCompact} className="mt-2.5 flex flex-wrap gap-1.5" />
        {onEdit && type === 'playground' && (
          <div className="relative -mr-2 -mb-2 mt-auto self-end pt-1">
            <Button
              variant="ghost"
              size={44}
              icon="edit"
              aria-label={t`Edit Playground: ${name}`}
              className="text-ink-2"
              onClick={() => onEdit(place)}
            >
              <Trans>Edit</Trans>
            </Button>
          </div>
        )}
      </div>
    </article>
  )
}
