import type { ReactNode } from 'react'
import type { IconName } from './icon.tsx'

export type MenuItem = {
  label: ReactNode
  onSelect: () => void
  /** A heading above the first of several related rows, and read with each of them. */
  group?: string
  icon?: IconName
  /** Replaces the icon: a flag, an avatar. */
  leading?: ReactNode
  /** One choice of several; the chosen one gets a check mark. */
  checked?: boolean
  /** Preceded by a divider. */
  destructive?: boolean
  disabled?: boolean
  lang?: string
}
