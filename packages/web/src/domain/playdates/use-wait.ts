import { msg } from '@lingui/core/macro'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { useWrite } from '../../platform/data/data.ts'
import { showReply } from './shown-playdates.ts'

/** Joins the waiting list. */
export function useWait(onDone?: () => void) {
  return useWrite(waitForPlaydate, {
    // He may have moved up in the meantime.
    done: ({ waiting }) => ({
      title: waiting ? msg`You are on the waiting list` : msg`You already have a place`,
      icon: waiting ? 'clock' : 'check',
    }),
    failed: { title: msg`Could not put you on the waiting list`, serverTextOr: msg`Please try again later.` },
    onDone: playdate => {
      showReply(playdate)
      onDone?.()
    },
    onFailed: () => onDone?.(),
    whenOffline: async input => {
      await (await import('./membership-offline.ts')).waitLater(input)
      onDone?.()
    },
  })
}
