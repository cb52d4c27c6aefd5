import { useLingui } from '@lingui/react/macro'
import { cleanAddress } from '@papadag/contract/users/mail-address'
import { TextField } from '@papadag/ui/fields/text-field'
import { textLinkClass } from '@papadag/ui/text-link'
import { useFormContext } from 'react-hook-form'
import { AboutField } from '../../../domain/people/about-field.tsx'
import { sayIssue } from '../../../platform/language/issue-texts.ts'
import { checks, type ProfileFields } from './profile-fields.ts'

type Props = {
  /** The browser's city, if known. */
  cityNearby: string | undefined
  /** The address to which mail is refused. */
  refusedEmail: string | undefined
}

/** Who he is, and how to reach him. */
export function PersonFields({ cityNearby, refusedEmail }: Props) {
  const { t } = useLingui()
  const { register, watch, formState } = useFormContext<ProfileFields>()
  const errorOf = (field: keyof typeof checks & keyof ProfileFields) => sayIssue(formState.errors[field]?.message)
  const optional = t`(optional)`
  const pair = 'grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2'
  return (
    <>
      <div className={pair}>
        <TextField
          label={t`First name`}
          autoComplete="given-name"
          required
          error={errorOf('firstName')}
          {...register('firstName', { validate: checks.firstName })}
        />
        <TextField
          label={t`Last name`}
          autoComplete="family-name"
          required
          error={errorOf('lastName')}
          {...register('lastName', { validate: checks.lastName })}
        />
      </div>
      <AboutField text={watch('bio')} error={errorOf('bio')} {...register('bio', { validate: checks.bio })} />
      <div className={pair}>
        <TextField
          label={t`E-mail`}
          icon="mail"
          type="email"
          autoComplete="email"
          required
          error={
            errorOf('email') ??
            (cleanAddress(watch('email')) === refusedEmail
              ? t`Mail to this address is refused. Is it right?`
              : undefined)
          }
          {...register('email', { validate: checks.email })}
        />
        <TextField
          label={t`Phone`}
          mark={optional}
          icon="phone"
          type="tel"
          autoComplete="tel"
          hint={t`Nobody sees it unless you allow it in Settings.`}
          error={errorOf('phoneNumber')}
          {...register('phoneNumber', { validate: checks.phoneNumber })}
        />
      </div>
      <CityField cityNearby={cityNearby} />
    </>
  )
}

function CityField({ cityNearby }: Pick<Props, 'cityNearby'>) {
  const { t } = useLingui()
  const { register, watch, setValue, formState } = useFormContext<ProfileFields>()
  return (
    <div>
      <TextField
        label={t`City`}
        icon="pin"
        autoComplete="address-level2"
        required
        hint={t`So that dads near you can find you. Others see no more than the city.`}
        error={sayIssue(formState.errors.city?.message)}
        {...register('city', { validate: checks.city })}
      />
      {cityNearby && watch('city').trim() === '' && (
        <button
          type="button"
          className={`text-sm ${textLinkClass}`}
          onClick={() => setValue('city', cityNearby, { shouldDirty: true, shouldValidate: true })}
        >
          {t`Use ${cityNearby}`}
        </button>
      )}
    </div>
  )
}
