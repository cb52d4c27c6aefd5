import { Trans } from '@lingui/react/macro'
import { buttonClass } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/pictures/icon'
import { type PlaceToMeet, toPlanAt } from '../../domain/places/plan-at.ts'
import { Link } from '../../platform/navigation/navigation.tsx'

/** Plans a playdate at this place. */
export function MeetHere({ place, className }: { place: PlaceToMeet; className?: string }) {
  return (
    <Link to={toPlanAt(place)} className={buttonClass({ variant: 'do', size: 44, className })}>
      <Icon name="plus" size={18} />
      <Trans>Plan something here</Trans>
    </Link>
  )
}
