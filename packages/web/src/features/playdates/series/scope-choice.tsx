import { useLingui } from '@lingui/react/macro'
import type { Scope } from '@papadag/contract/playdates/repeats'
import { useId } from 'react'

type Props = { label: string; value: Scope; onChange: (scope: Scope) => void }

/** Which dates of a series an edit or a cancellation applies to. */
export function ScopeChoice({ label, value, onChange }: Props) {
  const { t } = useLingui()
  const name = useId()
  const choices = [
    ['one', t`Only this one`],
    ['following', t`This and all following`],
    ['all', t`All that are to come`],
  ] as const
  return (
    <fieldset className="grid gap-1 text-ink">
      <legend className="mb-1.5 font-[650] text-[.9375rem]">{label}</legend>
      {choices.map(([scope, words]) => (
        <label key={scope} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={name}
            checked={scope === value}
            onChange={() => onChange(scope)}
            className="size-5 accent-picked"
          />
          {words}
        </label>
      ))}
    </fieldset>
  )
}
