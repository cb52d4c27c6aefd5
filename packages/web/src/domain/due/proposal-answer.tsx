import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { answerProposal } from '@papadag/contract/playdates/proposals'
import { useWrite } from '../../platform/data/data.ts'
import { useDates } from '../../platform/language/dates.ts'
import { pathTo } from '../../platform/navigation/routes.ts'
import { useUser } from '../../platform/session/session.ts'
import { ComingWith } from '../playdates/coming-with.tsx'
import { whenOf } from './confirm-answer.tsx'
import { type AnswerProps, DueRow, type Of, writeOf } from './due-row.tsx'
import { rereadToday } from './reread-today.ts'
import { YesOrNo } from './yes-or-no.tsx'

/** The app proposes a meeting. */
export function ProposalAnswer({ due, isFirst }: AnswerProps<Of<'proposal'>>) {
  const dates = useDates()
  const { childrenInfo } = useUser()
  const { proposalId: id, startTime, place } = due
  const { name } = place
  const children = Math.min(childrenInfo.length, limits.childrenAlong)
  const answer = useWrite(answerProposal, {
    done: msg`Your answer has been saved`,
    failed: { title: msg`Your answer could not be saved`, serverTextOr: msg`Please try again later.` },
    onFailed: rereadToday,
    whenOffline: async input => {
      const { sendLater } = await import('../../platform/offline/offline-queue.ts')
      await sendLater(answerProposal, input, msg`Your answer could not be saved: ${name}`)
    },
  })
  const say = (coming: boolean) => answer.mutate({ params: { id }, body: { coming, ...(coming && { children }) } })
  const isSaying = (coming: boolean) => answer.isPending && answer.variables.body.coming === coming
  return (
    <DueRow
      isFirst={isFirst}
      icon="calendar"
      kicker={whenOf(dates, startTime)}
      title={<Trans>Papadag proposes</Trans>}
      detail={name}
      isUnread
      to={pathTo('proposals')}
      sends={writeOf(answerProposal, id)}
    >
      <YesOrNo
        isFirst={isFirst}
        yes={{ text: <ComingWith value={children} /> }}
        no={{ text: <Trans>Not this time</Trans> }}
        isSaying={isSaying}
        onSay={say}
      />
    </DueRow>
  )
}
