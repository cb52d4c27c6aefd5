import { Trans, useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates'
import { buttonClass } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/icon'
import { TabPanel, Tabs } from '@papadag/ui/tabs'
import { lazy, Suspense, useState } from 'react'
import { Directions } from '../features/places/directions.tsx'
import { useNewPlaydate } from '../features/playdates/new-playdate.ts'
import { PastList, UpcomingList, usePast, useUpcoming } from '../features/playdates/playdate-list.tsx'
import { PlaydateSheet } from '../features/playdates/playdate-sheet.tsx'
import { Link, navigate, useSearch } from '../platform/navigation.tsx'
import { pathTo } from '../platform/routes.ts'
import { openIdIn, useCloseSheet } from '../platform/sheet-address.ts'

// Hardly anybody has one that is hidden.
const HiddenBanner = lazy(async () => ({
  default: (await import('../features/moderation/hidden-banner.tsx')).HiddenBanner,
}))

type Tab = 'upcoming' | 'past'

/** What the address says: which tab, and which playdate lies open. */
function readAddress(search: string): { tab: Tab; openId: number | undefined } {
  const query = new URLSearchParams(search)
  return {
    tab: query.get('tab') === 'past' ? 'past' : 'upcoming',
    openId: openIdIn(query),
  }
}

function addressOf(tab: Tab) {
  return tab === 'past' ? pathTo('playdates', {}, { tab }) : pathTo('playdates')
}

export function Page() {
  const { t } = useLingui()
  const { tab, openId } = readAddress(useSearch())
  const newId = useNewPlaydate()
  const upcoming = useUpcoming()
  const past = usePast(tab === 'past')
  const close = useCloseSheet(openId !== undefined, addressOf(tab))
  // What it shows stays while it fades out.
  const [shownId, setShownId] = useState(openId)
  if (openId !== undefined && openId !== shownId) setShownId(openId)

  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        {/* Its widest word decides whether the button still fits beside it. */}
        <div className="flex-1 basis-[min-content]">
          <h1>
            <Trans>Playdates</Trans>
          </h1>
          <p className="hidden text-ink-2 md:block">
            <Trans>Who comes to the sandpit?</Trans>
          </p>
        </div>
        <Link to={pathTo('create-playdate')} className={buttonClass({ variant: 'do', className: 'shrink-0' })}>
          <Icon name="plus" size={18} />
          <span className="sr-only">
            <Trans>New Playdate</Trans>
          </span>
          <span aria-hidden>
            <Trans context="playdate">New</Trans>
          </span>
        </Link>
      </div>
      <Tabs
        value={tab}
        onChange={next => navigate(addressOf(next), { replace: true })}
        label={t`Playdates`}
        tabs={[
          { value: 'upcoming', label: t`Upcoming`, count: upcoming.data?.length },
          { value: 'past', label: t`Past` },
        ]}
        listClassName="my-4 max-w-[420px]"
      >
        <TabPanel value="upcoming">
          <h2 className="sr-only">
            <Trans>Upcoming</Trans>
          </h2>
          <UpcomingList read={upcoming} newId={newId} />
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

/** For a playdate at one of our places: what we know of it, and the way there. */
function WayToPlaydate({ playdate }: { playdate: Playdate }) {
  const { placeId, latitude, longitude, location } = playdate
  if (placeId === null) return null
  return (
    <div className="flex flex-wrap gap-2.5">
      <Link to={pathTo('places', {}, { open: String(placeId) })} className={buttonClass({ size: 44 })}>
        <Icon name="pin" size={18} />
        <Trans>About this place</Trans>
      </Link>
      {latitude !== null && longitude !== null && <Directions place={{ name: location, latitude, longitude }} />}
    </div>
  )
}
