import { Trans } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { buttonClass } from '@papadag/ui/button'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'

/** Leads to the form, pre-filled from a past playdate. */
export function OnceMore({ playdate }: { playdate: Playdate }) {
  return (
    <Link to={onceMore(playdate)} className={buttonClass({ size: 44 })}>
      <Trans>Plan it again</Trans>
    </Link>
  )
}

/** The form pre-filled from this one. */
function onceMore({ title, location, placeId, description, locationVisibility, area, myStatus }: Playdate) {
  const isKept = locationVisibility === 'participants'
  return pathTo(
    'create-playdate',
    {},
    {
      title,
      // Only the host may invite to a private address.
      ...((!isKept || myStatus === 'creator') && { location, ...(placeId && { place: String(placeId) }) }),
      ...(isKept && { for: locationVisibility, ...(area && { area }) }),
      ...(description && { description }),
    },
  )
}
