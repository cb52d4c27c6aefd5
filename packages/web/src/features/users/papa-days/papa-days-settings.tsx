import { Trans } from '@lingui/react/macro'
import type { HalfDay } from '@papadag/contract/users/papa-days'
import type { Settings } from '@papadag/contract/users/users'
import { Button } from '@papadag/ui/button'
import { SwitchRow } from '@papadag/ui/fields/switch-row'
import { SettingsSection } from '@papadag/ui/settings-section'
import { type ReactNode, useState } from 'react'
import { HalfDays } from './half-days.tsx'

type Props = {
  settings: Pick<Settings, 'papaDays' | 'papaDaysVisible'>
  change: (to: Partial<Settings>) => void
  /** Other settings that depend on his days. */
  children?: ReactNode
}

/** The half days he spends with his children. They are saved together, since only a few changes a day take effect. */
export function PapaDaysSettings({ settings: { papaDays, papaDaysVisible }, change, children }: Props) {
  const [edited, setEdited] = useState<HalfDay[]>()
  const isChanged = edited !== undefined && edited.join() !== papaDays.join()
  return (
    <SettingsSection name="papa-days" title={<Trans>My papa days</Trans>}>
      <p className="text-ink-2 text-sm">
        <Trans>
          The half days you have the children. Nobody gets to see your list. Dads who have filled in theirs only see
          which of them you share. New days count at once; after three changes within 24 hours, and on your first day
          here, they count a day later, so that nobody can find out your week.
        </Trans>
      </p>
      <HalfDays value={edited ?? papaDays} onChange={setEdited} />
      <Button
        variant="do"
        className="justify-self-start"
        disabled={!isChanged}
        onClick={() => {
          if (edited) change({ papaDays: edited })
          setEdited(undefined)
        }}
      >
        <Trans>Save my days</Trans>
      </Button>
      <SwitchRow
        label={<Trans>Let dads see when we are both free</Trans>}
        hint={<Trans>Off: nobody learns that a day of theirs is yours too.</Trans>}
        checked={papaDaysVisible}
        onChange={to => change({ papaDaysVisible: to })}
      />
      {children}
    </SettingsSection>
  )
}
