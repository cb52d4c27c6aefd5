import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { leavePlaydate, type Playdate } from '@papadag/contract/playdates/playdates'
import { TextArea } from '@papadag/ui/fields/text-field'
import { ConfirmDialog } from '@papadag/ui/layers/dialog'
import { useState } from 'react'
import { useWrite } from '../../../../platform/data/data.ts'
import { sayIssue } from '../../../../platform/language/issue-texts.ts'

type LeaveDialogProps = {
  playdate: Playdate
  open: boolean
  onClose: () => void
}

/** Asks before leaving, offers to give a reason, and leaves. */
export function LeaveDialog({ playdate, open, onClose }: LeaveDialogProps) {
  const { t } = useLingui()
  const leave = useLeave(onClose)
  const [message, setMessage] = useState('')
  const words = message.trim()
  const count = [...words].length
  const host = playdate.participants[0]?.firstName
  const go = () => leave.mutate({ params: { id: playdate.id }, ...(words && { body: { message: words } }) })
  return (
    <ConfirmDialog
      open={open}
      busy={leave.isPending}
      onCancel={onClose}
      title={t`Leave this playdate?`}
      cancelLabel={t`No, I’m coming`}
      confirmLabel={t({ message: 'Leave', context: 'confirm' })}
      busyLabel={t`Leaving...`}
      onConfirm={() => count <= limits.leaveMessage && go()}
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

function useLeave(onDone: () => void) {
  return useWrite(leavePlaydate, {
    done: { title: msg`Left playdate`, icon: 'calendar' },
    failed: msg`An error occurred while leaving the playdate.`,
    onDone,
    whenOffline: async input => {
      await (await import('../../../../domain/playdates/membership-offline.ts')).leaveLater(input)
      onDone()
    },
  })
}
