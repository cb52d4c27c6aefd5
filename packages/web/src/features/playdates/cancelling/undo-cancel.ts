import { msg } from '@lingui/core/macro'
import { undoCancel } from '@papadag/contract/playdates/playdates'
import { useWrite } from '../../../platform/data/data.ts'
import { noConnection } from '../../../platform/screen/notices.ts'

/** Undoes a cancellation; participants are notified again. */
export function useUndoCancel() {
  return useWrite(undoCancel, {
    done: msg`It is back on`,
    failed: ({ code }) => ({
      title: msg`That didn’t work`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
  })
}
