import { Trans, useLingui } from '@lingui/react/macro'
import { favoritePlaces, type Place } from '@papadag/contract/places/places'
import { buttonClass } from '@papadag/ui/button'
import { EmptyState } from '@papadag/ui/states/empty-state'
import { PictureCardSkeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { useEffect, useRef } from 'react'
import { useRead } from '../../platform/data/data.ts'
import { ReadFailed } from '../../platform/data/read-failed.tsx'
import { LongList } from '../../platform/lists/long-list.tsx'
import { focusHeading, Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { drawingsOf } from './drawings.ts'
import { roundPosition } from './measures.ts'
import { PlaceCard } from './place-card.tsx'

const grid = 'phone:space-y-4 md:grid md:grid-cols-2 md:gap-5.5 lg:grid-cols-3'

type Props = {
  /** The reference for distances; nothing is requested before it is known. */
  position: { latitude: number; longitude: number } | undefined
}

/** The user's saved places, latest first. */
export function FavoriteList({ position }: Props) {
  const { t } = useLingui()
  const read = useRead(
    favoritePlaces,
    { query: { ...(position && roundPosition(position)) } },
    { enabled: position !== undefined },
  )
  if (read.data) return <Cards places={read.data} />
  if (read.error) {
    return (
      <ReadFailed error={read.error} title={t`The places could not be loaded`} onRetry={() => void read.refetch()}>
        <Trans>Please try again in a moment.</Trans>
      </ReadFailed>
    )
  }
  return (
    <SkeletonGroup label={t`Loading...`} className={grid}>
      <PictureCardSkeleton />
      <PictureCardSkeleton />
      <PictureCardSkeleton />
    </SkeletonGroup>
  )
}

function Cards({ places }: { places: readonly Place[] }) {
  const count = places.length
  const countBefore = useRef(count)
  const drawings = drawingsOf(places)
  useEffect(() => {
    // The clicked heart disappeared with its card.
    if (count < countBefore.current && document.activeElement === document.body) focusHeading()
    countBefore.current = count
  }, [count])
  if (count === 0) {
    return (
      <EmptyState
        illustration="noFavourites"
        title={<Trans>No favourite places yet</Trans>}
        action={
          <Link to={pathTo('places')} className={buttonClass({ variant: 'do' })}>
            <Trans>Browse places</Trans>
          </Link>
        }
      >
        <Trans>Tap the heart on a place you want to come back to.</Trans>
      </EmptyState>
    )
  }
  return (
    <LongList items={places} className={`${grid} phone:*:space-y-4 long-list-94`}>
      {place => <PlaceCard place={place} drawing={drawings.get(place.id)} />}
    </LongList>
  )
}
