import { Trans } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { buttonClass } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/pictures/icon'
import { lazy, Suspense } from 'react'
import { isOver } from '../../domain/playdates/playdate-facts.tsx'
import { AddToCalendar } from '../../features/calendars/add-to-calendar.tsx'
import { Directions } from '../../features/places/sheet/directions.tsx'
import { PlaydateSheet } from '../../features/playdates/sheet/playdate-sheet.tsx'
import { isWithinForecast } from '../../features/weather/forecast/is-within-forecast.ts'
import { WeatherRoom } from '../../features/weather/forecast/weather-room.tsx'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { laterIfPossible } from '../../platform/screen/when-near.tsx'

// Loaded on demand: hardly anybody has a hidden playdate.
const HiddenBanner = lazy(async () => ({
  default: (await import('../../features/moderation/hidden-banner.tsx')).HiddenBanner,
}))

const WeatherOf = laterIfPossible(async () => (await import('./weather-of.tsx')).WeatherOf, 'onOpen')

const ThreadLink = laterIfPossible(
  async () => (await import('../../features/chat/thread/thread-link.tsx')).ThreadLink,
  'onOpen',
)

const ToPerson = lazy(async () => ({ default: (await import('./playdate-person.tsx')).ToPerson }))

type Props = { id: number; known: Playdate | undefined; open: boolean; onClose: () => void }

/** The sheet of the opened playdate, with what other features add to it. */
export function OpenedPlaydate(props: Props) {
  return (
    <PlaydateSheet
      {...props}
      toPerson={person => (
        <Suspense>
          <ToPerson person={person} onBlocked={props.onClose} />
        </Suspense>
      )}
      way={playdate => (
        <>
          <Suspense>{playdate.hidden && <HiddenBanner what="playdate" hidden={playdate.hidden} />}</Suspense>
          <WayToPlaydate playdate={playdate} />
          {playdate.myStatus !== 'none' && playdate.participants.length > 1 && (
            // As high as the link, so that nothing moves.
            <Suspense fallback={<div className="min-h-16" />}>
              <ThreadLink playdateId={playdate.id} />
            </Suspense>
          )}
        </>
      )}
      weather={playdate =>
        isWithinForecast(playdate) && (
          <Suspense fallback={<WeatherRoom />}>
            <WeatherOf playdate={playdate} />
          </Suspense>
        )
      }
    />
  )
}

/** The place of a playdate, directions to it, and the calendar file. */
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
