import { Trans } from '@lingui/react/macro'
import type { HiddenBecause } from '@papadag/contract/schema'
import { Banner } from '@papadag/ui/layers/banner'
import { Reasons } from './reasons.tsx'

type Props = { what: 'profile' | 'playdate'; hidden: HiddenBecause; className?: string }

/** Shown on his own hidden content: that it is hidden, why, and how to object. */
export function HiddenBanner({ what, hidden, className }: Props) {
  return (
    <Banner tone="warn" icon="eyeOff" {...(className && { className })}>
      <div className="grid gap-1">
        <b>
          {what === 'profile' ? (
            <Trans>Your profile is hidden: others can no longer see you</Trans>
          ) : (
            <Trans>This playdate is hidden: only you can still see it</Trans>
          )}
        </b>
        <Reasons {...hidden} />
      </div>
    </Banner>
  )
}
