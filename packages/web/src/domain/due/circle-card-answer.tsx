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

/** He has met the same fathers twice: a circle, or may they come into his? */
export function CircleCardAnswer({ due, isFirst }: AnswerProps<Of<'circleCard'>>) {
  const { t, i18n } = useLingui()
  const { cardId: id, fathers, circle } = due
  const name = circle?.name
  const names = listIn(
    i18n.locale,
    fathers.map(({ firstName }) => firstName),
  )
  const answer = useWrite(answerSuggestion, {
    done({ circleId }, { body }) {
      const title = msg`Your answer has been saved`
      if (!body.yes) return title
      if (circleId === null) return { title, description: msg`The circle is there once another dad says yes too.` }
      return circleId === circle?.id
        ? { title, description: msg`Whoever says yes too comes into your circle.` }
        : msg`You are in the circle`
    },
    failed: { title: msg`Your answer could not be saved`, serverTextOr: msg`Please try again later.` },
    onFailed: rereadToday,
    whenOffline: async input => {
      const { sendLater } = await import('../../platform/offline/offline-queue.ts')
      await sendLater(answerSuggestion, input, msg`Your answer could not be saved: a circle with ${names}`)
    },
  })
  // A yes is meant for what he has read, whenever it is sent.
  const say = (yes: boolean) =>
    answer.mutate({ params: { id }, body: yes ? { yes, circleId: circle?.id ?? null } : { yes } })
  const isSaying = (yes: boolean) => answer.isPending && answer.variables.body.yes === yes
  return (
    <DueRow
      isFirst={isFirst}
      icon="users"
      kicker={<Trans>You have met twice</Trans>}
      title={
        <Question names={fathers.length <= namedAtMost ? names : undefined} count={fathers.length} circle={name} />
      }
      detail={
        circle ? (
          <Trans>With whoever says yes too, in your circle or one of theirs. Nobody learns who says no.</Trans>
        ) : (
          <Trans>One lasting chat, in a new circle or one of theirs. Nobody learns who says no.</Trans>
        )
      }
      to={pathTo('playdates', {}, { open: String(id) })}
      sends={writeOf(answerSuggestion, id)}
    >
      <YesOrNo
        isFirst={isFirst}
        yes={
          circle
            ? { text: <Trans>Good idea</Trans>, label: t`Good idea: ${names}` }
            : { text: <Trans>Make a circle</Trans>, label: t`Make a circle with ${names}` }
        }
        no={{ text: <Trans>No, thanks</Trans>, label: t`No, thanks: ${names}` }}
        isSaying={isSaying}
        onSay={say}
      />
    </DueRow>
  )
}

/** More than four fathers are counted. */
function Question({ names, count, circle }: { names: string | undefined; count: number; circle: string | undefined }) {
  if (names === undefined)
    return circle === undefined ? (
      <Plural value={count} other="A circle with these # dads?" />
    ) : (
      <Plural value={count} other={`These # dads in your circle ${circle} too?`} />
    )
  return circle === undefined ? (
    <Trans>A circle with {names}?</Trans>
  ) : (
    <Trans>
      {names} in your circle {circle} too?
    </Trans>
  )
}
