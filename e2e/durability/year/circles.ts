import * as z from 'zod/mini'
import { openCards } from '../../../packages/server/src/domain/circle-cards.ts'
import { isWaiting, keepersOf } from '../../../packages/server/src/domain/circles.ts'
import { haveMetBefore, isAhead, tookPlace } from '../../../packages/server/src/domain/playdates/state.ts'
import * as cards from '../../../packages/server/src/features/circles/cards.ts'
import * as circles from '../../../packages/server/src/features/circles/commands.ts'
import { codeOf } from '../../../packages/server/src/features/circles/queries.ts'
import { declineBuddy } from '../../../packages/server/src/features/playdates/commands.ts'
import { type Db, sql } from '../../../packages/server/src/platform/db/db.ts'
import { draw, freeDayOf, oneOf, shares } from './drawn.ts'
import { Id, isDone, type Town } from './town.ts'

const InCircle = z.object({ circleId: z.int(), userId: z.int() })
const Met = z.object({ circleId: z.int(), keeperId: z.int(), userId: z.int() })
const Fetching = z.object({ playdateId: z.int(), userId: z.int(), buddyId: z.int() })

const wasYesterday = sql`(${tookPlace} and p.end_time > now() - interval '1 day')`

const keeperOf = (db: Db, circleId: number, which = sql`true`) =>
  db.one(Id, sql`select k.id from unnest(${keepersOf(circleId)}) k (id) where ${which} order by k.id limit 1`)

/** Whoever was on a playdate the day before reads his cards. */
export async function answerCards({ db, founders, madeFrom }: Town): Promise<void> {
  const were = await db.many(
    Id,
    sql`select distinct x.user_id as id from playdates p join participants x on x.playdate_id = p.id where ${wasYesterday} order by 1`,
  )
  for (const { id: father } of were)
    for (const { id: cardId } of await openCards(db, father)) {
      const yes = draw('says yes', father, cardId) < shares.saysYes
      const circleId = await cards.answer(db, { cardId, userId: father, yes })
      if (circleId === null) continue
      if (!madeFrom.has(circleId)) madeFrom.set(circleId, cardId)
      // Whoever comes into a circle that is there is new in it.
      if (madeFrom.get(circleId) !== cardId) continue
      const agreed = sql`from circle_answers where circle_id = ${circleId}`
      for (const { id } of await db.many(Id, sql`select user_id as id ${agreed}`)) founders.add(`${circleId} ${id}`)
    }
}

/** After a date of a circle some of its members say that they fetch nobody. */
export async function fetchNobody({ db }: Town): Promise<void> {
  const were = await db.many(
    InCircle,
    sql`select distinct m.circle_id as "circleId", m.user_id as "userId" from playdates p
          join participants x on x.playdate_id = p.id join circle_members m on m.circle_id = p.circle_id and m.user_id = x.user_id
         where ${wasYesterday} and m.is_buddy order by 1, 2`,
  )
  for (const { circleId, userId } of were)
    if (draw('fetches nobody', userId) < shares.fetchesNobody)
      await isDone(circles.setBuddy(db, circleId, { memberId: userId, isBuddy: false }, userId))
}

/** After a playdate a keeper asks those into his circle whom he has met before. */
export async function askIn({ db }: Town, today: number): Promise<void> {
  const met = await db.many(
    Met,
    sql`select distinct g.id as "circleId", k.id as "keeperId", y.user_id as "userId" from playdates p
          join participants x on x.playdate_id = p.id and x.is_confirmed
          join participants y on y.playdate_id = p.id and y.is_confirmed and y.user_id <> x.user_id
          join circle_members m on m.user_id = x.user_id join circles g on g.id = m.circle_id
         cross join unnest(${keepersOf(sql`g.id`)}) k (id)
         where ${wasYesterday} and k.id = x.user_id and ${haveMetBefore(sql`x.user_id`, sql`y.user_id`, sql`p.start_time`)}
           and not exists (select from circle_members o where o.circle_id = g.id and o.user_id = y.user_id)
         order by 1, 2, 3`,
  )
  for (const { circleId, keeperId, userId } of met)
    if (
      draw('asks in', keeperId, userId, today) < shares.asksIn &&
      (await isDone(circles.askFathers(db, circleId, [userId], keeperId)))
    )
      await isDone(circles.answer(db, circleId, draw('joins', circleId, userId) < shares.joins, userId))
}

/** Keepers let in who has come with the code. */
export async function letIn({ db }: Town): Promise<void> {
  const waiting = await db.many(
    InCircle,
    sql`select v.circle_id as "circleId", v.user_id as "userId" from circle_wishes v where ${isWaiting}
           and not exists (select from circle_members m where m.circle_id = v.circle_id and m.user_id = v.user_id)`,
  )
  for (const { circleId, userId } of waiting) {
    const keeper = await keeperOf(db, circleId)
    if (keeper) await circles.setKeeper(db, circleId, { memberId: userId, isKeeper: false }, keeper.id)
  }
}

export async function handOutCodes({ db, fathers, secret }: Town, week: number): Promise<void> {
  for (const { id } of await db.many(Id, sql`select id from circles order by id`)) {
    if (draw('hands code', id, week) >= shares.handsCode) continue
    const keeper = await keeperOf(db, id)
    if (!keeper) continue
    const all = Array.from({ length: fathers }, (_, at) => at + 1)
    const ofHisDay = all.filter(one => freeDayOf(one) === freeDayOf(keeper.id))
    const friend = oneOf(ofHisDay, draw('friend', id, week)) ?? keeper.id
    if ((await db.count(sql`from circle_members where circle_id = ${id} and user_id = ${friend}`)) > 0) continue
    await circles.makeCode(db, secret, id, false, keeper.id)
    const { code } = await codeOf(db, secret, id, 'http://papadag.test')
    await isDone(circles.enter(db, secret, code, friend))
  }
}

const keyOf = ({ playdateId, userId, buddyId }: z.output<typeof Fetching>) => `${playdateId} ${userId} ${buddyId}`

/** Some of those who are asked to fetch a newcomer decline; `asked` are those who were asked before. */
export async function someCannotFetch({ db }: Town, asked: Set<string>): Promise<void> {
  for (;;) {
    const all = await db.many(
      Fetching,
      sql`select b.playdate_id as "playdateId", b.user_id as "userId", b.buddy_id as "buddyId"
            from buddies b join playdates p on p.id = b.playdate_id
           where b.declined_at is null and ${isAhead} order by 1, 2, 3`,
    )
    const fresh = all.filter(one => !asked.has(keyOf(one)))
    if (fresh.length === 0) return
    for (const one of fresh) {
      asked.add(keyOf(one))
      if (draw('cannot fetch', keyOf(one)) < shares.cannotFetch) await declineBuddy(db, one.playdateId, one.buddyId)
    }
  }
}
