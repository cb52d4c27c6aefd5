import { Trans } from '@lingui/react/macro'
import type { Match } from '@papadag/contract/matches'
import type { PublicUser } from '@papadag/contract/users/users'
import { FeatureTag } from '@papadag/ui/feature-tag'
import { useSharedDays } from './weekday-names.ts'

/** Why he may suit the reader: half days that both have, and children of similar ages. */
export function WhyMatched({
  of: { match, alikeAges, childrenInfo },
}: {
  of: PublicUser & Partial<Pick<Match, 'match'>>
}) {
  const days = useSharedDays(match?.days ?? [])
  if (!match) return null
  return (
    <>
      {days && (
        <FeatureTag icon="calendar">
          <Trans>Also free on {days}</Trans>
        </FeatureTag>
      )}
      {/* Shown if the card shows neither the ages nor their ranges. */}
      {match.similarAges && !childrenInfo && !alikeAges && (
        <FeatureTag icon="playCorner">
          <Trans>Children of similar ages</Trans>
        </FeatureTag>
      )}
    </>
  )
}
