import { Trans, useLingui } from '@lingui/react/macro'
import { isFull, type Playdate } from '@papadag/contract/playdates/playdates'
import { rowItemClass, rowListClass } from '@papadag/ui/row'
import { textLinkClass } from '@papadag/ui/text-link'
import { lazy, Suspense } from 'react'
import { useFocusOnNew } from '../../../platform/lists/growing-list.ts'
import { MoreButton } from '../../../platform/lists/more-button.tsx'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { screen } from '../../../platform/screen/screen.ts'
import { useUser } from '../../../platform/session/session.ts'
import { type Filters, isFiltering } from './filters.ts'
import { Part } from './part.tsx'
import { NothingPlanned, PlaydateList } from './playdate-list.tsx'
import { PlaydateRow } from './playdate-row.tsx'
import type { ToShow } from './playdate-to-show.ts'
import type { useUpcoming } from './use-upcoming.ts'

// Loaded on demand: home prefetches the list, usually without a search.
const NothingFound = lazy(async () => ({ default: (await import('./widen-search.tsx')).NothingFound }))
const EndOfFound = lazy(async () => ({ default: (await import('./widen-search.tsx')).EndOfFound }))

type UpcomingProps = {
  read: ReturnType<typeof useUpcoming>
  /** The playdates read that are not his own; his own are above them. */
  others: readonly Playdate[] | undefined
  toShow: ToShow | undefined
  filters: Filters
  onChange: (filters: Filters) => void
  /** Whether distances are measured from his position rather than his home. */
  isFromHere: boolean
  /** Asks for his position while it is unknown. */
  onSayWhere: (() => void) | undefined
}

/**
 * The upcoming playdates that match the filters: those nearby come first if his position is known. More load before the
 * end is reached.
 */
export function UpcomingList({ read, others, toShow, filters, onChange, isFromHere, onSayWhere }: UpcomingProps) {
  const { t } = useLingui()
  const { data, hasMore, isBehind, hasStopped, more } = read
  const parts = others && inParts(others)
  const { list, showMore } = useFocusOnNew<HTMLDivElement>((others?.length ?? 0) - (parts?.somewhere.length ?? 0), more)
  const isFiltered = isFiltering(filters)
  const empty = isFiltered ? (
    <Suspense>
      <NothingFound {...{ filters, onChange }} onSayWhere={filters.km ? onSayWhere : undefined} />
    </Suspense>
  ) : (
    <NothingPlanned />
  )
  return (
    <>
      <div ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-7">
        {parts ? (
          <>
            <Part title={<Trans>Near you</Trans>} detail={<Within km={parts.km} isFromHere={isFromHere} />}>
              <PlaydateList
                read={{ ...read, data: parts.near }}
                toShow={toShow}
                skeletons={0}
                empty={<NothingNear />}
              />
            </Part>
            {parts.further.length > 0 && (
              <Part title={<Trans>Further away</Trans>}>
                <Rows {...{ read, toShow }} playdates={parts.further} />
              </Part>
            )}
          </>
        ) : (
          <div>
            <div className="min-h-9">
              {data && data.length > 0 && onSayWhere && (
                <button type="button" onClick={onSayWhere} className={textLinkClass}>
                  <Trans>Show first what is near me</Trans>
                </button>
              )}
            </div>
            <PlaydateList
              read={{ ...read, data: others }}
              toShow={toShow}
              skeletons={screen.upcomingSkeletons}
              empty={data?.length === 0 && empty}
            />
          </div>
        )}
      </div>
      {parts && parts.somewhere.length > 0 && (
        <div className="mt-7">
          <Part title={<Trans>Distance unknown</Trans>}>
            <Rows {...{ read, toShow }} playdates={parts.somewhere} />
          </Part>
        </div>
      )}
      {others && hasMore && (
        <MoreButton
          busy={isBehind}
          problem={hasStopped && t`An error occurred while loading your playdates`}
          onNear={more}
          onPress={showMore}
        >
          <Trans>Show more playdates</Trans>
        </MoreButton>
      )}
      {isFiltered && !hasMore && data && data.length > 0 && (
        <Suspense>
          <EndOfFound {...{ filters, onChange }} isAllFull={data.every(isFull)} />
        </Suspense>
      )}
    </>
  )
}

type RowsProps = Pick<UpcomingProps, 'read' | 'toShow'> & { playdates: readonly Playdate[] }

function Rows({ read, toShow, playdates }: RowsProps) {
  return (
    <PlaydateList
      read={{ ...read, data: playdates }}
      toShow={toShow}
      skeletons={0}
      empty={null}
      Card={PlaydateRow}
      className={rowListClass}
      itemClassName={rowItemClass}
    />
  )
}

/** The parts of a list, if it has them. */
function inParts(playdates: readonly Playdate[]) {
  if (!playdates.some(({ nearKm }) => nearKm !== undefined)) return undefined
  const near = playdates.filter(({ nearKm }) => typeof nearKm === 'number')
  const others = playdates.filter(({ nearKm }) => nearKm === null)
  return {
    near,
    somewhere: others.filter(({ isSomewhere }) => isSomewhere),
    further: others.filter(({ isSomewhere }) => !isSomewhere),
    km: near[0]?.nearKm,
  }
}

/** How far the near part reaches, and from where. */
function Within({ km, isFromHere }: { km: number | null | undefined; isFromHere: boolean }) {
  const { city, home } = useUser()
  if (!km) return null
  return (
    <p className="text-ink-2 text-sm">
      {isFromHere ? (
        <Trans>within {km} km</Trans>
      ) : home?.isCity ? (
        <Trans>
          within {km} km of {city}
        </Trans>
      ) : (
        <Trans>within {km} km of your home</Trans>
      )}
    </p>
  )
}

function NothingNear() {
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <Trans>Nothing is planned near you yet.</Trans>
      <Link to={pathTo('create-playdate')} className={textLinkClass}>
        <Trans>Plan something yourself</Trans>
      </Link>
    </p>
  )
}
