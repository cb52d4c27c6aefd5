import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { stretchedLinkClass } from '@papadag/ui/card'
import { memo, Suspense } from 'react'
import { Facts, Leaf } from '../../../domain/playdates/playdate-facts.tsx'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { laterInside } from '../../../platform/screen/when-near.tsx'
import { CancelReason } from '../cancelling/cancel-reason.tsx'
import { MembershipButton, PlaydateOptions } from '../sheet/playdate-actions.tsx'
import { filtersHere, type PlaydateCardProps, toSheet } from './playdate-card.tsx'

const OpenHour = laterInside(async () => (await import('../open/open-hour.tsx')).OpenHour)
const SeriesFact = laterInside(async () => (await import('../series/series-fact.tsx')).SeriesFact)

/** A playdate as a row: what a card says, without faces. The whole row is a link. */
export const PlaydateRow = memo(RowOfPlaydate)

function RowOfPlaydate({ playdate, to = toSheet(playdate, filtersHere()), isNew = false }: PlaydateCardProps) {
  const { t } = useLingui()
  const { title, placesTaken, maxParticipants } = playdate
  return (
    <article className="relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 px-3.5 py-3 hover:bg-sunken">
      <Leaf playdate={playdate} dropIn={isNew} />
      <div className="min-w-0">
        <h3 className="break-words pr-9 text-base">
          <Link to={to} className={stretchedLinkClass}>
            {playdate.state === 'cancelled' ? <s>{title}</s> : title}
          </Link>
        </h3>
        <Facts playdate={playdate} />
        {(playdate.series || playdate.fathersMissing) && (
          <Suspense fallback={<p className="mt-1 h-[1.35em] text-[.9375rem]" />}>
            <SeriesFact playdate={playdate} />
          </Suspense>
        )}
        <CancelReason playdate={playdate} />
        <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          {playdate.kind === 'open' ? (
            <Suspense fallback={<p className={playdate.host ? 'min-h-16' : 'min-h-11'} />}>
              <OpenHour playdate={playdate} />
            </Suspense>
          ) : (
            <p className="font-bold text-sm tabular-nums">
              <span aria-hidden>
                {placesTaken} / {maxParticipants}
              </span>
              <span className="sr-only">
                {t`${placesTaken} of ${plural(maxParticipants, { one: '# place', other: '# places' })} taken`}
              </span>
            </p>
          )}
          <span className="relative ml-auto flex flex-wrap items-center justify-end gap-2">
            <MembershipButton playdate={playdate} />
          </span>
        </div>
      </div>
      <PlaydateOptions playdate={playdate} className="absolute top-1.5 right-1" />
    </article>
  )
}
