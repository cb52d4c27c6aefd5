import { Trans } from '@lingui/react/macro'
import { textLinkClass } from '@papadag/ui/text-link'
import type { ReactNode } from 'react'
import { QuickActions } from '../../features/home/quick-actions.tsx'
import { WeekendBanner } from '../../features/home/weekend-banner.tsx'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'

type Props = {
  hero: ReactNode
  /** Whether hero and banner are small: from the second opening in this browser. */
  isSmall?: boolean
  /** The questions to a new father; empty for everybody else. */
  first: ReactNode
  /** What waits for him, his next playdate and his day. */
  today: ReactNode
  /** Whether today has arrived or failed; the code of the list comes after what today needs. */
  isTodayRead?: boolean
  /** Whether something else is the next step. */
  isDue?: boolean
  upcoming: ReactNode
  places?: ReactNode
  spotlight?: ReactNode
}

/** Home as it is for every member, with space for the parts that depend on the member. */
export function HomeFrame({ hero, isSmall, first, today, isTodayRead, isDue, upcoming, places, spotlight }: Props) {
  return (
    <div className={isSmall ? 'is-small' : undefined}>
      {hero}
      <div className="relative mt-5">
        {first && <div className={`${isSmall ? '-mt-10' : '-mt-13.5 lg:-mt-21'} mb-3.5 lg:mb-6`}>{first}</div>}
        {today}
        <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-y-5 lg:grid-cols-[minmax(0,1.72fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-8">
          <WeekendBanner />
          <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
            <QuickActions isNextStep={!isDue} />
            <section aria-labelledby="upcoming" className="mt-7">
              <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3">
                <h2 id="upcoming">
                  <Trans>Upcoming Playdates</Trans>
                </h2>
                <Link to={pathTo('playdates')} isLikely={isTodayRead ?? false} className={`text-sm ${textLinkClass}`}>
                  <Trans>See All</Trans>
                </Link>
              </div>
              {upcoming}
            </section>
          </div>
          {/* Last on a phone and below the banner elsewhere; in both cases read after the places. */}
          <div className="col-span-full mt-3.5">{places}</div>
          <div className="mt-3.5 lg:col-start-2 lg:row-start-2">{spotlight}</div>
        </div>
      </div>
    </div>
  )
}

/** The space for the first questions until they have loaded. */
export function FirstStepsRoom() {
  return <div className="min-h-84 rounded-kap-l bg-surface" />
}
