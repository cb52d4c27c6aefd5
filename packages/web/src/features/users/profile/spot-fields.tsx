import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { Button } from '@papadag/ui/button'
import { TextField } from '@papadag/ui/fields/text-field'
import { IconButton } from '@papadag/ui/icon-button'
import { useRef } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { sayIssue } from '../../../platform/language/issue-texts.ts'
import { checks, type ProfileFields } from './profile-fields.ts'

/** The user's favourite spots, in his own words; saved places are separate (decision L17). */
export function SpotFields() {
  const { t } = useLingui()
  const { register, control, formState } = useFormContext<ProfileFields>()
  const { fields, append, remove } = useFieldArray({ control, name: 'favoriteLocations' })
  const add = useRef<HTMLButtonElement>(null)
  const errors = formState.errors.favoriteLocations
  return (
    <fieldset>
      <legend className="mb-1.5 font-[650] text-[.9375rem]">
        <Trans>Where others can meet you</Trans>
      </legend>
      <p className="mb-3 text-ink-2 text-sm">
        <Trans>A playground, a park, a pancake house. All members see this, so leave out your own address.</Trans>
      </p>
      <ul className="grid gap-2">
        {fields.map(({ id }, index) => (
          <li key={id} className="flex items-end gap-2">
            <TextField
              label={<span className="sr-only">{t`Spot ${index + 1}`}</span>}
              icon="pin"
              autoComplete="off"
              className="min-w-0 flex-1"
              error={sayIssue(errors?.[index]?.spot?.message)}
              {...register(`favoriteLocations.${index}.spot`, { validate: checks.spot })}
            />
            <IconButton
              icon="trash"
              aria-label={t`Remove spot ${index + 1}`}
              className="mb-1"
              onClick={() => {
                remove(index)
                // The focused button disappears with the row.
                add.current?.focus()
              }}
            />
          </li>
        ))}
      </ul>
      {fields.length < limits.favoriteLocations && (
        <Button ref={add} size={44} icon="plus" className="mt-3" onClick={() => append({ spot: '' })}>
          <Trans>Add a spot</Trans>
        </Button>
      )}
    </fieldset>
  )
}
