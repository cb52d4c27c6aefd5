import { limits, productTimeZone } from '@papadag/contract/limits'
import { isAsProposed } from '../../../domain/polls.ts'
import { type Sql, sql } from '../../../platform/db/db.ts'

// Decides which fathers are asked for which half day (docs/decisions/0029).

/** An upcoming half day, and the time of a meeting in it. */
export interface Half {
  /** Its bit among a father's half days. */
  bit: number
  from: Temporal.Instant
  until: Temporal.Instant
  startTime: Temporal.Instant
  endTime: Temporal.Instant
}

const meetsAt = { am: ['10:00', '12:00'], pm: ['14:30', '16:30'] } as const

/** The half days of the week that begins a few days after this moment. */
export function halvesAfter(now: Temporal.Instant): Half[] {
  const today = now.toZonedDateTimeISO(productTimeZone).toPlainDate()
  return Array.from({ length: 7 }, (_, at) => today.add({ days: limits.proposalAheadDays + at })).flatMap(date =>
    (['am', 'pm'] as const).map(half => {
      const at = (plainTime: string) => date.toZonedDateTime({ timeZone: productTimeZone, plainTime }).toInstant()
      const midnight = date.add({ days: 1 }).toZonedDateTime(productTimeZone).toInstant()
      const [start, end] = meetsAt[half]
      return {
        bit: 1 << ((date.dayOfWeek - 1) * 2 + (half === 'am' ? 0 : 1)),
        from: half === 'am' ? date.toZonedDateTime(productTimeZone).toInstant() : at('12:00'),
        until: half === 'am' ? at('12:00') : midnight,
        startTime: at(start),
        endTime: at(end),
      }
    }),
  )
}

interface Times {
  startTime: string
  endTime: string
}

/** Whether a playdate takes place in this half day. */
export function isIn({ from, until }: Half, { startTime, endTime }: Times): boolean {
  const before = Temporal.Instant.compare(Temporal.Instant.from(startTime), until) < 0
  return before && Temporal.Instant.compare(Temporal.Instant.from(endTime), from) > 0
}

interface Free {
  id: number
  /** The bits of the half days on which he is free. */
  days: number
}

/** Whether there is a block between these two, in either direction. */
export type IsBlocked = (one: number, other: number) => boolean

interface Group {
  half: Half
  fathers: number[]
}

/**
 * Who is asked for what: the half day that most fathers share comes first, each half day and each father once, never
 * two with a block between them. Fathers are taken in the given order.
 */
export function groupsOf(fathers: readonly Free[], halves: readonly Half[], isBlocked: IsBlocked): Group[] {
  const groups: Group[] = []
  let left = fathers
  let open = halves
  while (open.length > 0) {
    const sizes = open.map(half => left.filter(({ days }) => (days & half.bit) !== 0).length)
    const most = Math.max(...sizes)
    const half = open[sizes.indexOf(most)]
    if (!half || most < limits.proposalMinimum) break
    open = open.filter(other => other !== half)
    const asked = together(
      left.filter(({ days }) => (days & half.bit) !== 0),
      isBlocked,
    ).map(({ id }) => id)
    if (asked.length < limits.proposalMinimum) continue
    groups.push({ half, fathers: asked })
    left = left.filter(({ id }) => !asked.includes(id))
  }
  return groups
}

/** As many of these fathers as may be asked at once, in their order, never two with a block between them. */
export function together<Father extends { id: number }>(fathers: readonly Father[], isBlocked: IsBlocked): Father[] {
  const asked: Father[] = []
  for (const father of fathers) {
    if (asked.length === limits.proposalAsked) break
    if (!asked.some(({ id }) => isBlocked(father.id, id))) asked.push(father)
  }
  return asked
}

/** The side of the squares within which fathers who show distances are neighbours: about 5 km in the Netherlands. */
const squareDegrees = { latitude: 0.045, longitude: 0.073 }

/**
 * The neighbourhood of the father `me`: the square of his home, or the town in his profile if he does not show
 * distances. Every member can see both.
 */
export const neighbourhoodOf = sql`case
  when me.show_distance then 'square ' || floor(me.neighbourhood_latitude / ${squareDegrees.latitude}::float8)::int
    || ' ' || floor(me.neighbourhood_longitude / ${squareDegrees.longitude}::float8)::int
  when folded(me.city) <> '' then 'town ' || folded(me.city) end`

/** Whether the father `me` lives in this neighbourhood, as conditions that use an index. */
export function livesIn(neighbourhood: string): Sql {
  const isIn = sql`${neighbourhoodOf} = ${neighbourhood}`
  const town = townIn(neighbourhood)
  if (town !== undefined) return sql`(folded(me.city) = ${town} and ${isIn})`
  const middle = middleOf(neighbourhood) ?? { latitude: 0, longitude: 0 }
  const { latitude, longitude } = squareDegrees
  return sql`(me.show_distance and me.neighbourhood_latitude between ${middle.latitude - latitude} and ${middle.latitude + latitude}
    and me.neighbourhood_longitude between ${middle.longitude - longitude} and ${middle.longitude + longitude} and ${isIn})`
}

/** The middle of a square; undefined for a town. */
export function middleOf(neighbourhood: string): { latitude: number; longitude: number } | undefined {
  const [, row, column] = /^square (-?\d+) (-?\d+)$/.exec(neighbourhood) ?? []
  if (row === undefined || column === undefined) return
  return {
    latitude: (Number(row) + 0.5) * squareDegrees.latitude,
    longitude: (Number(column) + 0.5) * squareDegrees.longitude,
  }
}

/** The name of a town; undefined for a square. */
export const townIn = (neighbourhood: string) => /^town (.+)$/s.exec(neighbourhood)?.[1]

/**
 * Whether the father `u` counts among those who accept: neither hidden nor suspended, nor stopped by reports (safety
 * S34).
 */
export const counts = sql`(u.hidden_at is null and coalesce(u.suspended_until <= now(), true) and not u.may_not_start)`

/** The state of the proposal `q` at the place `pl`, whose playdate this viewer reads as `p`. */
export const stateOf: Sql = sql`case
  when q.chosen_time_id is not null then case when p.id is not null then 'made' else 'over' end
  when q.ends_at <= now() or not ${isAsProposed} then 'over' else 'open' end`
