import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { Dialog } from '@papadag/ui/layers/dialog'
import { useState } from 'react'
import { useUser } from '../../../platform/session/session.ts'
import { TownForm } from './town-form.tsx'

type Props = {
  open: boolean
  /** Locates the browser; announces a failure itself. */
  locate: () => Promise<unknown>
  onClose: () => void
  /** Called once his position or home is known. */
  onKnown: () => void
}

/** Asks roughly where he lives if neither his device nor his town reveals it. */
export function WhereDialog({ open, locate, onClose, onKnown }: Props) {
  const { t } = useLingui()
  const { city } = useUser()
  const [isLocating, setIsLocating] = useState(false)
  async function tryAgain() {
    setIsLocating(true)
    const position = await locate()
    setIsLocating(false)
    if (position) onKnown()
  }
  return (
    <Dialog open={open} onClose={onClose} title={t`Where do you live, roughly?`} closeLabel={t`Close`}>
      <div className="grid gap-4">
        <p>
          {city ? (
            <Trans>We don’t know where {city} is, and your device doesn’t tell us where you are.</Trans>
          ) : (
            <Trans>Your device doesn’t tell us where you are.</Trans>
          )}{' '}
          <Trans>
            Name a larger town nearby, and we measure from there. Others see at most whether you live within 2, 5 or 10
            km.
          </Trans>
        </p>
        <TownForm
          label={<Trans>A town near you</Trans>}
          action={<Trans>Measure from there</Trans>}
          variant="do"
          onDone={onKnown}
        />
        <Button icon="locate" className="justify-self-start" busy={isLocating} onClick={() => void tryAgain()}>
          <Trans>Try my location again</Trans>
        </Button>
      </div>
    </Dialog>
  )
}
