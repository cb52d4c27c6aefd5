import type { ReactNode } from 'react'
import { Icon, type IconName } from './pictures/icon.tsx'

/** A line of a card that begins with an icon. */
export function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2">
      <Icon name={icon} size={20} className="mt-0.5" />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  )
}
