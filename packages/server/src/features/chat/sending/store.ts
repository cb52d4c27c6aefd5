import { sendMessage } from '@papadag/contract/chat'
import { limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { answerUnseenBy, isPair, membershipOf } from '../../../domain/chats/memberships.ts'
import { joinsItsSubject, questionsOf, rowFor } from '../../../domain/notifications/subjects.ts'
import { isNotHiddenFrom, isTalkedAbout } from '../../../domain/playdates/state.ts'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { isoOf } from '../../../platform/db/moment.ts'

/** Announcements of messages may be overtaken by later ones for this long. */
export const hasteS = 5

/** A message to be stored. */
export interface Letter {
  chatId: number
  senderId: number
  content: string
  clientId: string | undefined
  /** An announcement by the creator of a playdate to everybody in its thread. */
  isAnnouncement?: boolean
  /** The number of the message that it answers, in a group. */
  replyTo?: number | null
  /** The date that it is about, in the chat of its series or circle. */
  playdateId?: number | null
  /** The thread of a circle's date in which a guest has written it; `replyTo` is a number there. */
  via?: number | null
}

interface How {
  /** Whether a stranger's messages are limited. */
  isLimited: boolean
  retentionDays: number
}

/** A committed message. */
export interface StoredMessage {
  id: number
  chatId: number
  senderId: number
  content: string
  sentAt: string
  seq: number
  clientId: string | null
  isAnnouncement: boolean
  replyTo: number | null
  playdateId: number | null
  /** Everybody who gets it besides the sender. */
  audience: readonly number[]
  /** Those of them who do not see the date that it is about. */
  dateUnseenBy: readonly number[]
  /** Those of them and the sender who cannot read what it answers. */
  replyUnseenBy: readonly number[]
  /** Its sender reads it in another chat. */
  isFromElsewhere: boolean
  /** Its row for those who read it in another chat, about a date of a circle. */
  elsewhere?: StoredMessage
  /** False for a repeat of a stored message. */
  isNew: boolean
  /** Whether the chat had another message just before, perhaps from another node. */
  isInHaste: boolean
}

/** The result for a message: refused, stored, or known, which means stored before under the same client id. */
const Outcome = z.object({
  n: z.int(),
  refusal: z.nullable(z.enum([...sendMessage.errors, 'request.otherContent'])),
  id: z.nullable(z.int()),
  seq: z.nullable(z.int()),
  sentAt: z.nullable(z.string()),
  audience: z.nullable(z.array(z.int())),
  dateUnseenBy: z.array(z.int()),
  replyUnseenBy: z.array(z.int()),
  isInHaste: z.nullable(z.boolean()),
  isNew: z.boolean(),
  isAnnouncement: z.boolean(),
  replyTo: z.nullable(z.int()),
  playdateId: z.nullable(z.int()),
  /** The thread of the date that it is about, for the date's guests. */
  line: z.nullable(
    z.object({
      chatId: z.int(),
      seq: z.int(),
      replyTo: z.nullable(z.int()),
      audience: z.array(z.int()),
      replyUnseenBy: z.array(z.int()),
    }),
  ),
  /** Where what is written in the thread of a circle's date belongs. */
  home: z.nullable(z.object({ chatId: z.int(), playdateId: z.int(), isGuest: z.boolean() })),
})
type Outcome = z.output<typeof Outcome>
export type Refusal = NonNullable<Outcome['refusal']>

/**
 * Stores letters in one statement, and so one commit, and returns the results in their order. The chats' rows are
 * locked first, ordered by id, so that writers cannot deadlock; numbers are taken from the locked rows. A known client
 * id is not stored again: the result is the first message, or a refusal if chat or content differ, since the second
 * message would otherwise be lost silently. Letters must have distinct client ids, and those to one chat one sender and date.
 * What is written in the thread of a circle's date goes into the chat of the circle, whose row is always locked first.
 */
export async function store(db: Db, letters: readonly Letter[], how: How): Promise<(StoredMessage | Refusal)[]> {
  const byChat = letters.map((letter, at) => ({ letter, at })).sort((a, b) => a.letter.chatId - b.letter.chatId)
  const outcomes = await db.many(
    Outcome,
    statement(
      byChat.map(({ letter }) => letter),
      how,
    ),
  )
  const results: (StoredMessage | Refusal)[] = letters.map(() => 'chat.unknown')
  for (const outcome of outcomes) {
    const answered = byChat[outcome.n - 1]
    if (!answered) continue
    const { letter, at } = answered
    results[at] = outcome.home ? await storeAtHome(db, letter, outcome.home, how) : resultOf(letter, outcome)
  }
  return results
}

async function storeAtHome(
  db: Db,
  letter: Letter,
  { chatId, playdateId, isGuest }: NonNullable<Outcome['home']>,
  how: How,
): Promise<StoredMessage | Refusal> {
  if (letter.playdateId && letter.playdateId !== playdateId) return 'playdate.unknown'
  const moved = { ...letter, chatId, playdateId, via: isGuest ? letter.chatId : null }
  const [result = 'chat.unknown'] = await store(db, [moved], how)
  // The circle may have ended meanwhile, and the thread is one of its own again.
  if (result !== 'chat.unknown' && result !== 'playdate.unknown') return result
  const [again] = await db.many(Outcome, statement([letter], how))
  return again ? resultOf(letter, again) : result
}

function resultOf(letter: Letter, outcome: Outcome): StoredMessage | Refusal {
  const { chatId, senderId, content, clientId, via } = letter
  const {
    id,
    seq,
    sentAt,
    refusal,
    audience,
    dateUnseenBy,
    replyUnseenBy,
    isInHaste,
    isNew,
    isAnnouncement,
    replyTo,
    playdateId,
    line,
  } = outcome
  if (refusal) return refusal
  if (!id || !seq || !sentAt) return 'chat.unknown'
  const message = { id, senderId, content, sentAt, isAnnouncement, playdateId, isNew, isInHaste: isInHaste === true }
  const here = { ...message, chatId, seq, replyTo, audience: audience ?? [], dateUnseenBy, replyUnseenBy }
  if (!line) return { ...here, chatId: via ?? chatId, clientId: clientId ?? null, isFromElsewhere: false }
  const there = { ...message, ...line, dateUnseenBy: [] }
  const [own, other] = via ? [there, here] : [here, there]
  const elsewhere = { ...other, clientId: null, isFromElsewhere: true }
  return { ...own, clientId: clientId ?? null, isFromElsewhere: false, elsewhere }
}

/**
 * Those of the hearers and the sender of a message (`numbered`) who cannot read what it answers. Few messages do, and each plan node
 * would cost all of them, so that a batch without answers, where only one that was stored before may have one, names everybody.
 */
function replyUnseenBy(
  letters: readonly Letter[],
  retentionDays: number,
  answer: Record<'seq' | 'chat' | 'hearers', Sql>,
) {
  const users = sql`array_append(array_remove(${answer.hearers}, sender_id), sender_id)`
  return letters.some(({ replyTo }) => replyTo)
    ? answerUnseenBy(answer.seq, answer.chat, users, retentionDays)
    : sql`case when ${answer.seq} is null then '{}' else ${users} end`
}

/** Those of these hearers who do not see the date that a message is about: to them it is about none. */
export function dateUnseenBy(about: Sql, hearers: Sql): Sql {
  return sql`case when ${about} is null then '{}' else array(select h.id from unnest(${hearers}) h (id)
    where (select 1 from playdates p where p.id = ${about} and ${isNotHiddenFrom(sql`h.id`)}) is null) end`
}

/** Whether a user (`u`) is notified of messages outside the open tab. */
const wantsToHear = sql`(coalesce(u.notification_settings #>> '{mail,messages}', '') = 'true'
  or (select 1 from push_subscriptions s where s.user_id = u.id limit 1) is not null)`

/**
 * The sender of a message (`l`) to a chat (`c`), and who receives it. Members of a group are read after the lock, so
 * nobody who has left or been blocked by then is among them; in a pair a hidden member can neither write nor be written
 * to.
 */
const hearers = sql`
  case when c.is_pair then array(
         select x.user_id from memberships x
          where x.chat_id = l.chat_id
            and (x.user_id = l.sender_id
              or (select 1 from users u where u.id = x.user_id and u.hidden_at is null) is not null
             and (select 1 from blocks b where b.blocker_id = l.sender_id and b.blocked_id = x.user_id) is null
             and (select 1 from blocks b where b.blocker_id = x.user_id and b.blocked_id = l.sender_id) is null))
       when c.playdate_id is null or (select 1 from playdates p where p.id = c.playdate_id and p.circle_id is null and ${isTalkedAbout} and ${isNotHiddenFrom(sql`l.sender_id`)}) is not null
       then hearers_about(l.chat_id, l.sender_id, ${limits.idMax}, l.about) end`

/**
 * The thread of a circle's date that a message (`l`) to the chat of the circle (`c`) is about: its id, its last number and
 * who hears the sender there; null unless he is on the date and somebody from outside was.
 */
const line = sql`case when l.about is not null and c.circle_id is not null
  and (select 1 from playdates p where p.id = l.about and p.circle_id = c.circle_id and ${isTalkedAbout} and ${isNotHiddenFrom(sql`l.sender_id`)}) is not null
  then line_of(l.about, l.sender_id) end`

/** The number of the message that a letter (`let_in`) answers, in another chat than the one in which it was written. */
const answeredIn = (chatId: Sql, from: Sql) => sql`(select o.seq from messages a
  join messages o on o.id = a.id and o.chat_id = ${chatId} where a.chat_id = ${from} and a.seq = let_in.reply_to)`

/** Enqueues the notices outside the open tab for the messages in `numbered`; those read by then are not announced. */
const tellOutside = sql`
  insert into outbox (kind, user_id, payload, due_at, dedupe_key, causer)
  select case when is_pair then 'message' when user_id is null then 'thread.announcement' else 'thread.message' end,
         user_id, jsonb_build_object('chatId', case when user_id = any(line[3:]) then line[1] else chat_id end, 'seq', next_seq), now() + interval '5 seconds',
         case when is_pair then ${rowFor(sql`user_id`, questionsOf(sql`sender_id`))}
              else 'message:' || case when user_id = any(line[3:]) then line[1] else chat_id end || ':' || coalesce(user_id::text, 'announcement ' || next_seq) end as key, 'user ' || sender_id
    from (select sender_id, chat_id, next_seq, is_pair, line,
                 -- An announcement is one row, which tells everybody when it is due.
                 unnest(case when is_announcement then array[null::int]
                             else array(select u.id from users u
                                         where u.id = any(array_remove(hearers || line[3:], sender_id)) and ${wantsToHear}) end) as user_id
            from numbered where is_in) t
   order by key
  ${joinsItsSubject} where excluded.kind = 'message' and (outbox.payload ? 'isSent' or not outbox.payload ? 'chatId')`

/** Why a message (`numbered`) was not stored; null if it is, or was before. */
const refusal = sql`
  -- A removed message is empty.
  case when known_chat not in (chat_id, coalesce(via, chat_id)) then 'request.otherContent'
       when known_content = '' then 'chat.messageRemoved'
       when known_content <> content then 'request.otherContent'
       when known_id is not null or is_in then null
       when is_allowed then 'chat.awaitAnswer'
       when (select 1 from chats c join ${membershipOf(sql`sender_id`)} where c.id = coalesce(via, numbered.chat_id)) is null
       then 'chat.unknown'
       when is_stopped then 'user.stopped'
       when not may_announce then 'chat.notYoursToAnnounce'
       when not may_reply then 'chat.notAGroup'
       when not is_its_date then 'playdate.unknown'
       when is_pair then 'chat.partnerGone'
       when sender_id = any(hearers || line[3:]) then 'chat.alone'
       else 'chat.closed' end`

function statement(letters: readonly Letter[], { isLimited, retentionDays }: How) {
  const isKnown = sql`known_id is not null`
  const replyHere = sql`case when ${isKnown} then known_reply_to else reply_here end`
  const unseen = (seq: Sql, chat: Sql, hearers: Sql) => replyUnseenBy(letters, retentionDays, { seq, chat, hearers })
  // Behind a `select` the planner does not see the length of the arrays, so one generic plan serves all; planning takes
  // longer than the work itself. Scalar subqueries use an index where `exists` would read whole tables. Every plan node
  // costs about as much as a message, in every statement, so there are few.
  return sql`
    with judged as materialized (
      select l.*, c.last_seq, c.requested_by, c.is_in_haste, c.is_pair,
             m.id as known_id, m.chat_id as known_chat, m.seq as known_seq, m.content as known_content,
             m.announcement as known_announcement, m.sent_at as known_at, m.reply_to as known_reply_to, m.playdate_id as known_playdate_id, c.playdate_id as of_date, ${line} as line,
             (select 1 from users u where u.id = l.sender_id and u.hidden_at is null) is null as is_stopped,
             not l.is_announcement
               or (select 1 from playdates p where p.id = c.playdate_id and p.creator_id = l.sender_id) is not null
               or (select 1 from series s where s.id = c.series_id and s.creator_id = l.sender_id) is not null
               or (select 1 from playdates p where p.id = l.about and p.circle_id = c.circle_id and p.creator_id = l.sender_id) is not null as may_announce,
             l.reply_to is null or not c.is_pair as may_reply,
             l.about is null or (select 1 from playdates p where p.id = l.about and (p.series_id = c.series_id or p.circle_id = c.circle_id) and ${isNotHiddenFrom(sql`l.sender_id`)}) is not null as is_its_date,
             ${hearers} as hearers
        from unnest((select ${letters.map(({ chatId }) => chatId)}::int[]), (select ${letters.map(({ senderId }) => senderId)}::int[]),
                    (select ${letters.map(({ content }) => content)}::text[]),
                    (select ${letters.map(({ clientId }) => clientId ?? null)}::uuid[]),
                    (select ${letters.map(({ isAnnouncement }) => isAnnouncement === true)}::boolean[]),
                    (select ${letters.map(({ replyTo }) => replyTo ?? null)}::int[]),
                    (select ${letters.map(({ playdateId }) => playdateId ?? null)}::int[]),
                    (select ${letters.map(({ via }) => via ?? null)}::int[])) with ordinality
          as l (chat_id, sender_id, content, client_id, is_announcement, reply_to, about, via, n)
        -- Locked one by one in the order of the letters, which is by id.
        left join lateral (
          select c.last_seq, c.requested_by, c.active_at > now() - make_interval(secs => ${hasteS}) as is_in_haste,
                 c.playdate_id, c.series_id, c.circle_id, ${isPair} as is_pair, c.id as chat
            from chats c where c.id = l.chat_id for no key update
        ) c on true
        -- A look-up per letter: a join would read the client ids of all messages, since the planner expects few.
        left join lateral (
          select m.* from messages m where m.sender_id = l.sender_id and m.client_id = l.client_id limit 1
        ) m on true
    ),
    -- What is refused from here on is at the end of its chat, so numbers have no gaps.
    counted as (
      select *, last_seq + count(*) filter (where is_allowed) over (partition by chat_id order by n) as next_seq
        from (select *, (known_id is null and not is_stopped and may_announce and may_reply and is_its_date
                          and sender_id = any(case when via is null then hearers else line[3:] end)
                          and cardinality(hearers || line[3:]) > 1) is true as is_allowed
                from judged) j
    ),
    -- A stranger's messages, with his questions in polls, are limited until the other writes or both are on a playdate. All earlier ones are his, so
    -- the next number is their count.
    let_in as (
      select *, is_allowed and (not ${isLimited}::boolean or sender_id is distinct from requested_by
                                     or next_seq + questions_asked(sender_id, hearers) <= ${limits.requestMessages}
                                     or (select bool_or(are_co(sender_id, x)) from unnest(hearers) x where x <> sender_id)) as is_in
        from counted
    ),
    numbered as materialized (
      select *, case when is_in then nextval('messages_id_seq') end as id,
             case when is_in then clock_timestamp()::timestamptz(3) end as sent_at, line[2] + next_seq - last_seq as line_seq,
             case when via is not null then ${answeredIn(sql`let_in.chat_id`, sql`via`)}
                  when reply_to <= last_seq then reply_to end as reply_here,
             case when line is null or reply_to is null then null
                  when via is null then ${answeredIn(sql`line[1]`, sql`let_in.chat_id`)}
                  when reply_to <= line[2] then reply_to end as reply_there
        from let_in
    ),
    stored as (
      insert into messages (id, chat_id, seq, sender_id, client_id, content, sent_at, announcement, reply_to, playdate_id) overriding system value
      -- The client's number is in the row of the chat in which its sender is.
      select id, unnest(case when line is null then array[chat_id] else array[chat_id, line[1]] end),
             unnest(case when line is null then array[next_seq] else array[next_seq, line_seq] end), sender_id,
             unnest(case when line is null then array[client_id] when via is null then array[client_id, null] else array[null, client_id] end),
             content, sent_at, is_announcement,
             unnest(case when line is null then array[reply_here] else array[reply_here, reply_there] end), about
        from numbered where is_in
    ),
    told as (${tellOutside}),
    moved as (
      update chats c
         set last_seq = case when c.id = f.chat_id then f.last_seq else f.line_seq end, active_at = now(),
             requested_by = case when c.requested_by = f.sender_id then c.requested_by end
        from (select chat_id, sender_id, max(next_seq) as last_seq, max(line[1]) as line, max(line_seq) as line_seq
                from numbered where is_in group by chat_id, sender_id
               -- For an unknown limit the planner assumes a tenth of the rows, so it looks up each chat instead of reading all.
               limit (select ${letters.length}::bigint)) f
       where c.id = any(array[f.chat_id, f.line])
    )
    select n::int, ${refusal} as refusal,
           coalesce(known_id, id) as id,
           case when known_id is not null then known_seq when is_in then next_seq end::int as seq,
           ${isoOf(sql`coalesce(known_at, sent_at)`)} as "sentAt", array_remove(hearers, sender_id) as audience, ${dateUnseenBy(sql`about`, sql`array_remove(hearers, sender_id)`)} as "dateUnseenBy", is_in_haste as "isInHaste",
           known_id is null as "isNew", case when known_id is null then is_announcement else known_announcement end as "isAnnouncement",
           ${replyHere} as "replyTo", ${unseen(replyHere, sql`case when ${isKnown} then known_chat else numbered.chat_id end`, sql`hearers`)} as "replyUnseenBy",
           case when known_id is not null then known_playdate_id else about end as "playdateId",
           case when is_in and line is not null then json_build_object(
             'chatId', line[1], 'seq', line_seq, 'replyTo', reply_there, 'audience', array_remove(line[3:], sender_id),
             'replyUnseenBy', ${unseen(sql`reply_there`, sql`line[1]`, sql`line[3:]`)}) end as line,
           case when (known_id is null or known_chat <> chat_id) and hearers is null and of_date is not null and not is_stopped then (
             select json_build_object('chatId', h.id, 'playdateId', p.id, 'isGuest',
                      not exists (select from circle_members o where o.circle_id = p.circle_id and o.user_id = sender_id))
               from playdates p join chats h on h.circle_id = p.circle_id
               join memberships t on t.chat_id = numbered.chat_id and t.user_id = sender_id
              where p.id = of_date and ${isNotHiddenFrom(sql`sender_id`)}) end as home
      from numbered`
}
