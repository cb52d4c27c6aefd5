import { Trans, useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { buttonClass } from '@papadag/ui/button'
import { EmptyState } from '@papadag/ui/states/empty-state'
import { type ComponentType, type ReactNode, type Ref, useEffect, useRef } from 'react'
import { ReadFailed } from '../../../platform/data/read-failed.tsx'
import { focusHeading, Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { filtersHere, PlaydateCard, type PlaydateCardProps, toSheet } from './playdate-card.tsx'
import { grid, PlaydateSkeletons } from './playdate-skeletons.tsx'
import type { ToShow } from './playdate-to-show.ts'

/** An empty list, with what to do about it; a subdued button, since the screen's header has the same in yellow. */
export function NothingPlanned() {
  const { t } = useLingui()
  return (
    <EmptyState
      illustration="noPlaydates"
      title={t`Nothing planned yet`}
      action={
        <Link to={pathTo('create-playdate')} className={buttonClass()}>
          <Trans>New Playdate</Trans>
        </Link>
      }
    >
      <Trans>The swing is hanging still. You can do something about that.</Trans>
    </EmptyState>
  )
}

type ListProps = {
  read: { data: readonly Playdate[] | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
  skeletons: number
  empty: ReactNode
  first?: number
  toShow?: ToShow | undefined
  list?: Ref<HTMLUListElement> | undefined
  /** Renders one of them; memoised. */
  Card?: ComponentType<PlaydateCardProps>
  className?: string
  itemClassName?: string
}

/** The cards of a read, or its loading, empty or error state. */
export function PlaydateList({ read, skeletons, empty, first, toShow, list, ...look }: ListProps) {
  const { t } = useLingui()
  if (read.data) {
    const playdates = first === undefined ? read.data : read.data.slice(0, first)
    return <Cards playdates={playdates} isSettled={!read.isFetching} {...{ empty, toShow, list }} {...look} />
  }
  if (read.error) {
    return (
      <ReadFailed
        error={read.error}
        title={t`An error occurred while loading your playdates`}
        onRetry={() => void read.refetch()}
      />
    )
  }
  return <PlaydateSkeletons count={skeletons} />
}

type CardsProps = Pick<ListProps, 'empty' | 'toShow' | 'list' | 'Card' | 'className' | 'itemClassName'> & {
  playdates: readonly Playdate[]
  /** Whether nothing more will arrive that would move them. */
  isSettled: boolean
}

/** A playdate just created or edited may be far down the list: once the list has settled, it is scrolled to. */
function useScrollTo(isSettled: boolean) {
  const hasScrolled = useRef(false)
  return (item: HTMLElement | null) => {
    if (!item || !isSettled || hasScrolled.current) return
    hasScrolled.current = true
    // After the page has scrolled to its top.
    requestAnimationFrame(() => item.scrollIntoView({ block: 'center' }))
  }
}

function Cards({
  playdates,
  isSettled,
  empty,
  toShow,
  list,
  Card = PlaydateCard,
  className = `${grid} long-list-46`,
  itemClassName,
}: CardsProps) {
  const scrollTo = useScrollTo(isSettled)
  const count = playdates.length
  const countBefore = useRef(count)
  useEffect(() => {
    // The focused card disappeared, so the keyboard would start again at the top.
    if (count < countBefore.current && document.activeElement === document.body) focusHeading()
    countBefore.current = count
  }, [count])
  if (count === 0) return empty
  const filters = filtersHere()
  return (
    // Not in chunks like other long lists: a card that moved to another chunk would lose its open menu.
    <ul ref={list} className={className}>
      {playdates.map(playdate => (
        <li key={playdate.id} className={itemClassName} ref={playdate.id === toShow?.id ? scrollTo : undefined}>
          <Card
            playdate={playdate}
            to={toSheet(playdate, filters)}
            isNew={toShow?.isNew && playdate.id === toShow.id}
          />
        </li>
      ))}
    </ul>
  )
}
