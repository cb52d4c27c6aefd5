import { Chat, Message } from '@papadag/contract/chat'
import { type Language, limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import {
  answeredSeenBy,
  isKept,
  isNotPostponed,
  isPair,
  isWrittenTo,
  membershipOf,
  otherOfPair,
} from '../../domain/chats/memberships.ts'
import { reactionsSeenBy } from '../../domain/chats/reactions.ts'
import { personSeenBy } from '../../domain/people.ts'
import { isComing, isNotHiddenFrom, isNotLongOver, isTalkedAbout } from '../../domain/playdates/state.ts'
import { chatOfSeriesThing } from '../../domain/playdates/threads.ts'
import { blockedWith } from '../../domain/visibility.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { cut, momentIn } from '../../platform/http/paging.ts'
import type { Page } from '../../platform/http/serve.ts'
import { Problem } from '../../platform/problem.ts'
import { goneName } from './texts.ts'

/** The reader, and the language in which a deleted account is named. */
export interface Reader {
  id: number
  language: Language
  /** Whether a stranger's messages are limited until he is answered. */
  isLimited?: boolean
}

/** The one projection of messages (`m`). */
export const messageFields = sql`m.id, m.chat_id as "chatId", m.sender_id as "senderId", m.content,
  ${isoOf(sql`m.sent_at`)} as "sentAt", m.seq, m.announcement as "isAnnouncement"`

/**
 * The one projection of pairs as this member (`me`) sees them; `they` is the other. A blocked member sees what he would
 * see if the other had left (safety S32); the blocker sees that he blocked him. A hidden member is gone for the other
 * too.
 */
function pairsSeenBy({ id, language, isLimited = false }: Reader, retentionDays: number): Sql {
  const gone = goneName[language]
  // Receipts are shown if both members show them, and never to a stranger nobody has answered.
  const showsMarks = sql`(coalesce(self.read_receipts and other.read_receipts, false) and c.requested_by is null
                          and not are_blocked(me.user_id, they.user_id))`
  const isAwaiting = sql`c.requested_by is not distinct from ${id} and not are_co(me.user_id, they.user_id)
             and other.id is not null`
  return sql`
    select c.id, 'pair' as kind, null::int as "playdateId", null::int as "seriesId", null::int as "circleId", null as title, null as "startTime",
           json_build_array(${personSeenBy(id, sql``, sql`self`)}, case when other.id is not null
             then ${personSeenBy(id, sql``, sql`other`)}
             else json_build_object('id', they.user_id, 'firstName', ${gone}::text, 'lastName', '', 'profileImage', null)
           end) as participants,
           (select count(*)::int from messages m
             where m.chat_id = c.id and m.seq > me.read_seq and m.sender_id <> ${id} and ${isKept(retentionDays)}) as "unreadCount",
           (select json_build_object('content', m.content, 'sentAt', ${isoOf(sql`m.sent_at`)}, 'senderId', m.sender_id,
                                     'senderName', coalesce(case when m.sender_id = ${id} then self.first_name else other.first_name end,
                                                            ${gone}))
              from messages m where m.chat_id = c.id and ${isKept(retentionDays)} order by m.seq desc limit 1) as "lastMessage",
           other.id is null or are_blocked(me.user_id, they.user_id) as "readOnly",
           case when c.requested_by <> ${id} then not are_co(me.user_id, they.user_id) else false end as "isRequest",
           ${isAwaiting} as "isAwaiting",
           case when ${isLimited}::boolean and ${isAwaiting} then greatest(0, ${limits.requestMessages} - c.last_seq - coalesce((
             select q.asked from stranger_questions q where q.asker_id = ${id} and q.reader_id = they.user_id), 0)) end as "messagesLeft",
           false as "canAnnounce",
           case when ${showsMarks} then json_build_array(json_build_object(
             'userId', they.user_id, 'deliveredSeq', they.delivered_seq, 'readSeq', they.read_seq)) else '[]' end as marks,
           me.read_seq as "ownReadSeq", c.last_seq as "lastSeq", c.active_at as active
      from chats c
      join memberships me on me.chat_id = c.id and me.user_id = ${id}
      join ${otherOfPair}
       -- A chat in which nobody can write goes with its last message.
       and (exists (select from messages m where m.chat_id = c.id and ${isKept(retentionDays)})
         or not are_blocked(me.user_id, they.user_id) and exists (select from users u where u.id = they.user_id and u.hidden_at is null))
      join users self on self.id = me.user_id
      left join users other on other.id = they.user_id and other.hidden_at is null
       and not exists (select from blocks b where b.blocker_id = other.id and b.blocked_id = me.user_id)`
}

/** The next date of the series `s`. */
const nextOfSeries = sql`(select p.id, p.start_time from playdates p
  where p.series_id = s.id and ${isComing} order by p.start_time, p.id limit 1)`

/** The one projection of threads and circles’ chats as this member sees them, himself first. Nobody sees who has read what. */
function groupsSeenBy({ id, language }: Reader, retentionDays: number): Sql {
  const written = sql`${isWrittenTo(id)} and ${isKept(retentionDays)}`
  // Not the chat's own number and time, which also count what a block keeps from him.
  const last = sql`(select m.seq, m.sent_at, m.content, m.sender_id from messages m where ${written} order by m.seq desc limit 1)`
  return sql`
    select c.id, case when p.id is not null then 'playdate' when s.id is not null then 'series' else 'circle' end as kind,
           coalesce(p.id, next.id) as "playdateId", s.id as "seriesId", c.circle_id as "circleId",
           coalesce(p.title, s.title, g.name) as title, ${isoOf(sql`coalesce(p.start_time, next.start_time)`)} as "startTime",
           others.people as participants,
           (select count(*)::int from messages m where ${written} and m.seq > me.read_seq and m.sender_id <> ${id}) as "unreadCount",
           case when last.seq is not null then json_build_object(
             'content', last.content, 'sentAt', ${isoOf(sql`last.sent_at`)}, 'senderId', last.sender_id,
             'senderName', coalesce((select u.first_name from users u
                                      where u.id = last.sender_id and u.id <> all (${blockedWith(id)})), ${goneName[language]}))
           end as "lastMessage",
           p.id is not null and not ${isTalkedAbout} or others.count < 2 as "readOnly", false as "isRequest", false as "isAwaiting",
           null::int as "messagesLeft", coalesce(p.creator_id, s.creator_id) is not distinct from ${id}
             or exists (select from playdates p where p.circle_id = c.circle_id and p.creator_id = ${id} and ${isComing}) as "canAnnounce", '[]' as marks, me.read_seq as "ownReadSeq",
           greatest(last.seq, me.read_seq, me.since_seq) as "lastSeq", coalesce(last.sent_at, c.created_at) as active
      from chats c
      join ${membershipOf(id)}
      left join playdates p on p.id = c.playdate_id
      left join series s on s.id = c.series_id
      left join circles g on g.id = c.circle_id
      left join lateral ${nextOfSeries} next on true
      left join lateral ${last} last on true
     cross join lateral (
       select count(*), json_agg(${personSeenBy(id)} order by u.id <> ${id}, x.is_guest, x.joined_at, u.id) as people
         from (select user_id, joined_at, false as is_guest from participants where playdate_id = c.playdate_id
               union all select user_id, joined_at, false from circle_members where circle_id = c.circle_id
               -- Who takes part in its dates writes and is heard here too.
               union all select y.user_id, min(y.joined_at), true from playdates p join participants y on y.playdate_id = p.id
                where p.circle_id = c.circle_id and ${isNotLongOver} and p.creator_id <> all (${blockedWith(id)})
                  and not exists (select from circle_members o where o.circle_id = c.circle_id and o.user_id = y.user_id) group by y.user_id
               union all select t.user_id, null, false from memberships t
                where t.chat_id = c.id and c.series_id is not null and is_in_series(c.series_id, t.user_id)) x
         join users u on u.id = x.user_id and u.id <> all (${blockedWith(id)})) others
     where not ${isPair}`
}

const columns = sql`id, kind, "playdateId", "seriesId", "circleId", title, "startTime", participants, "unreadCount", "lastMessage", "readOnly", "isRequest",
  "isAwaiting", "messagesLeft", "canAnnounce", marks, "ownReadSeq", "lastSeq"`

/** The caller's chats as his screens list them, latest activity first. */
export function listed(db: Db, reader: Reader, retentionDays: number, page: Page): Promise<Chat[]> {
  return list(db, reader, retentionDays, page, isNotPostponed)
}

/** All of the caller's chats. */
export function all(db: Db, reader: Reader, retentionDays: number, page: Page): Promise<Chat[]> {
  return list(db, reader, retentionDays, page, sql`true`)
}

async function list(db: Db, reader: Reader, retentionDays: number, page: Page, which: Sql): Promise<Chat[]> {
  const last = momentIn(page)
  const rest = (active: Sql) =>
    last
      ? sql`and (date_trunc('milliseconds', ${active}), c.id) < (${last.at}::timestamptz, ${last.id}::bigint)`
      : sql``
  const first = (active: Sql) =>
    sql`order by date_trunc('milliseconds', ${active}) desc, c.id desc limit ${page.limit + 1}`
  const [ofPair, ofGroup] = [sql`c.active_at`, sql`coalesce(last.sent_at, c.created_at)`]
  // That of a single playdate is listed once somebody has written in it, those that last always.
  const isBegun = sql`(last.seq is not null or c.playdate_id is null)`
  const rows = await db.many(
    z.extend(Chat, { activeAt: z.string() }),
    sql`select ${columns}, ${isoOf(sql`active`)} as "activeAt"
          from ((${pairsSeenBy(reader, retentionDays)} where ${which} ${rest(ofPair)} ${first(ofPair)})
                union all (${groupsSeenBy(reader, retentionDays)} and ${isBegun} ${rest(ofGroup)} ${first(ofGroup)})) seen
         order by "activeAt" desc, id desc limit ${page.limit + 1}`,
  )
  return cut(rows, page, ({ activeAt, id }) => `${activeAt}_${id}`).map(({ activeAt: _activeAt, ...chat }) => chat)
}

/** One chat; throws `chat.unknown` for anybody but its members. */
export async function byId(db: Db, id: number, reader: Reader, retentionDays: number): Promise<Chat> {
  const found = await db.one(
    Chat,
    sql`select ${columns} from (${pairsSeenBy(reader, retentionDays)} where c.id = ${id}
                                union all ${groupsSeenBy(reader, retentionDays)} and c.id = ${id}) seen`,
  )
  if (!found) throw new Problem('chat.unknown')
  return found
}

const OfSeries = z.object({ id: z.number() })

/** What the chat of a playdate shows: all dates of its series share one. */
export async function thingsOfThread(db: Db, playdateId: number): Promise<{ things: string[] }> {
  const series = await db.one(
    OfSeries,
    sql`select series_id as id from playdates where id = ${playdateId} and series_id is not null`,
  )
  return { things: [`playdate ${playdateId}`, ...(series ? [chatOfSeriesThing(series.id)] : [])] }
}

const Membership = z.object({ id: z.number() })

/** For a route's `allow` and for frames: throws unless the caller is a member of the chat. */
export async function mustBeIn(db: Db, chatId: number, userId: number): Promise<void> {
  const membership = await db.one(
    Membership,
    sql`select me.user_id as id from chats c join ${membershipOf(userId)} where c.id = ${chatId}`,
  )
  if (!membership) throw new Problem('chat.unknown')
}

export interface Wanted {
  afterSeq?: number | undefined
  before?: number | undefined
  limit?: number | undefined
}

/** A chat's messages, oldest first: all, the last ones, or those after or before a number. */
export async function messages(
  db: Db,
  chatId: number,
  { afterSeq, before, limit }: Wanted,
  viewerId: number,
  retentionDays: number,
): Promise<{ messages: Message[]; hasMore: boolean }> {
  const after = afterSeq === undefined ? sql`` : sql`and m.seq > ${afterSeq}`
  const until = before === undefined ? sql`` : sql`and m.seq < ${before}`
  const first = limit === undefined ? sql`` : sql`limit ${limit + 1}`
  // Catching up continues from a number; other reads start with the latest message.
  const order = afterSeq === undefined ? sql`m.seq desc` : sql`m.seq`
  const rows = await db.many(
    Served,
    // Only the sender sees the client id.
    sql`select ${messageFields}, case when m.sender_id = ${viewerId} then m.client_id end as "clientId",
               ${answeredSeenBy(sql`m.reply_to`, viewerId, retentionDays)} as "replyTo",
               (select p.id from playdates p where p.id = m.playdate_id and ${isNotHiddenFrom(viewerId)}) as "playdateId",
               coalesce(${reactionsSeenBy(viewerId)}, '{}') as reactions
          from chats c
          join ${membershipOf(viewerId)}
          join messages m on ${isWrittenTo(viewerId)} and ${isKept(retentionDays)}
         where c.id = ${chatId} ${after} ${until}
         order by ${order} ${first}`,
  )
  const hasMore = limit !== undefined && rows.length > limit
  const shown = (hasMore ? rows.slice(0, limit) : rows).map(withoutNothing)
  return { messages: afterSeq === undefined ? shown.reverse() : shown, hasMore }
}

const Served = z.extend(Message, { clientId: z.nullable(z.string()), isAnnouncement: z.boolean() })

/** Drops absent fields of a message. */
function withoutNothing({ clientId, isAnnouncement, ...message }: z.output<typeof Served>): Message {
  return { ...message, ...(clientId && { clientId }), ...(isAnnouncement && { announcement: true }) }
}
