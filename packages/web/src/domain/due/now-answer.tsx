import { Trans } from '@lingui/react/macro'
import { joinPlaydate } from '@papadag/contract/playdates/playdates'
import { useDates } from '../../platform/language/dates.ts'
import { toPlaydate } from './confirm-answer.tsx'
import { type AnswerProps, DueRow, type Of, writeOf } from './due-row.tsx'
import { JoinHere, useJoinHere } from './join-answer.tsx'

/** A father whom he knows is out now. */
export function NowAnswer({ due, isFirst, onFull }: AnswerProps<Of<'now'>>) {
  const dates = useDates()
  const { playdate, by, expiresAt } = due
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
      <JoinHere due={due} isFirst={isFirst} join={join} />
    </DueRow>
  )
}
