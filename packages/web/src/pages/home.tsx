import { Trans } from '@lingui/react/macro'
import { textLinkClass } from '@papadag/ui/text-link'
import { Suspense, useState } from 'react'
import { partOfDay, useNow } from '../features/home/greeting.ts'
import { Hero } from '../features/home/hero.tsx'
import { QuickActions } from '../features/home/quick-actions.tsx'
import { WeekendBanner } from '../features/home/weekend-banner.tsx'
import { useLocationOffer } from '../features/location/locator.ts'
import { useWhere } from '../features/location/where.ts'
import { NothingPlanned, PlaydateList } from '../features/playdates/playdate-list.tsx'
import { useFirstUpcoming } from '../features/playdates/use-first-upcoming.ts'
import { isWet, useCurrentWeather } from '../features/weather/current-weather.ts'
import { useFirstSteps } from '../platform/first-steps.ts'
import { Link } from '../platform/navigation.tsx'
import { pathTo } from '../platform/routes.ts'
import { screen } from '../platform/screen.ts'
import { useUser } from '../platform/session.ts'
import { useIsDark } from '../platform/theme.ts'
import { later, laterIfPossible, WhenNear } from '../platform/when-near.tsx'

// By the time the weather is known.
const WeatherBadge = laterIfPossible(async () => (await import('../features/weather/weather-badge.tsx')).WeatherBadge)
const NearbyPlaces = later(async () => (await import('../features/places/nearby-places.tsx')).NearbyPlaces, 'near')
const HomeFirst = later(async () => (await import('./home-first.tsx')).HomeFirst)
const HomeSpotlight = later(async () => (await import('./home-spotlight.tsx')).HomeSpotlight, 'near')

// A phone shows two.
const shown = 4

export function Page() {
  const { id, firstName, home } = useUser()
  const steps = useFirstSteps(id)
  const now = useNow()
  const where = useWhere()
  const { position, from } = where
  // The location prompt waits until the first questions are answered.
  useLocationOffer(!(steps && 'at' in steps))
  const weather = useCurrentWeather(position)
  // Decided on arrival and kept, so that cards do not change places under his finger.
  const [here] = useState(where.here)
  const upcoming = useFirstUpcoming(shown, here)
  const isDark = useIsDark()
  const isEvening = partOfDay(now) === 'evening'
  const isRaining = isWet(weather.weather?.condition ?? '')

  return (
    <>
      <Hero scene={isEvening || isDark ? 'evening' : isRaining ? 'rain' : 'sun'} now={now} firstName={firstName}>
        <div className="min-h-23">
          <Suspense fallback={<div className="h-12 w-48 rounded-kap-s bg-white" />}>
            <WeatherBadge
              {...weather}
              isEvening={isEvening}
              onLocate={where.here ? undefined : where.locate}
              isLocating={where.status === 'loading'}
            />
          </Suspense>
        </div>
      </Hero>
      <div className="-mt-8.5 lg:-mt-16 relative">
        {steps && (
          <div className="mb-3.5 lg:mb-6">
            <Suspense fallback={<div className="min-h-84 rounded-kap-l bg-surface" />}>
              <HomeFirst steps={steps} near={where.here ?? home} locate={where.locateForPlaces} />
            </Suspense>
          </div>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-y-3.5 lg:grid-cols-[minmax(0,1.72fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-8">
          <div className="lg:col-start-2">
            <WeekendBanner />
          </div>
          <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
            <QuickActions />
            <section aria-labelledby="upcoming" className="mt-7 phone:[&_li:nth-child(n+3)]:hidden">
              <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3">
                <h2 id="upcoming">
                  <Trans>Upcoming Playdates</Trans>
                </h2>
                <Link to={pathTo('playdates')} isLikely className={`text-sm ${textLinkClass}`}>
                  <Trans>See All</Trans>
                </Link>
              </div>
              <PlaydateList
                read={upcoming}
                first={shown}
                skeletons={screen.upcomingSkeletonsHome}
                empty={<NothingPlanned />}
              />
            </section>
          </div>
          {/* Last on a phone and below the banner elsewhere; in both cases read after the places. */}
          <div className="col-span-full mt-3.5">
            <WhenNear roomPx={480}>
              <NearbyPlaces position={position} from={from} />
            </WhenNear>
          </div>
          <div className="mt-3.5 lg:col-start-2 lg:row-start-2">
            <WhenNear roomPx={300}>
              <HomeSpotlight />
            </WhenNear>
          </div>
        </div>
      </div>
    </>
  )
}
