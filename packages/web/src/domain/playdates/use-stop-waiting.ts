import { msg } from '@lingui/core/macro'
import { stopWaiting } from '@papadag/contract/waiting-list'
import { useWrite } from '../../platform/data/data.ts'

/** Leaves the waiting list, or gives back the place that came from it. */
export function useStopWaiting(onDone?: () => void) {
  return useWrite(stopWaiting, {
    done: { title: msg`You are no longer waiting`, icon: 'calendar' },
    failed: msg`Could not leave the waiting list`,
    ...(onDone && { onDone }),
    whenOffline: async input => {
      const { stopWaitingLater } = await import('./membership-offline.ts')
      onDone?.()
      await stopWaitingLater(input)
    },
  })
}
