import { msg } from '@lingui/core/macro'
import { joinPlaydate } from '@papadag/contract/playdates/playdates'
import type { CallError } from '../../platform/data/call.ts'
import { useWrite } from '../../platform/data/data.ts'
import { beUseful } from '../../platform/screen/useful-moment.ts'
import { saveCalendar } from './save-calendar.ts'
import { showReply } from './shown-playdates.ts'

/** Joins, or changes how many children come along. */
export function useJoin(onDone?: () => void, onRefused?: (error: CallError) => void) {
  return useWrite(joinPlaydate, {
    done: ({ id }) => ({
      title: msg`Joined playdate`,
      action: { label: msg`Add to calendar`, onClick: () => saveCalendar(id) },
    }),
    failed: msg`An error occurred while joining the playdate.`,
    onDone: playdate => {
      showReply(playdate)
      beUseful()
      onDone?.()
    },
    onFailed: error => {
      onDone?.()
      onRefused?.(error)
    },
    whenOffline: async input => {
      await (await import('./membership-offline.ts')).joinLater(input)
      onDone?.()
    },
  })
}
