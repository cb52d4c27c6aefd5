import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useEffect } from 'react'
import type { CallError } from '../../../platform/data/call.ts'
import type { Failure } from '../../../platform/data/data.ts'
import { notify } from '../../../platform/screen/notices.ts'
import { whenSessionExpires } from '../../../platform/session/session.ts'

/** Explains why a form closes: its session has expired, as noticed by a save or by the live connection. */
export function useNoticeOnExpiry(description: MessageDescriptor) {
  useEffect(
    () => whenSessionExpires(() => notify({ title: msg`You are not logged in`, description, tone: 'destructive' })),
    [description],
  )
}

/** The notice for a form that was not saved; an expired session has its own. */
export function failing(failure: Failure) {
  return ({ status }: CallError) => (status === 401 ? undefined : failure)
}
