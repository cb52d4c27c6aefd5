import { Trans } from '@lingui/react/macro'
import type { Series } from '@papadag/contract/playdates/series'

/** What it means to be usually there; the button for it is at the foot of the sheet. */
export function UsuallyThere({ series: { standing }, isOpen }: { series: Series; isOpen: boolean }) {
  if (standing) {
    return (
      <p>
        <Trans>You’re usually there. Others only see how many dads are.</Trans>
      </p>
    )
  }
  if (!isOpen) return null
  return (
    <p>
      <Trans>
        Here most times? Say so. Others only see how many dads are usually there, from three on, and never who.
      </Trans>
    </p>
  )
}
