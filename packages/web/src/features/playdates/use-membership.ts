import { msg } from '@lingui/core/macro'
import { deletePlaydate, joinPlaydate, leavePlaydate } from '@papadag/contract/playdates'
import { useWrite } from '../../platform/data.ts'
import { beUseful } from '../../platform/useful-moment.ts'
import { showReply } from './shown-playdates.ts'

/** Joins, or changes how many children come along. */
export function useJoin(onDone?: () => void) {
  return useWrite(joinPlaydate, {
    done: msg`Joined playdate`,
    failed: msg`An error occurred while joining the playdate.`,
    onDone: playdate => {
      showReply(playdate)
      beUseful()
      onDone?.()
    },
    onFailed: () => onDone?.(),
    whenOffline: async input => {
      await (await import(/* afterwards */ './membership-offline.ts')).joinLater(input)
      onDone?.()
    },
  })
}

export function useLeave(onDone?: () => void) {
  return useWrite(leavePlaydate, {
    done: { title: msg`Left playdate`, icon: 'calendar' },
    failed: msg`An error occurred while leaving the playdate.`,
    onDone: () => onDone?.(),
    whenOffline: async input => {
      await (await import(/* afterwards */ './membership-offline.ts')).leaveLater(input)
      onDone?.()
    },
  })
}

export function useDelete(onDone?: () => void) {
  return useWrite(deletePlaydate, {
    done: { title: msg`Playdate deleted`, icon: 'trash' },
    failed: msg`An error occurred while deleting the playdate.`,
    onDone: () => onDone?.(),
  })
}
