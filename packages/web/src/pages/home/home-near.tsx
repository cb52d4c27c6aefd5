import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { NearbyPlaces } from '../../features/places/nearby-places.tsx'
import { AskWhere } from '../../features/users/neighbourhood/ask-where.tsx'

type Props = Pick<ComponentProps<typeof NearbyPlaces>, 'position' | 'from'> &
  Pick<ComponentProps<typeof AskWhere>, 'isUnknown' | 'locate'>

/** The places near him, loaded when they come near the viewport. */
export function HomeNear({ isUnknown, locate, ...props }: Props) {
  return (
    <NearbyPlaces
      {...props}
      sayWhere={
        <AskWhere isUnknown={isUnknown} locate={locate}>
          <Trans>Tell us roughly where you live, and you see what is near you.</Trans>
        </AskWhere>
      }
    />
  )
}
