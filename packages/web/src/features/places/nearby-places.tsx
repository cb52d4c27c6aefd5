import { Trans, useLingui } from '@lingui/react/macro'
import { nearbyPlaces, type PlaceType } from '@papadag/contract/places/places'
import { ChipGroup } from '@papadag/ui/chip'
import { EmptyState } from '@papadag/ui/states/empty-state'
import { PictureCardSkeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { textLinkClass } from '@papadag/ui/text-link'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../platform/data/data.ts'
import { ReadFailed } from '../../platform/data/read-failed.tsx'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { screen } from '../../platform/screen/screen.ts'
import { Attribution } from './attribution.tsx'
import { drawingsOf } from './drawings.ts'
import { roundPosition } from './measures.ts'
import { PlaceCard } from './place-card.tsx'

const shown = 12
const scroller =
  'grid auto-cols-[252px] grid-flow-col gap-3.5 overflow-x-auto pb-3 snap-x snap-mandatory phone:-mx-4 phone:px-4 phone:scroll-px-4 [&>*]:snap-start'

type Filter = PlaceType | 'all'
type Props = {
  /** The reference position; nothing is requested before it is known. */
  position: { latitude: number; longitude: number } | undefined
  /** The town of the position, if it is not the user's own. */
  from?: string | undefined
  /** Asks where he is, while that is unknown. */
  sayWhere?: ReactNode
}

/** Nearby places, in a horizontal scroller. */
export function NearbyPlaces({ position, from, sayWhere }: Props) {
  const { t } = useLingui()
  const [filter, setFilter] = useState<Filter>('all')
  const type = filter === 'all' ? {} : { type: filter }
  const query = { ...(position && roundPosition(position)), ...type, limit: shown }
  const { data, error, refetch } = useRead(nearbyPlaces, { query }, { enabled: position !== undefined })
  const drawings = drawingsOf(data ?? [])
  return (
    <section aria-labelledby="nearby">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3">
        <h2 id="nearby">
          <Trans>Nearby Places</Trans>
        </h2>
        <Link to={pathTo('places')} className={`text-sm ${textLinkClass}`}>
          <Trans>All places</Trans>
        </Link>
      </div>
      <ChipGroup
        label={t`Nearby Places`}
        value={filter}
        onChange={setFilter}
        choices={[
          { value: 'all', label: t`All` },
          { value: 'restaurant', label: t`Restaurants`, icon: 'kidsMenu' },
          { value: 'playground', label: t`Playgrounds`, icon: 'playCorner' },
        ]}
        className="mb-2.5"
      />
      {data ? (
        data.length > 0 ? (
          <>
            {/* It has its own scroll bar, so it needs a tab stop. */}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
            <ul tabIndex={0} aria-labelledby="nearby" className={scroller}>
              {data.map(place => (
                <li key={place.id}>
                  <PlaceCard place={place} drawing={drawings.get(place.id)} isCompact />
                </li>
              ))}
            </ul>
            {from && (
              <p className="text-ink-2 text-sm">
                <Trans>Distances from {from} until we know where you are.</Trans>
              </p>
            )}
            <Attribution places={data} />
          </>
        ) : (
          <EmptyState
            illustration="noPlaces"
            title={from ? t`Nothing near ${from} yet` : t`Nothing near you yet`}
            action={
              <Link to={pathTo('places')} className={textLinkClass}>
                <Trans>View all places</Trans>
              </Link>
            }
          >
            <Trans>Do you know a good place? Put it on the map.</Trans>
          </EmptyState>
        )
      ) : error ? (
        <ReadFailed error={error} title={t`The places could not be loaded`} onRetry={() => void refetch()} />
      ) : (
        <SkeletonGroup label={t`Loading...`} className={scroller}>
          {Array.from({ length: screen.placeSkeletonsHome }, (_, index) => index).map(index => (
            <PictureCardSkeleton key={index} />
          ))}
        </SkeletonGroup>
      )}
      {data && <div className="mt-2.5">{sayWhere}</div>}
    </section>
  )
}
