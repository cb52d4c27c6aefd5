import { Trans } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import type { ReactNode } from 'react'
import { useRhythm } from '../../../domain/playdates/rhythm-words.ts'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { clockTime, type PlaydateFields, type Times, timesOf } from './form-fields.ts'

type Existing = Times & Pick<Playdate, 'id'>

type Props = {
  typed: PlaydateFields
  /** The playdate that the form is about, if it exists already. */
  kept: Existing | undefined
  /** His playdates. */
  mine: readonly Playdate[]
  /** His next papa day, for a new playdate; null while it is read, so that nothing is said of a day that it replaces. */
  ownDay: string | null | undefined
  /** What stands there without a hint. */
  children: ReactNode
}

/** A line about the chosen day. */
export function DayHint({ typed, kept, mine, ownDay, children }: Props) {
  const rhythm = useRhythm()
  if (ownDay === null) return children
  const other = otherAt(typed, kept, mine)
  if (other) return <Overlap playdate={other} />
  if (typed.every && typed.date) return rhythm(typed.every, typed.date)
  return typed.date === ownDay ? <Trans>Your next papa day</Trans> : children
}

/** Another planned playdate that he is on at the typed time. */
function otherAt(typed: PlaydateFields, kept: Existing | undefined, mine: readonly Playdate[]) {
  if (![typed.startTime, typed.endTime].every(time => clockTime.test(time))) return undefined
  const { startTime, endTime } = timesOf(typed, kept)
  const [start, end] = [Date.parse(startTime), Date.parse(endTime)]
  return mine.find(
    other =>
      other.id !== kept?.id &&
      other.state === 'planned' &&
      Date.parse(other.startTime) < end &&
      Date.parse(other.endTime) > start,
  )
}

/** Warns of it; he may have a reason, so nothing is forbidden. */
function Overlap({ playdate: { id, title } }: { playdate: Playdate }) {
  return (
    <b className="block break-words font-[650] text-ink">
      <Trans>
        You’re already on{' '}
        <Link
          to={pathTo('playdates', {}, { open: String(id) })}
          className="underline decoration-2 decoration-do underline-offset-4"
        >
          {title}
        </Link>{' '}
        then
      </Trans>
    </b>
  )
}
