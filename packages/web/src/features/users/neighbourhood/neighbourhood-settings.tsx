import { Trans } from '@lingui/react/macro'
import type { Settings } from '@papadag/contract/users/users'
import { Button } from '@papadag/ui/button'
import { SettingsSection } from '@papadag/ui/settings-section'
import { useState } from 'react'
import { useUser } from '../../../platform/session/session.ts'
import { roughly } from './roughly.ts'
import { TownForm } from './town-form.tsx'

type Position = { latitude: number; longitude: number }

type Props = {
  settings: Pick<Settings, 'neighbourhood'>
  change: (to: Partial<Settings>) => void
  /** Locates the browser; announces a failure itself. */
  locate: () => Promise<Position | undefined>
}

/** Roughly where he lives, so that others see a distance. */
export function NeighbourhoodSettings({ settings: { neighbourhood }, change, locate }: Props) {
  const { city, home } = useUser()
  const isInTown = home?.isCity === true
  const isKnown = neighbourhood !== null || isInTown
  const [isLocating, setIsLocating] = useState(false)
  async function saveHere() {
    setIsLocating(true)
    const position = await locate()
    setIsLocating(false)
    if (position) change({ neighbourhood: roughly(position) })
  }
  return (
    <SettingsSection name="distance" title={<Trans>How far away you live</Trans>}>
      <p className="text-ink-2 text-sm">
        <Trans>
          Others see whether you live less than 2, 5 or 10 km away, or further, and you see the same about them. Nobody
          sees exactly where, and we only know roughly ourselves. Distances appear three days after you set or change
          this, so that nobody can search for homes with it. Press the button when you are at home.
        </Trans>
      </p>
      <p role="status" className="font-[650] text-[.9375rem]">
        {neighbourhood ? (
          <Trans>We know roughly where you live</Trans>
        ) : isInTown ? (
          <Trans>We only know that you live in {city}. That is too little for a distance</Trans>
        ) : (
          <Trans>We don’t know where you live yet</Trans>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button icon="pin" busy={isLocating} onClick={() => void saveHere()}>
          <Trans>I live here</Trans>
        </Button>
        {neighbourhood && (
          <Button onClick={() => change({ neighbourhood: null })}>
            <Trans>Forget this</Trans>
          </Button>
        )}
      </div>
      {!isKnown && (
        <TownForm label={<Trans>Or the name of your town</Trans>} action={<Trans>Measure from there</Trans>} />
      )}
    </SettingsSection>
  )
}
