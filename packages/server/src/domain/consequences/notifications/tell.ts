import type { NotificationDetails, NotificationKind, ReaderRelation } from '@papadag/contract/notifications'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { isoOf } from '../../../platform/db/moment.ts'
import { isForSeveral } from '../../notifications/named.ts'
import { joinsItsSubject, questionsOf, rowFor, subjectOfPlaydate } from '../../notifications/subjects.ts'
import { askedAlong } from '../../playdates/invited-in-chat.ts'
import { guests, isWaitedForBy, usuals, waiters } from '../../playdates/state.ts'
import { blockedWith } from '../../visibility.ts'
import { announceTo } from '../screens/announce.ts'

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

/** The row under which one act tells a reader of all that it ends: one that tells him already, or else the first. */
const rowOfAct = sql`coalesce(
  (select o.dedupe_key from outbox o
    where o.user_id = n.user_id and o.dedupe_key like 'notice:%' and o.xmin = pg_current_xact_id()::xid order by 1 limit 1),
  min(n.key) filter (where exists (select from outbox o where o.dedupe_key = n.key)) over (partition by n.user_id),
  min(n.key) over (partition by n.user_id))`

/**
 * Writes notices and the outbox rows they cause. `news` selects user_id, kind, details, actor_id and the subject: each
 * reader has one row for each subject, which stands for what has happened since it was last sent, so that nobody can
 * flood another by repeating the cause (safety 7). A notice without a subject is sent once and has a row of its own.
 * With `isOneAct` a reader has one row for all subjects of this transaction; with `exceptSession`, which needs no
 * subject, it does not go to the device of that session.
 */
export async function tell(
  tx: Db,
  news: Sql,
  { isOneAct = false, exceptSession }: { isOneAct?: boolean; exceptSession?: number } = {},
): Promise<void> {
  const only =
    exceptSession === undefined
      ? sql`'{}'::jsonb`
      : sql`jsonb_build_object('only', array(
          select d.id from push_subscriptions d where d.user_id = n.user_id and d.session_id is distinct from ${exceptSession}::bigint))`
  await change(
    tx,
    sql`with news as materialized (
          select nextval('notifications_id_seq') as id, x.*, ${rowFor(sql`x.user_id`, sql`x.subject`)} as key
            from (${news}) as x (user_id, kind, details, actor_id, subject)),
        told as (
          insert into notifications (id, user_id, kind, details, actor_id) overriding system value
          select id, user_id, kind, details, actor_id from news)
        insert into outbox (kind, user_id, payload, dedupe_key, causer)
        select 'notice', user_id, jsonb_build_object('notificationId', max(id), 'also', jsonb_agg(id)) || ${only}, row_key,
               coalesce('user ' || min(actor_id), ${tx.who ?? null}::text)
          from (select n.*, ${isOneAct ? rowOfAct : sql`n.key`} as row_key from news n) n
         group by user_id, row_key, case when row_key is null then id end order by row_key
        ${joinsItsSubject}
        returning user_id as "userId"`,
  )
}

/**
 * Notices for these people (`x`, joined to the playdate `p`), with these details in addition to its own, and with this
 * subject.
 */
type Written = (people: Sql, also: Sql, subject: Sql) => Sql

const people = { onIt: guests, usuallyThere: usuals, waiting: waiters }

/** How somebody is related to a playdate that is not his own. */
export type Related = keyof typeof people | 'asked'

/**
 * Writes notices of playdates for readers who have not answered the stranger who invited them: one line for each
 * playdate with its latest state, which stays read once it was (safety S36a).
 */
function tellStrangers(tx: Db, news: Sql): Promise<void> {
  return change(
    tx,
    sql`with news as materialized (select x.* from (${news}) as x (user_id, kind, details, actor_id, subject)),
        earlier as (
          delete from notifications n using news x
           where n.user_id = x.user_id and ${isToldAs('asked')} and n.details -> 'playdateId' = x.details -> 'playdateId'
          returning n.user_id, n.details -> 'playdateId' as playdate, n.read_at)
        insert into notifications (user_id, kind, details, actor_id, read_at)
        select x.user_id, x.kind, x.details, x.actor_id, (
                 select min(e.read_at) from earlier e where e.user_id = x.user_id and e.playdate = x.details -> 'playdateId')
          from news x
        returning user_id as "userId"`,
  )
}

