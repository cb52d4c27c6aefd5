import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { invites, revokeInvites } from '@papadag/contract/invites'
import { Button } from '@papadag/ui/button'
import { ConfirmDialog } from '@papadag/ui/layers/dialog'
import { type ReactNode, useState } from 'react'
import { useRead, useWrite } from '../../platform/data/data.ts'
import { noConnection } from '../../platform/screen/notices.ts'

type Props = {
  playdateId: number
  /** Explains the effect on people who have a link. */
  children: ReactNode
  onDone?: () => void
}

/** The creator's button that revokes all links to his playdate, after a question. */
export function RevokeLinks({ playdateId, children, onDone }: Props) {
  const { t } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const revoke = useWrite(revokeInvites, {
    done: msg`The links no longer work`,
    failed: ({ code }) => ({
      title: msg`The links still work`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: () => {
      setIsAsking(false)
      onDone?.()
    },
    onFailed: () => setIsAsking(false),
  })
  return (
    <>
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
        {children}
      </ConfirmDialog>
    </>
  )
}

/** The same for a playdate that he has cancelled. */
export function RevokeCancelledLinks(props: Omit<Props, 'children'>) {
  return (
    <RevokeLinks {...props}>
      <Trans>
        Anyone who opens one of them then sees that it no longer works, and not that the playdate is cancelled.
      </Trans>
    </RevokeLinks>
  )
}

/** The same in a list, if there are any. */
export function LinksOfCancelled({ playdateId }: { playdateId: number }) {
  const { data = [], refetch } = useRead(invites, { params: { id: playdateId } })
  return data.length > 0 && <RevokeCancelledLinks playdateId={playdateId} onDone={() => void refetch()} />
}
