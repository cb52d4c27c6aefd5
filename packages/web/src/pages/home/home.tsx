import { useLingui } from '@lingui/react'
import { Suspense, useState } from 'react'
import { greet, partOfDay, useNow } from '../../features/home/greeting.ts'
import { Hero } from '../../features/home/hero.tsx'
import { useLocationOffer } from '../../features/location/locator.ts'
import { useWhere } from '../../features/location/where.ts'
import { NothingPlanned, PlaydateList } from '../../features/playdates/list/playdate-list.tsx'
import { useFirstUpcoming } from '../../features/playdates/list/use-first-upcoming.ts'
import { isWet, useCurrentWeather } from '../../features/weather/current-weather.ts'
import { useDates } from '../../platform/language/dates.ts'
import { screen } from '../../platform/screen/screen.ts'
import { useIsDark } from '../../platform/screen/theme.ts'
import { laterIfPossible, laterInside, WhenNear } from '../../platform/screen/when-near.tsx'
import { useFirstSteps } from '../../platform/session/onboarding-progress.ts'
import { useUser } from '../../platform/session/session.ts'
import { FirstStepsRoom, HomeFrame } from './home-frame.tsx'

// Loaded by the time the weather is known.
const WeatherBadge = laterIfPossible(
  async () => (await import('../../features/weather/weather-badge.tsx')).WeatherBadge,
)
const DueQuestion = laterInside(
  async () => (await import('../../features/playdates/series/due-question.tsx')).DueQuestion,
)
const HomeNear = laterInside(async () => (await import('./home-near.tsx')).HomeNear, 'viewport')
const HomeFirst = laterInside(async () => (await import('./home-first.tsx')).HomeFirst)
const HomeSpotlight = laterInside(async () => (await import('./home-spotlight.tsx')).HomeSpotlight, 'viewport')

// A phone shows two.
const shown = 4

export function Page() {
  const { id, firstName } = useUser()
  const steps = useFirstSteps(id)
  const now = useNow()
  const where = useWhere()
  const { position, from, isUnknown } = where
  // The location prompt waits until the first questions are answered.
  useLocationOffer(!(steps && 'at' in steps))
  const weather = useCurrentWeather(position)
  // Decided on arrival and then kept, so that cards do not move under his finger.
  const [here] = useState(where.here)
  const upcoming = useFirstUpcoming(shown, here)
  const due = upcoming.data?.find(({ confirmation }) => confirmation === 'due')
  const isDark = useIsDark()
  const { i18n } = useLingui()
  const dates = useDates()
  const isEvening = partOfDay(now) === 'evening'
  const isRaining = isWet(weather.weather?.condition ?? '')

  return (
    <HomeFrame
      hero={
        <Hero
          scene={isEvening || isDark ? 'evening' : isRaining ? 'rain' : 'sun'}
          day={dates.dayAndMonth(now.toISOString())}
          greeting={greet(i18n, now, firstName)}
        >
          <Suspense fallback={<div className="h-12 w-48 rounded-kap-s bg-white" />}>
            <WeatherBadge
              {...weather}
              isEvening={isEvening}
              onLocate={where.here ? undefined : where.locate}
              isLocating={where.status === 'loading'}
            />
          </Suspense>
        </Hero>
      }
      first={
        steps && (
          <Suspense fallback={<FirstStepsRoom />}>
            <HomeFirst steps={steps} here={where.here} isUnknown={isUnknown} locate={where.locateForPlaces} />
          </Suspense>
        )
      }
      question={
        due && (
          <Suspense fallback={<div className="min-h-33 rounded-kap-m bg-surface lg:min-h-49" />}>
            <DueQuestion key={due.id} playdate={due} />
          </Suspense>
        )
      }
      upcoming={
        <PlaydateList
          read={upcoming}
          first={shown}
          skeletons={screen.upcomingSkeletonsHome}
          empty={<NothingPlanned />}
        />
      }
      places={
        <WhenNear roomPx={740}>
          <HomeNear position={position} from={from} isUnknown={isUnknown} locate={where.locateForPlaces} />
        </WhenNear>
      }
      spotlight={
        <WhenNear roomPx={300}>
          <HomeSpotlight />
        </WhenNear>
      }
    />
  )
}
