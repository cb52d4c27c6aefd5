import { Trans } from '@lingui/react/macro'
import { textLinkClass } from '@papadag/ui/text-link'
import { type ReactNode, useEffect } from 'react'
import { focusHeading } from '../../platform/navigation/navigation.tsx'
import { ConfirmEmail } from './confirm-email.tsx'
import { ForgotForm } from './forgot-form.tsx'
import type { Errand } from './mail-link.ts'
import { ResetForm } from './reset-form.tsx'

type Props = {
  errand: Errand
  advice: (password: string) => ReactNode
  onLeave: () => void
  onAskAgain: () => void
}

/** Replaces the login for users who cannot log in or opened a mailed link. */
export function Recovery({ errand: { kind, token }, advice, onLeave, onAskAgain }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another errand is another screen
  useEffect(focusHeading, [kind])
  return (
    <>
      {kind === 'forgot' && <ForgotForm />}
      {kind === 'reset' && <ResetForm token={token} advice={advice} onDone={onLeave} onAskAgain={onAskAgain} />}
      {kind === 'confirm' && <ConfirmEmail token={token} onDone={onLeave} />}
      {kind !== 'confirm' && (
        <p className="mt-4 text-center text-sm">
          <button type="button" className={textLinkClass} onClick={onLeave}>
            <Trans>Back to login</Trans>
          </button>
        </p>
      )}
    </>
  )
}
