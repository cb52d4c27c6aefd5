import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { allFeatureKeys, type Place } from '@papadag/contract/places/places'
import { Badge } from '@papadag/ui/badge'
import { FeatureTag } from '@papadag/ui/feature-tag'
import { Icon } from '@papadag/ui/pictures/icon'
import { distanceIn } from '../../domain/places/distance.ts'
import { featureLabels } from './feature-labels.ts'
import { ratingIn } from './measures.ts'

/** The type of a place, on its picture. */
export function TypeBadge({ type, className }: { type: Place['type']; className?: string }) {
  return (
    <Badge tone={type === 'playground' ? 'do' : 'white'} {...(className && { className })}>
      {type === 'playground' ? <Trans>Playground</Trans> : <Trans>Restaurant</Trans>}
    </Badge>
  )
}

/** The mean rating and the number of reviews, or that there are none. */
export function Rating({ place }: { place: Pick<Place, 'rating' | 'reviewCount'> }) {
  const { t, i18n } = useLingui()
  const { rating, reviewCount } = place
  if (rating === null) {
    return (
      <span className="text-ink-2">
        <Trans>No reviews yet</Trans>
      </span>
    )
  }
  const mean = ratingIn(i18n.locale, rating)
  const said = t`${mean} out of 5, ${plural(reviewCount, { one: '# review', other: '# reviews' })}`
  return (
    <span className="inline-flex tabular-nums">
      <span aria-hidden className="inline-flex items-center gap-1 font-bold">
        <Icon name="star" size={17} className="fill-[#ffc62e] stroke-do-edge" />
        {mean} <span className="font-medium text-ink-2">({reviewCount})</span>
      </span>
      <span className="sr-only">{said}</span>
    </span>
  )
}

/** The distance, if both positions are known. */
export function Distance({ metres }: { metres: number | null }) {
  const { i18n } = useLingui()
  if (metres === null) return null
  return (
    <span className="inline-flex whitespace-nowrap font-bold tabular-nums">
      <span className="sr-only">
        <Trans>Distance:</Trans>{' '}
      </span>
      {distanceIn(i18n.locale, metres)}
    </span>
  )
}

type FeaturesProps = {
  place: Pick<Place, 'features'>
  /** Icons on one line; their names are read aloud and shown as tooltips. */
  isCompact?: boolean | undefined
  className?: string
}

/** Its features, in the order of the specification. */
export function Features({ place, isCompact = false, className }: FeaturesProps) {
  const { i18n, t } = useLingui()
  const shown = allFeatureKeys.filter(key => place.features.includes(key))
  if (shown.length === 0) return null
  return (
    <ul aria-label={t`What you will find there`} className={className}>
      {shown.map(key => (
        <li key={key} title={isCompact ? i18n._(featureLabels[key].label) : undefined} className="inline-flex">
          <FeatureTag icon={featureLabels[key].icon}>
            <span className={isCompact ? 'sr-only' : undefined}>{i18n._(featureLabels[key].label)}</span>
          </FeatureTag>
        </li>
      ))}
    </ul>
  )
}
