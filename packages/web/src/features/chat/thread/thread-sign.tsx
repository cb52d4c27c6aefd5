import { Icon } from '@papadag/ui/pictures/icon'
import { useDates } from '../../../platform/language/dates.ts'

type Props = {
  /** When its playdate starts, if known. */
  startTime: string | null
  size?: 40 | 52
}

/** The calendar leaf that represents a playdate's group chat, where a pair has a face. */
export function ThreadSign({ startTime, size = 52 }: Props) {
  const { leaf } = useDates()
  const box = `grid shrink-0 place-items-center ${size === 52 ? 'size-13' : 'size-10'}`
  if (!startTime) {
    return (
      <span aria-hidden className={`rounded-kap-avatar bg-picked-soft ${box}`}>
        <Icon name="calendar" size={size === 52 ? 26 : 20} />
      </span>
    )
  }
  const { day, month, label } = leaf(startTime)
  return (
    <span className={box}>
      <span aria-hidden className="leaf" style={{ zoom: size === 52 ? 0.76 : 0.6 }}>
        <span className="block">{month}</span>
        <span className="block">{day}</span>
      </span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
