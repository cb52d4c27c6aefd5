import { Trans, useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { RadioRow } from '@papadag/ui/fields/radio-row'
import { TextField } from '@papadag/ui/fields/text-field'
import type { ComponentProps } from 'react'
import { useUser } from '../../../platform/session/session.ts'

type Visibility = Playdate['locationVisibility']

type Props = {
  value: Visibility
  onChange: (value: Visibility) => void
  area: ComponentProps<'input'> & { error: string | undefined }
  /** Writes an editable suggestion into the area. */
  suggest: (area: string) => void
}

/** Who sees the address, and what others see instead. */
export function AddressChoice({ value, onChange, area, suggest }: Props) {
  const { t } = useLingui()
  const { city } = useUser()
  const option = (own: Visibility) => ({
    name: 'locationVisibility',
    checked: value === own,
    onChange: () => onChange(own),
  })
  return (
    <fieldset className="min-h-28 min-w-0">
      <legend className="sr-only">
        <Trans>Who sees the address?</Trans>
      </legend>
      <RadioRow {...option('public')}>
        <Trans>Everybody sees the address</Trans>
      </RadioRow>
      <RadioRow
        {...option('participants')}
        aria-describedby="address-hint"
        onChange={() => {
          onChange('participants')
          if (city) suggest(city)
        }}
      >
        <Trans>Only those who join see the address</Trans>
      </RadioRow>
      <p id="address-hint" className="text-ink-2 text-sm">
        <Trans>Choose this if it is at somebody’s home.</Trans>
      </p>
      {value === 'participants' && (
        <TextField
          label={t`Neighbourhood or city`}
          mark={t`(optional)`}
          hint={t`This is what the others see.`}
          className="mt-3"
          autoComplete="off"
          {...area}
        />
      )}
    </fieldset>
  )
}
