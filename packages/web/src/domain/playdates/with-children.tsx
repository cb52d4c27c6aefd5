import { Plural, useLingui } from '@lingui/react/macro'
import { NumberStepper } from '@papadag/ui/fields/number-stepper'
import type { ReactNode } from 'react'

/** On a button that joins: with how many children. */
export const JoinWith = ({ value }: { value: number }) => (
  <Plural value={value} _0="Join on my own" one="Join with # child" other="Join with # children" />
)

/** On a button that joins the waiting list without asking. */
export const JoinListWith = ({ value }: { value: number }) => (
  <Plural
    value={value}
    _0="Put me on the waiting list"
    one="Join the waiting list with # child"
    other="Join the waiting list with # children"
  />
)

/** The same where he has chosen how many. */
export const WaitWith = ({ value }: { value: number }) => (
  <Plural value={value} _0="Wait on my own" one="Wait with # child" other="Wait with # children" />
)

type Props = {
  label: string
  hint?: ReactNode
  value: number
  max: number
  onChange: (children: number) => void
}

/** With how many children he comes; there is nothing to choose where none fits. */
export function ChildrenStepper({ max, ...field }: Props) {
  const { t } = useLingui()
  if (max <= 0) return null
  return (
    <NumberStepper {...field} min={0} max={max} decreaseLabel={t`One child fewer`} increaseLabel={t`One child more`} />
  )
}
