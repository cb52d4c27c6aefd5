import { useLingui } from '@lingui/react'
import { today as todayOf } from '@papadag/contract/today'
import { Suspense, useState } from 'react'
import { greet, partOfDay, useNow } from '../../features/home/greeting.ts'
import { Hero } from '../../features/home/hero.tsx'
import { useLocationOffer } from '../../features/location/locator.ts'
import { useWhere } from '../../features/location/where.ts'
import { PlaydateSkeletons } from '../../features/playdates/list/playdate-skeletons.tsx'
import { useFirstUpcoming } from '../../features/playdates/list/use-first-upcoming.ts'
import { isWet, useCurrentWeather } from '../../features/weather/current-weather.ts'
import { useRead } from '../../platform/data/data.ts'
import { useDates } from '../../platform/language/dates.ts'
import { screen } from '../../platform/screen/screen.ts'
import { useIsDark } from '../../platform/screen/theme.ts'
import { alongInside, laterIfPossible, laterInside, WhenNear } from '../../platform/screen/when-near.tsx'
import { useFirstSteps } from '../../platform/session/onboarding-progress.ts'
import { useUser } from '../../platform/session/session.ts'
import { FirstStepsRoom, HomeFrame } from './home-frame.tsx'
import { keptToday, TodayRoom } from './today-room.tsx'

// Loaded by the time the weather is known.
const WeatherBadge = laterIfPossible(
  async () => (await import('../../features/weather/weather-badge.tsx')).WeatherBadge,
)
const HomeToday = alongInside(async () => (await import('./home-today.tsx')).HomeToday, 'viewport')
const HomeUpcoming = alongInside(async () => (await import('./home-upcoming.tsx')).HomeUpcoming, 'viewport')
const HomeNear = laterInside(async () => (await import('./home-near.tsx')).HomeNear, 'viewport')
const HomeFirst = laterInside(async () => (await import('./home-first.tsx')).HomeFirst, 'rare')
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
  const { data, error } = useRead(todayOf, {})
  // Decided on arrival: what is due comes first, and the first questions wait for his next visit.
  const [isBusy, setIsBusy] = useState<boolean>()
  if (isBusy === undefined && data) setIsBusy(data.due.length > 0)
  const first = isBusy ? undefined : steps
  const [kept] = useState(keptToday)
  const isSmall = Boolean(kept)
  const room = <TodayRoom height={kept?.height} />
  const isDark = useIsDark()
  const { i18n } = useLingui()
  const dates = useDates()
  const isEvening = partOfDay(now) === 'evening'
  const isRaining = isWet(weather.weather?.condition ?? '')

  return (
    <HomeFrame
      hero={
        <Hero
          isSmall={isSmall}
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
        first && (
          <Suspense fallback={<FirstStepsRoom />}>
            <HomeFirst steps={first} here={where.here} isUnknown={isUnknown} locate={where.locateForPlaces} />
          </Suspense>
        )
      }
      isSmall={isSmall}
      today={
        data ? (
          <Suspense fallback={room}>
            <HomeToday today={data} isFirst={!first} />
          </Suspense>
        ) : (
          !error && room
        )
      }
      isTodayRead={Boolean(data || error)}
      isDue={Boolean(data?.due.length || data?.town || (first && 'at' in first))}
      upcoming={
        <Suspense fallback={<PlaydateSkeletons count={screen.upcomingSkeletonsHome} />}>
          <HomeUpcoming read={upcoming} first={shown} skeletons={screen.upcomingSkeletonsHome} />
        </Suspense>
      }
      places={
        <WhenNear roomPx={372}>
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
