import { Trans, useLingui } from '@lingui/react/macro'
import { confirmEmail } from '@papadag/contract/users/recovery'
import { Button } from '@papadag/ui/button'
import { ErrorState } from '@papadag/ui/states/error-state'
import { useEffect, useRef } from 'react'
import { reasonOf, useWrite } from '../../platform/data/data.ts'
import { translate } from '../../platform/language/translate.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { BrokenLink } from './broken-link.tsx'

/** Confirms an address immediately: opening the link is the decision. */
export function ConfirmEmail({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useLingui()
  const { mutate, isSuccess, error } = useWrite(confirmEmail)
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current || token === '') return
    hasStarted.current = true
    mutate({ params: { token } })
  }, [mutate, token])

  if (token === '' || error?.code === 'recovery.unknownToken') return <BrokenLink />
  if (error) {
    return (
      <ErrorState
        heading="h1"
        title={t`Your e-mail address was not confirmed`}
        retryLabel={t`Retry`}
        onRetry={() => mutate({ params: { token } })}
      >
        {translate(error.code === 'offline' ? noConnection : (reasonOf(error) ?? t`Please try again later.`))}
      </ErrorState>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <h1>
        <Trans>Confirm e-mail address</Trans>
      </h1>
      <p role="status">{isSuccess ? <Trans>Your e-mail address is confirmed.</Trans> : <Trans>Loading...</Trans>}</p>
      <Button variant="do" className="w-full" disabled={!isSuccess} onClick={onDone}>
        <Trans>Continue to Papadag</Trans>
      </Button>
    </div>
  )
}
