import { useLingui } from '@lingui/react/macro'
import type { Invitation } from '@papadag/contract/invites'
import { type ComponentProps, lazy, Suspense } from 'react'
import { InvitedTo } from './invited-to.tsx'

const StillMap = lazy(async () => ({ default: (await import('../../domain/places/still-map.tsx')).StillMap }))

type Props = Omit<ComponentProps<typeof InvitedTo>, 'map'> & { invitation: Invitation }

/** An invitation, in the app. */
export function InvitedWithMap(props: Props) {
  const { t } = useLingui()
  const { map, place } = props.invitation
  return (
    <InvitedTo
      {...props}
      map={
        map && (
          <Suspense fallback={<div className="h-44" />}>
            <StillMap point={map} label={t`Map of the streets around ${place}`} />
          </Suspense>
        )
      }
    />
  )
}
