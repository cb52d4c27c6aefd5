import { limits } from '@papadag/contract/limits'
import { Evidence, type ReportTarget } from '@papadag/contract/moderation'
import * as z from 'zod/mini'
import { hadContact } from '../../domain/chats/contact.ts'
import { isBeforeBlock, isPair, otherOfPair } from '../../domain/chats/memberships.ts'
import { wasEstablishedOrKnown } from '../../domain/known.ts'
import { isOpen } from '../../domain/places/states.ts'
import { isOn, isReadableBy, isUsualFor, isWaitedForBy, mayLocate } from '../../domain/playdates/state.ts'
import { isProposal } from '../../domain/polls.ts'
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
  const isWide = type === 'message' || type === 'departure'
  if (type !== 'photo' && !(isNumber.test(id) && Number(id) <= (isWide ? limits.wideIdMax : limits.idMax)))
    return undefined
  const from = sources(reporterId, retentionDays)[type](id)
  return db.one(
    Found,
    sql`select t.subject_id as "subjectId", t.evidence,
               -- Whether the report counts where nobody has looked yet.
               t.subject_id is not null and ${wasEstablishedOrKnown(sql`${reporterId}::int`)} and ${hadContact(sql`t.subject_id`, sql`${reporterId}::int`)} as "hadContact"
          from (${from}) t where t.subject_id is distinct from ${reporterId} limit 1`,
  )
}

const fullName = sql`u.first_name || ' ' || u.last_name`
const profile = sql`json_build_object('name', ${fullName}, 'text', u.bio, 'where', u.city, 'picture', u.profile_image)`

function sources(reporterId: number, retentionDays: number): Record<ReportTarget, (id: string) => Sql> {
  const kept = keptFor(reporterId)
  const isKept = sql`m.hidden_at is null and m.sent_at > now() - make_interval(secs => ${retentionDays * 86_400}::float8)`
  // A member can still report fathers he has blocked.
  const isShown = sql`u.id <> all (array(select blocker_id from blocks where blocked_id = ${reporterId}
    union all select id from users where hidden_at is not null))`
  return {
    user: id =>
      sql`select u.id as subject_id, ${profile} as evidence from users u where u.id = ${id}::int and ${isShown}`,
    message: id => sql`
      select ${accountOf(sql`r.sender_id`)} as subject_id, ${messagesOf(
        sql`m.chat_id = r.chat_id and ${isKept} and ${isReceivedBy(reporterId)}
               and m.seq between r.seq - ${limits.evidenceMessages} and r.seq + ${limits.evidenceMessages}`,
        sql`m.id = r.id`,
      )} as evidence
        from messages r
       where r.id = ${id}::bigint and exists (
         select from messages m where m.id = r.id and m.chat_id = r.chat_id and ${isKept} and ${isReceivedBy(reporterId)})`,
    chat: id => sql`
      select ${accountOf(sql`they.user_id`)} as subject_id, ${messagesOf(
        sql`m.chat_id = they.chat_id and ${isKept}
               and m.seq > (select last_seq from chats l where l.id = they.chat_id) - ${2 * limits.evidenceMessages}`,
        sql`false`,
      )} as evidence
        from chats c
        join memberships me on me.chat_id = c.id and me.user_id = ${reporterId}
        join ${otherOfPair}
       where c.id = ${id}::int`,
    playdate: id => sql`
      select p.creator_id as subject_id,
             json_build_object('name', p.title, 'text', nullif(concat_ws(E'\\n', p.description, case when ${isOn(reporterId)} or ${hasLost(reporterId, 'playdate', sql`p.id`, sql`had_reason`)} then p.cancel_reason end), ''), 'where', case when ${mayLocate(reporterId, isOn(reporterId))} then p.location else p.area end,
                               'startTime', ${isoOf(sql`p.start_time`)}) as evidence
        from playdates p where p.id = ${id}::int and (${isReadableBy(reporterId)} or ${isOn(reporterId)}
          or ${isWaitedForBy(reporterId)} or ${isUsualFor(reporterId)}
          or exists (select from asked a where a.playdate_id = p.id and a.user_id = ${reporterId})
          or ${hasLost(reporterId, 'playdate', sql`p.id`)})
      union all ${kept('playdate', id)}`,
    // Only for respondents: others know the poll by a link that a report does not contain.
    poll: id => sql`
      select q.creator_id as subject_id,
             json_build_object('name', q.title, 'text', q.description, 'where', case when q.location_visibility = 'public' then q.location else q.area end,
                               'startTime', (select ${isoOf(sql`min(t.start_time)`)} from poll_times t where t.poll_id = q.id)) as evidence
        from polls q
       where q.id = ${id}::int and not ${isProposal} and exists (select from poll_fathers f where f.poll_id = q.id and f.user_id = ${reporterId})
      union all ${kept('poll', id)}`,
    departure: id => sql`
      select n.actor_id as subject_id,
             json_build_object('name', n.details -> 'title', 'text', n.details -> 'message', 'startTime', n.details -> 'startTime') as evidence
        from notifications n
       where n.id = ${id}::bigint and n.user_id = ${reporterId} and n.kind = 'playdate.left' and n.details ? 'message'
      union all ${kept('departure', id)}`,
    place: id => sql`
      select p.created_by as subject_id,
             json_build_object('name', p.name, 'text', p.description, 'where', p.address, 'picture', p.image_url) as evidence
        from places p where p.id = ${id}::int and p.hidden_at is null`,
    state: id => sql`
      select s.reported_by as subject_id,
             json_build_object('name', p.name, 'text', s.text, 'where', p.address, 'picture', s.image_url) as evidence
        from place_states s join places p on p.id = s.place_id
       where s.id = ${id}::int and ${isOpen(sql`s`)} and p.hidden_at is null`,
    photo: address => sql`
      select u.id as subject_id, json_build_object('name', ${fullName}, 'picture', u.profile_image) as evidence
        from users u where u.profile_image = ${address} and ${isShown}
      union all
      select coalesce((select x.owner_id from pictures x where '/uploads/' || x.name = p.image_url), p.created_by),
             json_build_object('name', p.name, 'picture', p.image_url)
        from places p where p.image_url = ${address} and p.hidden_at is null
      union all
      select coalesce((select x.owner_id from pictures x where '/uploads/' || x.name = s.image_url), s.reported_by),
             json_build_object('name', p.name, 'picture', s.image_url)
        from place_states s join places p on p.id = s.place_id
       where s.image_url = ${address} and p.hidden_at is null`,
  }
}

