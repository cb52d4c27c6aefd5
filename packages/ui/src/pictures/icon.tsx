import { classNames } from '../class-names.ts'

export const iconNames = [
  'home',
  'calendar',
  'places',
  'map',
  'discover',
  'chat',
  'people',
  'bell',
  'plus',
  'minus',
  'x',
  'check',
  'menu',
  'more',
  'search',
  'pin',
  'clock',
  'users',
  'heart',
  'star',
  'arrow',
  'back',
  'chev',
  'down',
  'edit',
  'trash',
  'share',
  'send',
  'camera',
  'locate',
  'route',
  'logout',
  'user',
  'mail',
  'phone',
  'lock',
  'eye',
  'offline',
  'info',
  'alert',
  'kidsMenu',
  'highChairs',
  'changing',
  'playCorner',
  'stroller',
  'restrooms',
  'picnic',
  'bench',
  'sandbox',
  'water',
  'globe',
  'bike',
  'moon',
  'cake',
  'list',
  'layers',
  'eyeOff',
  'refresh',
  'sun',
  'external',
  'ban',
  'flag',
  'download',
  'image',
  'gear',
] as const
export type IconName = (typeof iconNames)[number]

type Props = { name: IconName; size?: number; className?: string; label?: string }

/** A drawing from the sprite (`svg/iconen.svg`), inlined in the page; hidden from screen readers without a label. */
export function Icon({ name, size = 24, className, label }: Props) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={size <= 18 ? 2.2 : 2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames('block shrink-0', className)}
      role="img"
      aria-label={label}
      aria-hidden={!label}
    >
      <use href={`#i-${name}`} />
    </svg>
  )
}
