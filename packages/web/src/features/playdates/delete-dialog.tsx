import { Trans, useLingui } from '@lingui/react/macro'
import { ConfirmDialog } from '@papadag/ui/dialog-on-demand'

type DeleteDialogProps = { open: boolean; busy: boolean; onCancel: () => void; onConfirm: () => void }

/** Asks before a playdate goes for good. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { t } = useLingui()
  return (
    <ConfirmDialog
      {...props}
      tone="danger"
      title={t`Delete playdate?`}
      cancelLabel={t`Keep it`}
      confirmLabel={t`Delete`}
      busyLabel={t`Deleting...`}
    >
      <Trans>Are you sure you want to delete this playdate?</Trans>
    </ConfirmDialog>
  )
}
