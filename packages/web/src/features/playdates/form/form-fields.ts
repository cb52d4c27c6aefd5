import { limits } from '@papadag/contract/limits'
import type { NewPlaydate, Playdate } from '@papadag/contract/playdates/playdates'
import type { Rhythm } from '@papadag/contract/playdates/repeats'
import type { IssueCode } from '@papadag/contract/problems'
import { childrenToBring } from '../../../domain/playdates/children-to-bring.ts'
import { dateAndTimeOf, instantOf } from '../../../platform/language/dates.ts'
import { screen } from '../../../platform/screen/screen.ts'

/** The values of the form: a day and two clock times in the browser's time zone. */
export type PlaydateFields = {
  title: string
  description: string
  date: string
  startTime: string
  endTime: string
  location: string
  /** The id of its place; 0 for none. */
  placeId: number
  /** Who sees the address, and what others see. */
  locationVisibility: Playdate['locationVisibility']
  area: string
  /** NaN if the field contains no number. */
  maxParticipants: number
  /** How many children the creator brings. */
  children: number
  /** How often it repeats; '' for once. */
  every: Rhythm | ''
  /** The minimum number of fathers; 0 for none, NaN if the field contains no number. */
  minimumFathers: number
  kind: NonNullable<Playdate['kind']>
}

/** The kinds of plan, as the address of the form names them. */
export type How = 'once' | 'weekly' | 'ask'

export type FieldProblems = Partial<Record<keyof PlaydateFields, IssueCode>>

export const clockTime = /^\d{2}:\d{2}$/

/** The times of an existing playdate: fields are less precise, so these are kept while they match the fields. */
export type Times = Pick<Playdate, 'startTime' | 'endTime'>

/**
 * The errors in the typed values, by field. An unchanged start may be in the past: a running playdate can still be
 * edited. Unchanged times may cross midnight, which fields cannot express. Spaces are accepted as a title or a place:
 * the server then names it, as the specification requires.
 */
export function problemsIn(fields: PlaydateFields, kept?: Times): FieldProblems {
  const {
    title,
    description,
    startTime,
    endTime,
    location,
    area,
    maxParticipants,
    minimumFathers,
    kind,
    placeId,
    locationVisibility,
  } = fields
  const problems: FieldProblems = {}
  const isTooLong = (text: string, max: number) => text.length > max && [...text].length > max

  if (title === '') problems.title = 'playdate.titleRequired'
  else if (isTooLong(title, limits.title)) problems.title = 'text.tooLong'
  if (isTooLong(description, limits.description)) problems.description = 'text.tooLong'
  if (location === '') problems.location = 'playdate.locationRequired'
  else if (isTooLong(location, limits.location)) problems.location = 'text.tooLong'
  else if (kind === 'open' && !(placeId && locationVisibility === 'public')) problems.location = 'playdate.openPlace'
  if (isTooLong(area, limits.area)) problems.area = 'text.tooLong'
  const isCount = Number.isInteger(maxParticipants)
  if (!isCount || maxParticipants < limits.maxParticipantsMin || maxParticipants > limits.maxParticipants) {
    problems.maxParticipants = 'playdate.maxParticipants'
  }

  if (!isMinimum(minimumFathers, maxParticipants)) problems.minimumFathers = 'playdate.minimumFathers'

  if (!clockTime.test(startTime)) problems.startTime = 'playdate.startRequired'
  if (!clockTime.test(endTime)) problems.endTime = 'playdate.endRequired'
  if (problems.startTime || problems.endTime) return problems
  const times = timesOf(fields, kept)
  const start = times.startTime
  if (start !== kept?.startTime && Date.parse(start) <= Date.now()) problems.startTime = 'playdate.startInPast'
  if (times !== kept && times.endTime <= start) problems.endTime = 'playdate.endBeforeStart'
  return problems
}

const isMinimum = (fathers: number, places: number) =>
  fathers === 0 || (Number.isInteger(fathers) && fathers >= limits.minimumFathersMin && !(fathers > places))

/** What the typed day and times mean; those of an existing playdate are kept while the fields show them. */
export function timesOf({ date, startTime, endTime }: TypedTimes, kept: Times | undefined): Times {
  const first = kept && shownOf(kept)
  const isSameStart = first?.date === date && first.startTime === startTime
  if (kept && isSameStart && first.endTime === endTime) return kept
  const start = kept && isSameStart ? kept.startTime : instantOf({ date, time: startTime })
  if (kept && passesMidnight(kept) && minutesOf({ startTime, endTime }) === minutesOf(shownOf(kept))) {
    const lasts = Date.parse(kept.endTime) - Date.parse(kept.startTime)
    return { startTime: start, endTime: new Date(Date.parse(start) + lasts).toISOString() }
  }
  return { startTime: start, endTime: instantOf({ date, time: endTime }) }
}

