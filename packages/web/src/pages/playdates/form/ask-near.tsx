import { Trans } from '@lingui/react/macro'
import { useLocation } from '../../../features/location/locator.ts'
import type { PlaydateFields } from '../../../features/playdates/form/form-fields.ts'
import { AskWhere } from '../../../features/users/neighbourhood/ask-where.tsx'
import { useUser } from '../../../platform/session/session.ts'

/** Asks a father whose home is unknown where he lives, once he plans something that is not on the map. */
export function AskNear({ typed: { location, placeId } }: { typed: PlaydateFields }) {
  const { home } = useUser()
  const { locateForPlaces } = useLocation()
  const isOffMap = placeId === 0 && location.trim() !== ''
  return (
    <AskWhere isUnknown={home === undefined && isOffMap} locate={locateForPlaces}>
      <Trans>This place isn’t on our map. Tell us roughly where you live, and dads near you find each other.</Trans>
    </AskWhere>
  )
}
