import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { runsAsApp } from '../screen/install.ts'

/** Whether this browser is to stay logged in: on in the installed app. */
export function useRemember() {
  return useState(runsAsApp)
}

/** The choice beside a login. */
export function RememberDevice({ of: [isOn, set] }: { of: ReturnType<typeof useRemember> }) {
  return (
    <label className="flex min-h-11 items-center gap-2.5">
      <input
        type="checkbox"
        className="size-5 shrink-0"
        checked={isOn}
        onChange={({ currentTarget }) => set(currentTarget.checked)}
      />
      <Trans>Remember this device</Trans>
    </label>
  )
}
