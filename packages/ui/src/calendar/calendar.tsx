import { type ComponentProps, useMemo } from 'react'
import { type ChevronProps, DayPicker } from 'react-day-picker'
import { classNames } from '../class-names.ts'
import { Icon } from '../pictures/icon.tsx'
import './calendar.css'

type Props = {
  value: Date | undefined
  onChange: (day: Date) => void
  /** The first selectable day; earlier ones are struck through. */
  from: Date
  /** Days with a red dot, with the reason for screen readers. */
  marked?: readonly Date[]
  /** A language tag (`nl`) for the names of days and months. */
  locale: string
  labels: { previousMonth: string; nextMonth: string; today: string; marked: string }
  className?: string
}

/** A month of days, Monday first. Import this component lazily, since it is the largest. */
export function Calendar({ value, onChange, from, marked = [], locale, labels, className }: Props) {
  const { month, weekday, fullWeekday, day } = useMemo(
    () => ({
      month: new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }),
      weekday: new Intl.DateTimeFormat(locale, { weekday: 'short' }),
      fullWeekday: new Intl.DateTimeFormat(locale, { weekday: 'long' }),
      day: new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    }),
    [locale],
  )
  const picker: ComponentProps<typeof DayPicker> = {
    formatters: {
      formatCaption: date => month.format(date),
      formatWeekdayName: date => weekday.format(date).slice(0, 2),
    },
    labels: {
      labelGrid: date => month.format(date),
      labelWeekday: date => fullWeekday.format(date),
      labelPrevious: () => labels.previousMonth,
      labelNext: () => labels.nextMonth,
      labelDayButton: (date, { today, marked }) =>
        [day.format(date), today && labels.today, marked && labels.marked].filter(Boolean).join(', '),
    },
    classNames: styles,
    modifiersClassNames: { past: 'past', marked: 'marked' },
    components: { Chevron },
  }
  return (
    <DayPicker
      {...picker}
      mode="single"
      required
      selected={value}
      onSelect={onChange}
      defaultMonth={value ?? from}
      startMonth={from}
      disabled={{ before: from }}
      modifiers={{ past: { before: from }, marked: [...marked] }}
      weekStartsOn={1}
      navLayout="around"
      className={classNames('calendar', className)}
    />
  )
}

const arrow = 'grid size-11 place-items-center rounded-m off:text-ink-2 off:opacity-40'
const styles = {
  month: 'grid grid-cols-[44px_1fr_44px] items-center',
  month_caption: 'text-center font-[750] font-display text-[1.0625rem]',
  button_previous: arrow,
  button_next: arrow,
  month_grid: 'col-span-3 tabular-nums',
  today: 'today',
  selected: 'selected',
}

const Chevron = ({ orientation }: ChevronProps) => <Icon name={orientation === 'left' ? 'back' : 'arrow'} />
