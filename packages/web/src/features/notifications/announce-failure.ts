import { msg } from '@lingui/core/macro'
import { CallError } from '../../platform/data/call.ts'
import { noConnection, notify } from '../../platform/screen/notices.ts'

/** Waits for an action on a device and announces its failure; returns whether it succeeded. */
export async function announceFailure(work: Promise<unknown>): Promise<boolean> {
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
