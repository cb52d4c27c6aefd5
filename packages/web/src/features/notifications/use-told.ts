import { msg } from '@lingui/core/macro'
import { CallError } from '../../platform/call.ts'
import { noConnection, notify } from '../../platform/notices.ts'

/** For what ends or begins on a device: says when it failed; answers whether it was done. */
export function useTold() {
  return async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work
      return true
    } catch (error) {
      const isOffline = error instanceof CallError && error.status === 0
      notify({
        title: msg`That didn’t work`,
        description: isOffline ? noConnection : msg`Please try again later.`,
        tone: 'destructive',
      })
      return false
    }
  }
}
