import { msg } from '@lingui/core/macro'
import { deletePlaydate, joinPlaydate, leavePlaydate } from '@papadag/contract/playdates'
import { useWrite } from '../../platform/data.ts'

/** Joins, or changes how many children come along. */
export function useJoin() {
  return useWrite(joinPlaydate, {
    done: msg`Joined playdate`,
    failed: msg`An error occurred while joining the playdate.`,
  })
}

/** Says how many children come along, for who is on the playdate already. */
export function useBring(onDone: () => void) {
  return useWrite(joinPlaydate, {
    done: msg`Noted who you bring`,
    failed: msg`An error occurred while joining the playdate.`,
    onDone,
  })
}

export function useLeave(onDone?: () => void) {
  return useWrite(leavePlaydate, {
    done: msg`Left playdate`,
    failed: msg`An error occurred while leaving the playdate.`,
    onDone: () => onDone?.(),
  })
}

export function useDelete(onDone?: () => void) {
  return useWrite(deletePlaydate, {
    done: msg`Playdate deleted`,
    failed: msg`An error occurred while deleting the playdate.`,
    onDone: () => onDone?.(),
  })
}
