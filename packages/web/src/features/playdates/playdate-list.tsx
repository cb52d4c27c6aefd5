import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { type Playdate, pastPlaydates, upcomingPlaydates } from '@papadag/contract/playdates'
import { buttonClass } from '@papadag/ui/button'
import { EmptyState } from '@papadag/ui/empty-state'
import { ErrorState } from '@papadag/ui/error-state'
import { LeafCardSkeleton, SkeletonGroup } from '@papadag/ui/skeleton'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRead } from '../../platform/data.ts'
import { focusHeading, Link } from '../../platform/navigation.tsx'
import { pathTo } from '../../platform/routes.ts'
import { PlaydateCard } from './playdate-card.tsx'

const grid = 'grid grid-cols-[minmax(0,1fr)] gap-3.5 md:grid-cols-2 md:gap-4.5'

type Read = ReturnType<typeof useUpcoming>

export function useUpcoming() {
  return useRead(upcomingPlaydates, {})
}

export function usePast(enabled: boolean) {
  return useRead(pastPlaydates, {}, { enabled })
}

/** What is still to come, all of it or the first few. */
export function UpcomingList({ read, first, newId }: { read: Read; first?: number; newId?: number | undefined }) {
  return (
    <PlaydateList
      read={read}
      {...(first !== undefined && { first })}
      newId={newId}
      skeletons={first === undefined ? limits.upcomingSkeletons : limits.upcomingSkeletonsHome}
      empty={<NothingPlanned />}
    />
  )
}

/** Nothing is to come yet, and what can be done about that. */
export function NothingPlanned() {
  const { t } = useLingui()
  return (
    <EmptyState
      illustration="noPlaydates"
      title={t`Nothing planned yet`}
      action={
        <Link to={pathTo('create-playdate')} className={buttonClass({ variant: 'do' })}>
          <Trans>New Playdate</Trans>
        </Link>
      }
    >
      <Trans>The swing hangs still. You can do something about that.</Trans>
    </EmptyState>
  )
}

/** What this father was at. */
export function PastList({ read }: { read: Read }) {
  return (
    <PlaydateList
      read={read}
      skeletons={limits.pastSkeletons}
      empty={
        <EmptyState illustration="noHistory" title={<Trans>No memories yet</Trans>}>
          <Trans>You don't have any past playdates yet.</Trans> <Trans>The boots stand ready.</Trans>
        </EmptyState>
      }
    />
  )
}

type ListProps = {
  read: { data: readonly Playdate[] | undefined; error: unknown; refetch: () => unknown }
  skeletons: number
  empty: ReactNode
  first?: number
  newId?: number | undefined
  card?: (playdate: Playdate) => ReactNode
}

/** Cards of a read, or what stands there without any. */
export function PlaydateList({ read, skeletons, empty, first, newId, card }: ListProps) {
  const { t } = useLingui()
  if (read.data) return <Cards playdates={read.data.slice(0, first)} empty={empty} newId={newId} card={card} />
  if (read.error) {
    return (
      <ErrorState
        title={t`An error occurred while loading your playdates`}
        retryLabel={t`Retry`}
        onRetry={() => void read.refetch()}
      />
    )
  }
  return (
    <SkeletonGroup label={t`Loading...`} className={grid}>
      {Array.from({ length: skeletons }, (_, index) => index).map(index => (
        <LeafCardSkeleton key={index} />
      ))}
    </SkeletonGroup>
  )
}

type CardsProps = Pick<ListProps, 'empty' | 'newId'> & { playdates: readonly Playdate[]; card: ListProps['card'] }

/** What he has just made may lie far down the list. */
function showNew(item: HTMLElement | null) {
  // After the page has gone to its top.
  if (item) requestAnimationFrame(() => item.scrollIntoView({ block: 'center' }))
}

function Cards({ playdates, empty, newId, card }: CardsProps) {
  const count = playdates.length
  const countBefore = useRef(count)
  useEffect(() => {
    // The card that had the focus went: a keyboard would start again at the top of the page.
    if (count < countBefore.current && document.activeElement === document.body) focusHeading()
    countBefore.current = count
  }, [count])
  if (count === 0) return empty
  return (
    <ul className={grid}>
      {playdates.map(playdate => (
        <li key={playdate.id} ref={playdate.id === newId ? showNew : undefined}>
          {card?.(playdate) ?? <PlaydateCard playdate={playdate} isNew={playdate.id === newId} />}
        </li>
      ))}
    </ul>
  )
}
