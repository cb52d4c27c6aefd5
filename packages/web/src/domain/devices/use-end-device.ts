import { msg } from '@lingui/core/macro'
import { endDevice } from '@papadag/contract/users/devices'
import { useWrite } from '../../platform/data/data.ts'
import { noConnection } from '../../platform/screen/notices.ts'

/** Logs a device out. */
export function useEndDevice() {
  return useWrite(endDevice, {
    done: { title: msg`Logged out on that device`, icon: 'logout' },
    failed: ({ code }) => ({
      title: msg`Logging out failed`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
  })
}
