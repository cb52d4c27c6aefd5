import { Trans } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { Fact } from '../../../domain/playdates/playdate-facts.tsx'
import { useDates } from '../../../platform/language/dates.ts'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'

/** For members: which circle plans it, and for whom else it is. */
export function CircleLine({ playdate: { circle, openToOthers, opensAt } }: { playdate: Playdate }) {
  const dates = useDates()
  if (!circle) return null
  const { id, name } = circle
  const when = opensAt && `${dates.dayAndMonth(opensAt)}, ${dates.time(opensAt)}`
  return (
    <Fact icon="users">
      <span className="min-w-0 break-words">
        <Link to={pathTo('circles', { id })} className="font-[650] underline decoration-2 underline-offset-4">
          {name}
        </Link>
        {' · '}
        {when ? (
          <Trans>for other dads too from {when}</Trans>
        ) : openToOthers ? (
          <Trans>for other dads too</Trans>
        ) : (
          <Trans>for the circle alone</Trans>
        )}
      </span>
    </Fact>
  )
}
