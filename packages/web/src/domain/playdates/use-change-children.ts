import { msg } from '@lingui/core/macro'
import { joinPlaydate } from '@papadag/contract/playdates/playdates'
import { useWrite } from '../../platform/data/data.ts'
import { showReply } from './shown-playdates.ts'

/** Changes the number of children of a participant. */
export function useChangeChildren(onDone: () => void) {
  return useWrite(joinPlaydate, {
    done: msg`We know how many you’re bringing`,
    failed: msg`An error occurred while joining the playdate.`,
    onDone: reply => {
      showReply(reply)
      onDone()
    },
    whenOffline: async input => {
      const { joinLater } = await import('./membership-offline.ts')
      // Called before it is rendered, which removes the button.
      onDone()
      await joinLater(input)
    },
  })
}
