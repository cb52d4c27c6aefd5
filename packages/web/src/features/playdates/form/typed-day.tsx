import { useLingui } from '@lingui/react/macro'
import { issue } from '@papadag/contract/problems'
import { TextField } from '@papadag/ui/fields/text-field'
import { useState } from 'react'
import { dateAndTimeOf } from '../../../platform/language/dates.ts'
import { sayIssue } from '../../../platform/language/issue-texts.ts'

type TypedDayProps = { value: string; onChange: (date: string) => void; onEnter: () => void }

/** For keyboard users. The browser formats it in its own locale. */
export function TypedDay({ value, onChange, onEnter }: TypedDayProps) {
  const { t } = useLingui()
  const [isPast, setIsPast] = useState(false)
  const today = dateAndTimeOf(new Date()).date
  return (
    <TextField
      label={t`Or type the date`}
      type="date"
      min={today}
      // Uncontrolled: a half-typed year is a date long ago, and must not be reset while typing.
      defaultValue={value}
      className="mb-2 [&_::-webkit-calendar-picker-indicator]:hidden"
      error={isPast && sayIssue(issue('playdate.startInPast'))}
      onChange={({ currentTarget: { value: typed } }) => {
        const isDay = /^\d{4}-\d{2}-\d{2}$/.test(typed)
        setIsPast(isDay && typed < today)
        if (isDay && typed >= today) onChange(typed)
      }}
      onKeyDown={event => {
        if (event.key !== 'Enter') return
        // Enter would submit the whole form.
        event.preventDefault()
        onEnter()
      }}
    />
  )
}
