import { Plural, Trans } from '@lingui/react/macro'
import type { Poll, PollTime } from '@papadag/contract/playdates/polls'
import { Icon } from '@papadag/ui/pictures/icon'
import type { ReactNode } from 'react'
import { PollTimeFacts } from './poll-time-facts.tsx'

type Props = {
  poll: Poll
  /** What the viewer can do with each time. */
  action?: (time: PollTime) => ReactNode
  /** What the viewer can do with the poll. */
  children?: ReactNode
}

/** A poll: what it is about, its times with the answers, and what the viewer can do. */
export function PollView({ poll, action, children }: Props) {
  const { title, description, location, locationVisibility, area, isOwn, creator, times, state, chosenTimeId, became } =
    poll
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
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {times.map(time => (
          <li key={time.id}>
            <PollTimeFacts time={time} chosen={time.id === chosenTimeId ? became : null} />
            {state === 'open' && !time.isPast && action?.(time)}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
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
