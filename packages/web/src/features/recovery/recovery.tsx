import { Trans } from '@lingui/react/macro'
import { textLinkClass } from '@papadag/ui/text-link'
import { type ReactNode, useEffect } from 'react'
import { focusHeading, navigate, useSearch } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { AskCodeForm } from './ask-code-form.tsx'
import { ConfirmEmail } from './confirm-email.tsx'
import { keepDestination, takeDestination } from './destination.ts'
import { EnterCodeForm } from './enter-code-form.tsx'
import { ForgotForm } from './forgot-form.tsx'
import { HandoverCode } from './handover-code.tsx'
import { LinkedCode } from './linked-code.tsx'
import type { Errand } from './mail-link.ts'
import { RecoveryCodeForm } from './recovery-code-form.tsx'
import { ResetForm } from './reset-form.tsx'

type Props = {
  errand: Errand
  advice: (password: string) => ReactNode
  /** What he has typed as his username. */
  name: string
  onLead: (form: 'login' | 'forgot' | 'ask' | 'enter') => void
}

/** Replaces the login for users who cannot log in or opened a mailed link. */
export function Recovery({ errand: { kind, token }, advice, name, onLead }: Props) {
  const search = useSearch()
  const [onLeave, onAskCode] = [() => onLead('login'), () => onLead('ask')]
  function logInAfterReset() {
    onLeave()
    const next = takeDestination()
    if (next) navigate(pathTo('auth', {}, { next }), { replace: true })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another errand is another screen
  useEffect(focusHeading, [kind])
  return (
    <>
      {kind === 'forgot' && <ForgotForm onSent={() => keepDestination(search)} onAskCode={onAskCode} />}
      {kind === 'reset' && (
        <ResetForm token={token} advice={advice} onDone={logInAfterReset} onAskAgain={() => onLead('forgot')} />
      )}
      {kind === 'confirm' && <ConfirmEmail token={token} onDone={onLeave} />}
      {kind === 'ask' && <AskCodeForm name={name} onEnter={() => onLead('enter')} />}
      {kind === 'enter' && <EnterCodeForm onAskAgain={onAskCode} />}
      {kind === 'code' && <LinkedCode token={token} onDone={onLeave} onAskAgain={onAskCode} />}
      {kind === 'paper' && <RecoveryCodeForm name={name} />}
      {kind === 'handover' && <HandoverCode />}
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
