import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { answerKnown } from '@papadag/contract/users/known'
import { Button } from '@papadag/ui/button'
import { useWrite } from '../../../platform/data/data.ts'

/** The reader has said that he knows this father, and may take that back. */
export function KnownByMe({ userId, firstName }: { userId: number; firstName: string }) {
  const { mutate, isPending } = useWrite(answerKnown, {
    done: msg`Your answer has been saved`,
    failed: { title: msg`Your answer could not be saved`, serverTextOr: msg`Please try again later.` },
    whenOffline: async input => {
      const { sendLater } = await import('../../../platform/offline/offline-queue.ts')
      await sendLater(answerKnown, input, msg`Your answer could not be saved: ${firstName}`, userId)
    },
  })
  return (
    <>
      <p className="text-ink-2 text-sm">
        <Trans>You’ve said that you know {firstName}. Only you see this.</Trans>
      </p>
      <Button size={44} className="mt-1.5" busy={isPending} onClick={() => mutate({ body: { userId, yes: false } })}>
        <Trans>Not after all</Trans>
      </Button>
    </>
  )
}
