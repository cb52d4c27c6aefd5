import { Trans } from '@lingui/react/macro'
import { ChipToggle } from '@papadag/ui/chip'
import type { PartProps } from '../form/use-playdate-form.ts'

/** Whether it is an open hour, which has neither places nor a minimum, and which everybody can find. */
export function OpenChoice({ form: { setValue }, typed }: Pick<PartProps, 'form' | 'typed'>) {
  const isOpen = typed.kind === 'open'
  return (
    <div className="grid justify-items-start gap-2.5">
      <ChipToggle
        pressed={isOpen}
        icon="users"
        onChange={on => {
          setValue('kind', on ? 'open' : 'playdate', { shouldDirty: true })
          if (!on) return
          setValue('locationVisibility', 'public')
          setValue('minimumFathers', 0)
        }}
      >
        <Trans>Drop-in: whoever likes comes along</Trans>
      </ChipToggle>
      {isOpen && (
        <p role="status" className="text-ink-2 text-sm">
          <Trans>Nobody joins and nobody is counted. Choose a public place from the list.</Trans>
        </p>
      )}
    </div>
  )
}
