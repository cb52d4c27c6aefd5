import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { cleanAddress, isMailAddress } from '@papadag/contract/users/mail-address'
import { askPasswordReset } from '@papadag/contract/users/recovery'
import { Button } from '@papadag/ui/button'
import { TextField } from '@papadag/ui/fields/text-field'
import { textLinkClass } from '@papadag/ui/text-link'
import { type FormEvent, useRef, useState } from 'react'
import { useWrite } from '../../platform/data/data.ts'
import { sayAccountIssue } from '../../platform/language/account-issues.ts'
import { noConnection } from '../../platform/screen/notices.ts'

type Props = { onSent: () => void; onAskCode: () => void }

/** Requests a reset link. The reply is the same for an unknown address. */
export function ForgotForm({ onSent, onAskCode }: Props) {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending, isSuccess } = useWrite(askPasswordReset, {
    failed: ({ code }) => ({
      title: msg`The link was not sent`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: onSent,
  })

  function send(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const address = cleanAddress(email)
    const isValid = isMailAddress(address)
    setIsWrong(!isValid)
    if (isValid) mutate({ body: { email: address } })
    else field.current?.focus()
  }

  return (
    <form noValidate className="grid grid-cols-1 gap-3.5" onSubmit={send}>
      <h1>
        <Trans>Forgot your password?</Trans>
      </h1>
      <p className="text-ink-2">
        <Trans>Enter your e-mail address. We will send you a link to choose a new password.</Trans>
      </p>
      <TextField
        ref={field}
        label={t`E-mail`}
        icon="mail"
        type="email"
        autoComplete="email"
        enterKeyHint="send"
        required
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        error={isWrong ? sayAccountIssue('user.emailInvalid') : undefined}
      />
      <div role="status">
        {isSuccess && (
          <p>
            <Trans>
              If this address belongs to an account, a link will be in your inbox in a moment. It works for 30 minutes.
              Nothing there? Check your spam folder.
            </Trans>
          </p>
        )}
      </div>
      <Button type="submit" variant="do" className="w-full" busy={isPending} busyLabel={t`Sending...`}>
        {isSuccess ? <Trans>Send again</Trans> : <Trans>Send me a link</Trans>}
      </Button>
      <p className="text-center text-sm">
        <button type="button" className={textLinkClass} onClick={onAskCode}>
          <Trans>Send me a code instead</Trans>
        </button>
      </p>
    </form>
  )
}
