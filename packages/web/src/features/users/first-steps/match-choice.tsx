import { Trans } from '@lingui/react/macro'
import { RadioRow } from '@papadag/ui/fields/radio-row'
import { FieldError } from '@papadag/ui/fields/text-field'
import { type ReactNode, useId } from 'react'

type Props = {
  /** Undefined until he has chosen: nobody is matched without consent. */
  value: boolean | undefined
  onChange: (value: boolean) => void
  error: ReactNode
}

/** Asks whether his children's ages may lead him to other fathers, and them to him. */
export function MatchChoice({ value, onChange, error }: Props) {
  const id = useId()
  const option = (own: boolean) => ({
    name: id,
    checked: value === own,
    onChange: () => onChange(own),
  })
  return (
    <fieldset className="mt-3 min-w-0 md:max-w-120" aria-describedby={`${id}-hint`}>
      <legend className="font-[650]">
        <Trans>May we match you by their ages?</Trans>
      </legend>
      <p id={`${id}-hint`} className="text-ink-2 text-sm">
        <Trans>
          Dads who say yes too then find you, and you them. They see a range such as 4–6 years, never the month.
        </Trans>
      </p>
      <RadioRow {...option(true)}>
        <Trans>Yes, both ways</Trans>
      </RadioRow>
      <RadioRow {...option(false)}>
        <Trans>No, I’d rather not</Trans>
      </RadioRow>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}
