import { type KeyboardEvent, type ReactNode, type Ref, useState } from 'react'
import { Icon } from '../pictures/icon.tsx'
import { Field } from './text-field.tsx'

type Props = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  className?: string
  /** NaN if the field contains no number. */
  value: number
  onChange: (value: number) => void
  onBlur?: () => void
  min: number
  max: number
  decreaseLabel: string
  increaseLabel: string
  name?: string
  ref?: Ref<HTMLInputElement>
}

const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

/**
 * An integer, stepped or typed. Steps stay within the bounds; typed input is passed on unchanged, so that the form can
 * refuse it.
 */
export function NumberStepper({ value, onChange, onBlur, min, max, name, ref, ...props }: Props) {
  const [typed, setTyped] = useState('')
  const shown = Object.is(numberIn(typed), value) ? typed : String(value)
  const step = (by: number) => {
    const from = Number.isNaN(value) ? min - 1 : by > 0 ? Math.floor(value) : Math.ceil(value)
    const next = Math.min(max, Math.max(min, from + by))
    if (next !== value) onChange(next)
  }
  const press = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (!by) return
    event.preventDefault()
    step(by)
  }
  return (
    <Field {...props}>
      {control => (
        <div className="field-box w-fit! gap-0! px-0!">
          <StepButton label={props.decreaseLabel} icon="minus" atEnd={value === min} onStep={() => step(-1)} />
          <input
            {...control}
            ref={ref}
            name={name}
            role="spinbutton"
            inputMode="numeric"
            autoComplete="off"
            aria-valuenow={Number.isNaN(value) ? undefined : value}
            aria-valuemin={min}
            aria-valuemax={max}
            value={shown}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value)
              onChange(numberIn(currentTarget.value))
            }}
            onBlur={onBlur}
            onKeyDown={press}
            className="w-[max(48px,2.4em)] flex-none! text-center font-[750]! font-display text-xl tabular-nums"
          />
          <StepButton label={props.increaseLabel} icon="plus" atEnd={value === max} onStep={() => step(1)} />
        </div>
      )}
    </Field>
  )
}

/** NaN for anything but digits, with a comma or a dot. */
function numberIn(text: string): number {
  const isNumber = /^\s*[+-]?\d{1,9}([.,]\d{1,9})?\s*$/.test(text)
  return isNumber ? Number(text.replace(',', '.')) : Number.NaN
}

type StepButtonProps = { label: string; icon: 'minus' | 'plus'; atEnd: boolean; onStep: () => void }

// `disabled` at a bound would lose the focus.
const StepButton = ({ label, icon, atEnd, onStep }: StepButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={atEnd}
    onClick={onStep}
    className="grid size-13 place-items-center rounded-m off:text-ink-2 off:opacity-60"
  >
    <Icon name={icon} />
  </button>
)
