import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { confirmPlaydate } from '@papadag/contract/playdates/series'
import { Button } from '@papadag/ui/button'
import { useWrite } from '../../platform/data/data.ts'
import { useDates } from '../../platform/language/dates.ts'
import { pathTo } from '../../platform/navigation/routes.ts'
import { ComingWith } from '../playdates/coming-with.tsx'
import { useRhythmFrom } from '../playdates/rhythm-words.ts'
import { showReply } from '../playdates/shown-playdates.ts'
import { type AnswerProps, DueRow, type Of, type OfPlaydate, writeOf } from './due-row.tsx'
import { rereadToday } from './reread-today.ts'
import { YesOrNo } from './yes-or-no.tsx'

/** Whether he takes the place that is his every week this time. */
export function ConfirmAnswer({ due, isFirst, onFull }: AnswerProps<Of<'confirm'>>) {
  const { t } = useLingui()
  const dates = useDates()
  const { playdate, children } = due
  const { title, startTime } = playdate
  const rhythm = useRhythmFrom(playdate.series, startTime)
  const weekday = dates.weekday(new Date(startTime).getDay())
  const { say, isSaying, sends } = useConfirm(due, onFull)
  const name =
    children === 0 ? t`I’m coming` : t`I’m coming with ${plural(children, { one: '# child', other: '# children' })}`
  return (
    <DueRow
      isFirst={isFirst}
      icon="calendar"
      kicker={[rhythm, whenOf(dates, startTime)].filter(Boolean).join(' · ')}
      title={<Trans>Are you coming on {weekday}?</Trans>}
      detail={title}
      to={toPlaydate(due)}
      sends={sends}
    >
      <YesOrNo
        isFirst={isFirst}
        yes={{ text: <ComingWith value={children} />, label: `${name}: ${title}` }}
        no={{ text: <Trans>Not this week</Trans>, label: t`Not this week: ${title}` }}
        isSaying={isSaying}
        onSay={coming => say(coming ? { coming, children } : { coming })}
      />
    </DueRow>
  )
}

/** Whether a playdate of his takes place with fewer fathers than it needs. */
export function GoAheadAnswer({ due, isFirst, onFull }: AnswerProps<Of<'goAhead'>>) {
  const { t } = useLingui()
  const dates = useDates()
  const { playdate, coming, minimum } = due
  const { title, startTime } = playdate
  const { say, isSaying, sends } = useConfirm(due, onFull)
  return (
    <DueRow
      isFirst={isFirst}
      icon="users"
      kicker={`${title} · ${whenOf(dates, startTime)}`}
      title={<Trans>Is it going ahead?</Trans>}
      detail={
        <Plural
          value={coming}
          one={`# dad is coming, and it needs ${minimum}.`}
          other={`# dads are coming, and it needs ${minimum}.`}
        />
      }
      to={toPlaydate(due)}
      sends={sends}
    >
      <Button
        size={44}
        {...(isFirst && { variant: 'do' })}
        busy={isSaying(true)}
        aria-label={t`It goes ahead: ${title}`}
        onClick={() => say({ coming: true })}
      >
        <Trans>It goes ahead</Trans>
      </Button>
    </DueRow>
  )
}

function useConfirm(due: OfPlaydate, onFull: (due: OfPlaydate) => void) {
  const { id } = due.playdate
  const { mutate, isPending, variables } = useWrite(confirmPlaydate, {
    done: ({ myStatus }, { body }) => {
      if (myStatus === 'creator') return msg`It goes ahead`
      return body.coming ? msg`Good, we know you’re coming` : msg`Good, we know you’re not coming`
    },
    failed: msg`Your answer could not be saved`,
    onDone: showReply,
    onFailed: ({ code }) => {
      if (code === 'playdate.full') onFull(due)
      rereadToday()
    },
    whenOffline: async input => (await import('../playdates/membership-offline.ts')).confirmLater(input),
  })
  return {
    say: (body: { coming: boolean; children?: number }) => mutate({ params: { id }, body }),
    isSaying: (coming: boolean) => isPending && variables.body.coming === coming,
    sends: writeOf(confirmPlaydate, id),
  }
}

/** `2 December, 14:00` */
export const whenOf = (dates: ReturnType<typeof useDates>, moment: string) =>
  `${dates.shortDate(moment)}, ${dates.time(moment)}`

export const toPlaydate = ({ playdate: { id } }: OfPlaydate) => pathTo('playdates', {}, { open: String(id) })