/** The account of this number, or null once it is deleted. */
function accountOf(id: Sql): Sql {
  return sql`(select u.id from users u where u.id = ${id})`
}

/** Whether he could read a text that he can no longer read, and which rows (`t`) say so. */
function hasLost(userId: number, type: 'playdate' | 'chat' | 'poll' | 'departure', id: Sql, which = sql`true`): Sql {
  return sql`exists (select from received t
    where t.target_type = ${type} and t.target_id = ${id} and t.user_id = ${userId} and ${which})`
}

/** A deleted text, for those who had received it. */
function keptFor(userId: number) {
  return (type: 'playdate' | 'poll' | 'departure', id: string) => sql`
    select ${accountOf(sql`k.subject_id`)},
           (k.evidence || jsonb_build_object('text', nullif(concat_ws(E'\\n', k.evidence ->> 'text',
             case when ${hasLost(userId, type, sql`k.target_id`, sql`had_reason`)} then k.reason end), '')))::json
      from kept_texts k
     where k.target_type = ${type} and k.target_id = ${id}::bigint and k.kept_until > now()
       and ${hasLost(userId, type, sql`k.target_id`)}`
}

/**
 * Whether a message `m` has reached him: in a group what was written while he was in it, and neither
 * across a block nor by a hidden father.
 */
function isReceivedBy(userId: number): Sql {
  return sql`((m.is_of_thread is null and exists (select from memberships t where t.chat_id = m.chat_id and t.user_id = ${userId} and t.since_seq < m.seq)
      or ${hasLost(userId, 'chat', sql`m.chat_id`, sql`m.seq > t.since_seq and m.seq <= t.until_seq`)})
    and (exists (select from chats c where c.id = m.chat_id and ${isPair})
      or m.sender_id = ${userId}
      or ${isBeforeBlock(userId)} and not exists (select from users h where h.id = m.sender_id and h.hidden_at < m.sent_at)))`
}

function messagesOf(which: Sql, isReported: Sql): Sql {
  return sql`(select json_build_object('messages', coalesce(json_agg(json_build_object(
                'id', m.id, 'senderId', m.sender_id, 'senderName', ${fullName}, 'content', m.content,
                'sentAt', ${isoOf(sql`m.sent_at`)}, 'isReported', ${isReported}) order by m.seq), '[]'::json))
                from messages m left join users u on u.id = m.sender_id where ${which})`
}
