import { Trans } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { stretchedLinkClass } from '@papadag/ui/card'
import { Icon } from '@papadag/ui/pictures/icon'
import { memo, Suspense } from 'react'
import { HowFar, isRunning, Leaf } from '../../../domain/playdates/playdate-facts.tsx'
import { useDates } from '../../../platform/language/dates.ts'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { laterInside } from '../../../platform/screen/when-near.tsx'
import { CancelReason } from '../cancelling/cancel-reason.tsx'
import { MembershipButton, PlaydateOptions } from '../sheet/playdate-actions.tsx'
import { Coming, filtersHere, type PlaydateCardProps, toSheet } from './playdate-card.tsx'

const SeriesSign = laterInside(async () => (await import('../series/series-fact.tsx')).SeriesSign, 'rare')
const FathersMissing = laterInside(async () => (await import('../series/series-fact.tsx')).FathersMissing, 'rare')

/** A playdate as a row: what its card says, in so little space that a phone shows his week. */
export const PlaydateRow = memo(RowOfPlaydate)

function RowOfPlaydate({ playdate, to = toSheet(playdate, filtersHere()), isNew = false }: PlaydateCardProps) {
  const { title, state } = playdate
  return (
    <article className="relative flex flex-wrap items-center gap-3 px-3 py-2 hover:bg-sunken [&_.leaf]:text-[.6875rem]">
      <Leaf playdate={playdate} dropIn={isNew} />
      <div className="min-w-[min(100%,11rem)] flex-1 md:flex md:items-center md:gap-4">
        <div className="min-w-0 flex-1">
          <h3 className="phone:pr-8 break-words font-[650] font-sans text-base leading-[1.3]">
            <Link to={to} className={stretchedLinkClass}>
              {state === 'cancelled' ? <s>{title}</s> : title}
            </Link>
          </h3>
          <div className="text-ink-2 text-sm leading-[1.35]">
            <WhenAndWhere playdate={playdate} />
            {playdate.fathersMissing && (
              <Suspense fallback={<p className="h-[1.35em]" />}>
                <FathersMissing playdate={playdate} />
              </Suspense>
            )}
          </div>
          <CancelReason playdate={playdate} />
        </div>
        <div className="mt-0.5 flex flex-wrap items-center justify-between gap-x-2 md:w-80 [&_button]:px-3 [&_button]:text-sm">
          <Coming playdate={playdate} small />
          <span className="relative ml-auto flex flex-wrap items-center justify-end gap-2">
            <MembershipButton playdate={playdate} />
          </span>
        </div>
      </div>
      <PlaydateOptions playdate={playdate} className="absolute top-0 right-0 md:relative" />
    </article>
  )
}

/** In one line, as far as it fits. */
function WhenAndWhere({ playdate }: { playdate: Playdate }) {
  const dates = useDates()
  const { series, startTime, endTime, location, locationVisibility, area, myStatus, hidden } = playdate
  const isKept = locationVisibility === 'participants' && myStatus === 'none'
  return (
    <p className="flex flex-wrap gap-x-1.5">
      {series && (
        <Suspense fallback={<span className="w-4" />}>
          <SeriesSign series={series} />
        </Suspense>
      )}
      <span className="text-ink tabular-nums">{dates.timeRange(startTime, endTime)}</span>
      {isRunning(playdate) && (
        <b className="text-ink">
          <Trans>Going on now</Trans>
        </b>
      )}
      <span className="flex min-w-32 phone:flex-1">
        <span className="flex min-w-0 items-start gap-1">
          {isKept && <Icon name="lock" size={16} className="mt-px" />}
          {isKept && !area ? (
            <Trans>Address visible after joining</Trans>
          ) : (
            <span className="truncate">{location} </span>
          )}
        </span>
        <HowFar of={playdate} />
      </span>
      {hidden && (
        <b className="w-full text-ink">
          <Trans>Hidden by moderators</Trans>
        </b>
      )}
    </p>
  )
}
