import type { ReactNode } from 'react'
import type { IconName } from './icon.tsx'

export type MenuItem = {
  label: ReactNode
  onSelect: () => void
  /** Stands above the first of several that belong together, and is read with each of them. */
  group?: string
  icon?: IconName
  /** In place of the icon: a flag, an avatar. */
  leading?: ReactNode
  /** One choice of several; the chosen one gets a check. */
  checked?: boolean
  /** A divider comes before it. */
  destructive?: boolean
  disabled?: boolean
  lang?: string
}
