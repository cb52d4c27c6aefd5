import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type Poll, polls } from '@papadag/contract/playdates/polls'
import { Badge } from '@papadag/ui/badge'
import { CalendarLeaf } from '@papadag/ui/calendar/calendar-leaf'
import { Card, stretchedLinkClass } from '@papadag/ui/card'
import { EmptyState } from '@papadag/ui/states/empty-state'
import type { ReactNode } from 'react'
import { useRead } from '../../platform/data/data.ts'
import { LoadingCard } from '../../platform/data/loading-card.tsx'
import { ReadFailed } from '../../platform/data/read-failed.tsx'
import { useDates } from '../../platform/language/dates.ts'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'

/** The polls that a father created, was asked in or has answered; `empty` is what to do if there are none. */
export function PollList({ empty }: { empty: ReactNode }) {
  const { t } = useLingui()
  const { data, error, refetch } = useRead(polls, {})
  if (!data && error)
    return <ReadFailed error={error} title={t`The questions could not be loaded`} onRetry={() => void refetch()} />
  if (!data) return <LoadingCard />
  if (data.length === 0)
    return (
      <EmptyState illustration="noPlaydates" title={<Trans>No questions yet</Trans>} action={empty}>
        <Trans>Propose a few days, and see which one suits everybody.</Trans>
      </EmptyState>
    )
  return (
    <ul className="grid gap-3">
      {data.map(poll => (
        <Card as="li" key={poll.id}>
          <Entry poll={poll} />
        </Card>
      ))}
    </ul>
  )
}

function Entry({ poll: { id, title, times, state, chosenTimeId, became, isOwn, creator } }: { poll: Poll }) {
  const dates = useDates()
  const shown = times.find(time => time.id === chosenTimeId) ?? times.find(({ isPast }) => !isPast) ?? times[0]
  const isAnswered = isOwn || times.some(({ mine }) => mine !== null)
  return (
    <div className="flex gap-4">
      {shown && <CalendarLeaf {...dates.leaf(shown.startTime)} faded={state === 'over'} />}
      <div className="min-w-0">
        <h2 className="break-words text-lg">
          <Link to={pathTo('polls', { id })} className={stretchedLinkClass}>
            {title}
          </Link>
        </h2>
        <p className="text-ink-2 text-sm">
          {isOwn ? (
            <Plural value={times.length} one="# day proposed" other="# days proposed" />
          ) : (
            <Trans>From {creator.firstName}</Trans>
          )}
        </p>
        {became === 'cancelled' ? (
          <Badge tone="muted">
            <Trans>Cancelled</Trans>
          </Badge>
        ) : became === 'gone' ? (
          <Badge tone="muted">
            <Trans>No longer there</Trans>
          </Badge>
        ) : state === 'chosen' ? (
          <Badge tone="ok" icon="check">
            <Trans>Day chosen</Trans>
          </Badge>
        ) : state === 'over' ? (
          <Badge tone="muted">
            <Trans>Already past</Trans>
          </Badge>
        ) : (
          !isAnswered && (
            <Badge>
              <Trans>Waiting for your answer</Trans>
            </Badge>
          )
        )}
      </div>
    </div>
  )
}
