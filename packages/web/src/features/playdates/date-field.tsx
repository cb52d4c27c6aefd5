import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { Dialog } from '@papadag/ui/dialog'
import { Icon } from '@papadag/ui/icon'
import { Popover } from '@papadag/ui/popover'
import { Skeleton } from '@papadag/ui/skeleton'
import { Field } from '@papadag/ui/text-field'
import { lazy, type ReactNode, type Ref, Suspense, useState, useSyncExternalStore } from 'react'
import { dateAndTimeOf, useDates } from '../../platform/dates.ts'
import { localeOf, useLanguage } from '../../platform/language.ts'

const LazyCalendar = lazy(async () => ({ default: (await import('@papadag/ui/calendar')).Calendar }))

const phone = matchMedia(`(max-width: ${limits.mobileBreakpointPx - 0.02}px)`)

function useIsPhone() {
  return useSyncExternalStore(
    changed => {
      phone.addEventListener('change', changed)
      return () => phone.removeEventListener('change', changed)
    },
    () => phone.matches,
  )
}

/** Noon, so that no zone's clock change moves it to another day. */
function dayOf(date: string): Date {
  return new Date(`${date}T12:00`)
}

type DaysProps = { value: string; onChange: (date: string) => void; busyDays: readonly string[] }

/** A month of days; those on which something is planned already have a dot. */
export function Days({ value, onChange, busyDays }: DaysProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const today = new Date()
  today.setHours(0, 0, 0, 0)
  return (
    <Suspense fallback={<Skeleton className="h-85 rounded-m" />}>
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
          marked: t`you already have something`,
        }}
      />
    </Suspense>
  )
}

type Props = DaysProps & { error?: ReactNode; ref?: Ref<HTMLButtonElement> }

/** The day, chosen from a calendar: under the field on a desktop, in a sheet on a phone. */
export function DateField({ error, ref, ...days }: Props) {
  const { t } = useLingui()
  const dates = useDates()
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(false)
  const chosen = dates.fullDate(dayOf(days.value).toISOString())
  const label = t`Choose a date`
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
        if (isPhone) {
          return (
            <>
              <button {...face} aria-haspopup="dialog" onClick={() => setIsOpen(true)} />
              <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={label} closeLabel={t`Close`}>
                <Days
                  {...days}
                  onChange={date => {
                    days.onChange(date)
                    setIsOpen(false)
                  }}
                />
              </Dialog>
            </>
          )
        }
        return (
          <Popover label={label} className="w-90 p-3" trigger={props => <button {...face} {...props} />}>
            {close => (
              <Days
                {...days}
                onChange={date => {
                  days.onChange(date)
                  close()
                }}
              />
            )}
          </Popover>
        )
      }}
    </Field>
  )
}

/** How the playdate will hang on the board. */
export function PreviewHeading() {
  return (
    <p className="mb-2.5 font-bold text-ink-2 text-xs">
      <Trans>This is how it will hang on the board</Trans>
    </p>
  )
}
