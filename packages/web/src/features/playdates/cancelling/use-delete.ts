import { msg } from '@lingui/core/macro'
import { deletePlaydate, type Playdate } from '@papadag/contract/playdates/playdates'
import { isOver } from '../../../domain/playdates/playdate-facts.tsx'
import { useWrite } from '../../../platform/data/data.ts'
import { noteCancelled } from './just-cancelled.ts'
import { useUndoCancel } from './undo-cancel.ts'

/** Longer than other toasts, since it offers an action. */
const undoMs = 10_000

/** Cancels a playdate, which can be undone for a while; a past one is deleted. */
export function useDelete(playdate: Playdate, onDone?: () => void) {
  const { mutate: undo } = useUndoCancel()
  const { id } = playdate
  return useWrite(deletePlaydate, {
    done: (_reply, { query }) => ({
      title: msg`Playdate deleted`,
      icon: 'trash' as const,
      // With several dates, only this one could be restored.
      ...(!isOver(playdate) &&
        (query?.scope ?? 'one') === 'one' && {
          durationMs: undoMs,
          action: { label: msg`Put it back on`, onClick: () => undo({ params: { id } }) },
        }),
    }),
    failed: msg`An error occurred while deleting the playdate.`,
    onDone() {
      noteCancelled()
      onDone?.()
    },
  })
}
