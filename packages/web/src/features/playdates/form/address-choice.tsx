import { Trans, useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
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
    type: 'radio',
    name: 'locationVisibility',
    className: 'size-5 shrink-0 accent-picked',
    checked: value === own,
    onChange: () => onChange(own),
  })
  const row = 'flex min-h-11 cursor-pointer items-center gap-3'
  return (
    <fieldset className="min-h-28 min-w-0">
      <legend className="sr-only">
        <Trans>Who sees the address?</Trans>
      </legend>
      <label className={row}>
        <input {...option('public')} />
        <Trans>Everybody sees the address</Trans>
      </label>
      <label className={row}>
        <input
          {...option('participants')}
          aria-describedby="address-hint"
          onChange={() => {
            onChange('participants')
            if (city) suggest(city)
          }}
        />
        <Trans>Only those who join see the address</Trans>
      </label>
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
