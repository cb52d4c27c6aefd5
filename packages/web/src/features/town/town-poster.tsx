import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'

const PosterSheet = lazy(async () => ({ default: (await import('../../domain/poster/poster-sheet.tsx')).PosterSheet }))

type Props = { name: string; url: string; onDone: () => void }

/** The page of a town on a notice board. */
export function TownPoster({ name, url, onDone }: Props) {
  const { t } = useLingui()
  return (
    <Suspense>
      <PosterSheet
        url={url}
        code={{ label: t`QR code of the page about ${name}`, size: 260 }}
        isReady
        onPrinted={onDone}
      >
        <h1>
          <Trans>Who’s up for playing in {name}?</Trans>
        </h1>
        <p className="text-xl">
          <Trans>On Papadag, fathers meet up with their children.</Trans>
        </p>
      </PosterSheet>
    </Suspense>
  )
}
