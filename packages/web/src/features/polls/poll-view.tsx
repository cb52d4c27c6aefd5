import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Poll, PollTime } from '@papadag/contract/playdates/polls'
import { Badge } from '@papadag/ui/badge'
import { CalendarLeaf } from '@papadag/ui/calendar/calendar-leaf'
import { Icon } from '@papadag/ui/pictures/icon'
import type { ReactNode } from 'react'
import { useDates } from '../../platform/language/dates.ts'

type Props = {
  poll: Poll
  /** What the viewer can do with each time. */
  action?: (time: PollTime) => ReactNode
  /** What the viewer can do with the poll. */
  children?: ReactNode
}

/** A poll: what it is about, its times with the answers, and what the viewer can do. */
export function PollView({ poll, action, children }: Props) {
  const { title, description, location, locationVisibility, area, isOwn, creator, times, state, chosenTimeId } = poll
  const isKept = locationVisibility === 'participants' && !isOwn
  return (
    <section className="card mx-auto grid w-full max-w-lg grid-cols-[minmax(0,1fr)] gap-5 rounded-kap-l bg-surface p-5 card-shadow md:p-6">
      <div className="min-w-0">
        <h1 tabIndex={-1} className="break-words">
          {title}
        </h1>
        <p className="mt-1.5 text-ink-2">
          {isOwn ? (
            <Trans>You ask which day suits everybody.</Trans>
          ) : (
            <Trans>{creator.firstName} asks which day suits you.</Trans>
          )}
        </p>
        <p className="mt-2 flex items-start gap-2">
          <Icon name={isKept ? 'lock' : 'pin'} size={20} className="mt-0.5" />
          <span className="min-w-0 break-words">
            {isKept && !area ? <Trans>You’ll see exactly where once you join</Trans> : location}
          </span>
        </p>
      </div>
      {description && <p className="whitespace-pre-line break-words">{description}</p>}
      {state === 'over' && (
        <p role="status" className="rounded-kap-s bg-sunken px-4 py-3">
          <Trans>All proposed times have passed.</Trans>
        </p>
      )}
      <ul className="grid gap-5">
        {times.map(time => (
          <li key={time.id}>
            <Time time={time} isChosen={time.id === chosenTimeId} />
            {state === 'open' && !time.isPast && action?.(time)}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}

function Time({ time, isChosen }: { time: PollTime; isChosen: boolean }) {
  const dates = useDates()
  const { startTime, endTime, yes, maybe, no, isPast } = time
  return (
    <div className="flex gap-4">
      <CalendarLeaf {...dates.leaf(startTime)} faded={isPast && !isChosen} />
      <div className="min-w-0 flex-1">
        <p className="font-[650]">{dates.dayAndMonth(startTime)}</p>
        <p className="text-ink-2 tabular-nums">{dates.timeRange(startTime, endTime)}</p>
        <p className="mt-0.5 text-sm">
          <Trans>
            {yes} yes · {maybe} if need be · {no} no
          </Trans>
        </p>
        <Names time={time} />
        {isChosen ? (
          <Badge tone="ok" icon="check">
            <Trans>It will be this one</Trans>
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

/** Each respondent's answers, by first name; the server names them only to those who were asked. */
function Names({ time: { who } }: { time: PollTime }) {
  const { i18n, t } = useLingui()
  const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' })
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
          {label}: {list.format(names)}
        </p>
      )
    )
  })
}

/** How many of the fathers asked have answered, for the creator. */
export function HowManyAnswered({ poll: { asked = [] } }: { poll: Poll }) {
  if (asked.length === 0) return null
  const answered = asked.filter(({ hasAnswered }) => hasAnswered).length
  const waiting = asked.filter(({ hasAnswered }) => !hasAnswered).map(({ firstName }) => firstName)
  return (
    <div className="text-sm">
      <p className="font-bold">
        <Plural value={answered} _0="Nobody has answered yet" one="# dad has answered" other="# dads have answered" />
      </p>
      {waiting.length > 0 && (
        <p className="break-words text-ink-2">
          <Trans>Still to answer: {waiting.join(', ')}</Trans>
        </p>
      )}
    </div>
  )
}
