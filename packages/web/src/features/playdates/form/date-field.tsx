import { Trans, useLingui } from '@lingui/react/macro'
import { Field } from '@papadag/ui/fields/text-field'
import { Dialog } from '@papadag/ui/layers/dialog-on-demand'
import { Popover } from '@papadag/ui/layers/popover'
import { Icon } from '@papadag/ui/pictures/icon'
import { Skeleton } from '@papadag/ui/states/skeleton'
import { lazy, type ReactNode, type Ref, Suspense, useState } from 'react'
import { dateAndTimeOf, useDates } from '../../../platform/language/dates.ts'
import { useLanguage } from '../../../platform/language/language.ts'
import { localeOf } from '../../../platform/language/locale.ts'
import { screen } from '../../../platform/screen/screen.ts'
import { useMedia } from '../../../platform/screen/use-media.ts'

const LazyCalendar = lazy(async () => ({ default: (await import('@papadag/ui/calendar/calendar')).Calendar }))

// A separate chunk, since the form would otherwise load too slowly.
const TypedDay = lazy(async () => ({ default: (await import('./typed-day.tsx')).TypedDay }))

/** Noon, so that no clock change moves it to another day. */
function dayOf(date: string): Date {
  return new Date(`${date}T12:00`)
}

export type DaysProps = { value: string; onChange: (date: string) => void; busyDays: readonly string[] }

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

/** The legend of the dots, which screen readers read with the day. */
export function DotHint() {
  return (
    <p aria-hidden className="mt-2 px-2 text-ink-2 text-sm">
      <Trans>A dot means you already have plans.</Trans>
    </p>
  )
}

type Props = DaysProps & { error?: ReactNode; hint?: ReactNode; ref?: Ref<HTMLButtonElement> }

/** The date: typed or chosen from a calendar, which is below the field on a desktop and in a sheet on a phone. */
export function DateField({ error, hint, ref, ...days }: Props) {
  const { t } = useLingui()
  const dates = useDates()
  const isPhone = useMedia(`(width < ${screen.mobileBreakpointPx}px)`)
  const [isOpen, setIsOpen] = useState(false)
  const label = t`Choose a date`
  const chosen = dates.fullDate(dayOf(days.value).toISOString())
  return (
    <Field label={t`Date`} error={error} hint={hint}>
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
                <Suspense fallback={<div className="min-h-23" />}>
                  <TypedDay value={days.value} onChange={days.onChange} onEnter={close} />
                </Suspense>
                <Days {...days} onChange={choose(close)} />
              </>
            )}
          </Popover>
        )
      }}
    </Field>
  )
}
