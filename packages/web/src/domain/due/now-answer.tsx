import { Trans } from '@lingui/react/macro'
import { joinPlaydate } from '@papadag/contract/playdates/playdates'
import { Button } from '@papadag/ui/button'
import { useDates } from '../../platform/language/dates.ts'
import { ComingWith } from '../playdates/coming-with.tsx'
import { toPlaydate } from './confirm-answer.tsx'
import { type AnswerProps, DueRow, type Of, writeOf } from './due-row.tsx'
import { useJoinHere } from './join-answer.tsx'

/** A father whom he knows is out now. */
export function NowAnswer({ due, isFirst, onFull }: AnswerProps<Of<'now'>>) {
  const dates = useDates()
  const { playdate, by, children, expiresAt } = due
  const { id, title } = playdate
  const { firstName } = by
  const until = dates.time(expiresAt ?? playdate.startTime)
  const join = useJoinHere(due, onFull)
  return (
    <DueRow
      isFirst={isFirst}
      icon="pin"
      kicker={<Trans>{firstName} is out now</Trans>}
      title={title}
      detail={<Trans>Out until {until}</Trans>}
      isUnread
      to={toPlaydate(due)}
      sends={writeOf(joinPlaydate, id)}
      isShort
    >
      <Button
        size={44}
        {...(isFirst && { variant: 'do' })}
        busy={join.isPending}
        onClick={() => join.mutate({ params: { id }, body: { children } })}
      >
        <ComingWith value={children} />
        <span className="sr-only">{`: ${title}`}</span>
      </Button>
    </DueRow>
  )
}
