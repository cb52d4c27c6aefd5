import { msg } from '@lingui/core/macro'
import { confirmPlaydate } from '@papadag/contract/playdates/series'
import { showReply } from '../../../domain/playdates/shown-playdates.ts'
import { useWrite } from '../../../platform/data/data.ts'

/** Says whether a regular comes to a date, or that its creator lets it go ahead. */
export function useConfirm(onDone?: () => void) {
  return useWrite(confirmPlaydate, {
    done: ({ myStatus }, { body }) => {
      if (myStatus === 'creator') return msg`It goes ahead`
      return body.coming ? msg`Good, we know you’re coming` : msg`Good, we know you’re not coming`
    },
    failed: msg`Your answer could not be saved`,
    onDone: reply => {
      showReply(reply)
      onDone?.()
    },
    whenOffline: async input => {
      await (await import('../../../domain/playdates/membership-offline.ts')).confirmLater(input)
      onDone?.()
    },
  })
}
