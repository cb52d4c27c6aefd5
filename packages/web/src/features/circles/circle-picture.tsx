import type { Circle } from '@papadag/contract/circles'
import { Icon } from '@papadag/ui/pictures/icon'

/** A circle's picture of the house, or what all circles have. */
export function CirclePicture({ picture, size = 52 }: { picture: Circle['picture']; size?: 36 | 52 }) {
  return (
    <span
      aria-hidden
      className={`grid shrink-0 place-items-center rounded-full bg-picked-soft ${size === 52 ? 'size-13' : 'size-9'}`}
    >
      <Icon name={picture ?? 'users'} size={size === 52 ? 26 : 18} />
    </span>
  )
}
