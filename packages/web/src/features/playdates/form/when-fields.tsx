import { useLingui } from '@lingui/react/macro'
import { TextField } from '@papadag/ui/fields/text-field'
import { type ReactNode, Suspense } from 'react'
import { Controller } from 'react-hook-form'
import { foreignZone } from '../../../platform/language/dates.ts'
import { laterInside } from '../../../platform/screen/when-near.tsx'
import { DateField, type DaysProps } from './date-field.tsx'
import type { PartProps } from './use-playdate-form.ts'

// Our clock icon replaces the browser's.
const plainTime = '[&_::-webkit-calendar-picker-indicator]:hidden'

// A separate chunk, since most playdates do not repeat.
const Rhythm = laterInside(async () => (await import('./repeat-fields.tsx')).Rhythm, 'others')

/** `hint` is about the day; what it says can change, so its space is always there. */
export function WhenFields({ form, typed, errorOf, days, hint }: PartProps & { days: DaysProps; hint: ReactNode }) {
  const { t } = useLingui()
  const { register, control, moveEnd, keepLength } = form
  const zone = foreignZone()
  return (
    <>
      <Controller
        control={control}
        name="date"
        render={({ field: { ref } }) => (
          <DateField
            {...days}
            ref={ref}
            error={errorOf('date')}
            hint={
              !hint && typed.every && typed.date ? (
                <Suspense fallback={'\u00a0'}>
                  <Rhythm every={typed.every} date={typed.date} />
                </Suspense>
              ) : (
                hint || '\u00a0'
              )
            }
          />
        )}
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
