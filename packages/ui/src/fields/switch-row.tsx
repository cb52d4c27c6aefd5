import { type ReactNode, useId } from 'react'
import { Switch } from './switch.tsx'

type Props = {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A switch with its label, applied at once. */
export function SwitchRow({ label, hint, checked, onChange }: Props) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <p id={`${id}-label`} className="font-[650] text-[.9375rem]">
          {label}
        </p>
        {hint && (
          <p id={`${id}-hint`} className="text-ink-2 text-sm">
            {hint}
          </p>
        )}
      </div>
      <Switch
        checked={checked}
        onCheckedChange={onChange}
        aria-labelledby={`${id}-label`}
        {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
      />
    </div>
  )
}
