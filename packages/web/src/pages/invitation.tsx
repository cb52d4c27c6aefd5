import { Trans } from '@lingui/react/macro'
import { EmptyState } from '@papadag/ui/empty-state'

/** What somebody sees who opens a link to a playdate, with or without an account. */
export function Page() {
  return (
    <EmptyState illustration="notFound" heading="h1" title={<Trans>Invitation</Trans>}>
      <Trans>This invitation does not work (any more).</Trans>
    </EmptyState>
  )
}
