import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { ConfirmDialog } from '@papadag/ui/dialog'
import { TextArea } from '@papadag/ui/text-field'
import { useState } from 'react'
import { sayIssue } from '../../platform/issue-texts.ts'

type LeaveDialogProps = {
  /** The creator's first name. */
  host: string | undefined
  open: boolean
  busy: boolean
  onCancel: () => void
  onConfirm: (message: string) => void
}

/** Asks before leaving, and offers to say why. */
export function LeaveDialog({ host, onConfirm, ...props }: LeaveDialogProps) {
  const { t } = useLingui()
  const [message, setMessage] = useState('')
  const count = [...message.trim()].length
  return (
    <ConfirmDialog
      {...props}
      title={t`Leave this playdate?`}
      cancelLabel={t`No, I’m coming`}
      confirmLabel={t({ message: 'Leave', context: 'confirm' })}
      busyLabel={t`Leaving...`}
      onConfirm={() => count <= limits.leaveMessage && onConfirm(message.trim())}
    >
      <p>
        <Trans>Your place will be free for somebody else.</Trans>
      </p>
      {host && (
        <TextArea
          className="mt-4 text-ink"
          label={t`A message to ${host}`}
          mark={t`(optional)`}
          rows={2}
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
          counter={`${count} / ${limits.leaveMessage}`}
          error={sayIssue(count > limits.leaveMessage ? 'text.tooLong' : undefined)}
          hint={t`Nobody else sees it.`}
        />
      )}
    </ConfirmDialog>
  )
}
