import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { emailPattern, limits } from '@papadag/contract/limits'
import { uploadPendingPicture } from '@papadag/contract/pictures/uploads'
import { issue } from '@papadag/contract/problems'
import { Button } from '@papadag/ui/button'
import { PasswordField, TextArea, TextField } from '@papadag/ui/fields/text-field'
import { Icon } from '@papadag/ui/pictures/icon'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Path, useForm } from 'react-hook-form'
import { CallError } from '../../platform/data/call.ts'
import { reasonOf, useWrite } from '../../platform/data/data.ts'
import { sayIssue } from '../../platform/language/issue-texts.ts'
import { isPictureAddress } from '../../platform/pictures/picture-file.ts'
import { noConnection, say } from '../../platform/screen/notices.ts'
import { useRegister } from '../../platform/session/sign-in.ts'
import { PasswordAdvice } from './password-advice.tsx'
import { PictureField } from './picture-field.tsx'
import { emptyRegistration, type RegisterFields, type Registering } from './registering.ts'
import { noPasswords, useRegistrationDraft } from './registration-draft.ts'

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
  const { register, handleSubmit, watch, getValues, setError, setFocus, formState } = form
  // Optional fields are folded until the user opens them or one has an error.
  const [isOpen, setIsOpen] = useState(typed.picture !== undefined || folded.some(name => initial[name] !== ''))
  useEffect(() => {
    const keep = () => keeper.current({ ...getValues(), ...noPasswords })
    // The start of a page without a session has taken a restored draft out of the storage.
    keep()
    const { unsubscribe } = watch(() => {
      onType({ fields: getValues(), picture })
      keep()
    })
    return unsubscribe
  }, [watch, getValues, onType, picture, keeper])
  const now = watch()
  const { errors } = formState

  const signUp = useRegister()
  const upload = useWrite(uploadPendingPicture, {
    failed: { title: msg`Registration failed`, description: msg`Failed to upload profile image` },
    // The specification wants this in the log as well.
    // biome-ignore lint/suspicious/noConsole: it is the browser's own console that is meant
    onFailed: error => console.error('Failed to upload profile image', error.message),
  })
  const isBusy = signUp.isPending || upload.isPending

  const isSending = useRef(false)
  // The uploaded picture stays pending for an hour, so another attempt need not upload it again.
  const uploaded = useRef<{ picture: Blob; imageUrl: string }>(undefined)

  async function addressOf(file: Blob) {
    if (uploaded.current?.picture !== file) {
      uploaded.current = { picture: file, ...(await upload.mutateAsync({ file })) }
    }
    return uploaded.current.imageUrl
  }

  async function send({ confirmPassword: _, ...body }: RegisterFields) {
    // A second Enter may come before the first has made the button busy.
    if (isSending.current) return
    isSending.current = true
    try {
      // If both are given, the file wins.
      await signUp.mutateAsync({ body: { ...body, ...(picture && { profileImage: await addressOf(picture) }) } })
    } catch (error) {
      if (error instanceof CallError) showProblems(error)
      else throw error
    } finally {
      isSending.current = false
    }
  }

  /** A field that is folded away can take no focus. */
  function unfold(problems: Partial<Record<keyof RegisterFields, unknown>>) {
    const wrong = folded.find(name => problems[name])
    if (!wrong || isOpen) return
    flushSync(() => setIsOpen(true))
    if (Object.keys(problems).every(name => folded.some(one => one === name))) setFocus(wrong)
  }

  /** A toast shows it already; errors of a field are shown there too. */
  function showProblems(error: CallError) {
    const problems = fieldIssues(error).filter(({ path }) => !picture || path !== 'profileImage')
    unfold(Object.fromEntries(problems.map(({ path }) => [path, true])))
    for (const [index, { path, message }] of problems.entries()) {
      setError(path, { message }, { shouldFocus: index === 0 })
    }
    // A picture the server no longer has is uploaded again next time.
    if (problems.length < error.issues.length) uploaded.current = undefined
  }

  const errorOf = (field: keyof RegisterFields) => sayIssue(errors[field]?.message)
  const filled = (code: ReturnType<typeof issue>) => (value: string) => value.trim() !== '' || code
  const atMost =
    (max: number, code = issue('text.tooLong')) =>
    (value: string) =>
      [...value].length <= max || code
  const optional = t`(optional)`
  const pair = 'grid grid-cols-1 items-start gap-3.5 min-[480px]:grid-cols-2 min-[480px]:gap-3'

  return (
    <form noValidate className="grid grid-cols-1 gap-3.5" onSubmit={handleSubmit(send, unfold)}>
      <div className={pair}>
        <TextField
          label={t`First name`}
          autoComplete="given-name"
          enterKeyHint="next"
          required
          error={errorOf('firstName')}
          {...register('firstName', {
            validate: { filled: filled('user.firstNameRequired'), atMost: atMost(limits.personName) },
          })}
        />
        <TextField
          label={t`Last name`}
          autoComplete="family-name"
          enterKeyHint="next"
          required
          error={errorOf('lastName')}
          {...register('lastName', {
            validate: { filled: filled('user.lastNameRequired'), atMost: atMost(limits.personName) },
          })}
        />
      </div>
      <div className={pair}>
        <TextField
          label={t`Username`}
          icon="user"
          autoComplete="username"
          enterKeyHint="next"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={errorOf('username')}
          {...register('username', {
            validate: { filled: filled('user.usernameRequired'), atMost: atMost(limits.username) },
          })}
        />
        <TextField
          label={t`E-mail`}
          icon="mail"
          type="email"
          autoComplete="email"
          enterKeyHint="next"
          required
          error={errorOf('email')}
          {...register('email', {
            validate: {
              form: value => emailPattern.test(value.trim()) || issue('user.emailInvalid'),
              atMost: atMost(limits.email),
            },
          })}
        />
      </div>
      <div className={pair}>
        <div>
          <PasswordField
            label={t`Password`}
            autoComplete="new-password"
            enterKeyHint="next"
            showLabel={t`Show password`}
            hideLabel={t`Hide password`}
            required
            error={errorOf('password')}
            {...register('password', {
              deps: formState.isSubmitted ? ['confirmPassword'] : [],
              minLength: { value: limits.passwordMin, message: issue('user.passwordTooShort') },
              required: issue('user.passwordTooShort'),
              maxLength: { value: limits.passwordMax, message: issue('text.tooLong') },
            })}
          />
          <PasswordAdvice password={now.password} />
        </div>
        <TextField
          label={t`Once more`}
          placeholder={t`Same password`}
          type="password"
          icon="lock"
          autoComplete="new-password"
          enterKeyHint="next"
          required
          error={errorOf('confirmPassword')}
          {...register('confirmPassword', {
            validate: (value, { password }) => value === password || issue('user.passwordsDiffer'),
          })}
        />
      </div>
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        className="group rounded-kap-s bg-picked-soft px-3.5"
      >
        <summary className="flex min-h-13 list-none items-center gap-2 font-[650] [&::-webkit-details-marker]:hidden">
          <span className="flex-1">
            <Trans>Photo, city and more</Trans> <span className="font-[450] text-ink-2">{optional}</span>
          </span>
          <Icon name="down" className="group-open:rotate-180" />
        </summary>
        <div className="grid grid-cols-1 gap-3.5 pt-1 pb-4">
          <PictureField
            value={picture}
            error={upload.error && say(upload.error.code === 'offline' ? noConnection : (reasonOf(upload.error) ?? ''))}
            onChange={chosen => {
              upload.reset()
              setPicture(chosen)
              onType({ fields: getValues(), picture: chosen })
            }}
          />
          <div className={pair}>
            <TextField
              label={t`Phone`}
              mark={optional}
              icon="phone"
              type="tel"
              autoComplete="tel"
              enterKeyHint="next"
              placeholder="06 12 34 56 78"
              hint={t`Nobody sees it unless you allow it later.`}
              error={errorOf('phoneNumber')}
              {...register('phoneNumber', { validate: atMost(limits.phoneNumber) })}
            />
            <TextField
              label={t`City`}
              mark={optional}
              icon="pin"
              autoComplete="address-level2"
              enterKeyHint="next"
              hint={t`So that dads near you can find you.`}
              error={errorOf('city')}
              {...register('city', { validate: atMost(limits.city) })}
            />
          </div>
          <TextArea
            label={t`About you`}
            mark={optional}
            placeholder={t`Father of… Loves… Never without…`}
            counter={`${[...now.bio].length} / ${limits.bio}`}
            error={errorOf('bio')}
            {...register('bio', { validate: atMost(limits.bio, 'user.bioTooLong') })}
          />
          <TextField
            label={t`Web address of a photo`}
            mark={optional}
            type="url"
            inputMode="url"
            autoComplete="off"
            enterKeyHint="send"
            placeholder="https://"
            hint={picture && t`The photo you chose above is used instead.`}
            error={errorOf('profileImage')}
            {...register('profileImage', {
              validate: {
                form: value => value.trim() === '' || isPictureAddress(value.trim()) || issue('url.invalid'),
                atMost: atMost(limits.url),
              },
            })}
          />
        </div>
      </details>
      <Button type="submit" variant="do" className="mt-2 w-full" busy={isBusy} busyLabel={t`Creating account...`}>
        <Trans>Create account</Trans>
      </Button>
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
    </form>
  )
}

const folded = ['phoneNumber', 'city', 'bio', 'profileImage'] as const

type FieldIssue = { path: Path<RegisterFields>; message: string }

/** The server's errors for fields of this form. */
function fieldIssues({ code, sentence = '', issues }: CallError): FieldIssue[] {
  if (code === 'auth.usernameTaken') return [{ path: 'username', message: sentence }]
  if (code === 'auth.emailTaken') return [{ path: 'email', message: sentence }]
  return issues.filter((issue): issue is FieldIssue => issue.path in emptyRegistration.fields)
}
