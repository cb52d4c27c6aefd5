import { msg } from '@lingui/core/macro'
import { limits } from '@papadag/contract/limits'
import { undoCancel } from '@papadag/contract/playdates'
import { useWrite } from '../../platform/data.ts'
import { noConnection } from '../../platform/notices.ts'

const storageKey = 'cancelled_at'

/** Remembers in this browser that something was called off: only then is asked what can be taken back. */
export function noteCancelled() {
  localStorage.setItem(storageKey, String(Date.now()))
}

/** Whether this browser has called something off that could still be taken back. */
export const hasCancelled = () => Date.now() - Number(localStorage.getItem(storageKey) ?? 0) < limits.undoCancelMs

/** Takes a cancellation back, and everybody is told again. */
export function useUndoCancel() {
  return useWrite(undoCancel, {
    done: msg`It takes place after all`,
    failed: ({ code }) => ({
      title: msg`That did not work`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
  })
}
