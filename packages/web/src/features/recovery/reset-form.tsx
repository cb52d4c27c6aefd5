import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { currentUser } from '@papadag/contract/auth'
import { limits } from '@papadag/contract/limits'
import { resetPassword } from '@papadag/contract/users/recovery'
import { Button } from '@papadag/ui/button'
import { PasswordField } from '@papadag/ui/fields/text-field'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { call } from '../../platform/data/call.ts'
import { useWrite } from '../../platform/data/data.ts'
import { sayAccountIssue } from '../../platform/language/account-issues.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { BrokenLink } from './broken-link.tsx'

type Props = {
  token: string
  /** The strength of a new password. */
  advice: (password: string) => ReactNode
  onDone: () => void
  onAskAgain: () => void
}

/** A new password, by a mailed link. */
export function ResetForm({ token, advice, onDone, onAskAgain }: Props) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  function refuse(said: string) {
    setProblem(said)
    field.current?.focus()
  }
  const { mutate, isPending, error } = useWrite(resetPassword, {
    done: { title: msg`Password changed`, description: msg`Log in with your new password.` },
    failed: ({ code }) =>
      code === 'recovery.unknownToken'
        ? undefined
        : {
            title: msg`The password was not changed`,
            serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
          },
    // A session in this browser has ended; reading it makes the browser notice.
    onDone: () =>
      void call(currentUser, {})
        .catch(() => {})
        .then(onDone),
    onFailed: ({ issues }) => {
      const said = issues.find(({ path }) => path === 'newPassword')?.message
      if (said) refuse(said)
    },
  })

  function send(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    if (password === '') return refuse('user.passwordRequired')
    if (password.length < limits.passwordMin) return refuse('user.passwordTooShort')
    if (password.length > limits.passwordMax) return refuse('text.tooLong')
    setProblem(undefined)
    mutate({ params: { token }, body: { newPassword: password } })
  }

  if (token === '' || error?.code === 'recovery.unknownToken') return <BrokenLink onAskAgain={onAskAgain} />
  return (
    <form noValidate className="grid grid-cols-1 gap-3.5" onSubmit={send}>
      <h1>
        <Trans>Choose a new password</Trans>
      </h1>
      <p className="text-ink-2">
        <Trans>
          After that you will have to log in again on all your devices. Your calendars, recovery codes and links for the
          other parent stop working.
        </Trans>
      </p>
      <div>
        <PasswordField
          ref={field}
          label={t`New password`}
          showLabel={t`Show password`}
          hideLabel={t`Hide password`}
          autoComplete="new-password"
          enterKeyHint="go"
          required
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          error={sayAccountIssue(problem)}
        />
        {advice(password)}
      </div>
      <Button type="submit" variant="do" className="w-full" busy={isPending} busyLabel={t`Saving...`}>
        <Trans>Save password</Trans>
      </Button>
    </form>
  )
}
