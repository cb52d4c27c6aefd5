import { Trans, useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { Button } from '@papadag/ui/button'
import { useDates } from '../../../platform/language/dates.ts'
import { useAgainAt } from '../../../platform/screen/use-again-at.ts'
import { useJustMoved } from './just-moved.ts'
import { moveTo, useMove } from './use-move.ts'

/** Puts a playdate back where it was before this tab moved it, for ten minutes; mounted anew for each place. */
export function UndoMove({ playdate }: { playdate: Playdate }) {
  const { t } = useLingui()
  const dates = useDates()
  const { moved, forget } = useJustMoved(playdate)
  const back = useMove(playdate, moved?.from.location ?? '', forget)
  useAgainAt(moved?.untilMs ?? Number.POSITIVE_INFINITY)
  if (!moved) return null
  const { location } = moved.from
  const until = dates.time(new Date(moved.untilMs).toISOString())
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-kap-s bg-sunken px-4 py-3">
      <p className="min-w-0 flex-1 basis-60 break-words">
        <b>{t`It was at ${location}`}</b>
        <span className="block text-ink-2 text-sm">
          <Trans>You can undo that until {until}.</Trans>
        </span>
      </p>
      <Button size={44} busy={back.isPending} onClick={() => back.mutate(moveTo(playdate, moved.from))}>
        <Trans>Put it back</Trans>
      </Button>
    </div>
  )
}
