import { Trans, useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { address } from '@papadag/contract/route'
import { type Today, today } from '@papadag/contract/today'
import { buttonClass } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/pictures/icon'
import { ScreenHead } from '@papadag/ui/screen-head'
import { TabPanel, Tabs } from '@papadag/ui/tabs'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { hasCancelled } from '../../features/playdates/cancelling/just-cancelled.ts'
import { askHow } from '../../features/playdates/form/ask-how.ts'
import { FilterBar, FilteredOut } from '../../features/playdates/list/filter-bar.tsx'
import {
  type Filters,
  filtersInAddress,
  isFiltering,
  readFilters,
  rememberedFilters,
  rememberFilters,
} from '../../features/playdates/list/filters.ts'
import { MineRows } from '../../features/playdates/list/mine-rows.tsx'
import { PastList, usePast } from '../../features/playdates/list/past-list.tsx'
import { usePlaydateToShow } from '../../features/playdates/list/playdate-to-show.ts'
import { UpcomingList } from '../../features/playdates/list/upcoming-list.tsx'
import { useMine } from '../../features/playdates/list/use-mine.ts'
import { useUpcoming } from '../../features/playdates/list/use-upcoming.ts'
import { isOffline } from '../../platform/browser/network.ts'
import { reads } from '../../platform/data/reads.ts'
import { Link, navigate, useSearch } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { openIdIn, useCloseSheet } from '../../platform/navigation/sheet-address.ts'
import { Quiet, sayUnavailable } from '../../platform/screen/quiet.tsx'
import { later, laterIfPossible, laterInside, withTexts } from '../../platform/screen/when-near.tsx'
import { useUser } from '../../platform/session/session.ts'
import { useDistanceOrigin } from './distance-origin.tsx'

// Loaded once this browser has cancelled something.
const CancelledByMe = laterInside(
  async () => (await import('../../features/playdates/cancelling/cancelled-by-me.tsx')).CancelledByMe,
)

const LinksOfCancelled = laterIfPossible(
  async () => (await import('../../features/invites/revoke-links.tsx')).LinksOfCancelled,
  'others',
)

let CalendarHint: ComponentType | undefined
const loadHint = async () => {
  CalendarHint = await withTexts(async () => (await import('../hints.tsx')).CalendarHint, 'rare')
}

const OpenedPlaydate = later(async () => (await import('./opened/opened-playdate.tsx')).OpenedPlaydate)

type Tab = 'upcoming' | 'past'

/** The state in the address: the tab, the filters, and the open playdate. */
function readAddress(search: string): { tab: Tab; filters: Filters; openId: number | undefined } {
  const query = new URLSearchParams(search)
  return {
    tab: query.get('tab') === 'past' ? 'past' : 'upcoming',
    filters: readFilters(query),
    openId: openIdIn(query),
  }
}

function addressOf(tab: Tab, filters: Filters = {}) {
  if (tab === 'past') return pathTo('playdates', {}, { tab })
  return isFiltering(filters) ? pathTo('playdates', {}, filtersInAddress(filters)) : pathTo('playdates')
}

export function Page() {
  const { t } = useLingui()
  const search = useSearch()
  const { tab, filters, openId } = readAddress(search)
  const { id: userId } = useUser()
  const toShow = usePlaydateToShow()
  useHint()
  const restored = useRestoredFilters(search === '' && toShow === undefined)
  const near = useDistanceOrigin()
  const upcoming = useUpcoming(restored ?? filters, near.from, toShow?.id)
  const mine = useMine(upcoming.data, isFiltering(restored ?? filters))
  // His own come first, so that what is below them waits for both.
  const isSettled = mine.isKnown && Boolean(upcoming.data ?? upcoming.error)
  const past = usePast(tab === 'past')
  const close = useCloseSheet(openId !== undefined, addressOf(tab, filters))
  const look = (wanted: Filters) => {
    rememberFilters(userId, wanted)
    navigate(addressOf('upcoming', wanted), { replace: true })
  }
  const showAll = () => look({})
  // Offline, the list may be the shorter one that home has shown.
  const isPart = upcoming.hasMore || isOffline()
  return (
    <>
      <ScreenHead title={<Trans context="title">Playdates</Trans>} actions={<NewPlaydate />}>
        <span className="phone:hidden">
          <Trans>Who’s coming to the sandpit?</Trans>
        </span>
      </ScreenHead>
      <Tabs
        value={tab}
        onChange={next => navigate(addressOf(next), { replace: true })}
        label={t`Playdates`}
        tabs={[
          { value: 'upcoming', label: t`Upcoming`, count: isPart ? undefined : upcoming.data?.length },
          { value: 'past', label: t`Past` },
        ]}
        listClassName="mb-3 max-w-[420px]"
      >
        <TabPanel value="upcoming">
          <h2 className="sr-only">
            <Trans>Upcoming</Trans>
          </h2>
          <div className="filters mb-2.5">
            <FilterBar filters={filters} onChange={look} locate={near.find} />
            {near.question}
            <FilteredOut filters={filters} counted={upcoming.counted} onClear={showAll} />
          </div>
          {hasCancelled() && <Cancelled />}
          {isSettled && <HintPlace />}
          {isSettled && <MineRows read={upcoming} mine={mine} toShow={toShow} />}
          <UpcomingList
            // Another list than its skeletons, which would be seen to move down when his own appear.
            key={String(isSettled)}
            read={upcoming}
            others={isSettled ? mine.others : undefined}
            toShow={toShow}
            filters={filters}
            onChange={look}
            isFromHere={near.from !== undefined}
            onSayWhere={near.isUnknown ? () => void near.find() : undefined}
          />
        </TabPanel>
        <TabPanel value="past">
          <h2 className="sr-only">
            <Trans>Past</Trans>
          </h2>
          <PastList read={past} />
        </TabPanel>
      </Tabs>
      <Opened id={openId} known={[...(upcoming.data ?? []), ...(past.data ?? [])]} onClose={close} />
    </>
  )
}

/**
 * The remembered filters, until the address has them too. An address without filters restores them; links and playdates
 * just created or edited are shown without filters.
 */
function useRestoredFilters(mayRestore: boolean) {
  const { id: userId } = useUser()
  const [kept] = useState(() => (mayRestore ? rememberedFilters(userId) : {}))
  const [hasGoneOn, setHasGoneOn] = useState(!isFiltering(kept))
  useEffect(() => {
    if (hasGoneOn) return
    setHasGoneOn(true)
    navigate(addressOf('upcoming', kept), { replace: true })
  }, [hasGoneOn, kept])
  return hasGoneOn ? undefined : kept
}

function NewPlaydate() {
  return (
    <Link
      to={pathTo('create-playdate')}
      onClick={askHow}
      className={buttonClass({ variant: 'do', size: 44, className: 'shrink-0' })}
    >
      <Icon name="plus" size={18} />
      <span className="sr-only">
        <Trans>New Playdate</Trans>
      </span>
      <span aria-hidden>
        <Trans context="playdate">New</Trans>
      </span>
    </Link>
  )
}

const isHintKnown = () => reads.getQueryData<Today>([address(today, {})])?.hint?.name === 'calendar'

/** Loads the hint that stands above his own, if it is due. */
function useHint() {
  useEffect(() => {
    if (isHintKnown() && !CalendarHint) void loadHint().catch(() => {})
  }, [])
}

/** The hint, if it is there when his own are shown: later it would push them away. */
function HintPlace() {
  const [Hint] = useState(() => (isHintKnown() ? CalendarHint : undefined))
  return <div className="mb-4.5 empty:hidden">{Hint && <Hint />}</div>
}

function Cancelled() {
  return (
    <Quiet>
      <Suspense>
        <CancelledByMe
          also={id => (
            <Suspense>
              <LinksOfCancelled playdateId={id} />
            </Suspense>
          )}
        />
      </Suspense>
    </Quiet>
  )
}

type OpenedProps = { id: number | undefined; known: readonly Playdate[]; onClose: () => void }

/** The sheet of the playdate in the address; it keeps its content while it fades out. */
function Opened({ id: openId, known, onClose }: OpenedProps) {
  const [shownId, setShownId] = useState(openId)
  if (openId !== undefined && openId !== shownId) setShownId(openId)
  if (shownId === undefined) return null
  return (
    <Quiet
      key={shownId}
      onFailed={() => {
        onClose()
        sayUnavailable()
      }}
    >
      <Suspense>
        <OpenedPlaydate
          id={shownId}
          known={known.find(({ id }) => id === shownId)}
          open={openId !== undefined}
          onClose={onClose}
        />
      </Suspense>
    </Quiet>
  )
}
