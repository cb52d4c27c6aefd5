import { Trans } from '@lingui/react/macro'
import { SettingsSection } from '@papadag/ui/settings-section'
import type { ReactNode } from 'react'
import { DeviceList } from './device-list.tsx'
import { LetIn } from './let-in.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Where he is logged in, and his ways in besides the password. */
export function DevicesAndLogin() {
  return (
    <SettingsSection name="devices" title={<Trans>Devices and logging in</Trans>}>
      <DeviceList />
      <Part title={<Trans>Let in another device</Trans>}>
        <LetIn />
      </Part>
      <Part title={<Trans>Recovery codes</Trans>}>
        <RecoveryCodes />
      </Part>
    </SettingsSection>
  )
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-line border-t pt-4.5">
      <h3>{title}</h3>
      {children}
    </div>
  )
}
