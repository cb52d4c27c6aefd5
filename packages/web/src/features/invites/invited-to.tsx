import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Invitation } from '@papadag/contract/invites'
import { CalendarLeaf } from '@papadag/ui/calendar/calendar-leaf'
import { Icon, type IconName } from '@papadag/ui/pictures/icon'
import { lazy, type ReactNode, Suspense } from 'react'
import { useDates } from '../../platform/language/dates.ts'

const StillMap = lazy(async () => ({ default: (await import('../../domain/places/still-map.tsx')).StillMap }))

type Props = {
  invitation: Invitation
  /** Whether the viewer takes part and so knows the place. */
  isComing?: boolean
  children: ReactNode
}

/** The content of an invitation: when, roughly where, how many are coming, and who invites. */
export function InvitedTo({ invitation, isComing = false, children }: Props) {
  const { t } = useLingui()
  const dates = useDates()
  const { startTime, endTime, place, area, map, fathers, placesLeft, title, hostName } = invitation
  return (
    <section className="card mx-auto grid max-w-lg gap-5 rounded-kap-l bg-surface p-6 card-shadow">
      <div className="flex gap-5">
        <CalendarLeaf {...dates.leaf(startTime)} big />
        <div className="min-w-0">
          <h1 className="break-words">
            {hostName ? <Trans>{hostName} invites you</Trans> : <Trans>You are invited</Trans>}
          </h1>
          {title && <p className="mt-2 break-words font-bold text-xl">{title}</p>}
          <p className="mt-2 font-[650]">{dates.dayAndMonth(startTime)}</p>
        </div>
      </div>
      <div className="grid gap-2">
        <Fact icon="clock">{dates.timeRange(startTime, endTime)}</Fact>
        {(place || area || !isComing) && (
          <Fact icon="pin">
            {place ?? (area ? <Trans>Near {area}</Trans> : <Trans>You’ll see exactly where once you join</Trans>)}
          </Fact>
        )}
        <Fact icon="users">
          <Plural value={fathers} one="# dad is coming" other="# dads are coming" />
          {', '}
          <Plural value={placesLeft} _0="full" one="# place left" other="# places left" />
        </Fact>
      </div>
      {map && (
        <Suspense fallback={<div className="h-44" />}>
          <StillMap point={map} label={t`Map of the streets around ${place}`} />
        </Suspense>
      )}
      {children}
    </section>
  )
}

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2">
      <Icon name={icon} size={20} className="mt-0.5" />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  )
}
