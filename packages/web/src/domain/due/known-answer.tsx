import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { address } from '@papadag/contract/route'
import { answerKnown } from '@papadag/contract/users/known'
import { useWrite } from '../../platform/data/data.ts'
import { pathTo } from '../../platform/navigation/routes.ts'
import { type AnswerProps, DueRow, type Of } from './due-row.tsx'
import { rereadToday } from './reread-today.ts'
import { YesOrNo } from './yes-or-no.tsx'

/** Somebody whom he has met for the first time: does he know him now? */
export function KnownAnswer({ due, isFirst }: AnswerProps<Of<'known'>>) {
  const { t } = useLingui()
  const { person, playdate } = due
  const { id: userId, firstName } = person
  const answer = useWrite(answerKnown, {
    done: msg`Your answer has been saved`,
    failed: { title: msg`Your answer could not be saved`, serverTextOr: msg`Please try again later.` },
    onDone: rereadToday,
    onFailed: rereadToday,
    whenOffline: async input => {
      const { sendLater } = await import('../../platform/offline/offline-queue.ts')
      await sendLater(answerKnown, input, msg`Your answer could not be saved: ${firstName}`, userId)
    },
  })
  const say = (yes: boolean) => answer.mutate({ body: { userId, yes } })
  const isSaying = (yes: boolean) => answer.isPending && answer.variables.body.yes === yes
  return (
    <DueRow
      isFirst={isFirst}
      icon="user"
      kicker={playdate.title}
      title={<Trans>Do you know {firstName} now?</Trans>}
      detail={<Trans>Nobody sees who said what.</Trans>}
      to={pathTo('user', { id: userId })}
      sends={`${address(answerKnown, {})}#${userId}`}
    >
      <YesOrNo
        isFirst={isFirst}
        yes={{ text: <Trans>Yes, I know him</Trans>, label: t`Yes, I know him: ${firstName}` }}
        no={{ text: <Trans>I’d rather not say</Trans>, label: t`I’d rather not say: ${firstName}` }}
        isSaying={isSaying}
        onSay={say}
      />
    </DueRow>
  )
}