/**
 * Tells people of playdates in this relation to them. A stranger's invitation is a request (safety S36): until it is
 * answered, its notices stay in the app.
 */
export async function tellPeople(tx: Db, who: Related, written: Written): Promise<void> {
  const also = asRelated(who)
  if (who !== 'asked') return tell(tx, written(people[who], also, subjectOfPlaydate), { isOneAct: true })
  const asked = sql`${askedAlong} and not ${isWaitedForBy(sql`x.user_id`)}`
  const questions = questionsOf(sql`p.creator_id`)
  await tell(tx, written(sql`${asked} and x.knows`, also, questions), { isOneAct: true })
  await tellStrangers(tx, written(sql`${asked} and not x.knows`, also, questions))
}

/** Tells these fathers of a playdate, with these details in addition to its own. */
export function tellFathers(
  tx: Db,
  kind: NotificationKind,
  { playdateId, fathers, also }: { playdateId: number; fathers: readonly number[]; also: Sql },
): Promise<void> {
  return tell(
    tx,
    sql`select father, ${kind}::text, ${aboutPlaydate} || ${also}, null::int, ${subjectOfPlaydate}
          from playdates p cross join unnest(${fathers}::int[]) father where p.id = ${playdateId}`,
  )
}

/**
 * Tells those who see this father of him by a line that stands for several (`isForSeveral`). It takes the place of the ones
 * before (`which`, a condition on `n`).
 */
export async function tellTogether(tx: Db, userId: number, which: Sql, news: Sql): Promise<void> {
  const isSeenBy = seesHim(userId)
  await tx.run(sql`delete from notifications n where ${isForSeveral} and ${which} and ${isSeenBy(sql`n.user_id`)}`)
  await tell(
    tx,
    sql`select x.* from (${news}) as x (user_id, kind, details, actor_id, subject) where ${isSeenBy(sql`x.user_id`)}`,
  )
}

/** Those who see this father read again whom such lines (`which`, a condition on `n`) stand for. */
export async function nameAgain(tx: Db, userId: number, which: Sql): Promise<void> {
  await change(
    tx,
    sql`select n.user_id as "userId" from notifications n where ${isForSeveral} and ${which} and ${seesHim(userId)(sql`n.user_id`)}`,
  )
}

const seesHim = (userId: number) => (readerId: Sql) => sql`${userId}::int <> all (${blockedWith(readerId)})`

export async function notify(tx: Db, userId: number, kind: NotificationKind, details: NotificationDetails) {
  await tell(tx, sql`select ${userId}::int, ${kind}::text, ${JSON.stringify(details)}::jsonb, null::int, null::text`)
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

/** Which relation to the playdate chose the sentence: a part of the details, and whether the notification `n` has it. */
export const asRelated = (relation: ReaderRelation) => sql`jsonb_build_object('relation', ${relation}::text)`
export const isToldAs = (relation: ReaderRelation) => sql`n.details ->> 'relation' = ${relation}`

/**
 * The details of a notice about the series `s`: what and when. Taken from its row alone, since its dates may be gone,
 * which would tell a deletion from a block.
 */
export const aboutSeries = sql`jsonb_build_object('title', s.title, 'rhythm', jsonb_build_object(
  'every', s.every, 'day', s.anchor_date::text, 'time', to_char(s.start_at, 'HH24:MI')))`

/** More details of a notice without a date, about the playdate `p` or series `s`: its circle, if this reader is in it. */
export const ofItsCircle = (circleId: Sql, readerId: Sql) => sql`jsonb_strip_nulls(jsonb_build_object('circleId', (
  select i.circle_id from circle_members i where i.circle_id = ${circleId} and i.user_id = ${readerId})))`

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
