import { Trans, useLingui } from '@lingui/react/macro'
import { issue } from '@papadag/contract/problems'
import { Dialog } from '@papadag/ui/dialog-on-demand'
import { Icon } from '@papadag/ui/icon'
import { Popover } from '@papadag/ui/popover'
import { Skeleton } from '@papadag/ui/skeleton'
import { Field, TextField } from '@papadag/ui/text-field'
import { lazy, type ReactNode, type Ref, Suspense, useState } from 'react'
import { dateAndTimeOf, useDates } from '../../platform/dates.ts'
import { sayIssue } from '../../platform/issue-texts.ts'
import { localeOf, useLanguage } from '../../platform/language.ts'
import { screen } from '../../platform/screen.ts'
import { useMedia } from './use-media.ts'

const LazyCalendar = lazy(async () => ({ default: (await import('@papadag/ui/calendar')).Calendar }))

/** Noon, so that no change of the clock moves it to another day. */
function dayOf(date: string): Date {
  return new Date(`${date}T12:00`)
}

type DaysProps = { value: string; onChange: (date: string) => void; busyDays: readonly string[] }

/** A month of days; days with planned playdates have a dot. */
export function Days({ value, onChange, busyDays }: DaysProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const today = new Date()
  today.setHours(0, 0, 0, 0)
  return (
    <Suspense fallback={<Skeleton className="h-93 rounded-m" />}>
      <LazyCalendar
        value={dayOf(value)}
        onChange={day => onChange(dateAndTimeOf(day).date)}
        from={today}
        marked={busyDays.map(dayOf)}
        locale={localeOf(language)}
        labels={{
          previousMonth: t`Previous month`,
          nextMonth: t`Next month`,
          today: t`today`,
          marked: t`you already have plans`,
        }}
      />
    </Suspense>
  )
}

/** The legend of the dots; screen readers read it with the day. */
export function DotHint() {
  return (
    <p aria-hidden className="mt-2 px-2 text-ink-2 text-sm">
      <Trans>A dot means you already have plans.</Trans>
    </p>
  )
}

type Props = DaysProps & { error?: ReactNode; ref?: Ref<HTMLButtonElement> }

/** The date: typed or chosen from a calendar, below the field on a desktop, in a sheet on a phone. */
export function DateField({ error, ref, ...days }: Props) {
  const { t } = useLingui()
  const dates = useDates()
  const isPhone = useMedia(`(width < ${screen.mobileBreakpointPx}px)`)
  const [isOpen, setIsOpen] = useState(false)
  const label = t`Choose a date`
  const chosen = dates.fullDate(dayOf(days.value).toISOString())
  return (
    <Field label={t`Date`} error={error}>
      {control => {
        const face = {
          ...control,
          ref,
          type: 'button' as const,
          'aria-labelledby': `${control['aria-labelledby']} ${control.id}`,
          className: 'field-box w-full text-left',
          children: (
            <>
              <Icon name="calendar" size={22} />
              <span className="flex-1">{chosen}</span>
              <Icon name="down" size={18} />
            </>
          ),
        }
        const choose = (close: () => void) => (date: string) => {
          days.onChange(date)
          close()
        }
        if (isPhone) {
          const close = () => setIsOpen(false)
          return (
            <>
              <button {...face} aria-haspopup="dialog" onClick={() => setIsOpen(true)} />
              <Dialog open={isOpen} onClose={close} title={label} closeLabel={t`Close`}>
                <Days {...days} onChange={choose(close)} />
                {days.busyDays.length > 0 && <DotHint />}
              </Dialog>
            </>
          )
        }
        return (
          <Popover label={label} className="w-90 p-3" trigger={props => <button {...face} {...props} />}>
            {close => (
              <>
                <TypedDay value={days.value} onChange={days.onChange} onEnter={close} />
                <Days {...days} onChange={choose(close)} />
              </>
            )}
          </Popover>
        )
      }}
    </Field>
  )
}

type TypedDayProps = { value: string; onChange: (date: string) => void; onEnter: () => void }

/** For keyboard users. The browser formats it in its own locale. */
function TypedDay({ value, onChange, onEnter }: TypedDayProps) {
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
