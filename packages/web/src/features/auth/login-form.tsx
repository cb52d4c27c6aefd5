import { Trans, useLingui } from '@lingui/react/macro'
import { issue } from '@papadag/contract/problems'
import { Button } from '@papadag/ui/button'
import { PasswordField, TextField } from '@papadag/ui/text-field'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { sayIssue } from '../../platform/issue-texts.ts'
import { useLogIn } from '../../platform/session.ts'

export type LoginFields = { username: string; password: string }

type Props = {
  /** What was typed before the other tab was looked at. */
  typed: LoginFields
  onType: (typed: LoginFields) => void
}

export function LoginForm({ typed, onType }: Props) {
  const { t } = useLingui()
  const logIn = useLogIn()
  const { register, handleSubmit, watch, getValues, setFocus, formState } = useForm<LoginFields>({
    defaultValues: typed,
  })
  useEffect(() => {
    const { unsubscribe } = watch(() => onType(getValues()))
    return unsubscribe
  }, [watch, getValues, onType])
  const { errors } = formState
  return (
    <form
      noValidate
      className="grid gap-3.5"
      onSubmit={handleSubmit(body => {
        if (!logIn.isPending) logIn.mutate({ body }, { onError: () => setFocus('password') })
      })}
    >
      <TextField
        label={t`Username`}
        icon="user"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={sayIssue(errors.username?.message)}
        {...register('username', { validate: value => value.trim() !== '' || issue('user.usernameRequired') })}
      />
      <PasswordField
        label={t`Password`}
        autoComplete="current-password"
        showLabel={t`Show password`}
        hideLabel={t`Hide password`}
        required
        error={sayIssue(errors.password?.message)}
        {...register('password', { required: issue('user.passwordRequired') })}
      />
      <Button type="submit" variant="do" className="mt-2 w-full" busy={logIn.isPending} busyLabel={t`Logging in...`}>
        <Trans>Log in</Trans>
      </Button>
    </form>
  )
}
