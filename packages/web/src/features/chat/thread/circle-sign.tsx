import { Icon } from '@papadag/ui/pictures/icon'

/** What represents the chat of a circle, where a pair has a face. */
export function CircleSign({ size = 52 }: { size?: 40 | 52 }) {
  return (
    <span
      aria-hidden
      className={`grid shrink-0 place-items-center rounded-full bg-picked-soft ${size === 52 ? 'size-13' : 'size-10'}`}
    >
      <Icon name="users" size={size === 52 ? 26 : 20} />
    </span>
  )
}
