import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { reportReasons } from '@papadag/contract/moderation'
import { Button } from '@papadag/ui/button'
import { SelectField, TextArea, TextField } from '@papadag/ui/fields/text-field'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../platform/session/session.ts'
import { useVisitorReport } from './use-visitor-report.ts'
import { reasonWords } from './words.ts'

/** For visitors: a way to report content by its link. Members report it where they see it. */
export function VisitorReport() {
  const [isOpen, setIsOpen] = useState(false)
  const [reference, setReference] = useState<string>()
  const done = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (reference) done.current?.focus()
  }, [reference])
  if (useSession().status !== 'visitor') return null
  if (reference) {
    return (
      <p ref={done} tabIndex={-1} role="status" className="my-2 rounded-kap-s bg-ok-soft p-4">
        <Trans>
          Thank you, a moderator will look at it. Your reference is <b>{reference}</b>.
        </Trans>
      </p>
    )
  }
  if (!isOpen) {
    return (
      <Button icon="flag" className="my-2" onClick={() => setIsOpen(true)}>
        <Trans>Report something without an account</Trans>
      </Button>
    )
  }
  return <VisitorForm onSent={setReference} onCancel={() => setIsOpen(false)} />
}

type FormProps = { onSent: (reference: string) => void; onCancel: () => void }

function VisitorForm({ onSent, onCancel }: FormProps) {
  const { t, i18n } = useLingui()
  const { fields, type, errorOf, mayBeNameless, isBusy, submit } = useVisitorReport(onSent)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

  return (
    <form
      noValidate
      onSubmit={submit}
      className="my-3 grid grid-cols-[minmax(0,1fr)] gap-3.5 rounded-kap-s bg-sunken p-4"
    >
      <TextField
        ref={first}
        name="address"
        label={t`Link to what it is about`}
        hint={t`From the message you got it in, or from the address bar.`}
        inputMode="url"
        required
        value={fields.address}
        onChange={({ currentTarget: { value } }) => type({ address: value })}
        error={errorOf('address')}
      />
      <SelectField
        name="reason"
        label={t`What is wrong?`}
        required
        value={fields.reason}
        onChange={({ currentTarget: { value } }) => type({ reason: value })}
        error={errorOf('reason')}
      >
        <option value="">{t`Choose…`}</option>
        {reportReasons.map(choice => (
          <option key={choice} value={choice}>
            {i18n._(reasonWords[choice])}
          </option>
        ))}
      </SelectField>
      <TextArea
        name="text"
        label={t`What happened?`}
        mark={t`(optional)`}
        value={fields.text}
        onChange={({ currentTarget: { value } }) => type({ text: value })}
        error={errorOf('text')}
      />
      <TextField
        name="name"
        label={t`Your name`}
        mark={mayBeNameless && t`(optional)`}
        autoComplete="name"
        maxLength={limits.personName}
        value={fields.name}
        onChange={({ currentTarget: { value } }) => type({ name: value })}
        error={errorOf('name')}
      />
      <TextField
        name="email"
        type="email"
        label={t`E-mail`}
        mark={mayBeNameless && t`(optional)`}
        hint={t`Only the moderators see who you are. They never say who reported it.`}
        autoComplete="email"
        value={fields.email}
        onChange={({ currentTarget: { value } }) => type({ email: value })}
        error={errorOf('email')}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="do" busy={isBusy}>
          <Trans>Send</Trans>
        </Button>
      </div>
    </form>
  )
}
