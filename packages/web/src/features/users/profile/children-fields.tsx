import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { Button } from '@papadag/ui/button'
import { SelectField, TextField } from '@papadag/ui/fields/text-field'
import { IconButton } from '@papadag/ui/icon-button'
import { useRef } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { sayIssue } from '../../../platform/language/issue-texts.ts'
import { monthNames } from './month-names.ts'
import { birthYears, checkMonth, checks, checkYear, type ProfileFields } from './profile-fields.ts'

/** The children: their names and months of birth. */
export function ChildrenFields({ locale }: { locale: string }) {
  const { control } = useFormContext<ProfileFields>()
  const { fields, append, remove } = useFieldArray({ control, name: 'childrenInfo' })
  const add = useRef<HTMLButtonElement>(null)
  const months = monthNames(locale)
  return (
    <fieldset>
      <legend className="mb-1.5 font-[650] text-[.9375rem]">
        <Trans>Your children</Trans>
      </legend>
      <p className="mb-3 text-ink-2 text-sm">
        <Trans>Others see an age, never the month, and only those you allow in Settings.</Trans>
      </p>
      <ul className="grid gap-3">
        {fields.map(({ id, month, year }, index) => (
          <ChildRow
            key={id}
            index={index}
            first={{ month, year }}
            months={months}
            onRemove={() => {
              remove(index)
              // The pressed button disappears with its row.
              add.current?.focus()
            }}
          />
        ))}
      </ul>
      {fields.length < limits.children && (
        <Button
          ref={add}
          size={44}
          icon="plus"
          className="mt-3"
          onClick={() => append({ name: '', month: '', year: '' })}
        >
          <Trans>Add a child</Trans>
        </Button>
      )}
    </fieldset>
  )
}

type RowProps = {
  index: number
  /** The values it begins with. */
  first: { month: string; year: string }
  months: ReturnType<typeof monthNames>
  onRemove: () => void
}

function ChildRow({ index, first, months, onRemove }: RowProps) {
  const { t } = useLingui()
  const { register, getValues, formState } = useFormContext<ProfileFields>()
  const errors = formState.errors.childrenInfo?.[index]
  return (
    <li className="relative rounded-kap-s bg-surface p-3 edge-card">
      <fieldset className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 md:grid-cols-2">
        <legend className="sr-only">{t`Child ${index + 1}`}</legend>
        <TextField
          label={t({ message: 'Name', context: 'child' })}
          autoComplete="off"
          error={sayIssue(errors?.name?.message)}
          {...register(`childrenInfo.${index}.name`, { validate: checks.childName })}
        />
        <div className="flex items-start gap-2">
          <SelectField
            label={t`Born in`}
            defaultValue={first.month}
            className="min-w-0 flex-1"
            error={sayIssue(errors?.month?.message)}
            {...register(`childrenInfo.${index}.month`, {
              validate: () => checkMonth(getValues(`childrenInfo.${index}`)),
            })}
          >
            <option value="">{t`Month`}</option>
            {months.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t`Year`}
            defaultValue={first.year}
            className="min-w-0 flex-1"
            error={sayIssue(errors?.year?.message)}
            {...register(`childrenInfo.${index}.year`, {
              validate: () => checkYear(getValues(`childrenInfo.${index}`)),
            })}
          >
            <option value="">{t`Year`}</option>
            {birthYears().map(born => (
              <option key={born} value={born}>
                {born}
              </option>
            ))}
          </SelectField>
          <IconButton icon="trash" aria-label={t`Remove child ${index + 1}`} className="mt-7" onClick={onRemove} />
        </div>
      </fieldset>
    </li>
  )
}
