import { Trans } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { textLinkClass } from '@papadag/ui/text-link'
import { useEffect } from 'react'
import { useDates } from '../../../platform/language/dates.ts'
import { focusHeading, Link } from '../../../platform/navigation/navigation.tsx'
import { useUser } from '../../../platform/session/session.ts'
import { toSheet } from '../list/playdate-card.tsx'
import { Answer, questionOf } from './answer.tsx'

/** Asks at the top of a screen what a playdate needs to know, with the answers. */
export function DueQuestion({ playdate }: { playdate: Playdate }) {
  const { id: userId } = useUser()
  const dates = useDates()
  const { title, startTime, myStatus } = playdate
  // Once answered it gives way, and the keyboard would start again at the top.
  useEffect(
    () => () => {
      queueMicrotask(() => document.activeElement === document.body && focusHeading())
    },
    [],
  )
  return (
    <section
      aria-labelledby="due-question"
      className="card grid min-h-33 content-between gap-3 rounded-kap-m bg-surface px-4.5 py-4 card-shadow lg:min-h-49 lg:rounded-kap-l"
    >
      <div>
        <h2 id="due-question" className="font-extrabold text-[1.375rem] leading-[1.1]">
          {myStatus === 'creator' ? <Trans>Is it going ahead?</Trans> : <Trans>Are you coming this time?</Trans>}
        </h2>
        <p className="mt-1 break-words text-sm">
          <Link to={toSheet(playdate, {})} className={textLinkClass}>
            {title}
          </Link>{' '}
          <span className="text-ink-2">{`${dates.dayAndMonth(startTime)}, ${dates.time(startTime)}`}</span>
          {myStatus === 'creator' && (
            <span className="block text-ink-2">
              <Trans>Too few dads are coming.</Trans>
            </span>
          )}
        </p>
      </div>
      <Answer playdate={playdate} question={questionOf(playdate, userId)} className="justify-start" />
    </section>
  )
}
