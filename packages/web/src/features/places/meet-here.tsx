import { Trans } from '@lingui/react/macro'
import type { Place } from '@papadag/contract/places/places'
import { buttonClass } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/pictures/icon'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'

type Props = { place: Pick<Place, 'id' | 'name'> & { address?: string | null }; className?: string }

/** Plans a playdate at this place. */
export function MeetHere({ place: { id, name, address }, className }: Props) {
  const location = address ? `${name}, ${address}` : name
  return (
    <Link
      to={pathTo('create-playdate', {}, { location, place: String(id) })}
      className={buttonClass({ variant: 'do', size: 44, className })}
    >
      <Icon name="plus" size={18} />
      <Trans>Plan something here</Trans>
    </Link>
  )
}
