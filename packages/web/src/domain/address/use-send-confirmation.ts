import { msg } from '@lingui/core/macro'
import { askEmailConfirmation } from '@papadag/contract/users/recovery'
import { useWrite } from '../../platform/data/data.ts'
import { noConnection } from '../../platform/screen/notices.ts'

/** Sends a mail that confirms his address, which also shows whether it is refused. */
export function useSendConfirmation() {
  return useWrite(askEmailConfirmation, {
    done: { title: msg`Link sent`, description: msg`Check your inbox.` },
    failed: ({ code }) => ({
      title: msg`The link was not sent`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
  })
}
