import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { MatchesQuery } from '@papadag/contract/matches'
import { Button } from '@papadag/ui/button'
import { cardClass } from '@papadag/ui/card'
import { EmptyState } from '@papadag/ui/states/empty-state'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { ReadFailed } from '../../../platform/data/read-failed.tsx'
import { useFocusOnNew } from '../../../platform/lists/growing-list.ts'
import { LongList } from '../../../platform/lists/long-list.tsx'
import { MoreButton } from '../../../platform/lists/more-button.tsx'
import { FatherCard } from './father-card.tsx'
import { NobodyFound } from './father-filters.tsx'
import type { useFathers } from './use-fathers.ts'

const fatherGrid = 'mt-4 phone:space-y-3.5 md:mt-5 md:grid md:grid-cols-2 md:gap-4.5 lg:grid-cols-3'

type Props = {
  found: ReturnType<typeof useFathers>
  /** The search text. */
  words: string
  /** Who is listed without a search. */
  filters: MatchesQuery
  onClear: () => void
  /** The fathers whom the screen already shows. */
  shown: readonly number[]
}

/** The result of a search: skeletons at first, then cards, an empty state or an error. */
export function FatherGrid({ found, words, filters, onClear, shown }: Props) {
  const { t } = useLingui()
  const { items, hasMore, more, isBehind, hasFailed, hasStopped } = found
  const fathers = items?.filter(({ id }) => !shown.includes(id))
  const count = fathers?.length ?? 0
  const { list, showMore } = useFocusOnNew(count, more)
  if (hasFailed) {
    return (
      <ReadFailed
        title={t`The dads could not be loaded`}
        // The specification requires reloading the whole page.
        onRetry={() => location.reload()}
        className="mt-4"
      >
        <Trans>Please try again in a moment.</Trans>
      </ReadFailed>
    )
  }
  if (!fathers) return <FatherSkeletons count={6} />
  return (
    <>
      <p role="status" className="sr-only">
        {words !== '' && !isBehind && <Found count={count} hasMore={hasMore} />}
      </p>
      {count === 0 && items && items.length > 0 ? (
        <p className="mt-4 text-ink-2">
          <Trans>That’s everybody, for now.</Trans>
        </p>
      ) : count === 0 && words === '' && Object.keys(filters).length > 0 ? (
        <NobodyFound filters={filters} />
      ) : count === 0 ? (
        <EmptyState
          illustration="noFathers"
          title={t`No users found`}
          className="mt-4"
          action={
            words !== '' && (
              <Button onClick={onClear}>
                <Trans>Clear search</Trans>
              </Button>
            )
          }
        >
          {words === '' ? (
            <Trans>You are the first one here. Tell the others.</Trans>
          ) : (
            <Trans>They must be stuck behind a tree. Try another city.</Trans>
          )}
        </EmptyState>
      ) : (
        <LongList items={fathers} list={list} className={`${fatherGrid} phone:*:space-y-3.5 long-list-53`}>
          {father => <FatherCard father={father} />}
        </LongList>
      )}
      {hasMore && (
        <MoreButton busy={isBehind} problem={hasStopped && t`The dads could not be loaded`} onPress={showMore}>
          <Trans>Show more dads</Trans>
        </MoreButton>
      )}
    </>
  )
}

function Found({ count, hasMore }: { count: number; hasMore: boolean }) {
  if (hasMore) return <Trans>More than {count} dads found</Trans>
  return <Plural value={count} _0="No users found" one="# dad found" other="# dads found" />
}

export function FatherSkeletons({ count }: { count: number }) {
  const { t } = useLingui()
  return (
    <SkeletonGroup label={t`Loading...`} className={fatherGrid}>
      {Array.from({ length: count }, (_, index) => index).map(index => (
        <div key={index} aria-hidden className={`${cardClass} flex gap-3.5 p-4 md:p-4.5`}>
          <Skeleton className="size-19 shrink-0 rounded-kap-avatar" />
          <div className="grid flex-1 content-start gap-2.5 pt-1">
            <Skeleton className="h-[18px] w-3/4" />
            <Skeleton className="h-3.5 w-1/2" />
            <Skeleton className="h-3.5 w-full" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}
