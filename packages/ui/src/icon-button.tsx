import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './pictures/icon.tsx'

const variants = {
  plain: 'rounded-m hover:bg-sunken',
  box: 'rounded-m bg-surface edge-card hover:bg-sunken',
  /** On a picture: white whatever the theme. */
  disc: 'rounded-full bg-white text-[#12332e] [box-shadow:0_2px_6px_rgb(0_0_0/.18)] aria-pressed:text-[#d13a25] aria-pressed:[&>svg]:fill-current',
  do: 'size-13 rounded-[8px_22px_22px] bg-do text-do-ink raised-do hover:bg-do-hover active:[translate:0_3px] active:edge-do-edge off:[translate:none] off:bg-sunken off:text-ink-2 off:edge-line',
}

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  icon: IconName
  'aria-label': string
  variant?: keyof typeof variants
  iconSize?: number
  iconClassName?: string
  /** A red dot for pending items, which the label must name. */
  dot?: boolean
  /** In its corner: the number of pending items. */
  badge?: ReactNode
}

/** A button with only an icon, at least 44 by 44 px, always with an accessible name. */
export function IconButton({
  icon,
  variant = 'plain',
  iconSize,
  iconClassName,
  dot,
  badge,
  className,
  ...props
}: Props) {
  return (
    <button
      type="button"
      {...props}
      className={classNames(
        'relative inline-grid shrink-0 place-items-center transition-[translate,box-shadow,background-color,opacity] duration-(--pd-dur-1) off:cursor-not-allowed',
        variant !== 'do' && 'size-11',
        variants[variant],
        className,
      )}
    >
      <Icon name={icon} {...(iconSize && { size: iconSize })} {...(iconClassName && { className: iconClassName })} />
      {dot && <span className="absolute top-2.5 right-2.5 size-2.5 rounded-full border-2 border-bg bg-heart" />}
      {badge}
    </button>
  )
}
