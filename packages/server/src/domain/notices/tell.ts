import { limits } from '@papadag/contract/limits'
import type { NotificationDetails, NotificationKind } from '@papadag/contract/notifications'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { announceTo } from '../announce.ts'
import { askedAlong } from '../asked.ts'
import { guests, isWaitedForBy, usuals, waiters } from '../playdate-state.ts'

// Call these in the transaction that makes the change.

const Reader = z.object({ userId: z.number() })

/** Changes notices, and announces that to the readers returned by the statement. */
export async function change(tx: Db, statement: Sql): Promise<void> {
  const readers = await tx.many(Reader, statement)
  announceTo(
    tx,
    'notices',
    readers.map(({ userId }) => userId),
  )
}

/**
 * Writes notices (a statement that selects user_id, kind, details and actor_id) and the outbox rows they cause: one for
 * each reader and playdate, which always stands for the latest notice, so that nobody can flood another by repeating
 * the cause (safety 7). A notice about no playdate is sent once and has a row of its own.
 */
export async function tell(tx: Db, news: Sql, { isAlone = false } = {}): Promise<void> {
  await change(
    tx,
    sql`with told as (
          insert into notifications (user_id, kind, details, actor_id) ${news} returning id, user_id, kind, details
        )
        insert into outbox (kind, user_id, payload, dedupe_key)
        select 'notice', user_id, jsonb_build_object('notificationId', id),
               case when not ${isAlone}::boolean then 'notice:' || user_id || ':' || (details ->> 'playdateId') end as key
          from told order by key
        on conflict (dedupe_key) do update set payload = excluded.payload, attempts = 0,
          due_at = least(outbox.due_at, now() + make_interval(secs => ${limits.noticeEveryMs / 1000}::float8))
        returning user_id as "userId"`,
  )
}

/** Notices of a kind for these people (`x`, joined to the playdate `p`), with these details in addition to its own. */
type News = (people: Sql, kind: NotificationKind, also: Sql) => Sql
/** The kind for participants, and the one for the waiting list. */
type Kinds = { kind: NotificationKind; whenWaiting: NotificationKind }
const asAsked = sql`jsonb_build_object('isAsked', true)`

/**
 * Tells the participants of playdates (but not the creator), those who are usually at an open hour, fathers on the
 * waiting list and those asked along. A
 * stranger's invitation is a request (safety S36): until it is answered, its notices stay in the app.
 */
export async function tellPeople(tx: Db, { kind, whenWaiting }: Kinds, news: News): Promise<void> {
  const nothing = sql`'{}'::jsonb`
  const asked = sql`${askedAlong} and not ${isWaitedForBy(sql`x.user_id`)}`
  await tell(
    tx,
    sql`${news(guests, kind, nothing)} union all ${news(usuals, kind, nothing)} union all ${news(waiters, whenWaiting, nothing)}`,
  )
  await tell(tx, news(sql`${asked} and x.knows`, kind, asAsked))
  await change(
    tx,
    sql`insert into notifications (user_id, kind, details, actor_id) ${news(sql`${asked} and not x.knows`, kind, asAsked)}
        returning user_id as "userId"`,
  )
}

export async function notify(tx: Db, userId: number, kind: NotificationKind, details: NotificationDetails) {
  await tell(tx, sql`select ${userId}::int, ${kind}::text, ${JSON.stringify(details)}::jsonb, null::int`)
}

/** Marks notifications (a condition on `n`) as read, since their question has been answered. */
export async function markRead(tx: Db, which: Sql): Promise<void> {
  await change(
    tx,
    sql`update notifications n set read_at = now() where n.read_at is null and ${which} returning n.user_id as "userId"`,
  )
}

/** The details of a notice about the playdate `p`. */
export const aboutPlaydate = sql`jsonb_build_object('playdateId', p.id, 'title', p.title, 'startTime', ${isoOf(sql`p.start_time`)})`

/** Whether the notification `n` is about this playdate. */
export function isAbout(playdateId: number | Sql): Sql {
  return sql`n.details -> 'playdateId' = to_jsonb(${playdateId}::int)`
}

/** Whether the notification `n` is about this proposal. */
export function isAboutProposal(proposalId: number | Sql): Sql {
  return sql`n.details -> 'proposalId' = to_jsonb(${proposalId}::int)`
}

/** Whether the notification `n` is about this poll. */
export function isAboutPoll(pollId: number | Sql): Sql {
  return sql`n.details -> 'pollId' = to_jsonb(${pollId}::int)`
}
