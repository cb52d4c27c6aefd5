import { type ComponentProps, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../pictures/icon.tsx'

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'ref' | 'className'> & {
  label: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
  className?: string
}

/** A search field with a clear button. */
export function SearchField({ label, clearLabel, value, onChange, className, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <search className={classNames('field-box rounded-kap-m', className)}>
      <Icon name="search" className="text-ink-2" />
      <input
        placeholder={label}
        {...props}
        ref={input}
        type="search"
        aria-label={label}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
      />
      {value && (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={clear}
          className="-mr-2 grid size-11 shrink-0 place-items-center rounded-m text-ink-2"
        >
          <Icon name="x" size={20} />
        </button>
      )}
    </search>
  )
}
