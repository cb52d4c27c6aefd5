import { NewPlaydate } from '@papadag/contract/playdates/playdates'
import * as z from 'zod/mini'
import { readMeetingAgain } from '../../../packages/server/src/features/operations/meeting-again.ts'
import * as playdates from '../../../packages/server/src/features/playdates/commands.ts'
import { upcoming } from '../../../packages/server/src/features/playdates/upcoming.ts'
import { type Db, sql } from '../../../packages/server/src/platform/db/db.ts'
import * as circles from './circles.ts'
import { decidesBefore, draw, freeDayOf, goesOut, oneOf, shares } from './drawn.ts'
import { countNewcomers, countNotices, noYear, type Year } from './figures.ts'
import { dayPasser, isDone, settleDown, type Town } from './town.ts'

const room = 8
const looksAt = 5
const quarter = 91
const dayMs = 86_400_000
const hourMs = 3_600_000

interface Living {
  fathers: number
  weeks: number
  hasCircles: boolean
  /** The server's secret. */
  secret: string
  /** Runs the hourly jobs. */
  runJobs(): Promise<void>
  /** Sends all that is due, as far as it reaches somebody. */
  send(): Promise<void>
  report(line: string): void
}

interface Outing {
  father: number
  day: number
  startTime: string
  endTime: string
}

const Id = z.object({ id: z.int() })

/** Plans a playdate at the place nearest to his home. */
async function plan(
  { db, planned }: Town,
  { father, day, startTime, endTime }: Outing,
  circleId?: number,
): Promise<void> {
  const place = await db.one(
    Id,
    sql`select p.id from places p, users u where u.id = ${father}
         order by metres_between(u.neighbourhood_latitude, u.neighbourhood_longitude, p.latitude, p.longitude), p.id limit 1`,
  )
  const what = { title: 'Naar de speeltuin', location: 'Speeltuin', placeId: place?.id, maxParticipants: room }
  const body = NewPlaydate.parse({ ...what, startTime, endTime, ...(circleId && { circleId }) })
  const { id } = await playdates.create(db, body, father)
  if (circleId) planned.push({ id, circleId, day })
}

const join = ({ db }: Town, { father }: Outing, id: number) => isDone(playdates.join(db, id, father, undefined))

/** With his circle, if it has a date that day with room, or none as yet. */
async function goWithCircle(town: Town, outing: Outing): Promise<boolean> {
  const found = await town.db.many(
    z.object({ circleId: z.int(), playdateId: z.nullable(z.int()) }),
    sql`select x.circle_id as "circleId", p.id as "playdateId" from circle_members x
          left join playdates p on p.circle_id = x.circle_id and p.start_time = ${outing.startTime}::timestamptz
         where x.user_id = ${outing.father} order by p.id, x.joined_at, x.circle_id`,
  )
  const dates = found.flatMap(({ playdateId }) => playdateId ?? [])
  for (const id of dates) if (await join(town, outing, id)) return true
  const [first] = found
  if (!first || dates.length > 0) return false
  await plan(town, outing, first.circleId)
  return true
}

async function goOut(town: Town, outing: Outing, hasCircles: boolean): Promise<void> {
  const { father, day, startTime: from, endTime: to } = outing
  if (draw('with circle', father, day) < shares.withCircle && hasCircles && (await goWithCircle(town, outing))) return
  if (draw('plans', father, day) >= shares.plans) {
    const page = { limit: looksAt, cursor: undefined, more() {} }
    const list = (await upcoming(town.db, father, page, { from, to, withinKm: 2, room: 1 })).parse()
    const one = oneOf(list, draw('which', father, day))
    if (one && (await join(town, outing, one.id))) return
  }
  await plan(town, outing)
}

/** A year of a town, with its figures. */
export async function aYear(db: Db, living: Living): Promise<Year> {
  const { fathers, weeks, hasCircles, secret, runJobs, send, report } = living
  await settleDown(db, fathers)
  const passDay = await dayPasser(db)
  const town: Town = { db, fathers, secret, founders: new Set(), planned: [] }
  const year = noYear()
  const fetching = new Set<string>()
  // What takes place on a day does so twenty hours after its fathers have decided, which is a day that is over by the next.
  const firstMs = Date.now() - (Date.now() % hourMs) - dayMs + 20 * hourMs
  const startsMs = (ahead: number) => firstMs + ahead * dayMs

  /** Those who decide today about their next free day, in the order in which they do. */
  function goingOut(today: number): Outing[] {
    const going: Outing[] = []
    for (let father = 1; father <= fathers; father += 1) {
      const ahead = ((freeDayOf(father) + 6 - (today % 7)) % 7) + 1
      const day = today + ahead
      if (!goesOut(father, day) || ahead !== decidesBefore(father, day)) continue
      const [startTime, endTime] = [startsMs(ahead), startsMs(ahead) + 2 * hourMs].map(ms => new Date(ms).toISOString())
      if (startTime && endTime) going.push({ father, day, startTime, endTime })
    }
    return going.sort((one, other) => draw('turn', one.father, today) - draw('turn', other.father, today))
  }

  for (let today = 0; today < 7 * weeks; today += 1) {
    if (today > 0) await passDay()
    await runJobs()
    await db.run(sql`update notifications set read_at = now() where read_at is null`)
    const last = await db.one(Id, sql`select coalesce(max(id), 0)::int as id from notifications`)
    if (hasCircles) {
      await circles.answerCards(town)
      await circles.lookBack(town, today)
      await circles.sayNo(town)
      await circles.letIn(town)
      if (today % 7 === 0) await circles.handOutCodes(town, today / 7)
    }
    const going = goingOut(today)
    for (const outing of going) await goOut(town, outing, hasCircles)
    year.outings += going.length
    if (hasCircles) {
      await circles.someCannotFetch(town, fetching)
      await countNewcomers(town, year)
    }
    await send()
    if (hasCircles) await countNotices(town, year, last?.id ?? 0)
    if (today % 28 === 27) {
      await db.run(sql`vacuum (analyze)`)
      report(`week ${(today + 1) / 7}`)
    }
    if (today % quarter === quarter - 1 || today === 7 * weeks - 1)
      year.again.push((await readMeetingAgain(db))?.share ?? Number.NaN)
  }
  year.playdates = await db.count(sql`from playdates`)
  year.circles = await db.count(sql`from circles`)
  year.members = await db.count(sql`from (select distinct user_id from circle_members) m`)
  return year
}
