import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { declinePlaydate } from '@papadag/contract/playdates/declines'
import { joinPlaydate } from '@papadag/contract/playdates/playdates'
import { Button } from '@papadag/ui/button'
import { useIsUnsent } from '../../platform/data/unsent-writes.ts'
import { useDates } from '../../platform/language/dates.ts'
import { ComingWith } from '../playdates/coming-with.tsx'
import { useDecline } from '../playdates/decline.tsx'
import { useJoin } from '../playdates/use-join.ts'
import { useStopWaiting } from '../playdates/use-stop-waiting.ts'
import { toPlaydate, whenOf } from './confirm-answer.tsx'
import { type AnswerProps, DueRow, type Of, type OfPlaydate, writeOf } from './due-row.tsx'
import { rereadToday } from './reread-today.ts'

/** There is room for those with whom he waits. */
export function FreeAnswer({ due, isFirst, onFull }: AnswerProps<Of<'free'>>) {
  const { t } = useLingui()
  const dates = useDates()
  const { playdate, wanted } = due
  const { id, title, startTime } = playdate
  const children = wanted - 1
  const join = useJoinHere(due, onFull)
  const stop = useStopWaiting()
  return (
    <DueRow
      isFirst={isFirst}
      icon="clock"
      kicker={`${title} · ${whenOf(dates, startTime)}`}
      title={wanted > 1 ? <Trans>There’s room for you all</Trans> : <Trans>There’s room for you</Trans>}
      to={toPlaydate(due)}
      sends={writeOf(joinPlaydate, id)}
      isShort
    >
      <Button
        size={44}
        {...(isFirst && { variant: 'do' })}
        busy={join.isPending}
        disabled={stop.isPending}
        onClick={() => join.mutate({ params: { id }, body: { children } })}
      >
        {children === 0 ? (
          <Trans>I’m coming</Trans>
        ) : (
          <Plural value={children} one="With # child" other="With # children" />
        )}
        <span className="sr-only">{`: ${title}`}</span>
      </Button>
      {isFirst && (
        <Button
          size={44}
          busy={stop.isPending}
          disabled={join.isPending}
          aria-label={t`Not after all: ${title}`}
          onClick={() => stop.mutate({ params: { id } })}
        >
          <Trans>Not after all</Trans>
        </Button>
      )}
    </DueRow>
  )
}

type JoinHereProps = {
  due: Of<'asked'> | Of<'now'>
  isFirst: boolean
  join: ReturnType<typeof useJoinHere>
  disabled?: boolean
}

/** Joins with the children that it names. */
export function JoinHere({ due: { playdate, children }, isFirst, join, disabled }: JoinHereProps) {
  return (
    <Button
      size={44}
      {...(isFirst && { variant: 'do' })}
      busy={join.isPending}
      disabled={disabled}
      onClick={() => join.mutate({ params: { id: playdate.id }, body: { children } })}
    >
      <ComingWith value={children} />
      <span className="sr-only">{`: ${playdate.title}`}</span>
    </Button>
  )
}

/** Somebody has asked him along. */
export function AskedAnswer({ due, isFirst, onFull }: AnswerProps<Of<'asked'>>) {
  const { t } = useLingui()
  const dates = useDates()
  const { playdate, by } = due
  const { id, title, startTime } = playdate
  const { firstName } = by
  const join = useJoinHere(due, onFull)
  const decline = useDecline({ done: msg`Good, we know you’re not coming`, onRefused: rereadToday })
  const declined = writeOf(declinePlaydate, id)
  return (
    <DueRow
      isFirst={isFirst}
      icon="users"
      kicker={whenOf(dates, startTime)}
      title={<Trans>{firstName} asks you along</Trans>}
      detail={title}
      isUnread
      to={toPlaydate(due)}
      sends={useIsUnsent(declined) ? declined : writeOf(joinPlaydate, id)}
      isShort
    >
      <JoinHere due={due} isFirst={isFirst} join={join} disabled={decline.isPending} />
      {isFirst && (
        <Button
          size={44}
          busy={decline.isPending}
          disabled={join.isPending}
          aria-label={t`I can’t make it: ${title}`}
          onClick={() => decline.mutate({ params: { id }, body: {} })}
        >
          <Trans>I can’t make it</Trans>
        </Button>
      )}
    </DueRow>
  )
}

/** Joins where he reads it; one without room any more stays there. */
export function useJoinHere(due: OfPlaydate, onFull: (due: OfPlaydate) => void) {
  return useJoin(undefined, ({ code }) => {
    if (code === 'playdate.full') onFull(due)
    rereadToday()
  })
}
