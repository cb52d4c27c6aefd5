import { msg } from '@lingui/core/macro'
import { logOut } from '@papadag/contract/auth'
import { useWrite } from '../data/data.ts'
import { depart, rememberLogout } from './session.ts'

/** Logs out here and in every other tab (decision V13), even if the server cannot be reached (safety S12). */
export function useLogOut() {
  const { mutate, isPending } = useWrite(logOut, {
    done: {
      title: msg`Logged out`,
      description: msg`You have been logged out successfully.`,
      icon: 'logout',
    },
    failed: { title: msg`Logout failed`, description: msg`Logout failed` },
    onDone: () => depart('out'),
    onFailed: () => {
      // The cookie cannot be deleted here.
      rememberLogout()
      depart('out')
    },
  })
  const start = () => {
    // The server closes live connections before its reply arrives; that must not count as an expired session.
    depart('leaving')
    mutate({})
  }
  return { logOut: start, isPending }
}
