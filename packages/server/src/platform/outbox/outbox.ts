import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../db/db.ts'

/** How long a worker leases a row. A longer job renews the lease; after a crash another worker takes the row. */
const leaseS = 45

const Row = z.object({
  id: z.int(),
  kind: z.string(),
  userId: z.nullable(z.int()),
  playdateId: z.nullable(z.int()),
  payload: z.record(z.string(), z.unknown()),
  attempts: z.int(),
})
const Leased = z.extend(Row, { causer: z.nullable(z.string()) })
/** A row taken by a worker, and the user who caused it. */
export type Leased = z.output<typeof Leased>
/** A row of the outbox that is due. */
export interface Due extends z.output<typeof Row> {
  /** Called before waiting for an external server, so that the row gives up its slot. */
  onWire(): void
}

/**
 * The key that one receiver's rows of a kind share: they are handled one after another. Rows without a receiver share
 * nothing.
 */
export const laneOf = ({ id, kind, userId }: Pick<Due, 'id' | 'kind' | 'userId'>): string =>
  userId === null ? `${kind} row ${id}` : `${kind} ${userId}`

/** The outcome of a row: done (sent, or no longer wanted), or to be retried. */
export type Outcome =
  | 'done'
  /** It was too early; nothing has failed. */
  | { afterMs: number; payload?: Due['payload'] }
  /** It failed; `payload` is what remains to be done, and `isFinal` means that a retry makes no sense. */
  | { failed: string; isFinal?: boolean; payload?: Due['payload'] }

export interface Sender {
  send(due: Due): Promise<Outcome>
  /** Called after the last attempt has failed. */
  onGivenUp?(due: Due): Promise<unknown>
}

/** Something to send or do later. */
export interface Entry {
  kind: string
  userId?: number
  /**
   * The only product term in this file: its foreign key deletes rows about a deleted playdate. A neutral subject could
   * have no foreign key, and each kind would have to clean up after itself.
   */
  playdateId?: number
  payload?: object
  /** While a row with this key is waiting, no second one is written. */
  dedupeKey?: string
}

/** Writes a row in the transaction of the change that causes it. */
export async function enqueue(tx: Db, { kind, userId, playdateId, payload = {}, dedupeKey }: Entry): Promise<void> {
  await tx.run(sql`
    insert into outbox (kind, user_id, playdate_id, payload, dedupe_key, causer)
    values (${kind}, ${userId ?? null}, ${playdateId ?? null}, ${JSON.stringify(payload)}::jsonb, ${dedupeKey ?? null}, ${tx.who ?? null})
    on conflict (dedupe_key) do nothing`)
}

interface Wanted {
  kinds: readonly string[]
  /** Lanes with a row under way. */
  busy: readonly string[]
  /** Those who have as many rows in progress as one may have. */
  full: readonly string[]
  atMost: number
}

/** Rows that one causer may have composed at once on a node. */
export const shareOfOne = 8
/** Rows looked through for those of several causers. */
const lookedAt = 256

/**
 * Leases due rows of these kinds to this worker, except those of busy lanes and of causers who have their share. The
 * server's own rows, such as reminders, have no causer.
 */
export function lease(db: Db, { kinds, busy, full, atMost }: Wanted): Promise<Leased[]> {
  return db.many(
    Leased,
    sql`update outbox set due_at = now() + make_interval(secs => ${leaseS}), attempts = attempts + 1
         where id = any (array(
           select o.id from outbox o
             join (select id, causer, row_number() over (partition by causer order by due_at, id) as n
                     from (select id, causer, due_at from outbox where due_at <= now() and kind = any(${kinds}::text[])
                              and (user_id is null or kind || ' ' || user_id <> all(${busy}::text[]))
                              and (causer is null or causer <> all(${full}::text[]))
                            order by due_at, id limit ${lookedAt}) due) ranked on ranked.id = o.id
            where o.due_at <= now() and (ranked.causer is null or ranked.n <= ${shareOfOne})
            order by o.due_at, o.id limit ${atMost} for update of o skip locked))
        returning id, kind, user_id as "userId", playdate_id as "playdateId", payload, attempts, causer`,
  )
}

export async function renewLeases(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.run(
    sql`update outbox set due_at = now() + make_interval(secs => ${leaseS}) where id = any(${ids}::bigint[])`,
  )
}

/**
 * Makes a row due later, with what remains to be done. A row that was only too early has used no attempts. A payload
 * that has been replaced since the row was leased is kept.
 */
export async function postpone(
  db: Db,
  { id, payload: leased }: Due,
  { afterS, payload, isEarly = false }: { afterS: number; payload: Due['payload']; isEarly?: boolean },
): Promise<void> {
  const attempts: Sql = isEarly ? sql`, attempts = 0` : sql``
  await db.run(
    sql`update outbox set due_at = now() + make_interval(secs => ${afterS}::float8),
               payload = case when payload = ${JSON.stringify(leased)}::jsonb then ${JSON.stringify(payload)}::jsonb
                              else payload end${attempts}
         where id = ${id}`,
  )
}

/**
 * Removes finished rows. One whose payload has been replaced since it was leased becomes due again when the lease ends.
 * Rows are locked in the order of their keys, as everywhere, so that two statements cannot deadlock.
 */
export async function remove(db: Db, dues: readonly Due[]): Promise<void> {
  await db.run(sql`
    delete from outbox where id = any (array(
      select o.id from outbox o
        join unnest(${dues.map(({ id }) => id)}::bigint[], ${dues.map(({ payload }) => JSON.stringify(payload))}::text[])
             as done (id, payload) on done.id = o.id and done.payload::jsonb = o.payload
       order by o.dedupe_key, o.id for update of o))`)
}
