import type { ReactNode } from 'react'
import type { IconName } from '../pictures/icon.tsx'

export type MenuItem = {
  label: ReactNode
  onSelect: () => void
  /** A heading above the first of several related rows, read with each of them. */
  group?: string
  icon?: IconName
  /** Replaces the icon: a flag, an avatar. */
  leading?: ReactNode
  /** Whether this is the selected one of several items, which gets a check mark. */
  checked?: boolean
  /** Preceded by a divider. */
  destructive?: boolean
  /** One of a few short items that stand beside each other on top, each of which can be on. */
  isBeside?: boolean
  disabled?: boolean
  lang?: string
}

/** A number to set before choosing, on top of the rows. */
export type MenuStepper = {
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  decreaseLabel: string
  increaseLabel: string
}
