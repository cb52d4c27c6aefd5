import type { Playdate } from '@papadag/contract/playdates/playdates'
import { lazy, Suspense } from 'react'
import { useHintInTime } from '../../../domain/hints/use-hint-in-time.ts'
import { isOver } from '../../../domain/playdates/playdate-facts.tsx'
import { PlaydateSheet } from '../../../features/playdates/sheet/playdate-sheet.tsx'
import { isWithinForecast } from '../../../features/weather/forecast/is-within-forecast.ts'
import { WeatherLineRoom } from '../../../features/weather/forecast/weather-room.tsx'
import { laterIfPossible, laterInside } from '../../../platform/screen/when-near.tsx'

// Loaded on demand: hardly anybody has a hidden playdate.
const HiddenBanner = lazy(async () => ({
  default: (await import('../../../features/moderation/hidden-banner.tsx')).HiddenBanner,
}))

const WeatherLine = laterIfPossible(async () => (await import('./opened-more.tsx')).WeatherLine, 'onOpen')
const OpenedMore = laterInside(async () => (await import('./opened-more.tsx')).OpenedMore, 'onOpen')
const ThreadLink = laterIfPossible(
  async () => (await import('../../../features/chat/thread/thread-link.tsx')).ThreadLink,
  'onOpen',
)

const ToPerson = lazy(async () => ({ default: (await import('./opened-more.tsx')).ToPerson }))

const ParentHint = laterInside(async () => (await import('../../hints.tsx')).ParentHint, 'rare')

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
      notice={({ hidden }) => <Suspense>{hidden && <HiddenBanner what="playdate" hidden={hidden} />}</Suspense>}
      chat={({ id, participants }) =>
        participants.length > 1 && (
          // As high as the link, so that nothing moves.
          <Suspense fallback={<div className="min-h-16" />}>
            <ThreadLink playdateId={id} />
          </Suspense>
        )
      }
      hint={playdate => <HintPlace playdate={playdate} />}
      weather={playdate =>
        isWithinForecast(playdate) && (
          <Suspense fallback={<WeatherLineRoom />}>
            <WeatherLine playdate={playdate} />
          </Suspense>
        )
      }
      more={playdate => (
        <Suspense fallback={<div className="min-h-16" />}>
          <OpenedMore playdate={playdate} />
        </Suspense>
      )}
    />
  )
}

/** The hint on what he has joined, if it is due in time. */
function HintPlace({ playdate }: { playdate: Playdate }) {
  const isHis = playdate.myStatus === 'joined' && playdate.state === 'planned' && !isOver(playdate)
  if (!useHintInTime('parent', playdate.id, isHis)) return null
  return (
    <Suspense fallback={<div className="min-h-18" />}>
      <ParentHint playdate={playdate} />
    </Suspense>
  )
}
