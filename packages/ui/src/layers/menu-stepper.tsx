import type { KeyboardEvent } from 'react'
import { Icon } from '../pictures/icon.tsx'
import type { MenuStepper } from './menu-item.tsx'

/** The two rows that change the number; a menu has no fields, and these do not close it. */
export function StepperRows({ label, value, min, max, onChange, decreaseLabel, increaseLabel }: MenuStepper) {
  const step = (by: number) => {
    const next = Math.min(max, Math.max(min, value + by))
    if (next !== value) onChange(next)
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!by) return
    event.preventDefault()
    step(by)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu has groups of rows, not sets of fields
    <div role="group" aria-label={label} className="mb-1 border-line border-b-[1.5px] px-3 pb-2" onKeyDown={press}>
      <p aria-hidden className="pt-1.5 font-[650] text-ink-2 text-sm">
        {label}
      </p>
      <div className="flex items-center justify-between gap-2">
        <StepRow label={decreaseLabel} icon="minus" atEnd={value <= min} onStep={() => step(-1)} />
        {/* Read out by `MenuList`: a menu contains nothing but its rows. */}
        <span aria-hidden className="min-w-12 text-center font-[750] font-display text-xl tabular-nums">
          {value}
        </span>
        <StepRow label={increaseLabel} icon="plus" atEnd={value >= max} onStep={() => step(1)} />
      </div>
    </div>
  )
}

type StepRowProps = { label: string; icon: 'minus' | 'plus'; atEnd: boolean; onStep: () => void }

// `disabled` at a bound would lose the focus.
const StepRow = ({ label, icon, atEnd, onStep }: StepRowProps) => (
  <button
    type="button"
    role="menuitem"
    tabIndex={-1}
    aria-label={label}
    aria-disabled={atEnd}
    onClick={onStep}
    className="grid size-13 place-items-center rounded-m outline-none focus:bg-picked-soft off:text-ink-2 off:opacity-60"
  >
    <Icon name={icon} />
  </button>
)
