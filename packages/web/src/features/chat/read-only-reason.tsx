import { Trans } from '@lingui/react/macro'
import type { Person } from '@papadag/contract/schema'
import type { ReactNode } from 'react'

/** In place of the composer. */
export function ReadOnlyNote({ children }: { children: ReactNode }) {
  return <p className="border-line border-t-[1.5px] bg-surface px-4 py-4 text-center text-ink-2 text-sm">{children}</p>
}

/** Why nothing can be written: only the blocker learns of a block (safety S32). */
export function ReadOnlyReason({ father: { firstName, lastName } }: { father: Person }) {
  // Every user has a last name; a deleted or apparently deleted account has none.
  return lastName === '' ? (
    <Trans>This account no longer exists. You cannot send messages here.</Trans>
  ) : (
    <Trans>You have blocked {firstName}. You cannot send messages here.</Trans>
  )
}
