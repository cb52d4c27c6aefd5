import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Invitation } from '@papadag/contract/invites'
import { CalendarLeaf } from '@papadag/ui/calendar/calendar-leaf'
import { Fact } from '@papadag/ui/fact'
import type { ReactNode } from 'react'
import { useSeriesInWords } from '../../domain/playdates/rhythm-words.ts'
import { useDates } from '../../platform/language/dates.ts'

type Props = {
  invitation: Omit<Invitation, 'hostId' | 'sequence' | 'playdateId' | 'waiting' | 'isOwn' | 'map'>
  /** Whether the viewer takes part and so knows the place. */
  isComing?: boolean
  /** A picture of the map around the place. */
  map?: ReactNode
  children: ReactNode
}

/** The content of an invitation: when, roughly where, how many are coming, and who invites. */
export function InvitedTo({ invitation, isComing = false, map, children }: Props) {
  const { t } = useLingui()
  const dates = useDates()
  const { startTime, endTime, place, area, fathers, placesLeft, title, hostName, series } = invitation
  const repeats = useSeriesInWords(series, startTime)
  return (
    <section className="card mx-auto grid max-w-lg gap-5 rounded-kap-l bg-surface p-6 card-shadow">
      <div className="flex gap-5">
        <CalendarLeaf {...dates.leaf(startTime)} big />
        <div className="min-w-0">
          <h1 className="break-words">
            {/* Not `Trans`, which would look for elements in what a member has typed. */}
            {hostName ? t`${hostName} invites you` : t`You are invited`}
          </h1>
          {title && <p className="mt-2 break-words font-bold text-xl">{title}</p>}
          <p className="mt-2 font-[650]">{dates.dayAndMonth(startTime)}</p>
        </div>
      </div>
      <div className="grid gap-2">
        <Fact icon="clock">{dates.timeRange(startTime, endTime)}</Fact>
        {repeats && <Fact icon="calendar">{repeats}</Fact>}
        {(place || area || !isComing) && (
          <Fact icon="pin">
            {place ?? (area ? t`Near ${area}` : <Trans>You’ll see exactly where once you join</Trans>)}
          </Fact>
        )}
        <Fact icon="users">
          <Plural value={fathers} one="# dad is coming" other="# dads are coming" />
          {', '}
          <Plural value={placesLeft} _0="full" one="# place left" other="# places left" />
        </Fact>
      </div>
      {map}
      {children}
    </section>
  )
}
