import { Trans, useLingui } from '@lingui/react/macro'
import type { Became, PollTime } from '@papadag/contract/playdates/polls'
import { Badge } from '@papadag/ui/badge'
import { CalendarLeaf } from '@papadag/ui/calendar/calendar-leaf'
import { useDates } from '../../platform/language/dates.ts'
import { listIn } from '../../platform/language/formats.ts'

/** Only those who were invited see who answered. */
type TimeOf = Omit<PollTime, 'mine' | 'who'> & Partial<Pick<PollTime, 'who'>>

/** A time of a poll, with its answers; for the chosen one, what became of its playdate. */
export function PollTimeFacts({ time, chosen }: { time: TimeOf; chosen: Became }) {
  const dates = useDates()
  const { startTime, endTime, yes, maybe, no, isPast } = time
  const isChosen = chosen === 'planned'
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2">
      <CalendarLeaf {...dates.leaf(startTime)} faded={isPast && !isChosen} />
      <div className="min-w-[min(100%,10rem)] flex-1">
        <p className="font-[650]">{dates.dayAndMonth(startTime)}</p>
        <p className="text-ink-2 tabular-nums">{dates.timeRange(startTime, endTime)}</p>
        <p className="mt-0.5 text-sm">
          <Trans>
            {yes} yes · {maybe} if need be · {no} no
          </Trans>
        </p>
        {time.who && <Names who={time.who} />}
        {isChosen ? (
          <Badge tone="ok" icon="check">
            <Trans>It will be this one</Trans>
          </Badge>
        ) : chosen === 'cancelled' ? (
          <Badge tone="muted">
            <Trans>Cancelled</Trans>
          </Badge>
        ) : (
          isPast && (
            <Badge tone="muted">
              <Trans>Already past</Trans>
            </Badge>
          )
        )}
      </div>
    </div>
  )
}

/** Each respondent's answers, by first name; the server names them only to those who were invited. */
function Names({ who }: Pick<PollTime, 'who'>) {
  const { i18n, t } = useLingui()
  const groups = [
    { answer: 'yes', label: t`Yes` },
    { answer: 'maybe', label: t`If need be` },
    { answer: 'no', label: t`No` },
  ]
  return groups.map(({ answer, label }) => {
    const names = who.filter(one => one.answer === answer).map(({ firstName }) => firstName)
    return (
      names.length > 0 && (
        <p key={answer} className="break-words text-ink-2 text-sm">
          {label}: {listIn(i18n.locale, names)}
        </p>
      )
    )
  })
}
