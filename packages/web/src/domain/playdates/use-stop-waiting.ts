import { msg } from '@lingui/core/macro'
import { stopWaiting } from '@papadag/contract/playdates/waiting-list'
import { useWrite } from '../../platform/data/data.ts'

/** Leaves the waiting list, or gives up the place obtained from it. */
export function useStopWaiting(onDone?: () => void) {
  return useWrite(stopWaiting, {
    done: { title: msg`You are no longer on the waiting list`, icon: 'calendar' },
    failed: { title: msg`Could not take you off the waiting list`, serverTextOr: msg`Please try again later.` },
    ...(onDone && { onDone }),
    whenOffline: async input => {
      await (await import('./membership-offline.ts')).stopWaitingLater(input)
      onDone?.()
    },
  })
}
