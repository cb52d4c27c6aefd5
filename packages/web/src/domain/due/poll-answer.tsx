import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { answerPoll } from '@papadag/contract/playdates/polls'
import { Button } from '@papadag/ui/button'
import { ChipToggle } from '@papadag/ui/chip'
import { useState } from 'react'
import { useWrite } from '../../platform/data/data.ts'
import { useDates } from '../../platform/language/dates.ts'
import { pathTo } from '../../platform/navigation/routes.ts'
import { useUser } from '../../platform/session/session.ts'
import { type AnswerProps, DueRow, type Of, writeOf } from './due-row.tsx'
import { rereadToday } from './reread-today.ts'

/** Which of several times suit him; those he does not choose do not. One button, which says so while he has chosen none. */
export function PollAnswer({ due, isFirst }: AnswerProps<Of<'poll'>>) {
  const { t } = useLingui()
  const dates = useDates()
  const { childrenInfo } = useUser()
  const { pollId, by, title, times } = due
  const { firstName } = by
  const [chosen, setChosen] = useState<readonly number[]>([])
  const answer = useWrite(answerPoll, {
    done: msg`Your answer has been saved`,
    failed: { title: msg`Your answer could not be saved`, serverTextOr: msg`Please try again later.` },
    onFailed: rereadToday,
    whenOffline: async input => {
      const { sendLater } = await import('../../platform/offline/offline-queue.ts')
      await sendLater(answerPoll, input, msg`Your answer could not be saved: ${title}`)
    },
  })
  const isNone = chosen.length === 0
  const send = () =>
    answer.mutate({
      params: { id: pollId },
      body: {
        answers: Object.fromEntries(times.map(({ id }) => [String(id), chosen.includes(id) ? 'yes' : 'no'] as const)),
        children: Math.min(childrenInfo.length, limits.childrenAlong),
      },
    })
  return (
    <DueRow
      isFirst={isFirst}
      icon="calendar"
      kicker={<Trans>{firstName} asks which day</Trans>}
      title={<Trans>Which day suits you?</Trans>}
      detail={title}
      isUnread
      to={pathTo('polls', { id: pollId })}
      sends={writeOf(answerPoll, pollId)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in one line with its button */}
      <span role="group" aria-label={t`Which day suits you?`} className="flex flex-wrap gap-2">
        {times.map(({ id, startTime }) => (
          <ChipToggle
            key={id}
            pressed={chosen.includes(id)}
            onChange={pressed => setChosen(pressed ? [...chosen, id] : chosen.filter(one => one !== id))}
          >
            {`${dates.shortDate(startTime)} ${dates.time(startTime)}`}
          </ChipToggle>
        ))}
      </span>
      <Button
        size={44}
        {...(isFirst && !isNone && { variant: 'do' })}
        busy={answer.isPending}
        aria-label={isNone ? t`None of these: ${title}` : t`Send: ${title}`}
        onClick={send}
      >
        {isNone ? <Trans>None of these</Trans> : <Trans context="the days that suit him">Send</Trans>}
      </Button>
    </DueRow>
  )
}
