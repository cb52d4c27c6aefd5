import * as z from 'zod/mini'
import { openCards } from '../../../packages/server/src/domain/circle-cards.ts'
import { isWaiting, keepersOf } from '../../../packages/server/src/domain/circles.ts'
import { decline } from '../../../packages/server/src/domain/playdates/declines.ts'
import { isAhead, tookPlace } from '../../../packages/server/src/domain/playdates/state.ts'
import * as cards from '../../../packages/server/src/features/circles/cards.ts'
import * as circles from '../../../packages/server/src/features/circles/commands.ts'
import { codeOf } from '../../../packages/server/src/features/circles/queries.ts'
import { declineBuddy } from '../../../packages/server/src/features/playdates/commands.ts'
import { type Db, sql } from '../../../packages/server/src/platform/db/db.ts'
import { draw, freeDayOf, goesOut, oneOf, shares } from './drawn.ts'
import { isDone, type Town } from './town.ts'

const Id = z.object({ id: z.int() })
const InCircle = z.object({ circleId: z.int(), userId: z.int() })
const OnDate = z.object({ id: z.int(), circleId: z.int(), userId: z.int() })
const Fetching = z.object({ playdateId: z.int(), userId: z.int(), buddyId: z.int() })

const wasYesterday = sql`(${tookPlace} and p.end_time > now() - interval '1 day')`

const keeperOf = (db: Db, circleId: number, which = sql`true`) =>
  db.one(Id, sql`select k.id from unnest(${keepersOf(circleId)}) k (id) where ${which} order by k.id limit 1`)

/** Whoever was on a playdate the day before reads his cards. */
export async function answerCards({ db, founders }: Town): Promise<void> {
  const were = await db.many(
    Id,
    sql`select distinct x.user_id as id from playdates p join participants x on x.playdate_id = p.id where ${wasYesterday} order by 1`,
  )
  for (const { id: father } of were)
    for (const { id: cardId } of await openCards(db, father)) {
      const yes = draw('says yes', father, cardId) < shares.saysYes
      const circleId = await cards.answer(db, { cardId, userId: father, yes })
      if (circleId === null) continue
      const agreed = sql`from circle_answers where circle_id = ${circleId}`
      for (const { id } of await db.many(Id, sql`select user_id as id ${agreed}`)) founders.add(`${circleId} ${id}`)
    }
}

/** After a date of a circle regulars offer to fetch newcomers, and guests are asked in. */
export async function lookBack({ db }: Town, today: number): Promise<void> {
  const were = await db.many(
    OnDate,
    sql`select p.id, p.circle_id as "circleId", x.user_id as "userId"
          from playdates p join participants x on x.playdate_id = p.id
         where p.circle_id is not null and ${wasYesterday} order by p.id, x.user_id`,
  )
  for (const { id, circleId, userId } of were) {
    const isIn = sql`from circle_members m where m.circle_id = ${circleId} and m.user_id = ${userId}`
    if ((await db.count(isIn)) === 0) await askGuest(db, { id, circleId, userId }, today)
    else if (draw('fetches', userId) < shares.fetches && (await db.count(sql`${isIn} and not m.is_buddy`)) > 0)
      await isDone(circles.setBuddy(db, circleId, { memberId: userId, isBuddy: true }, userId))
  }
}

async function askGuest(db: Db, { id, circleId, userId }: z.output<typeof OnDate>, today: number): Promise<void> {
  const times =
    await db.count(sql`from playdates p join participants x on x.playdate_id = p.id and x.user_id = ${userId}
    where p.circle_id = ${circleId} and ${tookPlace}`)
  if (times < 2 || draw('asks guest', circleId, userId, today) >= shares.asksGuest) return
  const wasThere = sql`exists (select from participants x where x.playdate_id = ${id} and x.user_id = k.id)`
  const keeper = await keeperOf(db, circleId, wasThere)
  if (!keeper || !(await isDone(circles.ask(db, circleId, [userId], keeper.id)))) return
  await isDone(circles.answer(db, circleId, draw('guest joins', circleId, userId) < shares.guestJoins, userId))
}

/** Some of those who were asked to a date and stay at home say so. */
export async function sayNo(town: Town): Promise<void> {
  const { db, planned } = town
  town.planned = []
  for (const { id, circleId, day } of planned) {
    const members = sql`select user_id as id from circle_members where circle_id = ${circleId} order by 1`
    for (const { id: father } of await db.many(Id, members))
      if (!goesOut(father, day) && draw('says no', father, id) < shares.saysNo)
        await isDone(db.transaction(tx => decline(tx, id, father, null)))
  }
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
