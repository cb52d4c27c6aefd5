import { limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { record } from '../facts.ts'
import { personSeenBy } from '../people.ts'
import { comesFirst, isAhead, isComing, isFirstOfCircle, mayFetch, meetingsOf, seatOf } from './state.ts'

// Who fetches a newcomer at the entrance of his first date of a circle: rows `b` of `buddies`, of which one for each newcomer
// is not declined. Call these while the dates are locked.

/** As `declined_at`: the newcomer is not coming at present. His buddy is kept, so that coming and going tells nobody twice. */
const away = sql`'infinity'::timestamptz`

const Pair = z.object({ playdateId: z.number(), userId: z.number(), buddyId: z.number() })
const pair = sql`b.playdate_id as "playdateId", b.user_id as "userId", b.buddy_id as "buddyId"`
const Newcomer = z.object({ playdateId: z.number(), userId: z.number() })
const Id = z.object({ id: z.number() })

/** From so many meetings on he knows the circle: nobody fetches him, and he fetches others where no regular does. */
const knownAfter = sql.number(2)
const regularAfter = sql.number(limits.buddyMeetings)

/** On how many playdates that took place he has met members of this circle. */
function timesMet(userId: Sql, circleId: Sql): Sql {
  return sql`(select count(distinct met.id) from (${meetingsOf(userId)}) met
    join circle_members o on o.circle_id = ${circleId} and o.user_id = met.they)`
}

/** Whether he has met members of this circle often enough to be asked before others, and to say that he fetches nobody. */
export const isRegularOf = (userId: Sql, circleId: Sql): Sql => sql`(${timesMet(userId, circleId)} >= ${regularAfter})`

/** Whether the seat `x` on the playdate `p` belongs to a newcomer, whom somebody fetches at the entrance. */
export const isNewcomer = sql`(${isFirstOfCircle} and ${timesMet(sql`x.user_id`, sql`p.circle_id`)} < ${knownAfter})`

/** As JSON, for him alone: who fetches this viewer on the playdate `p`, and `where`. */
export function buddyOf(viewerId: number, where: Sql): Sql {
  return sql`(select json_build_object('firstName', u.first_name, 'profileImage', u.profile_image, 'where', ${where})
    from buddies b join users u on u.id = b.buddy_id
   where b.playdate_id = p.id and b.user_id = ${viewerId} and b.declined_at is null and ${isComing} and ${mayFetch(sql`b`)})`
}

/** As JSON, for him alone: whom this viewer fetches on the playdate `p`; null if nobody. */
export function fetchedBy(viewerId: number): Sql {
  return sql`(select json_agg(${personSeenBy(viewerId)} order by b.asked_at, u.id)
    from buddies b join users u on u.id = b.user_id
   where b.playdate_id = p.id and b.buddy_id = ${viewerId} and b.declined_at is null and ${isComing} and ${mayFetch(sql`b`)})`
}

/** Ends what no longer holds on these dates, and asks somebody for each newcomer who has nobody. */
export async function findBuddies(tx: Db, ids: readonly number[]): Promise<void> {
  const these = sql`p.id = any(${ids}::int[]) and ${isAhead}`
  const isConcerned = sql`(p.circle_id is not null or exists (select from buddies b where b.playdate_id = p.id))`
  if ((await tx.count(sql`from playdates p where ${these} and ${isConcerned}`)) === 0) return
  const isInVain = sql`${these} and b.declined_at is null and not ${mayFetch(sql`b`)}`
  await change(
    tx,
    sql`update buddies b set declined_at = ${away} from playdates p where p.id = b.playdate_id and ${isInVain} and not ${comesFirst(sql`b`)}`,
  )
  await end(tx, isInVain)
  const newcomers = await tx.many(
    Newcomer,
    sql`select p.id as "playdateId", x.user_id as "userId" from playdates p join participants x on x.playdate_id = p.id
         where ${these} and ${isNewcomer}
           and not exists (select from buddies b where b.playdate_id = p.id and b.user_id = x.user_id and b.declined_at is null)
         order by p.id, x.joined_at, x.user_id`,
  )
  for (const newcomer of newcomers) if (!(await askedBefore(tx, newcomer))) await ask(tx, newcomer)
}

/** Gives a newcomer who is back the one whom he had, who has heard of him, if he can; returns whether he could. */
async function askedBefore(tx: Db, { playdateId, userId }: z.output<typeof Newcomer>): Promise<boolean> {
  const his = sql`from buddies b join playdates p on p.id = b.playdate_id
    where p.id = ${playdateId} and b.user_id = ${userId} and b.declined_at = ${away} and ${mayFetch(sql`b`)}`
  const back = await change(
    tx,
    sql`update buddies b set declined_at = null where b.playdate_id = ${playdateId} and b.user_id = ${userId}
           and b.buddy_id = (select b.buddy_id ${his} order by b.asked_at desc, b.buddy_id limit 1)`,
  )
  return back > 0
}

/**
 * Asks a regular, or else who knows the circle, and whoever did it longest ago of them; its planner, who has enough to do, after
 * others like him, but he is there anyway. At last any member who does not come for the first time himself. One newcomer after the
 * other, so that two do not get the same one without need.
 */
async function ask(tx: Db, { playdateId, userId }: z.output<typeof Newcomer>): Promise<void> {
  const lastAsked = sql`(select max(b.asked_at) from buddies b where b.buddy_id = m.user_id and coalesce(b.declined_at, ${away}) = ${away})`
  const asked = await tx.many(
    Pair,
    sql`insert into buddies as b (playdate_id, user_id, buddy_id)
        select p.id, o.user_id, o.buddy_id
          from playdates p join circle_members m on m.circle_id = p.circle_id
         cross join lateral (select ${userId}::int as user_id, m.user_id as buddy_id) o
         cross join lateral (select least(${timesMet(sql`m.user_id`, sql`m.circle_id`)}, ${regularAfter}) as times) met
         where p.id = ${playdateId} and ${mayFetch(sql`o`)}
           and not exists (select from (select) one join ${seatOf(sql`m.user_id`, sql`x`)} where ${isNewcomer})
           and not exists (select from buddies d where d.playdate_id = p.id and d.user_id = o.user_id and d.buddy_id = o.buddy_id)
         order by case when met.times >= ${knownAfter} then met.times else (m.user_id = p.creator_id)::int end desc, m.user_id = p.creator_id, ${lastAsked} nulls first, m.joined_at, m.user_id limit 1
        returning ${pair}`,
  )
  for (const one of asked) await record(tx, { fact: 'buddyAsked', ...one })
}

/** Changes rows `b`, of which those concerned hear; returns how many. */
async function change(tx: Db, statement: Sql): Promise<number> {
  const changed = await tx.many(Pair, sql`${statement} returning ${pair}`)
  for (const one of changed) await record(tx, { fact: 'buddyChanged', ...one })
  return changed.length
}

/** Deletes these rows `b` of the playdates `p`. */
async function end(tx: Db, which: Sql): Promise<void> {
  await change(tx, sql`delete from buddies b using playdates p where p.id = b.playdate_id and ${which}`)
}

/** Forgets who fetches whom on these dates, since they are moved or cancelled. */
export const forgetBuddies = (tx: Db, ids: readonly number[]): Promise<void> => end(tx, sql`p.id = any(${ids}::int[])`)

/** Declines for this father, as newcomer or as buddy; the next one is asked. */
export async function decline(tx: Db, playdateId: number, userId: number): Promise<void> {
  const declined = await change(
    tx,
    sql`update buddies b set declined_at = now()
         where b.playdate_id = ${playdateId} and ${userId}::int in (b.user_id, b.buddy_id) and b.declined_at is null`,
  )
  if (declined > 0) await findBuddies(tx, [playdateId])
}

/** The playdates `p` ahead on which one of these fathers fetches another. */
export const fetchesOn = (fathers: readonly number[]): Sql => sql`(${isAhead} and exists (select from buddies b
  where b.playdate_id = p.id and b.declined_at is null and (b.user_id = any(${fathers}::int[]) or b.buddy_id = any(${fathers}::int[]))))`

/** Locks these dates (a condition on the row `p`) and looks at them again. */
export async function reconsiderBuddies(tx: Db, which: Sql): Promise<void> {
  const locked = await tx.many(
    Id,
    sql`select p.id from playdates p where ${isAhead} and ${which} order by p.id for update`,
  )
  await findBuddies(
    tx,
    locked.map(({ id }) => id),
  )
}

/** Dates that begin soon, for a job: whoever has become a newcomer or a buddy by something else than a seat. */
export async function keepBuddies(db: Db): Promise<void> {
  const soon = await db.many(
    Id,
    sql`select p.id from playdates p where p.circle_id is not null and ${isAhead} and p.start_time < now() + interval '48 hours' order by p.id`,
  )
  for (const { id } of soon) await db.transaction(tx => reconsiderBuddies(tx, sql`p.id = ${id}`))
}
