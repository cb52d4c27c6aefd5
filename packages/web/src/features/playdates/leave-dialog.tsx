import { Trans, useLingui } from '@lingui/react/macro'
import { ConfirmDialog } from '@papadag/ui/dialog'

type LeaveDialogProps = { open: boolean; busy: boolean; onCancel: () => void; onConfirm: () => void }

/** Asks before a father gives his place away. */
export function LeaveDialog(props: LeaveDialogProps) {
  const { t } = useLingui()
  return (
    <ConfirmDialog
      {...props}
      title={t`Leave this playdate?`}
      cancelLabel={t`No, I am coming`}
      confirmLabel={t({ message: 'Leave', context: 'confirm' })}
      busyLabel={t`Leaving...`}
    >
      <Trans>Your place becomes free for somebody else.</Trans>
    </ConfirmDialog>
  )
}
