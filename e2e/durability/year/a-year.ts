import { readMeetingAgain } from '../../../packages/server/src/features/operations/meeting-again.ts'
import { type Db, sql } from '../../../packages/server/src/platform/db/db.ts'
import * as circles from './circles.ts'
import { decidesBefore, draw, freeDayOf, wants } from './drawn.ts'
import { countHeard, countLines, countNewcomers, countTown, type Heard, heardOf, noYear, type Year } from './figures.ts'
import { answer, goOut, type Outing, sayCome } from './going-out.ts'
import { Id, type Phone, setClock, settleDown, type Town } from './town.ts'
import * as weekly from './weekly.ts'

const quarter = 91
const hourMs = 3_600_000

interface Living extends Pick<Town, 'fathers' | 'secret'> {
  weeks: number
  hasCircles: boolean
  /** Runs the hourly jobs. */
  runJobs(): Promise<void>
  /** Each father has one. */
  phone: Phone
  /** Sends all that is due, and returns what has reached phones. */
  send(): Promise<{ message: { notification: { data: object } } }[]>
  report(line: string): void
}

/** Those who decide today about their next free day by themselves, in the order in which they do. */
function goingOut(fathers: number, today: number): Outing[] {
  const all = Array.from({ length: fathers }, (_, at) => at + 1)
  return all
    .map(father => ({ father, day: today + ((freeDayOf(father) + 6 - (today % 7)) % 7) + 1 }))
    .filter(({ father, day }) => wants('goesOut', father, day) && day - today === decidesBefore(father, day))
    .sort((one, other) => draw('turn', one.father, today) - draw('turn', other.father, today))
}

/** A year of a town, with its figures. */
export async function aYear(db: Db, living: Living): Promise<Year> {
  const { fathers, weeks, hasCircles, secret, phone, runJobs, send, report } = living
  await settleDown(db, fathers, phone)
  const bornMs = Date.now() - (Date.now() % hourMs)
  const town: Town = { db, fathers, secret, bornMs, founders: new Set(), madeFrom: new Map(), written: [] }
  const year = noYear()
  const fetching = new Set<string>()

  for (let today = 0; today < 7 * weeks; today += 1) {
    await setClock(db, today)
    await db.run(sql`update notifications set read_at = now() where read_at is null`)
    const last = await db.one(Id, sql`select coalesce(max(id), 0)::int as id from notifications`)
    const heard: Heard[] = []
    /** What is due is sent, and two hours pass. */
    const later = async (hour: number) => {
      heard.push(...(await heardOf(town, await send())))
      await setClock(db, today, hour)
    }
    await runJobs()
    await later(0)
    await weekly.offerPlaces(town)
    if (hasCircles) {
      await circles.answerCards(town)
      await circles.fetchNobody(town)
      await circles.askIn(town, today)
      await circles.letIn(town)
      if (today % 7 === 0) await circles.handOutCodes(town, today / 7)
    }
    await later(2)
    await sayCome(town, today)
    for (const outing of goingOut(fathers, today)) await goOut(town, outing)
    await later(4)
    await answer(town)
    await weekly.confirm(town)
    if (hasCircles) {
      await circles.someCannotFetch(town, fetching)
      await countNewcomers(town, year)
      await countLines(town, year, last?.id ?? 0)
    }
    await later(6)
    countHeard(year, heard)
    if (today % 28 === 27) {
      await db.run(sql`vacuum (analyze)`)
      report(`week ${(today + 1) / 7}`)
    }
    if (today % quarter === quarter - 1 || today === 7 * weeks - 1)
      year.again.push((await readMeetingAgain(db))?.share ?? Number.NaN)
  }
  await countTown(town, year)
  return year
}
