import { Trans, useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates'
import { buttonClass } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/icon'
import { ScreenHead } from '@papadag/ui/screen-head'
import { TabPanel, Tabs } from '@papadag/ui/tabs'
import { lazy, Suspense, useEffect, useState } from 'react'
import { AddToCalendar } from '../features/calendars/add-to-calendar.tsx'
import { Directions } from '../features/places/directions.tsx'
import { FilterBar, FilteredOut } from '../features/playdates/filter-bar.tsx'
import {
  type Filters,
  filtersInAddress,
  isFiltering,
  readFilters,
  rememberedFilters,
  rememberFilters,
} from '../features/playdates/filters.ts'
import { PastList, usePast } from '../features/playdates/past-list.tsx'
import { isOver } from '../features/playdates/playdate-facts.tsx'
import { PlaydateSheet } from '../features/playdates/playdate-sheet.tsx'
import { usePlaydateToShow } from '../features/playdates/playdate-to-show.ts'
import { hasCancelled } from '../features/playdates/undo-cancel.ts'
import { UpcomingList } from '../features/playdates/upcoming-list.tsx'
import { useUpcoming } from '../features/playdates/use-upcoming.ts'
import { Link, navigate, useSearch } from '../platform/navigation.tsx'
import { pathTo } from '../platform/routes.ts'
import { useUser } from '../platform/session.ts'
import { openIdIn, useCloseSheet } from '../platform/sheet-address.ts'
import { later, laterIfPossible } from '../platform/when-near.tsx'
import { useDistanceOrigin } from './distance-origin.tsx'

// Loaded on demand: hardly anybody has a hidden playdate.
const HiddenBanner = lazy(async () => ({
  default: (await import('../features/moderation/hidden-banner.tsx')).HiddenBanner,
}))

// Loaded once this browser has cancelled something.
const CancelledByMe = later(async () => (await import('../features/playdates/cancelled-by-me.tsx')).CancelledByMe)

const LinksOfCancelled = laterIfPossible(
  async () => (await import('../features/invites/revoke-links.tsx')).LinksOfCancelled,
  'others',
)

const ToPerson = lazy(async () => ({ default: (await import('./playdate-person.tsx')).ToPerson }))

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
  // An address without filters restores the remembered ones; links and playdates just made or edited show without
  // filters.
  const [kept] = useState(() => (search === '' && toShow === undefined ? rememberedFilters(userId) : {}))
  const goesOn = search === '' && isFiltering(kept)
  const [hasGoneOn, setHasGoneOn] = useState(!goesOn)
  useEffect(() => {
    if (hasGoneOn) return
    setHasGoneOn(true)
    navigate(addressOf('upcoming', kept), { replace: true })
  }, [hasGoneOn, kept])
  const near = useDistanceOrigin()
  const upcoming = useUpcoming(hasGoneOn ? filters : kept, near.from, toShow?.id)
  const past = usePast(tab === 'past')
  const close = useCloseSheet(openId !== undefined, addressOf(tab, filters))
  const look = (wanted: Filters) => {
    rememberFilters(userId, wanted)
    navigate(addressOf('upcoming', wanted), { replace: true })
  }
  const showAll = () => look({})
  // The sheet keeps its content while it fades out.
  const [shownId, setShownId] = useState(openId)
  if (openId !== undefined && openId !== shownId) setShownId(openId)

  return (
    <>
      <ScreenHead
        title={<Trans context="title">Playdates</Trans>}
        actions={
          <Link
            to={pathTo('create-playdate')}
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
        }
      >
        <span className="phone:hidden">
          <Trans>Who’s coming to the sandpit?</Trans>
        </span>
      </ScreenHead>
      <Tabs
        value={tab}
        onChange={next => navigate(addressOf(next), { replace: true })}
        label={t`Playdates`}
        tabs={[
          { value: 'upcoming', label: t`Upcoming`, count: upcoming.hasMore ? undefined : upcoming.data?.length },
          { value: 'past', label: t`Past` },
        ]}
        listClassName="mb-3 max-w-[420px]"
      >
        <TabPanel value="upcoming">
          <h2 className="sr-only">
            <Trans>Upcoming</Trans>
          </h2>
          <div className="mb-2.5">
            <FilterBar filters={filters} onChange={look} locate={near.find} />
            {near.question}
            <FilteredOut filters={filters} counted={upcoming.counted} onClear={showAll} />
          </div>
          {hasCancelled() && (
            <Suspense>
              <CancelledByMe
                also={id => (
                  <Suspense>
                    <LinksOfCancelled playdateId={id} />
                  </Suspense>
                )}
              />
            </Suspense>
          )}
          <UpcomingList
            read={upcoming}
            toShow={toShow}
            onShowAll={isFiltering(filters) ? showAll : undefined}
            onSayWhere={filters.km && near.isUnknown ? () => void near.find() : undefined}
          />
        </TabPanel>
        <TabPanel value="past">
          <h2 className="sr-only">
            <Trans>Past</Trans>
          </h2>
          <PastList read={past} />
        </TabPanel>
      </Tabs>
      {shownId !== undefined && (
        <PlaydateSheet
          key={shownId}
          id={shownId}
          known={[...(upcoming.data ?? []), ...(past.data ?? [])].find(({ id }) => id === shownId)}
          open={openId !== undefined}
          onClose={close}
          toPerson={person => (
            <Suspense>
              <ToPerson person={person} onBlocked={close} />
            </Suspense>
          )}
          way={playdate => (
            <>
              <Suspense>{playdate.hidden && <HiddenBanner what="playdate" hidden={playdate.hidden} />}</Suspense>
              <WayToPlaydate playdate={playdate} />
            </>
          )}
        />
      )}
    </>
  )
}

/** The place of a playdate, directions to it, and adding it to a calendar. */
function WayToPlaydate({ playdate }: { playdate: Playdate }) {
  const { id, placeId, latitude, longitude, location } = playdate
  const canCome = playdate.state === 'planned' && !isOver(playdate)
  return (
    <div className="flex flex-wrap gap-2.5 empty:hidden">
      {placeId !== null && (
        <Link to={pathTo('places', {}, { open: String(placeId) })} className={buttonClass({ size: 44 })}>
          <Icon name="pin" size={18} />
          <Trans>About this place</Trans>
        </Link>
      )}
      {placeId !== null && latitude !== null && longitude !== null && (
        <Directions place={{ name: location, latitude, longitude }} />
      )}
      {canCome && <AddToCalendar playdateId={id} size={44} />}
    </div>
  )
}
