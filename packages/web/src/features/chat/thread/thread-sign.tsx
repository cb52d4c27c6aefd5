import { Icon } from '@papadag/ui/pictures/icon'
import { useDates } from '../../../platform/language/dates.ts'

type Props = {
  /** When its playdate starts, if known. */
  startTime: string | null
  size?: 28 | 40 | 52
}

const looks = {
  28: { sizeClass: 'size-7', zoom: 0.4, iconSize: 16 },
  40: { sizeClass: 'size-10', zoom: 0.6, iconSize: 20 },
  52: { sizeClass: 'size-13', zoom: 0.76, iconSize: 26 },
} as const

/** The calendar leaf that represents a playdate's group chat, where a pair has a face. */
export function ThreadSign({ startTime, size = 52 }: Props) {
  const { leaf } = useDates()
  const { sizeClass, zoom, iconSize } = looks[size]
  const box = `grid shrink-0 place-items-center ${sizeClass}`
  if (!startTime) {
    return (
      <span aria-hidden className={`rounded-kap-avatar bg-picked-soft ${box}`}>
        <Icon name="calendar" size={iconSize} />
      </span>
    )
  }
  const { day, month, label } = leaf(startTime)
  return (
    <span className={box}>
      <span aria-hidden className="leaf" style={{ zoom }}>
        <span className="block">{month}</span>
        <span className="block">{day}</span>
      </span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
