import { limits } from '@papadag/contract/limits'
import type { NewPlaydate } from '@papadag/contract/playdates/playdates'
import type { NewPoll } from '@papadag/contract/playdates/polls'
import type { IssueCode } from '@papadag/contract/problems'
import { dateAndTimeOf, instantOf } from '../../platform/language/dates.ts'

/** A further proposed time, as typed: a day and two clock times in the browser's time zone. */
export type TypedTime = { date: string; startTime: string; endTime: string }

/** What makes a new playdate a poll: its time is the first of those proposed. */
export type Plan = { more: TypedTime[]; fathers: { id: number; name: string }[] }

export const noPlan: Plan = { more: [], fathers: [] }

const isText = (value: unknown) => typeof value === 'string'

/** A stored draft, if it still fits. */
export function readPlan(stored: unknown): Plan | undefined {
  if (typeof stored !== 'object' || stored === null || !('more' in stored && 'fathers' in stored)) return undefined
  const { more, fathers } = stored
  if (!Array.isArray(more) || !Array.isArray(fathers)) return undefined
  const fits =
    more.every(time => isText(time?.date) && isText(time?.startTime) && isText(time?.endTime)) &&
    fathers.every(father => typeof father?.id === 'number' && isText(father?.name))
  return fits ? { more, fathers } : undefined
}

/** The day after the last proposed one, at the same hours. */
export function nextTime(last: TypedTime): TypedTime {
  const { date } = dateAndTimeOf(new Date(Date.parse(instantOf({ date: last.date, time: '12:00' })) + 24 * 3_600_000))
  return { ...last, date }
}

const momentsOf = ({ date, startTime, endTime }: TypedTime) => ({
  startTime: instantOf({ date, time: startTime }),
  endTime: instantOf({ date, time: endTime }),
})

/** What is wrong with a further time, given the previous ones. */
export function problemOf(time: TypedTime, before: readonly TypedTime[], now = Date.now()): IssueCode | undefined {
  const isTyped =
    /^\d{4}-\d{2}-\d{2}$/.test(time.date) && [time.startTime, time.endTime].every(at => /^\d{2}:\d{2}$/.test(at))
  if (!isTyped) return 'time.invalid'
  const { startTime, endTime } = momentsOf(time)
  if (Date.parse(startTime) <= now) return 'playdate.startInPast'
  if (endTime <= startTime) return 'playdate.endBeforeStart'
  const isSame = (other: TypedTime) =>
    other.date === time.date && other.startTime === time.startTime && other.endTime === time.endTime
  return before.some(isSame) ? 'poll.sameTime' : undefined
}

/** Whether the further times are valid; the form checks the first one. */
export function isProposable({ more }: Plan, first: TypedTime): boolean {
  return more.every((time, at) => problemOf(time, [first, ...more.slice(0, at)]) === undefined)
}

export const mayProposeMore = ({ more }: Plan) => more.length + 1 < limits.pollTimes

/** The request body. */
export function toPoll(playdate: NewPlaydate, { more, fathers }: Plan): NewPoll {
  const {
    children: _,
    repeats: _repeats,
    minimumFathers: _minimum,
    kind: _kind,
    startTime,
    endTime,
    ...about
  } = playdate
  return {
    ...about,
    times: [{ startTime, endTime }, ...more.map(momentsOf)],
    fathers: fathers.map(({ id }) => id),
  }
}
