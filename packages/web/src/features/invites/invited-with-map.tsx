import { useLingui } from '@lingui/react/macro'
import type { Invitation } from '@papadag/contract/invites'
import { type ComponentProps, lazy, Suspense } from 'react'
import { InvitedTo } from './invited-to.tsx'

const StaticMap = lazy(async () => ({ default: (await import('../../domain/places/static-map.tsx')).StaticMap }))

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
            <StaticMap point={map} label={t`Map of the streets around ${place}`} />
          </Suspense>
        )
      }
    />
  )
}
