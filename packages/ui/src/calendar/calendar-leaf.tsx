import { classNames } from '../class-names.ts'

type Props = {
  weekday: string
  day: number | string
  month: string
  /** The full date for screen readers. */
  label: string
  /** Past: the same leaf, faded. */
  faded?: boolean
  /** Newly created: drops in and swings. */
  dropIn?: boolean
  big?: boolean
}

/** A leaf torn off the calendar: paper in every theme. */
export function CalendarLeaf({ weekday, day, month, label, faded, dropIn, big }: Props) {
  return (
    <>
      <div aria-hidden className={classNames('leaf', big && 'big', faded && 'faded', dropIn && 'drop-in')}>
        <div>{weekday}</div>
        <div>{day}</div>
        <div>{month}</div>
      </div>
      <span className="sr-only">{label}</span>
    </>
  )
}
