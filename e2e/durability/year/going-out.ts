import { NewPlaydate } from '@papadag/contract/playdates/playdates'
import * as z from 'zod/mini'
import { decline } from '../../../packages/server/src/domain/playdates/declines.ts'
import * as seats from '../../../packages/server/src/domain/playdates/seats.ts'
import {
  hasDeclined,
  isAhead,
  isOn,
  meetingsOf,
  tookPlace,
} from '../../../packages/server/src/domain/playdates/state.ts'
import * as playdates from '../../../packages/server/src/features/playdates/commands.ts'
import { upcoming } from '../../../packages/server/src/features/playdates/upcoming.ts'
import { sql } from '../../../packages/server/src/platform/db/db.ts'
import { draw, freeDayOf, oneOf, shares, wants } from './drawn.ts'
import { around, dayOf, Id, isBusy, isDone, isOnDay, Question, type Town, timesOn } from './town.ts'
import { takePlace } from './weekly.ts'

const room = 8
const looksAt = 5
/** How many he writes to. */
const asksAtMost = 3

export interface Outing {
  father: number
  day: number
}

const join = ({ db }: Town, { father }: Outing, id: number) =>
  isDone(db.transaction(tx => seats.join(tx, id, father, undefined)))

/** He goes with his circle if it has a date that day, or joins one of the first five near him with room, or plans something. */
export async function goOut(town: Town, outing: Outing): Promise<void> {
  const { father, day } = outing
  // He has a standing place, or was asked.
  if (await isBusy(town, father, day)) return
  const circle = draw('with circle', father, day) < shares.withCircle ? await circleOf(town, father) : undefined
  if (circle && (await joinCircle(town, outing))) return
  if (draw('plans', father, day) >= shares.plans) {
    const page = { limit: looksAt, cursor: undefined, more() {} }
    const sought = { ...around(town, day), withinKm: 2, room: 1 } as const
    const one = oneOf((await upcoming(town.db, father, page, sought)).parse(), draw('which', father, day))
    if (one && (await join(town, outing, one.id))) return
  }
  const id = await plan(town, outing, circle)
  if (!circle && draw('asks along', father, day) < shares.asksAlong) await askAlong(town, outing, id)
}

const Circle = z.object({ id: z.int(), members: z.int() })

/** The largest of his circles. */
const circleOf = ({ db }: Town, father: number) =>
  db.one(
    Circle,
    sql`select x.circle_id as id, (select count(*)::int from circle_members m where m.circle_id = x.circle_id) as members
          from circle_members x where x.user_id = ${father} order by members desc, id limit 1`,
  )

/** Whether one of his circles has a date that day on which there is room for him. */
async function joinCircle(town: Town, outing: Outing): Promise<boolean> {
  const dates = await town.db.many(
    Id,
    sql`select p.id from circle_members x join playdates p on p.circle_id = x.circle_id and ${isOnDay(town, outing.day)}
         where x.user_id = ${outing.father} order by p.id`,
  )
  for (const { id } of dates) if (await join(town, outing, id)) return true
  return false
}

/** Plans a playdate at the place nearest to his home, with room for his circle. */
async function plan(town: Town, { father, day }: Outing, circle: z.output<typeof Circle> | undefined): Promise<number> {
  const place = await town.db.one(
    Id,
    sql`select p.id from places p, users u where u.id = ${father}
         order by metres_between(u.neighbourhood_latitude, u.neighbourhood_longitude, p.latitude, p.longitude), p.id limit 1`,
  )
  const isWeekly = draw('plans weekly', father, day) < shares.plansWeekly
  const body = NewPlaydate.parse({
    ...timesOn(town, day),
    ...{ title: 'Naar de speeltuin', location: 'Speeltuin', placeId: place?.id },
    maxParticipants: Math.max(room, circle?.members ?? 0),
    ...(circle && { circleId: circle.id }),
    ...(isWeekly && { repeats: { every: 'week' } }),
  })
  return (await playdates.create(town.db, body, father)).id
}

/** Writes to those whom he met last. */
async function askAlong({ db, written }: Town, { father, day }: Outing, id: number): Promise<void> {
  const met = await db.many(
    Id,
    sql`select m.they as id from (${meetingsOf(sql`${father}::int`)}) m group by 1 order by max(m.end_time) desc, 1 limit ${asksAtMost}`,
  )
  for (const { id: other } of met) written.push({ id, father: other, day, seriesId: null })
}

const Chat = z.object({ playdateId: z.nullable(z.int()), circleId: z.nullable(z.int()), fathers: z.array(z.int()) })

/**
 * Who says "come" in a chat plans the same day of next week, and all who read it there are asked. The chat of a date is
 * open until a day after it; that of a circle stays, and has its chance each week on the day after its free day.
 */
export async function sayCome(town: Town, today: number): Promise<void> {
  const chats = await town.db.many(
    Chat,
    sql`select p.id as "playdateId", null::int as "circleId", array_agg(x.user_id order by x.user_id) as fathers
          from playdates p join participants x on x.playdate_id = p.id and x.is_confirmed
         where ${isOnDay(town, today)} and ${tookPlace} and p.circle_id is null and p.series_id is null
         group by p.id having count(*) > 1
        union all
        select null, m.circle_id, array_agg(m.user_id order by m.joined_at, m.user_id)
          from circle_members m group by m.circle_id having count(*) > 1 order by 1, 2`,
  )
  for (const { playdateId, circleId, fathers } of chats) {
    const free = fathers.filter(one => freeDayOf(one) === today % 7)
    const chat = playdateId === null ? `circle ${circleId}` : `date ${playdateId}`
    const father = oneOf(free, draw('who says come', chat, today))
    if (father === undefined || (circleId !== null && freeDayOf(fathers[0] ?? 0) !== today % 7)) continue
    if (draw('says come', chat, today) >= shares.saysCome) continue
    const outing = { father, day: today + 7 }
    if ((await isBusy(town, father, outing.day)) || (await joinCircle(town, outing))) continue
    const id = await plan(town, outing, circleId === null ? undefined : { id: circleId, members: fathers.length })
    if (circleId !== null) continue
    for (const other of fathers)
      if (other !== father) town.written.push({ ...outing, id, father: other, seriesId: null })
  }
}

/** Those who were asked today, by a message or by their circle, come or do not. */
export async function answer(town: Town): Promise<void> {
  const { db } = town
  const asked = await db.many(
    Question,
    sql`select p.id, a.user_id as father, ${dayOf(town)} as day, p.series_id as "seriesId"
          from asked a join playdates p on p.id = a.playdate_id
         where a.asked_at > now() - interval '12 hours' and ${isAhead} and not ${isOn(sql`a.user_id`)} and not ${hasDeclined(sql`a.user_id`)}
         order by a.asked_at, a.playdate_id, a.user_id`,
  )
  for (const { id, father, day, seriesId } of [...asked, ...town.written.splice(0)]) {
    const isComing = wants('comesIfAsked', father, day) && !(await isBusy(town, father, day))
    if (isComing) await join(town, { father, day }, id)
    else if (draw('says no', father, id) < shares.saysNo)
      await isDone(db.transaction(tx => decline(tx, id, father, null)))
    if (seriesId !== null) await takePlace(town, { father, seriesId, day })
  }
}
