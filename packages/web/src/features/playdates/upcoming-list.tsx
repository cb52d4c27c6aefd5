import { Trans, useLingui } from '@lingui/react/macro'
import { Button, buttonClass } from '@papadag/ui/button'
import { EmptyState } from '@papadag/ui/empty-state'
import { useFocusOnNew } from '../../platform/growing-list.ts'
import { MoreButton } from '../../platform/more-button.tsx'
import { Link } from '../../platform/navigation.tsx'
import { pathTo } from '../../platform/routes.ts'
import { screen } from '../../platform/screen.ts'
import { NothingPlanned, PlaydateList } from './playdate-list.tsx'
import type { ToShow } from './playdate-to-show.ts'
import type { useUpcoming } from './use-upcoming.ts'

type UpcomingProps = {
  read: ReturnType<typeof useUpcoming>
  toShow: ToShow | undefined
  /** Clears the filters; undefined if nothing is filtered out. */
  onShowAll: (() => void) | undefined
  /** Asks where he is, while distances are wanted and it is unknown. */
  onSayWhere: (() => void) | undefined
}

/** The upcoming playdates that match the filters; more load before the end is reached. */
export function UpcomingList({ read, toShow, onShowAll, onSayWhere }: UpcomingProps) {
  const { t } = useLingui()
  const { data, hasMore, isBehind, hasStopped, more } = read
  const { list, showMore } = useFocusOnNew<HTMLUListElement>(data?.length ?? 0, more)
  return (
    <>
      <PlaydateList
        read={read}
        toShow={toShow}
        list={list}
        skeletons={screen.upcomingSkeletons}
        empty={onShowAll ? <NothingFound onShowAll={onShowAll} onSayWhere={onSayWhere} /> : <NothingPlanned />}
      />
      {hasMore && (
        <MoreButton
          busy={isBehind}
          problem={hasStopped && t`An error occurred while loading your playdates`}
          onNear={more}
          onPress={showMore}
        >
          <Trans>Show more playdates</Trans>
        </MoreButton>
      )}
    </>
  )
}

/** Nothing matches the filters. */
function NothingFound({ onShowAll, onSayWhere }: { onShowAll: () => void; onSayWhere: (() => void) | undefined }) {
  const { t } = useLingui()
  return (
    <EmptyState
      illustration="noPlaydates"
      title={onSayWhere ? t`We don’t know what is near you` : t`Nothing matches`}
      action={
        <span className="flex flex-wrap justify-center gap-2.5">
          <Button onClick={onShowAll}>
            <Trans>Show all playdates</Trans>
          </Button>
          {onSayWhere ? (
            <Button variant="do" icon="pin" onClick={onSayWhere}>
              <Trans>Tell where you live</Trans>
            </Button>
          ) : (
            <Link to={pathTo('create-playdate')} className={buttonClass({ variant: 'do' })}>
              <Trans>New Playdate</Trans>
            </Link>
          )}
        </span>
      }
    >
      {onSayWhere ? (
        <Trans>Then we measure distances from there.</Trans>
      ) : (
        <Trans>Look a bit further, or be the first to plan something.</Trans>
      )}
    </EmptyState>
  )
}
