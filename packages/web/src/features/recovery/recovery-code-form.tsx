import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { cleanLetters } from '@papadag/contract/users/letters'
import { recoverAccount } from '@papadag/contract/users/recovery-codes'
import { Button } from '@papadag/ui/button'
import { TextField } from '@papadag/ui/fields/text-field'
import { type FormEvent, useRef, useState } from 'react'
import { reasonOf, useWrite } from '../../platform/data/data.ts'
import { sayAccountIssue } from '../../platform/language/account-issues.ts'
import { translate } from '../../platform/language/translate.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { tellChosenLanguage } from '../../platform/session/choose-language.ts'
import { RememberDevice, useRemember } from '../../platform/session/remember-device.tsx'
import { enter } from '../../platform/session/session.ts'

/** Logs in with a code from paper; the guard then leads to where he wanted to go. */
export function RecoveryCodeForm({ name }: { name: string }) {
  const { t } = useLingui()
  const [username, setUsername] = useState(name)
  const [code, setCode] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const fields = { username: useRef<HTMLInputElement>(null), code: useRef<HTMLInputElement>(null) }
  const remember = useRemember()
  const isNamed = username.trim() !== ''
  const isCode = /^[0-9A-Z]{10}$/.test(cleanLetters(code))
  const { mutate, isPending, error, reset } = useWrite(recoverAccount, {
    done: ({ firstName }) => ({ title: msg`Login successful`, description: msg`Welcome back, ${firstName}!` }),
    onDone: user => {
      enter(user)
      tellChosenLanguage()
    },
  })

  function send(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    setHasTried(true)
    if (!isNamed) fields.username.current?.focus()
    else if (!isCode) fields.code.current?.focus()
    else mutate({ body: { username, code, remember: remember[0] } }, { onError: () => fields.code.current?.select() })
  }

  const refusal =
    error && translate(error.code === 'offline' ? noConnection : (reasonOf(error) ?? msg`Please try again later.`))
  return (
    <form noValidate className="grid grid-cols-1 gap-3.5" onSubmit={send}>
      <h1>
        <Trans>Log in with a recovery code</Trans>
      </h1>
      <p className="text-ink-2">
        <Trans>Type one of the codes that you printed. Each works once.</Trans>
      </p>
      <TextField
        ref={fields.username}
        label={t`Username`}
        icon="user"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        required
        value={username}
        onChange={({ currentTarget }) => setUsername(currentTarget.value)}
        error={hasTried && !isNamed ? sayAccountIssue('user.usernameRequired') : undefined}
      />
      <TextField
        ref={fields.code}
        label={t`Recovery code`}
        icon="lock"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={40}
        required
        value={code}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value)
          if (error) reset()
        }}
        error={hasTried && !isCode ? t`A recovery code has ten letters and digits` : refusal}
      />
      <RememberDevice of={remember} />
      <Button type="submit" variant="do" className="w-full" busy={isPending} busyLabel={t`Logging in...`}>
        <Trans>Log in</Trans>
      </Button>
    </form>
  )
}
