import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import type { Distance } from '@papadag/contract/users/users'
import { CalendarLeaf } from '@papadag/ui/calendar/calendar-leaf'
import { Icon, type IconName } from '@papadag/ui/pictures/icon'
import type { ReactNode } from 'react'
import { useDates } from '../../platform/language/dates.ts'
import { distanceIn } from '../places/distance.ts'

type Times = Pick<Playdate, 'startTime' | 'endTime'>

/** Whether it has already ended. */
export function isOver({ endTime }: Times): boolean {
  return Date.parse(endTime) <= Date.now()
}

/** Whether it has begun but not ended. */
export function isRunning({ startTime, endTime }: Times): boolean {
  return Date.parse(startTime) <= Date.now() && !isOver({ startTime, endTime })
}

type LeafOf = Times & Partial<Pick<Playdate, 'state'>>

/** The calendar leaf of its first day. */
export function Leaf({ playdate, dropIn = false }: { playdate: LeafOf; dropIn?: boolean }) {
  const dates = useDates()
  const isFaded = isOver(playdate) || playdate.state === 'cancelled'
  return <CalendarLeaf {...dates.leaf(playdate.startTime)} faded={isFaded} dropIn={dropIn} />
}

type FactsOf = Times & { location: string } & Partial<
    Pick<Playdate, 'locationVisibility' | 'area' | 'myStatus' | 'hidden' | 'metresAway' | 'distance'>
  >

type FactsProps = {
  playdate: FactsOf
  /** In a dialog: the weekday in words, and the whole address. */
  wrap?: boolean
  /** Further lines. */
  children?: ReactNode
}

/** Its times and location, and whether the address is private. */
export function Facts({ playdate, wrap = false, children }: FactsProps) {
  const dates = useDates()
  const { location, locationVisibility, area, myStatus, hidden } = playdate
  const isKept = locationVisibility === 'participants' && myStatus === 'none'
  const far = <HowFar of={playdate} isAwaited={wrap && !isOver(playdate)} />
  const times = dates.timeRange(playdate.startTime, playdate.endTime)
  const weekday = dates.weekday(new Date(playdate.startTime).getDay())
  const now = isRunning(playdate) && (
    <b className="ml-auto pl-1 text-ink">
      <Trans>Going on now</Trans>
    </b>
  )
  return (
    <div
      className={`mt-1 grid content-start gap-1 text-[.9375rem] text-ink-2 leading-[1.35] ${wrap ? 'min-w-0 flex-1' : ''}`}
    >
      {wrap ? (
        <p className="flex flex-wrap text-base">
          <b className="text-ink tabular-nums">{`${weekday.charAt(0).toUpperCase()}${weekday.slice(1)}, ${times}`}</b>
          {now}
        </p>
      ) : (
        <Fact icon="clock">
          <span className="flex min-w-0 flex-1 flex-wrap">
            <span className="tabular-nums">{times}</span>
            {now}
          </span>
        </Fact>
      )}
      {(!isKept || area) && (
        <Fact icon="pin">
          {wrap ? (
            <span className="min-w-0 break-words">
              {location} {far}
            </span>
          ) : (
            <>
              <span className="truncate">{location}</span>
              {far}
            </>
          )}
        </Fact>
      )}
      {isKept && (
        <Fact icon="lock">
          <span>
            <Trans>Address visible after joining</Trans>
          </span>
          {!area && far}
        </Fact>
      )}
      {hidden && (
        <Fact icon="eyeOff">
          <b>
            <Trans>Hidden by moderators</Trans>
          </b>
        </Fact>
      )}
      {children}
    </div>
  )
}

/** A line that begins with an icon. */
export function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className="flex min-w-0 items-start gap-[7px]">
      <Icon name={icon} size={17} className="mt-px" />
      {children}
    </p>
  )
}

const bands: Record<Distance, MessageDescriptor> = {
  '<2': msg`less than 2 km`,
  '<5': msg`less than 5 km`,
  '<10': msg`less than 10 km`,
  '10+': msg`more than 10 km`,
}

type HowFarProps = {
  of: Pick<FactsOf, 'metresAway' | 'distance'>
  /** Whether a list that is still loading may know it: its space is kept, so that nothing moves. */
  isAwaited?: boolean
}

/** The distance: exact to a public place, in a band to a home (safety S6). */
export function HowFar({ of: { metresAway, distance }, isAwaited = false }: HowFarProps) {
  const { i18n } = useLingui()
  const words =
    typeof metresAway === 'number'
      ? distanceIn(i18n.locale, metresAway)
      : distance
        ? i18n._(bands[distance])
        : undefined
  if (words) return <b className={farClass}>{words}</b>
  const isUnread = metresAway === undefined && distance === undefined
  return (
    isAwaited &&
    isUnread && (
      <b aria-hidden className={`${farClass} invisible`}>
        {distanceIn(i18n.locale, 10_000)}
      </b>
    )
  )
}

const farClass = 'ml-auto shrink-0 whitespace-nowrap pl-1 text-ink'
