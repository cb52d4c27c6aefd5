import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { invites, revokeInvites } from '@papadag/contract/invites'
import { Button } from '@papadag/ui/button'
import { ConfirmDialog } from '@papadag/ui/dialog'
import { Switch } from '@papadag/ui/switch'
import { useState } from 'react'
import { useRead, useWrite } from '../../platform/data.ts'
import { noConnection } from '../../platform/notices.ts'
import { useUser } from '../../platform/session.ts'
import { closeSharing } from '../../platform/sharing.ts'

type Props = { playdateId: number; showsName: boolean; onShowName: (showName: boolean) => void }

/** The creator's controls for the links to his playdate, and the fathers who have one. */
export function OwnLinks({ playdateId, showsName, onShowName }: Props) {
  const { t } = useLingui()
  const { id: ownId, firstName } = useUser()
  const { data = [] } = useRead(invites, { params: { id: playdateId } })
  const [isAsking, setIsAsking] = useState(false)
  const revoke = useWrite(revokeInvites, {
    done: msg`The links no longer work`,
    failed: ({ code }) => ({
      title: msg`The links still work`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: closeSharing,
    onFailed: () => setIsAsking(false),
  })
  const others = data.flatMap(({ by }) => (by && by.id !== ownId ? [`${by.firstName} ${by.lastName}`] : []))
  return (
    <section className="grid gap-3 border-line border-t-2 border-dashed pt-4">
      <div className="flex items-center justify-between gap-4">
        <p id="shows-name" className="font-[650] text-[.9375rem]">
          <Trans>Say on the invitation that it is from {firstName}</Trans>
        </p>
        <Switch checked={showsName} onCheckedChange={onShowName} aria-labelledby="shows-name" />
      </div>
      {others.length > 0 && (
        <p className="text-ink-2 text-sm">
          <Trans>These dads have a link of their own: {others.join(', ')}</Trans>
        </p>
      )}
      <Button variant="danger-outline" size={44} className="justify-self-start" onClick={() => setIsAsking(true)}>
        <Trans>Withdraw all links</Trans>
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t`Withdraw all links?`}
        cancelLabel={t`Keep them`}
        confirmLabel={t`Withdraw them`}
        busy={revoke.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => revoke.mutate({ params: { id: playdateId } })}
      >
        <Trans>Anyone who opens one of them sees that it no longer works. You can make a new one at any time.</Trans>
      </ConfirmDialog>
    </section>
  )
}
