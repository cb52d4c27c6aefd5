import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { textLinkClass } from '@papadag/ui/text-link'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { reasonOf } from '../../platform/data/data.ts'
import { useServerErrors } from '../../platform/data/use-server-errors.ts'
import { sayAccountIssue } from '../../platform/language/account-issues.ts'
import { translate } from '../../platform/language/translate.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { AccountFields } from './account-fields.tsx'
import { folded, MoreFields } from './more-fields.tsx'
import { offersPasskeys } from './passkeys/offered.ts'
import { PictureField } from './picture-field.tsx'
import { emptyRegistration, type RegisterFields, type Registering } from './registering.ts'
import { noPasswords, useRegistrationDraft } from './registration-draft.ts'
import { useRegistering } from './use-registering.ts'

type Props = {
  /** The fields as typed before the user switched tabs. */
  typed: Registering
  onType: (typed: Registering) => void
}

export function RegisterForm({ typed, onType }: Props) {
  const { t } = useLingui()
  const { initial, keeper } = useRegistrationDraft(typed.fields)
  const form = useForm<RegisterFields>({ defaultValues: initial })
  const [picture, setPicture] = useState(typed.picture)
  const { handleSubmit, watch, getValues, setError, setFocus, formState } = form
  // Optional fields are collapsed until the user opens them or one has an error.
  const [isOpen, setIsOpen] = useState(typed.picture !== undefined || folded.some(name => initial[name] !== ''))
  const [isWithPasskey, setIsWithPasskey] = useState(false)
  const more = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const keep = () => keeper.current({ ...getValues(), ...noPasswords })
    // The start of a page without a session has taken a restored draft out of storage.
    keep()
    const { unsubscribe } = watch(() => {
      onType({ fields: getValues(), picture })
      keep()
    })
    return unsubscribe
  }, [watch, getValues, onType, picture, keeper])

  const { send, upload, refusal, isBusy } = useRegistering(picture, isWithPasskey)
  useServerErrors(setError, refusal, {
    // Once a picture is chosen, its address field is not shown.
    fields: names.filter(name => !picture || name !== 'profileImage'),
    ofCode: { 'auth.usernameTaken': 'username', 'auth.emailTaken': 'email' },
    onFound: unfold,
  })

  /** A collapsed field cannot be focused. */
  function unfold(wrong: readonly string[]) {
    const first = folded.find(name => wrong.includes(name))
    if (!first || !more.current || more.current.open) return
    more.current.open = true
    setIsOpen(true)
    if (wrong.every(name => folded.some(one => one === name))) setFocus(first)
  }

  const fields = { form, errorOf: (field: keyof RegisterFields) => sayAccountIssue(formState.errors[field]?.message) }
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-3.5"
      onSubmit={handleSubmit(send, wrong => unfold(Object.keys(wrong)))}
    >
      <AccountFields {...fields} passkey={isWithPasskey ? <InsteadOfPassword /> : undefined} />
      {offersPasskeys() && <PasskeySwitch isOn={isWithPasskey} onChange={setIsWithPasskey} />}
      <details
        ref={more}
        open={isOpen}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        className="group rounded-kap-s bg-picked-soft px-3.5"
      >
        <MoreFields {...fields} hasPicture={picture !== undefined}>
          <PictureField
            value={picture}
            error={
              upload.error && translate(upload.error.code === 'offline' ? noConnection : (reasonOf(upload.error) ?? ''))
            }
            onChange={chosen => {
              upload.reset()
              setPicture(chosen)
              onType({ fields: getValues(), picture: chosen })
            }}
          />
        </MoreFields>
      </details>
      <Button type="submit" variant="do" className="mt-2 w-full" busy={isBusy} busyLabel={t`Creating account...`}>
        <Trans>Create account</Trans>
      </Button>
      <Agreement />
    </form>
  )
}

type SwitchProps = { isOn: boolean; onChange: (isOn: boolean) => void }

function PasskeySwitch({ isOn, onChange }: SwitchProps) {
  return (
    <p className="text-sm">
      <button type="button" className={textLinkClass} onClick={() => onChange(!isOn)}>
        {isOn ? <Trans>Choose a password instead</Trans> : <Trans>Use a passkey instead of a password</Trans>}
      </button>
    </p>
  )
}

function InsteadOfPassword() {
  return (
    <p className="rounded-kap-s bg-picked-soft px-3.5 py-3 text-sm">
      <Trans>
        No password to make up: your device asks for your face, your finger or your PIN once you create the account.
      </Trans>
    </p>
  )
}

function Agreement() {
  return (
    <p className="text-center text-ink-2 text-sm">
      <Trans>
        Papadag is for parents aged 18 and over. By creating an account you agree to the{' '}
        <a href="#terms" className="font-bold underline">
          terms
        </a>{' '}
        and the{' '}
        <a href="#rules" className="font-bold underline">
          house rules
        </a>
        . What happens to your data is explained under{' '}
        <a href="#privacy" className="font-bold underline">
          privacy
        </a>
        .
      </Trans>
    </p>
  )
}

// As Object.keys of a constant with this type.
const names = Object.keys(emptyRegistration.fields) as (keyof RegisterFields)[]
