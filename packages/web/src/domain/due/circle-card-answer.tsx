import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { answerSuggestion } from '@papadag/contract/circles'
import { useWrite } from '../../platform/data/data.ts'
import { listIn } from '../../platform/language/formats.ts'
import { pathTo } from '../../platform/navigation/routes.ts'
import { type AnswerProps, DueRow, type Of, writeOf } from './due-row.tsx'
import { rereadToday } from './reread-today.ts'
import { YesOrNo } from './yes-or-no.tsx'

const namedAtMost = 4

/** He has met the same fathers twice: a circle? */
export function CircleCardAnswer({ due, isFirst }: AnswerProps<Of<'circleCard'>>) {
  const { t, i18n } = useLingui()
  const { cardId: id, fathers } = due
  const names = listIn(
    i18n.locale,
    fathers.map(({ firstName }) => firstName),
  )
  const answer = useWrite(answerSuggestion, {
    done: ({ circleId }, { body }) =>
      circleId !== null
        ? msg`You are in the circle`
        : body.yes
          ? {
              title: msg`Your answer has been saved`,
              description: msg`The circle is there once another dad says yes too.`,
            }
          : msg`Your answer has been saved`,
    failed: { title: msg`Your answer could not be saved`, serverTextOr: msg`Please try again later.` },
    onFailed: rereadToday,
    whenOffline: async input => {
      const { sendLater } = await import('../../platform/offline/offline-queue.ts')
      await sendLater(answerSuggestion, input, msg`Your answer could not be saved: a circle with ${names}`)
    },
  })
  const say = (yes: boolean) => answer.mutate({ params: { id }, body: { yes } })
  const isSaying = (yes: boolean) => answer.isPending && answer.variables.body.yes === yes
  return (
    <DueRow
      isFirst={isFirst}
      icon="users"
      kicker={<Trans>You have met twice</Trans>}
      title={
        fathers.length <= namedAtMost ? (
          <Trans>A circle with {names}?</Trans>
        ) : (
          <Plural value={fathers.length} other="A circle with these # dads?" />
        )
      }
      detail={<Trans>One lasting chat. Nobody learns who says no.</Trans>}
      to={pathTo('playdates', {}, { open: String(id) })}
      sends={writeOf(answerSuggestion, id)}
    >
      <YesOrNo
        isFirst={isFirst}
        yes={{ text: <Trans>Make a circle</Trans>, label: t`Make a circle with ${names}` }}
        no={{ text: <Trans>No, thanks</Trans>, label: t`No, thanks: ${names}` }}
        isSaying={isSaying}
        onSay={say}
      />
    </DueRow>
  )
}