type ClockTimes = Pick<PlaydateFields, 'startTime' | 'endTime'>
type TypedTimes = ClockTimes & Pick<PlaydateFields, 'date'>

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const minutesADay = 24 * 60

/** How long it takes by the clock, past midnight if it ends before it starts; undefined while a time is missing. */
export function minutesOf({ startTime, endTime }: ClockTimes): number | undefined {
  if (!clockTime.test(startTime) || !clockTime.test(endTime)) return undefined
  return (minuteOf(endTime) - minuteOf(startTime) + minutesADay) % minutesADay
}

/** Whether a playdate ends on a later day, which the fields cannot express. */
export function passesMidnight(times: Times): boolean {
  return dateAndTimeOf(times.startTime).date !== dateAndTimeOf(times.endTime).date
}

/** The end of something with this start and length; before midnight, unless it already crossed midnight. */
export function endAfter(startTime: string, minutes: number, mayPassMidnight: boolean): string {
  const end = minuteOf(startTime) + minutes
  const at = mayPassMidnight ? end % minutesADay : Math.min(end, minutesADay - 1)
  return [Math.floor(at / 60), at % 60].map(part => String(part).padStart(2, '0')).join(':')
}

function shownOf({ startTime, endTime }: Times) {
  const { date, time } = dateAndTimeOf(startTime)
  return { date, startTime: time, endTime: dateAndTimeOf(endTime).time }
}

/** A stored draft, if it still fits the form. */
export function readFields(stored: unknown): PlaydateFields | undefined {
  const wanted: Record<string, unknown> = emptyFields()
  if (typeof stored !== 'object' || stored === null) return undefined
  // JSON stores NaN as null.
  const fields = {
    ...stored,
    ...('maxParticipants' in stored && { maxParticipants: stored.maxParticipants ?? NaN }),
    ...('minimumFathers' in stored && { minimumFathers: stored.minimumFathers ?? NaN }),
  }
  const found = new Map(Object.entries(fields))
  const isSame = Object.entries(wanted).every(([name, value]) => typeof found.get(name) === typeof value)
  // Each field was just compared with the form's own.
  return isSame ? (fields as PlaydateFields) : undefined
}

/** The request body. */
export function toPlaydate(fields: PlaydateFields, kept?: Times): NewPlaydate {
  const { date: _, placeId, children, every, minimumFathers, kind, ...rest } = fields
  const { startTime, endTime } = timesOf(fields, kept)
  const coming = childrenToBring({ maxParticipants: rest.maxParticipants, placesTaken: 0 }, children).usual
  const own = { children: coming, ...(every && { repeats: { every } }), ...(kind === 'open' && { kind }) }
  return {
    ...{ ...rest, placeId: placeId || null, startTime, endTime },
    minimumFathers: minimumFathers || null,
    ...(!kept && own),
  }
}

type Stored = Pick<
  NewPlaydate,
  'title' | 'location' | 'locationVisibility' | 'startTime' | 'endTime' | 'maxParticipants'
> & {
  description?: string | null | undefined
  placeId?: number | null | undefined
  area?: string | null | undefined
  participants?: Playdate['participants'] | undefined
  minimumFathers?: number | null | undefined
  kind?: PlaydateFields['kind'] | undefined
}

/** The form values of an existing playdate. */
export function toFields({
  startTime,
  endTime,
  description,
  title,
  location,
  placeId,
  locationVisibility = 'public',
  area,
  maxParticipants,
  participants: [creator] = [],
  minimumFathers,
  kind = 'playdate',
}: Stored): PlaydateFields {
  return {
    title,
    location,
    placeId: placeId ?? 0,
    locationVisibility,
    area: area ?? '',
    maxParticipants,
    children: creator?.children ?? 0,
    every: '',
    minimumFathers: minimumFathers ?? 0,
    kind,
    description: description ?? '',
    ...shownOf({ startTime, endTime }),
  }
}

/** Room for four others in addition to a father with several children; the specified number otherwise. */
export const usualMaximum = (children: number) =>
  children > 1 ? 1 + Math.min(children, limits.childrenAlong) + 4 : limits.maxParticipantsDefault

/** The initial values: the next day on which the default time has not passed. */
export function emptyFields(
  prefilled: Partial<Omit<PlaydateFields, 'startTime' | 'endTime' | 'maxParticipants'>> = {},
): PlaydateFields {
  const now = new Date()
  const today = dateAndTimeOf(now)
  const tomorrow = dateAndTimeOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 12))
  return {
    title: '',
    description: '',
    location: '',
    placeId: 0,
    locationVisibility: 'public',
    area: '',
    date: today.time < screen.defaultStartTime ? today.date : tomorrow.date,
    startTime: screen.defaultStartTime,
    endTime: screen.defaultEndTime,
    maxParticipants: usualMaximum(prefilled.children ?? 0),
    children: 0,
    every: '',
    minimumFathers: 0,
    kind: 'playdate',
    ...prefilled,
  }
}
