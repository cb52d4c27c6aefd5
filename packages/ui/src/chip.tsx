import { type ReactNode, type Ref, useId } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './pictures/icon.tsx'

const chip =
  'chip relative inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full px-4 font-[650] text-[.9375rem] transition-colors duration-(--pd-dur-1)'
const on = 'bg-picked text-picked-ink'
const off = 'bg-surface edge-line-2'

type Choice<Value extends string> = { value: Value; label: ReactNode; icon?: IconName; lang?: string }
type GroupProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  choices: readonly Choice<Value>[]
  className?: string
}

/** A filter with one choice. Native radios give arrow keys; on the phone it scrolls sideways. */
export function ChipGroup<Value extends string>({ label, value, onChange, choices, className }: GroupProps<Value>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames(
        '-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:px-1',
        className,
      )}
    >
      {choices.map(choice => (
        <label
          key={choice.value}
          lang={choice.lang}
          className={classNames(
            chip,
            'has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
            choice.value === value ? on : off,
          )}
        >
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
          />
          {choice.icon && <Icon name={choice.icon} size={20} />}
          {choice.label}
        </label>
      ))}
    </div>
  )
}

type ToggleProps = {
  pressed: boolean
  onChange: (pressed: boolean) => void
  icon?: IconName
  /** The button’s name, which stays the same whatever its text. */
  name?: string
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
  className?: string
}

/**
 * A chip for one of several independent choices, such as a place's feature. The check shows the state without colour.
 */
export function ChipToggle({ pressed, onChange, icon, name, ref, children, className }: ToggleProps) {
  const shown = pressed ? 'check' : icon
  return (
    <button
      type="button"
      ref={ref}
      name={name}
      aria-pressed={pressed}
      onClick={() => onChange(!pressed)}
      className={classNames(chip, pressed ? on : off, className)}
    >
      {shown && <Icon name={shown} size={20} />}
      {children}
    </button>
  )
}
