import { type KeyboardEvent, type ReactNode, type Ref, useState } from 'react'
import { Icon } from './icon.tsx'
import { Field } from './text-field.tsx'

type Props = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  className?: string
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

/** A whole number: by a step, by the arrow keys or typed. What is handed over always lies within the bounds. */
export function NumberStepper({ value, onChange, onBlur, min, max, name, ref, ...props }: Props) {
  // While someone types, the field may say what is no number yet.
  const [typed, setTyped] = useState<string>()
  const within = (n: number) => Math.min(max, Math.max(min, n))
  const step = (by: number) => {
    setTyped(undefined)
    if (within(value + by) !== value) onChange(within(value + by))
  }
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '')
    setTyped(digits)
    const number = Number(digits)
    if (digits && number === within(number)) onChange(number)
  }
  const settle = () => {
    if (typed && Number(typed) !== value) onChange(within(Number(typed)))
    setTyped(undefined)
  }
  const press = (event: KeyboardEvent) => {
    // What Enter sends away must be what the field says.
    if (event.key === 'Enter') settle()
    const by = steps[event.key]
    if (!by) return
    event.preventDefault()
    step(by)
  }
  return (
    <Field {...props}>
      {control => (
        <div className="field-box w-fit! gap-0! px-0!">
          <StepButton label={props.decreaseLabel} icon="minus" atEnd={value <= min} onStep={() => step(-1)} />
          <input
            {...control}
            ref={ref}
            name={name}
            role="spinbutton"
            inputMode="numeric"
            autoComplete="off"
            aria-valuenow={value}
            aria-valuemin={min}
            aria-valuemax={max}
            value={typed ?? String(value)}
            onChange={event => type(event.currentTarget.value)}
            onBlur={() => {
              settle()
              onBlur?.()
            }}
            onKeyDown={press}
            className="w-12 flex-none! text-center font-[750]! font-display text-xl tabular-nums"
          />
          <StepButton label={props.increaseLabel} icon="plus" atEnd={value >= max} onStep={() => step(1)} />
        </div>
      )}
    </Field>
  )
}

type StepButtonProps = { label: string; icon: 'minus' | 'plus'; atEnd: boolean; onStep: () => void }

// At its end it keeps the focus, so that the next key still lands here.
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
