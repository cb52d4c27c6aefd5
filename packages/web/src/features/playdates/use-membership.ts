import { msg } from '@lingui/core/macro'
import { deletePlaydate, joinPlaydate, leavePlaydate, type Playdate } from '@papadag/contract/playdates'
import { useWrite } from '../../platform/data.ts'
import { beUseful } from '../../platform/useful-moment.ts'
import { isOver } from './playdate-facts.tsx'
import { saveCalendar } from './save-calendar.ts'
import { showReply } from './shown-playdates.ts'
import { noteCancelled, useUndoCancel } from './undo-cancel.ts'

/** Longer than other toasts, since it offers a decision. */
const undoMs = 10_000

/** Joins, or changes how many children come. */
export function useJoin(onDone?: () => void) {
  return useWrite(joinPlaydate, {
    done: ({ id }) => ({
      title: msg`Joined playdate`,
      action: { label: msg`Add to calendar`, onClick: () => saveCalendar(id) },
    }),
    failed: msg`An error occurred while joining the playdate.`,
    onDone: playdate => {
      showReply(playdate)
      beUseful()
      onDone?.()
    },
    onFailed: () => onDone?.(),
    whenOffline: async input => {
      await (await import('./membership-offline.ts')).joinLater(input)
      onDone?.()
    },
  })
}

export function useLeave(onDone?: () => void) {
  return useWrite(leavePlaydate, {
    done: { title: msg`Left playdate`, icon: 'calendar' },
    failed: msg`An error occurred while leaving the playdate.`,
    onDone: () => onDone?.(),
    whenOffline: async input => {
      await (await import('./membership-offline.ts')).leaveLater(input)
      onDone?.()
    },
  })
}

/** Cancels a playdate, which can be undone for a while; a past one is deleted. */
export function useDelete(playdate: Playdate, onDone?: () => void) {
  const { mutate: undo } = useUndoCancel()
  const { id } = playdate
  return useWrite(deletePlaydate, {
    done: () => ({
      title: msg`Playdate deleted`,
      icon: 'trash' as const,
      ...(!isOver(playdate) && {
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
