import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Place } from '@papadag/contract/places/places'
import { Button } from '@papadag/ui/button'
import type { PlaceDrawing } from '@papadag/ui/pictures/place-illustration'
import { EmptyState } from '@papadag/ui/states/empty-state'
import { PictureCardSkeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { ReadFailed } from '../../platform/data/read-failed.tsx'
import { useFocusOnNew } from '../../platform/lists/growing-list.ts'
import { LongList } from '../../platform/lists/long-list.tsx'
import { MoreButton } from '../../platform/lists/more-button.tsx'
import { screen } from '../../platform/screen/screen.ts'
import { Attribution } from './attribution.tsx'
import { Parts } from './parts.tsx'
import { PlaceCard } from './place-card.tsx'
import type { usePlaces } from './use-places.ts'

const grid = 'phone:space-y-4 md:grid md:grid-cols-2 md:gap-5.5 lg:grid-cols-3'

type Props = {
  found: ReturnType<typeof usePlaces>
  /** Drawings for missing photos, by place number. */
  drawings: ReadonlyMap<number, PlaceDrawing>
  /** The search text. */
  words: string
  /** Whether features were chosen. */
  isFiltered: boolean
  onClear: () => void
  onEdit: (place: Place) => void
  /** The address of a place's sheet over this list. */
  toPlace: (place: Place) => string
}

/** The result of a search: skeletons at first, then cards, an empty state or an error. */
export function PlaceList({ found, drawings, words, isFiltered, onClear, onEdit, toPlace }: Props) {
  const { t } = useLingui()
  const { items: places, hasMore, more, isBehind, hasFailed, hasStopped, retry } = found
  const { list, showMore } = useFocusOnNew(places?.length ?? 0, more)
  if (hasFailed) {
    return (
      <ReadFailed title={t`The places could not be loaded`} onRetry={retry}>
        <Trans>Please try again in a moment.</Trans>
      </ReadFailed>
    )
  }
  if (!places) {
    return (
      <SkeletonGroup label={t`Loading...`} className={grid}>
        {Array.from({ length: screen.placeSkeletons }, (_, index) => index).map(index => (
          <PictureCardSkeleton key={index} />
        ))}
      </SkeletonGroup>
    )
  }
  return (
    <>
      <p role="status" className="sr-only">
        {(words !== '' || isFiltered) && !isBehind && <Found count={places.length} hasMore={hasMore} />}
      </p>
      {places.length === 0 ? (
        <EmptyState
          illustration="noPlaces"
          title={t`No places found`}
          action={
            (words !== '' || isFiltered) && (
              <Button onClick={onClear}>
                <Trans>Clear search</Trans>
              </Button>
            )
          }
        >
          {words !== '' ? (
            <Trans>Nothing for “{words}”. Perhaps with one letter fewer?</Trans>
          ) : (
            isFiltered && (
              <Trans>The sandpit is empty here. Look for something else, or put it on the map yourself.</Trans>
            )
          )}
        </EmptyState>
      ) : (
        <div ref={list}>
          <Parts places={places}>
            {part => (
              <LongList items={part} className={`${grid} phone:*:space-y-4 long-list-94`} entryClass="@container">
                {place => (
                  <PlaceCard place={place} drawing={drawings.get(place.id)} to={toPlace(place)} onEdit={onEdit} />
                )}
              </LongList>
            )}
          </Parts>
        </div>
      )}
      {hasMore && (
        <MoreButton busy={isBehind} problem={hasStopped && t`The places could not be loaded`} onPress={showMore}>
          <Trans>Show more places</Trans>
        </MoreButton>
      )}
      <div className="mt-4 text-center">
        <Attribution places={places} />
      </div>
    </>
  )
}

function Found({ count, hasMore }: { count: number; hasMore: boolean }) {
  if (hasMore) return <Trans>More than {count} places found</Trans>
  return <Plural value={count} _0="No places found" one="# place found" other="# places found" />
}
