import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../pictures/icon.tsx'

const tones = {
  warn: { strip: 'bg-warn-soft', icon: 'text-warn', standard: 'alert' },
  info: { strip: 'bg-info-soft', icon: 'text-info', standard: 'info' },
  danger: { strip: 'bg-danger-soft', icon: 'text-danger', standard: 'alert' },
} as const

type Props = {
  tone: keyof typeof tones
  icon?: IconName
  children: ReactNode
  /** `status` for one that appears and disappears. */
  role?: 'status' | 'alert'
  /** Thin and square-cornered: below the header. */
  flat?: boolean
  className?: string
}

/** A full-width strip: icon and one sentence. */
export function Banner({ tone, icon, children, role, flat = false, className }: Props) {
  const look = tones[tone]
  return (
    <div
      role={role}
      className={classNames(
        'flex items-center gap-3 px-4 font-semibold text-[.9375rem] text-ink leading-[1.35]',
        flat ? 'justify-center py-2' : 'rounded-kap-s py-3',
        look.strip,
        className,
      )}
    >
      <Icon name={icon ?? look.standard} className={look.icon} />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
