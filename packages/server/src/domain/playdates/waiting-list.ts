import { limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { freePlaces, isComing, isOn, isShownTo } from './state.ts'

// The only file that writes to `waiting`, always while the playdate is locked (`seats.ts`).

const Id = z.object({ id: z.number() })

/**
 * Puts a father at the end of the waiting list, or changes how many children he would bring without moving him; with
 * `undefined` that number stays. Returns whether that changes anything.
 */
export async function enter(
  tx: Db,
  wait: { playdateId: number; userId: number; children: number | undefined; free: number },
): Promise<boolean> {
  const { playdateId, userId, children, free } = wait
  const written = await tx.run(sql`
    insert into waiting (playdate_id, user_id, children, free_then)
    values (${playdateId}, ${userId}, ${children ?? 0}, ${free})
    on conflict (playdate_id, user_id) do update
       set children = case when ${children !== undefined} then excluded.children else waiting.children end,
           free_then = excluded.free_then, by_standing = false
     where waiting.by_standing or ${children !== undefined} and waiting.children <> excluded.children`)
  return written > 0
}

/** Puts a regular without a seat on a date at the end of its waiting list, unless he is already on it or it is full. */
export async function enterRegular(
  tx: Db,
  { playdateId, userId, children, free }: { playdateId: number; userId: number; children: number; free: number },
): Promise<boolean> {
  if (await isListFull(tx, playdateId, userId)) return false
  const written = await tx.run(sql`
    insert into waiting (playdate_id, user_id, children, free_then, by_standing)
    values (${playdateId}, ${userId}, ${children}, ${free}, true)
    on conflict (playdate_id, user_id) do nothing`)
  return written > 0
}

/**
 * Changes how many children a regular would bring where his standing place has put him on a waiting list; returns those
 * playdates.
 */
export function bringToWaiting(tx: Db, dates: readonly number[], userId: number, children: number): Promise<Waiter[]> {
  return tx.many(
    Waiter,
    sql`update waiting set children = ${children}
         where playdate_id = any(${dates}::int[]) and user_id = ${userId} and by_standing and children <> ${children}
        returning playdate_id as "playdateId", user_id as "userId"`,
  )
}

/** Whether the waiting list of this playdate is full. */
export async function isListFull(tx: Db, playdateId: number, userId: number): Promise<boolean> {
  const others = await tx.count(sql`from waiting where playdate_id = ${playdateId} and user_id <> ${userId}`)
  return others >= limits.waitingFathers
}

/** Takes fathers off waiting lists (a condition on the row `w` of `waiting` and its playdate `p`); returns the playdates. */
export async function removeFromWaitingLists(tx: Db, which: Sql): Promise<number[]> {
  const removed = await tx.many(
    Id,
    sql`delete from waiting w using playdates p where p.id = w.playdate_id and ${which} returning p.id`,
  )
  return [...new Set(removed.map(({ id }) => id))]
}

const Waiting = z.object({
  playdateId: z.number(),
  userId: z.number(),
  heads: z.number(),
  free: z.number(),
  freeThen: z.number(),
  isEarly: z.boolean(),
  isOn: z.boolean(),
})
type Waiting = z.output<typeof Waiting>

/** Somebody on the waiting list of a playdate. */
const Waiter = z.object({ playdateId: z.number(), userId: z.number() })
export type Waiter = z.output<typeof Waiter>

interface Decided {
  /** Those who get a place, in this order. */
  up: Waiter[]
  /** Those who fit; the first of them to join gets the place. */
  asked: Waiter[]
  /** Those who wait with more children than there is room for. */
  tooMany: Waiter[]
  /** Those for whom the number of free places has changed. */
  concerned: Waiter[]
}

/**
 * Decides what happens to those who wait for these playdates. Until a day before the start, the first who fits gets a
 * free place, and those who do not fit keep their position; on the last day all who fit are asked. Nobody is asked or
 * notified about the same places twice. Those who cannot join now (hidden, suspended, blocked) are passed over and
 * stay; those who have got a seat in another way leave the list.
 */
export async function decide(tx: Db, ids: readonly number[]): Promise<Decided> {
  const waiting = await tx.many(
    Waiting,
    sql`select w.playdate_id as "playdateId", w.user_id as "userId", 1 + w.children as heads, w.free_then as "freeThen",
               ${freePlaces} as free,
               p.start_time > now() + make_interval(secs => ${limits.offerPlacesMs / 1000}::float8) as "isEarly",
               ${isOn(sql`w.user_id`)} as "isOn"
          from waiting w
          join playdates p on p.id = w.playdate_id and p.hidden_at is null and ${isComing}
          join users u on u.id = w.user_id and u.hidden_at is null and coalesce(u.suspended_until <= now(), true)
          join users c on c.id = p.creator_id and coalesce(c.suspended_until <= now(), true)
         where w.playdate_id = any(${ids}::int[]) and ${isShownTo(sql`w.user_id`)}
         order by w.playdate_id, w.turn`,
  )
  const decided: Decided = { up: [], asked: [], tooMany: [], concerned: [] }
  const seated = waiting.filter(father => father.isOn)
  if (seated.length > 0) await removeFromWaitingLists(tx, sql`(w.playdate_id, w.user_id) in ${theseOf(seated)}`)
  const others = waiting.filter(father => !father.isOn)
  for (const list of Map.groupBy(others, ({ playdateId }) => playdateId).values()) {
    const { up, rest, free } = inOrder(list)
    decided.up.push(...up)
    const told = rest.filter(({ freeThen }) => free > freeThen)
    decided.asked.push(...told.filter(({ heads }) => heads <= free))
    decided.tooMany.push(...told.filter(({ heads }) => heads > free))
    decided.concerned.push(...(await remember(tx, rest, free)))
  }
  return decided
}

/** Who moves up, who keeps waiting, and how many places are free then. */
function inOrder(list: readonly Waiting[]): { up: Waiting[]; rest: Waiting[]; free: number } {
  const up: Waiting[] = []
  const rest: Waiting[] = []
  let free = list[0]?.free ?? 0
  for (const father of list) {
    if (father.isEarly && father.heads <= free) {
      up.push(father)
      free -= father.heads
    } else rest.push(father)
  }
  return { up, rest, free }
}

async function remember(tx: Db, rest: readonly Waiting[], free: number): Promise<Waiting[]> {
  const changed = rest.filter(({ freeThen }) => freeThen !== free)
  const [first] = changed
  if (!first) return []
  await tx.run(sql`
    update waiting set free_then = ${free}
     where playdate_id = ${first.playdateId} and user_id = any(${changed.map(({ userId }) => userId)}::int[])`)
  return changed
}

/** For `in`: these fathers as rows of playdate and user. */
export function theseOf(waiters: readonly Waiter[]): Sql {
  return sql`(select playdate_id, user_id from unnest(${waiters.map(({ playdateId }) => playdateId)}::int[], ${waiters.map(({ userId }) => userId)}::int[])
    these (playdate_id, user_id))`
}
