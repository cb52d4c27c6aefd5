import { createContext, Script } from 'node:vm'
import type { Answer } from '@papadag/contract/places/facts'
import type { opening_hours } from 'opening_hours'

type Reader = typeof opening_hours
type Read = opening_hours

/** Its tables of holidays take a megabyte, which is read when the first hours are. */
let reader: Promise<Reader> | undefined
function load(): Promise<Reader> {
  reader ??= import('opening_hours').then(library => library.default)
  return reader
}

/** How long the library may take for one text: some make it look for a change that never comes. */
const budgetMs = 1000
const context = createContext({ work: undefined })
const script = new Script('work()')

/** What the work returns; undefined if it throws or takes too long. */
function bounded<T>(work: () => T): T | undefined {
  try {
    context.work = work
    return script.runInContext(context, { timeout: budgetMs }) as T // what the work returns
  } catch {
    return undefined
  }
}

/** Texts that have been read, the latest last; undefined: they cannot be. */
const known = new Map<string, Read | undefined>()
const knownTexts = 5000

/** The clock of a place, in the time zone of this process, in which the library reads it. */
function clock(local: Temporal.PlainDateTime): Date {
  return new Date(local.year, local.month - 1, local.day, local.hour, local.minute)
}

/** Opening hours, in a region as `regionAt` names it. */
export interface Hours {
  text: string
  region: string
}

async function read({ text, region }: Hours, local: Temporal.PlainDateTime): Promise<Read | undefined> {
  const [country = '', state = '', timeZone = 'UTC'] = region.split(' ')
  // The library puts sunset on the clock of this process: so many degrees further west it is at the place's hour.
  const hoursApart = local.toZonedDateTime(timeZone).offsetNanoseconds / 3.6e12 + clock(local).getTimezoneOffset() / 60
  const key = `${region} ${hoursApart} ${text}`
  if (known.has(key)) return known.get(key)
  const Library = await load()
  // It ignores numbers, which its types ask for.
  const [lat, lon] = ['52', String(5 - 15 * hoursApart)] as unknown as [number, number]
  const where = { lat, lon, address: { country_code: country, state } }
  const hours = bounded(() => {
    const parsed = new Library(text, where)
    parsed.getState(clock(local))
    return parsed
  })
  const [oldest] = known.keys()
  if (known.size >= knownTexts && oldest !== undefined) known.delete(oldest)
  known.set(key, hours)
  return hours
}

function stateAt(hours: Read | undefined, at: Date): Answer {
  const said = hours && bounded((): Answer => (hours.getUnknown(at) ? 'unknown' : hours.getState(at) ? 'yes' : 'no'))
  return said ?? 'unknown'
}

/** Whether the text says that it is open at this local time; unknown if it cannot be read, or says so itself. */
export async function openAt(hours: Hours, at: string): Promise<Answer> {
  const local = Temporal.PlainDateTime.from(at)
  return stateAt(await read(hours, local), clock(local))
}

const timeZoneOf = ({ region }: Hours) => region.split(' ')[2] ?? 'UTC'

/** The same at a moment. */
export function isOpenThen(hours: Hours, moment: Temporal.Instant): Promise<Answer> {
  const local = moment.toZonedDateTimeISO(timeZoneOf(hours)).toPlainDateTime()
  return openAt(hours, local.toString({ smallestUnit: 'minute' }))
}

/** What it says about more than these days ahead is not shown. */
const soonDays = 31

/** Whether it is open at a moment, and when it opens next. */
export async function hoursAt(
  hours: Hours,
  now: Temporal.Instant,
): Promise<{ openNow: boolean | null; opensAt: string | null }> {
  const timeZone = timeZoneOf(hours)
  const local = now.toZonedDateTimeISO(timeZone).toPlainDateTime()
  const parsed = await read(hours, local)
  const answer = stateAt(parsed, clock(local))
  if (answer !== 'no') return { openNow: answer === 'unknown' ? null : true, opensAt: null }
  const last = clock(local.add({ days: soonDays }))
  const next = parsed && bounded(() => parsed.getNextChange(clock(local), last))
  if (!next || next >= last) return { openNow: false, opensAt: null }
  const opens = local.with({
    year: next.getFullYear(),
    month: next.getMonth() + 1,
    day: next.getDate(),
    hour: next.getHours(),
    minute: next.getMinutes(),
    second: 0,
    millisecond: 0,
    microsecond: 0,
    nanosecond: 0,
  })
  return { openNow: false, opensAt: new Date(opens.toZonedDateTime(timeZone).epochMilliseconds).toISOString() }
}
