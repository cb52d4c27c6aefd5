import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { SettingsSection } from '@papadag/ui/settings-section'
import { lazy, Suspense } from 'react'
import { useExport } from './save-export.ts'

const ImportData = lazy(async () => ({ default: (await import('./import-data.tsx')).ImportData }))

/** Exports his data, and imports an export from elsewhere. */
export function ExportData() {
  return (
    <SettingsSection name="data" title={<Trans>Your data</Trans>}>
      <p className="text-ink-2 text-sm">
        <Trans>
          Everything Papadag keeps about you, in one file: your profile and children, playdates, places, photos and the
          messages that are still there.
        </Trans>
      </p>
      <ExportButton />
      <Suspense>
        <ImportData />
      </Suspense>
    </SettingsSection>
  )
}

export function ExportButton() {
  const { t } = useLingui()
  const { save, isBusy } = useExport()
  return (
    <Button
      size={44}
      variant="secondary"
      className="justify-self-start"
      // In large text a long word is wider than a small phone.
      style={{ overflowWrap: 'anywhere' }}
      busy={isBusy}
      busyLabel={t`Preparing...`}
      onClick={save}
    >
      <Trans>Download my data</Trans>
    </Button>
  )
}
