import * as z from 'zod/mini'
import { answerUnseenBy, isKept, isPair } from '../../../domain/chats/memberships.ts'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { messageFields } from '../queries.ts'
import { dateUnseenBy } from './store.ts'

/** A message commits at most this long after its time, since the database cancels slower statements. */
const commitS = 5
/** A screen may have read before that commit, and a look-up waits at most this long for its turn. */
const marginS = 3

const Undelivered = z.object({
  id: z.int(),
  chatId: z.int(),
  senderId: z.int(),
  content: z.string(),
  sentAt: z.string(),
  seq: z.int(),
  clientId: z.nullable(z.string()),
  isAnnouncement: z.boolean(),
  replyTo: z.nullable(z.int()),
  playdateId: z.nullable(z.int()),
  /** Everybody who gets it besides the sender. */
  audience: z.readonly(z.array(z.int())),
  dateUnseenBy: z.readonly(z.array(z.int())),
  replyUnseenBy: z.readonly(z.array(z.int())),
  /** Its sender reads it in another chat, about a date of a circle. */
  isFromElsewhere: z.boolean(),
})
export type Undelivered = z.output<typeof Undelivered>

/**
 * Who receives a message (`m` of the chat `c`), and its sender, unless he has left: in a group the members who joined before
 * it, are still there and have no block with him. In a pair a block prevents the message itself.
 */
const hearers = sql`case when not ${isPair} then hearers_about(m.chat_id, m.sender_id, m.seq, m.playdate_id)
  else array(select x.user_id from memberships x where x.chat_id = m.chat_id) end`

function find(db: Db, retentionDays: number, which: Sql): Promise<Undelivered[]> {
  return db.many(
    Undelivered,
    sql`select ${messageFields}, m.reply_to as "replyTo", m.playdate_id as "playdateId", m.client_id as "clientId",
               array_remove(heard.by, m.sender_id) as audience, ${dateUnseenBy(sql`m.playdate_id`, sql`array_remove(heard.by, m.sender_id)`)} as "dateUnseenBy",
               ${answerUnseenBy(sql`m.reply_to`, sql`m.chat_id`, sql`array_append(heard.by, m.sender_id)`, retentionDays)} as "replyUnseenBy",
               m.sender_id <> all (heard.by) and exists (select from messages o where o.id = m.id and o.chat_id <> m.chat_id) as "isFromElsewhere"
          from messages m join chats c on c.id = m.chat_id cross join lateral (select ${hearers} as by) heard
         where ${isKept(retentionDays)} and ${which} order by m.chat_id, m.seq`,
  )
}

/** A chat to read from a number on, and all its messages of this many seconds. */
export interface Span {
  chatId: number
  from: number
  seconds: number
}

export function messagesIn(db: Db, retentionDays: number, spans: readonly Span[]): Promise<Undelivered[]> {
  const chatIds = spans.map(({ chatId }) => chatId)
  const froms = spans.map(({ from }) => from)
  const seconds = spans.map(span => span.seconds)
  return find(
    db,
    retentionDays,
    sql`m.chat_id = any(${chatIds}::int[]) and exists (
      select from unnest(${chatIds}::int[], ${froms}::int[], ${seconds}::float8[]) as w (chat_id, seq, seconds)
       where w.chat_id = m.chat_id
         and (m.seq >= w.seq or m.sent_at > now() - make_interval(secs => w.seconds)))`,
  )
}

const End = z.object({
  chatId: z.int(),
  seq: z.int(),
  senderId: z.int(),
  /** The members, whether they receive its last message or not. */
  audience: z.readonly(z.array(z.int())),
  /** The age of its last message. */
  seconds: z.number(),
})
export type End = z.output<typeof End>

/** An announcement is under way for less than this. */
const announcedS = 1

/** The last numbers of chats in which something was stored in the last seconds, and could have been announced since. */
export function endsOf(db: Db, seconds: number): Promise<End[]> {
  return db.many(
    End,
    sql`select m.chat_id as "chatId", m.seq, m.sender_id as "senderId",
               array(select x.user_id from memberships x where x.chat_id = m.chat_id) as audience,
               extract(epoch from now() - m.sent_at)::float8 as seconds
          from (select distinct on (chat_id) chat_id, seq, sender_id, sent_at from messages
                 where sent_at > now() - make_interval(secs => ${seconds + commitS + announcedS})
                   and sent_at < now() - make_interval(secs => ${announcedS}::float8)
                 order by chat_id, seq desc) m`,
  )
}

/** A user who has been connected for this many seconds. */
export interface Present {
  userId: number
  seconds: number
}

/** The messages of the last seconds to or from these users, except those they read themselves when they connected. */
export function messagesOf(
  db: Db,
  retentionDays: number,
  present: readonly Present[],
  seconds: number,
): Promise<Undelivered[]> {
  const users = present.map(({ userId }) => userId)
  const since = present.map(one => Math.min(seconds + commitS, withMargin(one.seconds)))
  return find(
    db,
    retentionDays,
    sql`m.sent_at > now() - make_interval(secs => ${seconds + commitS}) and exists (
      select from memberships here
        join unnest(${users}::int[], ${since}::float8[]) as u (id, seconds) on u.id = here.user_id
       where here.chat_id = m.chat_id and m.sent_at > now() - make_interval(secs => u.seconds))`,
  )
}

/** How far back to look for a user who connected this many seconds ago. */
export function withMargin(seconds: number): number {
  return seconds + marginS
}
