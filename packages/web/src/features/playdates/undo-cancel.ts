import { msg } from '@lingui/core/macro'
import { limits } from '@papadag/contract/limits'
import { undoCancel } from '@papadag/contract/playdates'
import { useWrite } from '../../platform/data.ts'
import { noConnection } from '../../platform/notices.ts'

const storageKey = 'cancelled_at'

/** Stores in this browser that something was cancelled, since only then the server is asked what can be undone. */
export function noteCancelled() {
  localStorage.setItem(storageKey, String(Date.now()))
}

/** Whether this browser has cancelled something that may still be undone. */
export const hasCancelled = () => Date.now() - Number(localStorage.getItem(storageKey) ?? 0) < limits.undoCancelMs

/** Undoes a cancellation, and participants are told again. */
export function useUndoCancel() {
  return useWrite(undoCancel, {
    done: msg`It is back on`,
    failed: ({ code }) => ({
      title: msg`That didn’t work`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
  })
}
