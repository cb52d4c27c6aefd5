import { Icon } from '@papadag/ui/pictures/icon'

/** The calendar leaf that represents a playdate's group chat, where a pair has a face. */
export function ThreadSign({ size = 52 }: { size?: 40 | 52 }) {
  return (
    <span
      aria-hidden
      className={`grid shrink-0 place-items-center rounded-kap-avatar bg-picked-soft ${size === 52 ? 'size-13' : 'size-10'}`}
    >
      <Icon name="calendar" size={size === 52 ? 26 : 20} />
    </span>
  )
}
