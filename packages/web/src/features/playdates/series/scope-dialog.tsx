import { Trans, useLingui } from '@lingui/react/macro'
import type { Scope } from '@papadag/contract/playdates/repeats'
import { ConfirmDialog } from '@papadag/ui/layers/dialog-on-demand'
import { useState } from 'react'
import { ScopeChoice } from './scope-choice.tsx'

type Props = {
  /** An open hour has none. */
  hasStandingPlaces: boolean
  open: boolean
  busy: boolean
  onCancel: () => void
  onConfirm: (scope: Scope) => void
}

/** Asks which dates of a series an edit applies to. */
export function ScopeDialog({ hasStandingPlaces, onConfirm, ...props }: Props) {
  const { t } = useLingui()
  const [scope, setScope] = useState<Scope>('one')
  return (
    <ConfirmDialog
      {...props}
      title={t`Which dates?`}
      cancelLabel={t`Keep editing`}
      confirmLabel={t`Save`}
      busyLabel={t`Saving...`}
      onConfirm={() => onConfirm(scope)}
    >
      <ScopeChoice label={t`Save for`} value={scope} onChange={setScope} />
      {hasStandingPlaces && (
        <p className="mt-3 text-ink-2 text-sm">
          <Trans>With another time, whoever has a standing place is asked again.</Trans>
        </p>
      )}
    </ConfirmDialog>
  )
}
