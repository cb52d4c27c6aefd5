import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { answerCircle } from '@papadag/contract/circles'
import { useWrite } from '../../platform/data/data.ts'
import { pathTo } from '../../platform/navigation/routes.ts'
import { type AnswerProps, DueRow, type Of, writeOf } from './due-row.tsx'
import { rereadToday } from './reread-today.ts'
import { YesOrNo } from './yes-or-no.tsx'

/** An acquaintance asks him to join a circle. */
export function CircleAnswer({ due, isFirst }: AnswerProps<Of<'circle'>>) {
  const { t } = useLingui()
  const { circleId: id, by, name } = due
  const { firstName } = by
  const answer = useWrite(answerCircle, {
    done: (_, { body }) => (body.yes ? msg`You are in the circle` : msg`Your answer has been saved`),
    failed: { title: msg`Your answer could not be saved`, serverTextOr: msg`Please try again later.` },
    onFailed: rereadToday,
    whenOffline: async input => {
      const { sendLater } = await import('../../platform/offline/offline-queue.ts')
      await sendLater(answerCircle, input, msg`Your answer could not be saved: ${name}`)
    },
  })
  const say = (yes: boolean) => answer.mutate({ params: { id }, body: { yes } })
  const isSaying = (yes: boolean) => answer.isPending && answer.variables.body.yes === yes
  return (
    <DueRow
      isFirst={isFirst}
      icon="users"
      kicker={<Trans>{firstName} asks you into his circle</Trans>}
      title={name}
      to={pathTo('circles', { id })}
      sends={writeOf(answerCircle, id)}
    >
      <YesOrNo
        isFirst={isFirst}
        yes={{ text: <Trans>Join the circle</Trans>, label: t`Join the circle: ${name}` }}
        no={{ text: <Trans>No, thanks</Trans>, label: t`No, thanks: ${name}` }}
        isSaying={isSaying}
        onSay={say}
      />
    </DueRow>
  )
}
