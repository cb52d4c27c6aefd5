import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { issue } from '@papadag/contract/problems'
import { TextField } from '@papadag/ui/fields/text-field'
import { Icon } from '@papadag/ui/pictures/icon'
import type { ReactNode } from 'react'
import { AboutField } from '../../domain/people/about-field.tsx'
import { isPictureAddress } from '../../platform/pictures/picture-file.ts'
import type { FieldsProps } from './account-fields.tsx'
import { atMost, pair } from './field-rules.ts'

export const folded = ['phoneNumber', 'city', 'bio', 'profileImage'] as const

type Props = FieldsProps & {
  /** The picture field. */
  hasPicture: boolean
  /** The optional fields of an account, collapsed until they are opened. */
  children: ReactNode
}

/** What an account may have; folded until it is wanted. */
export function MoreFields({ form, errorOf, hasPicture, children }: Props) {
  const { t } = useLingui()
  const { register, watch } = form
  const optional = t`(optional)`
  return (
    <>
      <summary className="flex min-h-13 list-none items-center gap-2 font-[650] [&::-webkit-details-marker]:hidden">
        <span className="flex-1">
          <Trans>Photo, city and more</Trans> <span className="font-[450] text-ink-2">{optional}</span>
        </span>
        <Icon name="down" className="group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-1 gap-3.5 pt-1 pb-4">
        {children}
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
        <AboutField
          text={watch('bio')}
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
          hint={hasPicture && t`The photo you chose above is used instead.`}
          error={errorOf('profileImage')}
          {...register('profileImage', {
            validate: {
              form: value => value.trim() === '' || isPictureAddress(value.trim()) || issue('url.invalid'),
              atMost: atMost(limits.url),
            },
          })}
        />
      </div>
    </>
  )
}
