import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { askLoginCode } from '@papadag/contract/codes'
import { cleanAddress, isMailAddress } from '@papadag/contract/users/mail-address'
import { Button } from '@papadag/ui/button'
import { TextField } from '@papadag/ui/fields/text-field'
import { textLinkClass } from '@papadag/ui/text-link'
import { type FormEvent, useRef, useState } from 'react'
import { useWrite } from '../../platform/data/data.ts'
import { sayAccountIssue } from '../../platform/language/account-issues.ts'
import { noConnection } from '../../platform/screen/notices.ts'

type Props = {
  /** What he has typed as his username at the login. */
  name: string
  onEnter: () => void
}

/** Asks for a code to log in with. The reply is the same for an unknown name or address. */
export function AskCodeForm({ name: typed, onEnter }: Props) {
  const { t } = useLingui()
  const [name, setName] = useState(typed)
  const [isMissing, setIsMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending } = useWrite(askLoginCode, {
    failed: ({ code }) => ({
      title: msg`The code was not sent`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: onEnter,
  })

  function send(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const address = cleanAddress(name)
    setIsMissing(address === '')
    if (address === '') field.current?.focus()
    else mutate({ body: isMailAddress(address) ? { email: address } : { username: address } })
  }

  return (
    <form noValidate className="grid grid-cols-1 gap-3.5" onSubmit={send}>
      <h1>
        <Trans>Log in with a code</Trans>
      </h1>
      <p className="text-ink-2">
        <Trans>We mail you six digits. You type them here, and stay where you are.</Trans>
      </p>
      <TextField
        ref={field}
        label={t`Username or e-mail`}
        icon="user"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="send"
        required
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={isMissing ? sayAccountIssue('user.usernameRequired') : undefined}
      />
      <Button type="submit" variant="do" className="w-full" busy={isPending} busyLabel={t`Sending...`}>
        <Trans>Send me a code</Trans>
      </Button>
      <p className="text-center text-sm">
        <button type="button" className={textLinkClass} onClick={onEnter}>
          <Trans>I already have a code</Trans>
        </button>
      </p>
    </form>
  )
}
