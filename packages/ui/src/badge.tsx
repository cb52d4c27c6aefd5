import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './pictures/icon.tsx'

const tones = {
  picked: 'bg-picked-soft text-ink',
  do: 'bg-do text-do-ink edge-do-edge',
  ok: 'bg-ok-soft text-ok',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
  muted: 'bg-sunken text-ink-2',
  /** On a picture: white in both themes. */
  white: 'bg-white text-[#12332e]',
}

type Props = { tone?: keyof typeof tones; icon?: IconName; children: ReactNode; className?: string }

/** A label for the element it is on; never clickable. */
export function Badge({ tone = 'picked', icon, children, className }: Props) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-6.5 items-center gap-[5px] whitespace-nowrap rounded-[5px_13px_13px] px-2.5 font-bold text-[.8125rem] leading-none',
        tones[tone],
        className,
      )}
    >
      {icon && <Icon name={icon} size={15} />}
      {children}
    </span>
  )
}
