import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './pictures/icon.tsx'

type Props = {
  icon: IconName
  children: ReactNode
  onSurface?: boolean
  /** Stands out among the others. */
  isPicked?: boolean
}

/** A feature of a place: icon plus word. */
export function FeatureTag({ icon, children, onSurface = true, isPicked = false }: Props) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-[5px] rounded-[4px_10px_10px] py-1 pr-2 pl-1.5 font-semibold text-[.8125rem] leading-[1.2]',
        isPicked ? 'bg-picked-soft text-ink' : 'text-ink-2',
        !isPicked && (onSurface ? 'bg-sunken' : 'bg-surface'),
      )}
    >
      <Icon name={icon} size={16} />
      {children}
    </span>
  )
}
