import { Trans, useLingui } from '@lingui/react/macro'
import type { IssueCode } from '@papadag/contract/problems'
import { Button } from '@papadag/ui/button'
import { PasswordField, TextField } from '@papadag/ui/fields/text-field'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { sayAccountIssue } from '../../platform/language/account-issues.ts'
import { RememberDevice, type useRemember } from '../../platform/session/remember-device.tsx'
import { useLogIn } from '../../platform/session/sign-in.ts'

export type LoginFields = { username: string; password: string }

type Props = {
  /** The fields as typed before the user switched tabs. */
  typed: LoginFields
  onType: (typed: LoginFields) => void
  remember: ReturnType<typeof useRemember>
  /** What helps whoever has forgotten his password. */
  forgot: ReactNode
}

function problemsIn({ username, password }: LoginFields): Partial<Record<keyof LoginFields, IssueCode>> {
  return {
    ...(username.trim() === '' && { username: 'user.usernameRequired' }),
    ...(password === '' && { password: 'user.passwordRequired' }),
  }
}

/** Two fields: the form library would be larger than the rest of this screen. */
export function LoginForm({ typed, onType, remember, forgot }: Props) {
  const { t } = useLingui()
  const logIn = useLogIn()
  const [fields, setFields] = useState(typed)
  const [hasTried, setHasTried] = useState(false)
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const isSending = useRef(false)
  const problems = hasTried ? problemsIn(fields) : {}

  function type(change: Partial<LoginFields>) {
    const next = { ...fields, ...change }
    setFields(next)
    onType(next)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setHasTried(true)
    const wrong = problemsIn(fields)
    if (wrong.username) username.current?.focus()
    else if (wrong.password) password.current?.focus()
    else if (!isSending.current) send()
  }

  function send() {
    // A second Enter may come before the first has disabled the button.
    isSending.current = true
    logIn.mutate(
      { body: { ...fields, remember: remember[0] } },
      {
        onError() {
          password.current?.focus()
          password.current?.select()
        },
        onSettled() {
          isSending.current = false
        },
      },
    )
  }

  return (
    <form noValidate className="grid grid-cols-1 gap-3.5" onSubmit={submit}>
      <TextField
        ref={username}
        name="username"
        label={t`Username`}
        icon="user"
        autoComplete="username webauthn"
        enterKeyHint="next"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={fields.username}
        onChange={event => type({ username: event.currentTarget.value })}
        error={sayAccountIssue(problems.username)}
      />
      <PasswordField
        ref={password}
        name="password"
        label={t`Password`}
        autoComplete="current-password"
        enterKeyHint="go"
        showLabel={t`Show password`}
        hideLabel={t`Hide password`}
        required
        value={fields.password}
        onChange={event => type({ password: event.currentTarget.value })}
        error={sayAccountIssue(problems.password)}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <RememberDevice of={remember} />
        <span className="text-sm">{forgot}</span>
      </div>
      <Button type="submit" variant="do" className="w-full" busy={logIn.isPending} busyLabel={t`Logging in...`}>
        <Trans>Log in</Trans>
      </Button>
    </form>
  )
}
