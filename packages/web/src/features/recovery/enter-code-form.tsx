import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { cleanCode } from '@papadag/contract/codes'
import { Button } from '@papadag/ui/button'
import { TextField } from '@papadag/ui/fields/text-field'
import { textLinkClass } from '@papadag/ui/text-link'
import { type FormEvent, useRef, useState } from 'react'
import { reasonOf } from '../../platform/data/data.ts'
import { sayAccountIssue } from '../../platform/language/account-issues.ts'
import { translate } from '../../platform/language/translate.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { RememberDevice, useRemember } from '../../platform/session/remember-device.tsx'
import { useCodeLogin } from './use-code-login.ts'

/** Takes the code that was mailed, in the browser that asked for it. */
export function EnterCodeForm({ onAskAgain }: { onAskAgain: () => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const remember = useRemember()
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error, reset } = useCodeLogin()

  function send(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const isCode = /^\d{6}$/.test(cleanCode(typed))
    setIsWrong(!isCode)
    if (!isCode) return field.current?.focus()
    mutate({ body: { code: typed, remember: remember[0] } }, { onError: () => field.current?.select() })
  }

  const refusal =
    error && translate(error.code === 'offline' ? noConnection : (reasonOf(error) ?? msg`Please try again later.`))
  return (
    <form noValidate className="grid grid-cols-1 gap-3.5" onSubmit={send}>
      <h1>
        <Trans>Type your code</Trans>
      </h1>
      <p className="text-ink-2">
        <Trans>
          If an account has this name or address, six digits will be in its inbox in a moment. They work for ten
          minutes, and only here. Nothing there? Check your spam folder.
        </Trans>
      </p>
      <TextField
        ref={field}
        label={t`Code`}
        icon="lock"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
        maxLength={40}
        required
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          if (error) reset()
        }}
        error={isWrong ? sayAccountIssue('code.sixDigits') : refusal}
      />
      <RememberDevice of={remember} />
      <Button type="submit" variant="do" className="w-full" busy={isPending} busyLabel={t`Logging in...`}>
        <Trans>Log in</Trans>
      </Button>
      <p className="text-center text-sm">
        <button type="button" className={textLinkClass} onClick={onAskAgain}>
          <Trans>Send me another code</Trans>
        </button>
      </p>
    </form>
  )
}
