import { Trans, useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { address } from '@papadag/contract/route'
import { Button } from '@papadag/ui/button'
import { Suspense, useState } from 'react'
import { useStopWaiting } from '../../../domain/playdates/use-stop-waiting.ts'
import { useIsUnsent } from '../../../platform/data/unsent-writes.ts'
import { later } from '../../../platform/screen/when-near.tsx'
import { WaitingCount } from './waiting-count.tsx'

const WaitDialog = later(async () => (await import('./dialogs/wait-dialog.tsx')).WaitDialog)

type Props = {
  playdate: Playdate
}

/** The waiting list: for participants how many are waiting, for everybody else how to join and leave it. */
export function Waiting({ playdate }: Props) {
  if (playdate.myStatus === 'none') return <WaitingActions playdate={playdate} />
  return (
    <span className="min-h-5 w-full text-right text-ink-2 text-sm leading-5">
      <WaitingCount count={playdate.waitingCount ?? 0} />
    </span>
  )
}

/**
 * Joins the waiting list of a full playdate, or shows the position on it and how to leave. One button, so that it keeps
 * the focus.
 */
function WaitingActions({ playdate }: Props) {
  const { t } = useLingui()
  const { id, title, waiting } = playdate
  const [isAsking, setIsAsking] = useState<boolean>()
  const stop = useStopWaiting()
  const isUnsent = useIsUnsent(address(waitForPlaydate, { params: { id } }))
  return (
    <>
      <span className="flex min-w-[min(240px,100%)] flex-wrap items-center justify-end gap-x-2.5 gap-y-1.5">
        <span className={`text-right text-sm leading-tight ${waiting ? 'flex-1' : 'font-bold'}`}>
          {waiting ? <Position of={waiting} /> : <Trans>Full</Trans>}
        </span>
        <Button
          size={44}
          className={waiting ? '' : 'flex-1'}
          busy={stop.isPending}
          aria-label={waiting ? t`Not after all: ${title}` : t`Put me on the waiting list: ${title}`}
          onClick={() => (waiting ? stop.mutate({ params: { id } }) : setIsAsking(true))}
        >
          {waiting ? <Trans>Not after all</Trans> : <Trans>Put me on the waiting list</Trans>}
        </Button>
      </span>
      <span role="status" className={isUnsent ? 'w-full text-right text-ink-2 text-sm' : 'sr-only'}>
        {isUnsent && <Trans>Will be sent as soon as you are online again</Trans>}
      </span>
      {isAsking !== undefined && (
        <Suspense>
          <WaitDialog playdate={playdate} open={isAsking && !waiting} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

/** His position; unknown while offline. */
function Position({ of: { position } }: { of: NonNullable<Playdate['waiting']> }) {
  return position > 0 ? <Trans>Number {position} on the waiting list</Trans> : <Trans>On the waiting list</Trans>
}
