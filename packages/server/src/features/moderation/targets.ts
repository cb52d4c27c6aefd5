import { limits } from '@papadag/contract/limits'
import { Evidence, type ReportTarget } from '@papadag/contract/moderation'
import * as z from 'zod/mini'
import { otherOfPair } from '../../domain/chats/memberships.ts'
import { hadContact } from '../../domain/contact.ts'
import { wasEstablished } from '../../domain/established.ts'
import { isOn, isReadableBy, mayLocate } from '../../domain/playdate-state.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'

/** The target of a report or decision: an id, or a photo's address. */
export interface Target {
  type: ReportTarget
  id: string
}

/** A target together with the user concerned: both members of a chat can report it, each about the other. */
export interface Item extends Target {
  subjectId: number | null
}

/** Reports (`r`) about one item. */
export function reportsOf({ type, id, subjectId }: Item): Sql {
  return sql`(r.target_type = ${type} and r.target_id = ${id} and r.subject_id is not distinct from ${subjectId}::int)`
}

/** Decisions (`d`) on one item. */
export function decisionsOf({ type, id, subjectId }: Item): Sql {
  return sql`(d.target_type = ${type} and d.target_id = ${id} and d.reported_id is not distinct from ${subjectId}::int)`
}

const Found = z.object({ subjectId: z.nullable(z.number()), hadContact: z.boolean(), evidence: Evidence })
export type Reported = z.output<typeof Found>

/** The types whose ids visitors can know. */
export const publicTypes: readonly ReportTarget[] = ['user', 'playdate', 'place']

const isNumber = /^[1-9]\d{0,15}$/

/**
 * The reported content as this reporter (0 for a visitor) sees it now; undefined if he cannot. Messages around a
 * reported one are copied only here, for a member of the chat (safety S33).
 */
export async function find(
  db: Db,
  { type, id }: Target,
  reporterId: number,
  retentionDays: number,
): Promise<Reported | undefined> {
  if (type !== 'photo' && !(isNumber.test(id) && Number(id) <= (type === 'message' ? limits.wideIdMax : limits.idMax)))
    return undefined
  const from = sources(reporterId, retentionDays)[type](id)
  return db.one(
    Found,
    sql`select t.subject_id as "subjectId", t.evidence,
               -- Whether the report counts where nobody has looked yet.
               t.subject_id is not null and ${wasEstablished(sql`${reporterId}::int`)} and ${hadContact(sql`t.subject_id`, sql`${reporterId}::int`)} as "hadContact"
          from (${from}) t where t.subject_id is distinct from ${reporterId} limit 1`,
  )
}

const fullName = sql`u.first_name || ' ' || u.last_name`
const profile = sql`json_build_object('name', ${fullName}, 'text', u.bio, 'where', u.city, 'picture', u.profile_image)`

function sources(reporterId: number, retentionDays: number): Record<ReportTarget, (id: string) => Sql> {
  const kept = sql`m.hidden_at is null and m.sent_at > now() - make_interval(secs => ${retentionDays * 86_400}::float8)`
  // For a thread, only what was written while he was on the playdate.
  const isForHim = (m: Sql) =>
    sql`exists (select from memberships t where t.chat_id = ${m}.chat_id and t.user_id = ${reporterId} and t.since_seq < ${m}.seq)`
  // A member can still report fathers he has blocked.
  const isShown = sql`u.id <> all (array(select blocker_id from blocks where blocked_id = ${reporterId}
    union all select id from users where hidden_at is not null))`
  return {
    user: id =>
      sql`select u.id as subject_id, ${profile} as evidence from users u where u.id = ${id}::int and ${isShown}`,
    message: id => sql`
      select r.sender_id as subject_id, ${messagesOf(
        sql`m.chat_id = r.chat_id and ${kept} and ${isForHim(sql`m`)}
               and m.seq between r.seq - ${limits.evidenceMessages} and r.seq + ${limits.evidenceMessages}`,
        sql`m.id = r.id`,
      )} as evidence
        from messages r
       where r.id = ${id}::bigint and exists (select from messages m where m.id = r.id and ${kept}) 
         and ${isForHim(sql`r`)}`,
    chat: id => sql`
      select they.user_id as subject_id, ${messagesOf(
        sql`m.chat_id = they.chat_id and ${kept}
               and m.seq > (select last_seq from chats l where l.id = they.chat_id) - ${2 * limits.evidenceMessages}`,
        sql`false`,
      )} as evidence
        from chats c
        join memberships me on me.chat_id = c.id and me.user_id = ${reporterId}
        join ${otherOfPair}
       where c.id = ${id}::int`,
    playdate: id => sql`
      select p.creator_id as subject_id,
             json_build_object('name', p.title, 'text', nullif(concat_ws(E'\\n', p.description, case when ${isOn(reporterId)} then p.cancel_reason end), ''), 'where', case when ${mayLocate(reporterId, isOn(reporterId))} then p.location else p.area end,
                               'startTime', ${isoOf(sql`p.start_time`)}) as evidence
        from playdates p where p.id = ${id}::int and ${isReadableBy(reporterId)}`,
    // Only for respondents: others know the poll by a link that a report does not contain.
    poll: id => sql`
      select q.creator_id as subject_id,
             json_build_object('name', q.title, 'text', q.description, 'where', case when q.location_visibility = 'public' then q.location else q.area end,
                               'startTime', (select ${isoOf(sql`min(t.start_time)`)} from poll_times t where t.poll_id = q.id)) as evidence
        from polls q join users u on u.id = q.creator_id and ${isShown} and coalesce(u.suspended_until <= now(), true)
       where q.id = ${id}::int and exists (select from poll_fathers f where f.poll_id = q.id and f.user_id = ${reporterId})`,
    place: id => sql`
      select p.created_by as subject_id,
             json_build_object('name', p.name, 'text', p.description, 'where', p.address, 'picture', p.image_url) as evidence
        from places p where p.id = ${id}::int and p.hidden_at is null`,
    photo: address => sql`
      select u.id as subject_id, json_build_object('name', ${fullName}, 'picture', u.profile_image) as evidence
        from users u where u.profile_image = ${address} and ${isShown}
      union all
      select coalesce((select x.owner_id from pictures x where '/uploads/' || x.name = p.image_url), p.created_by),
             json_build_object('name', p.name, 'picture', p.image_url)
        from places p where p.image_url = ${address} and p.hidden_at is null`,
  }
}

function messagesOf(which: Sql, isReported: Sql): Sql {
  return sql`(select json_build_object('messages', coalesce(json_agg(json_build_object(
                'id', m.id, 'senderId', m.sender_id, 'senderName', ${fullName}, 'content', m.content,
                'sentAt', ${isoOf(sql`m.sent_at`)}, 'isReported', ${isReported}) order by m.seq), '[]'::json))
                from messages m left join users u on u.id = m.sender_id where ${which})`
}
