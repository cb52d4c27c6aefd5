import { useLingui } from '@lingui/react/macro'
import { TextField } from '@papadag/ui/fields/text-field'
import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import { foreignZone } from '../../../platform/language/dates.ts'
import { DateField, type DaysProps } from './date-field.tsx'
import type { PartProps } from './use-playdate-form.ts'

// Our clock icon replaces the browser's.
const plainTime = '[&_::-webkit-calendar-picker-indicator]:hidden'

/** `hint` is about the day. */
export function WhenFields({
  form,
  errorOf,
  days,
  hint,
}: Omit<PartProps, 'typed'> & { days: DaysProps; hint: ReactNode }) {
  const { t } = useLingui()
  const { register, control, moveEnd, keepLength } = form
  const zone = foreignZone()
  return (
    <>
      <Controller
        control={control}
        name="date"
        render={({ field: { ref } }) => <DateField {...days} ref={ref} error={errorOf('date')} hint={hint} />}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t`From`}
          type="time"
          icon="clock"
          className={plainTime}
          required
          hint={zone && t`Time in ${zone}`}
          error={errorOf('startTime')}
          {...register('startTime', { deps: ['endTime'], onChange: moveEnd })}
        />
        <TextField
          label={t`Until`}
          type="time"
          icon="clock"
          className={plainTime}
          required
          error={errorOf('endTime')}
          {...register('endTime', { onChange: keepLength })}
        />
      </div>
    </>
  )
}
