import { Trans } from '@lingui/react/macro'
import type { Person } from '@papadag/contract/schema'

/** Why nothing can be written: whoever blocked somebody still sees who that is, and nobody else does (safety S32). */
export function ReadOnlyReason({ partner: { firstName, lastName } }: { partner: Person }) {
  // Everybody has a last name, but for an account that is gone, or looks so.
  return lastName === '' ? (
    <Trans>This account does not exist any more. Nothing can be sent here.</Trans>
  ) : (
    <Trans>You have blocked {firstName}. Nothing can be sent here.</Trans>
  )
}
