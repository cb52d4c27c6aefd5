import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { cancelReasonKinds } from '@papadag/contract/playdates/cancel-reasons'
import type { Cancellation, Playdate } from '@papadag/contract/playdates/playdates'
import type { Scope } from '@papadag/contract/playdates/repeats'
import { ChipToggle } from '@papadag/ui/chip'
import { TextArea } from '@papadag/ui/fields/text-field'
import { ConfirmDialog } from '@papadag/ui/layers/dialog-on-demand'
import { useState } from 'react'
import { sayIssue } from '../../../platform/language/issue-texts.ts'
import { ScopeChoice } from '../series/scope-choice.tsx'
import { reasonWords } from './cancel-reasons.ts'

type DeleteDialogProps = {
  playdate: Playdate
  open: boolean
  busy: boolean
  onCancel: () => void
  onConfirm: (why: Cancellation, scope?: Scope) => void
}

/** Asks before cancelling a playdate, and for the reason if others have joined. */
export function DeleteDialog({ playdate, onConfirm, ...props }: DeleteDialogProps) {
  const { t, i18n } = useLingui()
  const [reasonKind, setReasonKind] = useState<Cancellation['reasonKind']>()
  const [reason, setReason] = useState('')
  const [scope, setScope] = useState<Scope>('one')
  const count = [...reason.trim()].length
  const tellsOthers = playdate.participants.length > 1
  return (
    <ConfirmDialog
      {...props}
      tone="danger"
      title={t`Delete playdate?`}
      cancelLabel={t`Keep it`}
      confirmLabel={t`Delete`}
      busyLabel={t`Deleting...`}
      onConfirm={() => {
        if (count > limits.cancelReason) return
        const why = { ...(reasonKind && { reasonKind }), ...(count > 0 && { reason }) }
        onConfirm(why, playdate.series ? scope : undefined)
      }}
    >
      <p>
        <Trans>Are you sure you want to delete this playdate?</Trans>
      </p>
      {playdate.series && (
        <div className="mt-4">
          <ScopeChoice label={t`Delete`} value={scope} onChange={setScope} />
        </div>
      )}
      {tellsOthers && (
        <div className="mt-4 grid gap-4 text-ink">
          <fieldset>
            <legend className="mb-1.5 font-[650] text-[.9375rem]">
              <Trans>Why is it cancelled?</Trans>{' '}
              <span className="font-[450] text-ink-2">
                <Trans>(optional)</Trans>
              </span>
            </legend>
            <div className="flex flex-wrap gap-2">
              {cancelReasonKinds.map(kind => (
                <ChipToggle
                  key={kind}
                  pressed={kind === reasonKind}
                  onChange={on => setReasonKind(on ? kind : undefined)}
                >
                  {i18n._(reasonWords[kind])}
                </ChipToggle>
              ))}
            </div>
          </fieldset>
          <TextArea
            label={t`A message to those who were coming`}
            mark={t`(optional)`}
            rows={2}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            counter={`${count} / ${limits.cancelReason}`}
            error={sayIssue(count > limits.cancelReason ? 'text.tooLong' : undefined)}
            hint={t`Nobody else sees it. They see that it is cancelled until the end of that day.`}
          />
        </div>
      )}
    </ConfirmDialog>
  )
}
