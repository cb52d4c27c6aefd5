import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isComing, isOfCircleOf, isOneOf } from '../playdates/state.ts'
import type { Hearing, Job } from './kind.ts'

// How often a father hears something outside the app (safety 7). Each time is a row of the outbox that stays, with a key which only one
// notice can take: so it holds on several nodes, over restarts, and while a push service is tried again.

const kind = 'heard'
const keptDays = sql.number(2)
/** What happens to one line is heard once in so many hours. */
const lineHours = sql.number(4)
const hours = (count: Sql) => sql`make_interval(hours => ${count})`

/** A father's day, by his own clock. */
interface Reader {
  id: number
  timeZone: string
}

const Day = z.object({ isSoon: z.boolean(), hasDate: z.boolean(), leftMs: z.number() })
const Wait = z.object({ ms: z.number() })

const keyOf = ({ id }: Reader, what: string | number) => `${kind}:${id}:${what}`
/** A browser may know a zone that the database does not. */
const zoneOf = ({ timeZone }: Reader) => sql`known_time_zone(${timeZone}::text)`
const midnight = (reader: Reader, days: number) =>
  sql`(date_trunc('day', now() at time zone ${zoneOf(reader)}) + make_interval(days => ${sql.number(days)})) at time zone ${zoneOf(reader)}`
const heardAt = sql`(payload ->> 'at')::timestamptz`

/**
 * Returns for how long he may not hear this yet; with 0 it counts as heard, unless that is taken back. Of all about his circles he
 * hears two notices in his day, and of those that one father causes one. While he has a date today or tomorrow, one is kept for the case
 * that he would stand there for nothing, which is heard even beyond both, and the other for what else becomes of it or who is out now.
 */
export async function waitToBeHeardMs(db: Db, reader: Reader, hearing: Hearing): Promise<number> {
  const { line } = hearing
  if (line !== undefined && !(await take(db, reader, hearing, line, sql`now() - ${hours(lineHours)}`))) {
    const wait = await db.one(
      Wait,
      sql`select greatest(extract(epoch from ${heardAt} + ${hours(lineHours)} - now()) * 1000, 1000)::float8 as ms
            from outbox where dedupe_key = ${keyOf(reader, line)}`,
    )
    return wait?.ms ?? 1000
  }
  if (!hearing.isOfCircle) return 0
  const { isSoon, hasDate, leftMs } = await dayOf(db, reader, hearing)
  const today = midnight(reader, 0)
  const cannotWait = isSoon && hearing.cannotWait
  const turns = cannotWait || !hasDate ? [1, 2] : isSoon || hearing.isForNow ? [1] : []
  const isHisFirst =
    isSoon || hearing.causerId === null || (await take(db, reader, hearing, `father ${hearing.causerId}`, today))
  for (const turn of isHisFirst ? turns : []) if (await take(db, reader, hearing, turn, today)) return 0
  if (cannotWait) return 0
  await takeBack(db, reader, hearing)
  return leftMs
}

/** Whether this is about a date today or tomorrow, whether he has one of a circle then, and how much of his day is left. */
async function dayOf(db: Db, reader: Reader, { isUrgent, starts }: Hearing): Promise<z.output<typeof Day>> {
  const isThen = (start: Sql) => sql`${start} < ${midnight(reader, 2)}`
  const day = await db.one(
    Day,
    sql`select ${isUrgent}::boolean and exists (select from unnest(${starts}::timestamptz[]) start where ${isThen(sql`start`)}) as "isSoon",
               exists (select from playdates p where p.circle_id is not null and ${isOneOf(reader.id)} and ${isOfCircleOf(reader.id)}
                          and ${isComing} and ${isThen(sql`p.start_time`)}) as "hasDate",
               (extract(epoch from ${midnight(reader, 1)} - now()) * 1000)::float8 as "leftMs"`,
  )
  if (!day) throw new Error('a select without a table returned no row')
  return day
}

/**
 * Takes what nothing else has taken since then. Another attempt for the same notice has it already, and one that was withdrawn or read
 * before it was heard has it no more.
 */
async function take(db: Db, reader: Reader, { by }: Hearing, what: string | number, since: Sql): Promise<boolean> {
  const taken = await db.run(sql`
    insert into outbox (kind, user_id, payload, due_at, dedupe_key)
    values (${kind}, ${reader.id}, jsonb_build_object('by', ${by}::bigint, 'at', now()), now() + make_interval(days => ${keptDays}),
            ${keyOf(reader, what)})
    on conflict (dedupe_key) do update set payload = excluded.payload, due_at = excluded.due_at
     where (outbox.payload ->> 'at')::timestamptz < ${since}
        or not outbox.payload ? 'isHeard' and (outbox.payload -> 'by' = excluded.payload -> 'by' or not exists (
             select from notifications n where n.id = (outbox.payload ->> 'by')::bigint and n.read_at is null))`)
  return taken > 0
}

/** It was sent: the next notification about the same subject is counted anew. */
export async function noteHeard(db: Db, { id }: Reader, { by }: Hearing): Promise<void> {
  await db.run(sql`
    update outbox set payload = payload || '{"isHeard": true}'
     where kind = ${kind} and user_id = ${id} and payload -> 'by' = to_jsonb(${by}::bigint)`)
}

/** It has reached nobody. */
export async function takeBack(db: Db, { id }: Reader, { by }: Hearing): Promise<void> {
  await db.run(sql`
    delete from outbox
     where kind = ${kind} and user_id = ${id} and payload -> 'by' = to_jsonb(${by}::bigint) and not payload ? 'isHeard'`)
}

/** Ends what nobody asks for any more. */
export const forgetHeard: Job = { kind, run: async () => 'done' }
