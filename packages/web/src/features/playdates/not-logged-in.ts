import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useEffect } from 'react'
import type { CallError } from '../../platform/call.ts'
import type { Failure } from '../../platform/data.ts'
import { notify } from '../../platform/notices.ts'
import { whenSessionExpires } from '../../platform/session.ts'

/** Says why a form goes away: its session has expired, which a save finds out, or the live connection before that. */
export function useNoticeOnExpiry(description: MessageDescriptor) {
  useEffect(
    () => whenSessionExpires(() => notify({ title: msg`You are not logged in`, description, tone: 'destructive' })),
    [description],
  )
}

/** What to say of a form that was not saved; of an expired session enough has been said. */
export function failing(failure: Failure) {
  return ({ status }: CallError) => (status === 401 ? undefined : failure)
}
