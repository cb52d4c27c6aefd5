import { Trans, useLingui } from '@lingui/react/macro'
import { cancelledPlaydates, type Playdate } from '@papadag/contract/playdates/playdates'
import { Button } from '@papadag/ui/button'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRead } from '../../../platform/data/data.ts'
import { useDates } from '../../../platform/language/dates.ts'
import { focusHeading } from '../../../platform/navigation/navigation.tsx'
import { useAgainAt } from '../../../platform/screen/use-again-at.ts'
import { hasCancelled } from './just-cancelled.ts'
import { useUndoCancel } from './undo-cancel.ts'

type Props = {
  /** His other options. */
  also: (playdateId: number) => ReactNode
}

/** Playdates he has just cancelled, while he can still undo that. */
export function CancelledByMe({ also }: Props) {
  const { t } = useLingui()
  const { data = [] } = useRead(cancelledPlaydates, {}, { enabled: hasCancelled() })
  const open = data.filter(playdate => untilMs(playdate) > Date.now())
  // Those that cannot be undone any more have no next moment.
  useAgainAt(Math.min(...open.map(untilMs)))
  useFocusAfter(open.length)
  if (open.length === 0) return null
  return (
    <ul aria-label={t`Cancelled by you`} className="mb-3.5 grid gap-2.5">
      {open.map(playdate => (
        <Row key={playdate.id} playdate={playdate}>
          {also(playdate.id)}
        </Row>
      ))}
    </ul>
  )
}

const untilMs = ({ undoUntil }: Playdate) => (undoUntil ? Date.parse(undoUntil) : 0)

/** Keeps the focus on the page when a row disappears with its focused button. */
function useFocusAfter(count: number) {
  const countBefore = useRef(count)
  useEffect(() => {
    if (count < countBefore.current && document.activeElement === document.body) focusHeading()
    countBefore.current = count
  }, [count])
}

function Row({ playdate, children }: { playdate: Playdate; children: ReactNode }) {
  const { t } = useLingui()
  const dates = useDates()
  const undo = useUndoCancel()
  const { id, title, undoUntil } = playdate
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-kap-s bg-sunken px-4 py-3">
      <p className="min-w-0 flex-1 basis-60 break-words">
        <b>{t`“${title}” is cancelled`}</b>
        <span className="block text-ink-2 text-sm">
          <Trans>You can undo that until {dates.time(undoUntil ?? '')}.</Trans>
        </span>
      </p>
      <Button
        size={44}
        busy={undo.isPending}
        aria-label={t`Put it back on: ${title}`}
        onClick={() => undo.mutate({ params: { id } })}
      >
        <Trans>Put it back on</Trans>
      </Button>
      {children}
    </li>
  )
}
