import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { decideHandover } from '@papadag/contract/users/handover'
import { cleanLetters } from '@papadag/contract/users/letters'
import { Button } from '@papadag/ui/button'
import { TextField } from '@papadag/ui/fields/text-field'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useBrowserName } from '../../domain/devices/use-browser-name.ts'
import { reasonOf, useWrite } from '../../platform/data/data.ts'
import { translate } from '../../platform/language/translate.ts'
import { useSearch } from '../../platform/navigation/navigation.tsx'
import { noConnection } from '../../platform/screen/notices.ts'

/** Takes the code that a new device shows, names that device, and lets it in or refuses it. */
export function LetIn() {
  const { t } = useLingui()
  const scanned = new URLSearchParams(useSearch()).get('letIn') ?? ''
  const [typed, setTyped] = useState(scanned)
  const [isWrong, setIsWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const handover = useWrite(decideHandover)

  function again() {
    setTyped('')
    handover.reset()
  }

  const find = handover.mutate
  useEffect(() => {
    if (scanned) find({ body: { code: scanned } })
  }, [scanned, find])

  function send(event: FormEvent) {
    event.preventDefault()
    const isCode = /^[0-9A-Z]{8}$/.test(cleanLetters(typed))
    setIsWrong(!isCode)
    if (isCode) find({ body: { code: typed } }, { onError: () => field.current?.select() })
    else field.current?.focus()
  }

  if (handover.data) return <IsItHis name={handover.data.name} code={typed} onDecided={again} />
  const refusal =
    handover.error &&
    translate(
      handover.error.code === 'offline' ? noConnection : (reasonOf(handover.error) ?? msg`Please try again later.`),
    )
  return (
    <form noValidate className="grid grid-cols-1 gap-3" onSubmit={send}>
      <p className="text-ink-2 text-sm">
        <Trans>
          On the new device, choose “With another device” at the login. It shows a code that works for a minute. Never
          type a code that somebody gives you.
        </Trans>
      </p>
      <TextField
        ref={field}
        label={t`Code on the new device`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        maxLength={40}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          if (handover.error) handover.reset()
        }}
        error={isWrong ? t`A code has eight letters and digits` : refusal}
      />
      <Button type="submit" size={44} className="justify-self-start" busy={handover.isPending}>
        <Trans>Continue</Trans>
      </Button>
    </form>
  )
}

type DecisionProps = {
  name: string | null
  code: string
  onDecided: () => void
}

/** Asks whether the device that shows the code is his. */
function IsItHis({ name: given, code, onDecided }: DecisionProps) {
  const name = useBrowserName()(given)
  const decide = useWrite(decideHandover, {
    done: (_, { body }) => (body.accept ? msg`The device is being logged in` : msg`The device was refused`),
    failed: ({ code }) => ({
      title: msg`This did not work`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: onDecided,
    onFailed: onDecided,
  })
  return (
    <div className="grid gap-3" role="status">
      <p>
        <Trans>{name} wants to log in as you. Is it yours, and does it show this code now?</Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size={44}
          variant="do"
          busy={decide.isPending}
          onClick={() => decide.mutate({ body: { code, accept: true } })}
        >
          <Trans>Let it in</Trans>
        </Button>
        <Button size={44} disabled={decide.isPending} onClick={() => decide.mutate({ body: { code, accept: false } })}>
          <Trans>Refuse</Trans>
        </Button>
      </div>
    </div>
  )
}
