import { Trans, useLingui } from '@lingui/react/macro'
import { featureKeys, type PlaceType } from '@papadag/contract/places/places'
import { ChipToggle } from '@papadag/ui/chip'
import { TextArea, TextField } from '@papadag/ui/fields/text-field'
import { type ReactNode, useId } from 'react'
import { Controller } from 'react-hook-form'
import { sayIssue } from '../../../platform/language/issue-texts.ts'
import { featureLabels } from '../feature-labels.ts'
import type { PlaceValues } from './form-values.ts'
import { PhotoField } from './photo-field.tsx'
import type { PlaceForm } from './use-place-form.ts'

type Props = {
  form: PlaceForm
  type: PlaceType
  /** The current photo. */
  imageUrl?: string | null
  /** Why the server refused the photo. */
  photoError?: string | undefined
  /** Puts short fields side by side if there is room. */
  isWide?: boolean
  /** Its position, before the features. */
  children?: ReactNode
}

/** The fields of a place, for adding and editing. */
export function PlaceFields({ form, type, imageUrl, photoError, isWide = false, children }: Props) {
  const { i18n, t } = useLingui()
  const { register, control, formState } = form
  const featuresId = useId()
  const errorOf = (field: keyof PlaceValues) => sayIssue(formState.errors[field]?.message)
  const optional = t`(optional)`
  // Registered here, since the first invalid field to be focused is the one registered first.
  const address = () => (
    <TextField
      label={t`Address`}
      icon="pin"
      placeholder={t`Street and town`}
      error={errorOf('address')}
      autoComplete="off"
      {...(type === 'restaurant' ? { required: true } : { mark: optional })}
      {...register('address')}
    />
  )
  return (
    <div
      className={
        isWide ? 'grid grid-cols-1 gap-4 md:grid-cols-2 md:[&>:nth-child(n+3)]:col-span-full' : 'grid grid-cols-1 gap-4'
      }
    >
      <TextField
        label={t({ message: 'Name', context: 'place' })}
        error={errorOf('name')}
        autoComplete="off"
        required
        {...register('name')}
      />
      {type === 'restaurant' && address()}
      <TextArea
        label={t`Description`}
        mark={optional}
        placeholder={type === 'playground' ? t`Slides, swings, shade?` : undefined}
        error={errorOf('description')}
        {...register('description')}
      />
      {type === 'playground' && address()}
      {children}
      <div>
        <p id={featuresId} className="mb-1.5 font-[650] text-[.9375rem]">
          <Trans>What will you find there?</Trans>
        </p>
        <Controller
          control={control}
          name="features"
          render={({ field: { value, onChange } }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out like the other labels
            <div role="group" aria-labelledby={featuresId} className="flex flex-wrap gap-2">
              {featureKeys[type].map(key => (
                <ChipToggle
                  key={key}
                  icon={featureLabels[key].icon}
                  pressed={value.includes(key)}
                  onChange={pressed => onChange(pressed ? [...value, key] : value.filter(other => other !== key))}
                >
                  {i18n._(featureLabels[key].label)}
                </ChipToggle>
              ))}
            </div>
          )}
        />
      </div>
      <Controller
        control={control}
        name="picture"
        render={({ field: { value, onChange } }) => (
          <PhotoField value={value} onChange={onChange} imageUrl={imageUrl ?? null} error={photoError} />
        )}
      />
    </div>
  )
}
