import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { allFeatureKeys, type Place } from '@papadag/contract/places'
import { Badge } from '@papadag/ui/badge'
import { FeatureTag } from '@papadag/ui/feature-tag'
import { Icon } from '@papadag/ui/icon'
import { featureLabels } from './feature-labels.ts'
import { formatDistance, formatRating } from './measures.ts'

/** What kind of place it is, on its picture. */
export function TypeBadge({ type, className }: { type: Place['type']; className?: string }) {
  return (
    <Badge tone={type === 'playground' ? 'do' : 'white'} {...(className && { className })}>
      {type === 'playground' ? <Trans>Playground</Trans> : <Trans>Restaurant</Trans>}
    </Badge>
  )
}

/** A star, the mean and how many said so; without reviews it says that instead. */
export function Rating({ place }: { place: Pick<Place, 'rating' | 'reviewCount'> }) {
  const { t } = useLingui()
  const { rating, reviewCount } = place
  if (rating === null) {
    return (
      <span className="text-ink-2">
        <Trans>No reviews yet</Trans>
      </span>
    )
  }
  const said = t`${formatRating(rating)} of 5, ${plural(reviewCount, { one: '# review', other: '# reviews' })}`
  return (
    <span className="inline-flex tabular-nums">
      <span aria-hidden className="inline-flex items-center gap-1 font-bold">
        <Icon name="star" size={17} className="fill-[#ffc62e] stroke-do-edge" />
        {formatRating(rating)} <span className="font-medium text-ink-2">({reviewCount})</span>
      </span>
      <span className="sr-only">{said}</span>
    </span>
  )
}

/** How far it is, when it is known where both are. */
export function Distance({ metres }: { metres: number | null }) {
  if (metres === null) return null
  return (
    <span className="inline-flex font-bold tabular-nums">
      <span className="sr-only">
        <Trans>Distance:</Trans>{' '}
      </span>
      {formatDistance(metres)}
    </span>
  )
}

/** What it has, in the order of the specification. */
export function Features({ place, className }: { place: Pick<Place, 'features'>; className?: string }) {
  const { i18n, t } = useLingui()
  const shown = allFeatureKeys.filter(key => place.features.includes(key))
  if (shown.length === 0) return null
  return (
    <ul aria-label={t`What is there`} className={className}>
      {shown.map(key => (
        <li key={key} className="inline-flex">
          <FeatureTag icon={featureLabels[key].icon}>{i18n._(featureLabels[key].label)}</FeatureTag>
        </li>
      ))}
    </ul>
  )
}
