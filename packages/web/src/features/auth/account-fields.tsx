import { useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { issue } from '@papadag/contract/problems'
import { cleanAddress, isMailAddress } from '@papadag/contract/users/mail-address'
import { PasswordField, TextField } from '@papadag/ui/fields/text-field'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { atMost, filled, pair } from './field-rules.ts'
import { PasswordAdvice } from './password-advice.tsx'
import type { RegisterFields } from './registering.ts'

export type FieldsProps = {
  form: UseFormReturn<RegisterFields>
  errorOf: (field: keyof RegisterFields) => ReactNode
}

type Props = FieldsProps & {
  /** Instead of passwords. */
  passkey: ReactNode
}

/** The required fields of an account: names, address and password, or what is said instead of it. */
export function AccountFields({ form, errorOf, passkey }: Props) {
  const { t } = useLingui()
  const { register } = form
  return (
    <>
      {/* Side by side on a phone too, unless the text is large. */}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] items-start gap-3">
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
              form: value => isMailAddress(cleanAddress(value)) || issue('user.emailInvalid'),
              atMost: atMost(limits.email),
            },
          })}
        />
      </div>
      {passkey ?? <Passwords form={form} errorOf={errorOf} />}
    </>
  )
}

function Passwords({ form, errorOf }: FieldsProps) {
  const { t } = useLingui()
  const { register, watch, formState } = form
  return (
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
        <PasswordAdvice password={watch('password')} />
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
  )
}
