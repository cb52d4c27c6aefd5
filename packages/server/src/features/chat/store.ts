import { limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'

/** A message of another node may be on its way for so long before its successor overtakes it. */
export const hasteS = 5
const nobody = 0

/** What somebody wants to have stored. */
export interface Letter {
  chatId: number
  senderId: number
  content: string
  clientId: string | undefined
}

/** A message as it was committed. */
export interface StoredMessage {
  id: number
  chatId: number
  senderId: number
  content: string
  sentAt: string
  seq: number
  clientId: string | null
  /** The other member; nobody for a known one whose letter names a chat that is not his. */
  partnerId: number
  /** False for a repeat of one that is stored already. */
  isNew: boolean
  /** Whether the chat had another message a moment before, perhaps from another node. */
  isInHaste: boolean
}

/** What became of a letter: refused, stored now, or known: stored before under the same name. */
const Outcome = z.object({
  n: z.int(),
  refusal: z.nullable(
    z.enum(['chat.unknown', 'chat.partnerGone', 'chat.awaitAnswer', 'chat.messageRemoved', 'user.stopped']),
  ),
  id: z.nullable(z.int()),
  seq: z.nullable(z.int()),
  sentAt: z.nullable(z.string()),
  partnerId: z.nullable(z.int()),
  isInHaste: z.nullable(z.boolean()),
  /** Where a known one is, and what it says: perhaps not what this letter says. */
  knownChat: z.nullable(z.int()),
  knownContent: z.nullable(z.string()),
})
type Outcome = z.output<typeof Outcome>
export type Refusal = NonNullable<Outcome['refusal']>

/**
 * Stores letters in one statement, which is one commit, and answers each in their order. The chats' rows are locked
 * first, by id, so that two writers never wait in a ring; their numbers are read from the locked rows. A letter that
 * carries a known client id is not stored again: the first one is answered. No two letters carry the same one, and those
 * to one chat are of one sender.
 */
export async function store(
  db: Db,
  letters: readonly Letter[],
  isLimited: boolean,
): Promise<(StoredMessage | Refusal)[]> {
  const byChat = letters.map((letter, at) => ({ letter, at })).sort((a, b) => a.letter.chatId - b.letter.chatId)
  const outcomes = await db.many(
    Outcome,
    statement(
      byChat.map(({ letter }) => letter),
      isLimited,
    ),
  )
  const results: (StoredMessage | Refusal)[] = letters.map(() => 'chat.unknown')
  for (const outcome of outcomes) {
    const answered = byChat[outcome.n - 1]
    if (answered) results[answered.at] = resultOf(answered.letter, outcome)
  }
  return results
}

function resultOf({ chatId, senderId, content, clientId }: Letter, outcome: Outcome): StoredMessage | Refusal {
  const { id, seq, sentAt, refusal, partnerId, isInHaste, knownChat, knownContent } = outcome
  if (refusal) return refusal
  if (!id || !seq || !sentAt) return 'chat.unknown'
  return {
    id,
    chatId: knownChat ?? chatId,
    senderId,
    content: knownContent ?? content,
    sentAt,
    seq,
    clientId: clientId ?? null,
    partnerId: partnerId ?? nobody,
    isNew: knownChat === null,
    isInHaste: isInHaste === true,
  }
}

function statement(letters: readonly Letter[], isLimited: boolean) {
  // Behind a `select` the planner does not see how many there are: so its first plan serves all, and planning, which
  // takes longer than the work itself, is done once. Scalar subqueries are looked up; `exists` would read whole tables.
  // Each step of a plan costs about as much as a message, for each statement anew: so there are few.
  return sql`
    with judged as materialized (
      select l.*, c.last_seq, c.requested_by, c.is_in_haste, c.partner_id,
             m.id as known_id, m.chat_id as known_chat, m.seq as known_seq, m.content as known_content, m.sent_at as known_at,
             case when m.id is not null then 'known'
                  when c.partner_id is null then 'chat.unknown'
                  when shown.sender is not true then 'user.stopped'
                  when shown.partner is not true
                    or (select 1 from blocks b where b.blocker_id = l.sender_id and b.blocked_id = c.partner_id) is not null
                    or (select 1 from blocks b where b.blocker_id = c.partner_id and b.blocked_id = l.sender_id) is not null
                  then 'chat.partnerGone' end as refusal
        from unnest((select ${letters.map(({ chatId }) => chatId)}::int[]), (select ${letters.map(({ senderId }) => senderId)}::int[]),
                    (select ${letters.map(({ content }) => content)}::text[]),
                    (select ${letters.map(({ clientId }) => clientId ?? null)}::uuid[])) with ordinality
          as l (chat_id, sender_id, content, client_id, n)
        -- Locked one after the other, as the letters come: by id.
        left join lateral (
          select c.last_seq, c.requested_by, c.active_at > now() - make_interval(secs => ${hasteS}) as is_in_haste,
                 c.first_member + c.second_member - l.sender_id as partner_id
            from chats c where c.id = l.chat_id and l.sender_id in (c.first_member, c.second_member) for no key update
        ) c on true
        -- Whom moderators have hidden neither writes nor is written to.
        left join lateral (
          select bool_or(u.id = l.sender_id) as sender, bool_or(u.id = c.partner_id) as partner
            from users u where u.id in (l.sender_id, c.partner_id) and u.hidden_at is null
        ) shown on true
        -- Looked up for each: joined, the names of all messages were read while the planner believed that there are few.
        left join lateral (
          select m.* from messages m where m.sender_id = l.sender_id and m.client_id = l.client_id limit 1
        ) m on true
    ),
    -- What is refused from here on is at the end of its chat, so numbers have no gaps.
    counted as (
      select *, last_seq + count(*) filter (where refusal is null) over (partition by chat_id order by n) as next_seq
        from judged
    ),
    -- A stranger's are counted until the other one has written. All before are his: the next number is their count.
    let_in as (
      select *, refusal is null and (not ${isLimited}::boolean or sender_id is distinct from requested_by
                                     or next_seq <= ${limits.requestMessages}) as is_in
        from counted
    ),
    numbered as materialized (
      select *, case when is_in then nextval('messages_id_seq') end as id,
             case when is_in then clock_timestamp()::timestamptz(3) end as sent_at
        from let_in
    ),
    stored as (
      insert into messages (id, chat_id, seq, sender_id, client_id, content, sent_at) overriding system value
      select id, chat_id, next_seq, sender_id, client_id, content, sent_at from numbered where is_in
    ),
    -- For whoever wants to hear of messages outside the open tab; what he has read until then is not told.
    told as (
      insert into outbox (kind, user_id, payload, due_at, dedupe_key)
      select distinct 'message', partner_id, jsonb_build_object('chatId', chat_id), now() + interval '5 seconds',
             'message:' || chat_id || ':' || partner_id
        from numbered
       where is_in and exists (
         select from users u
          where u.id = partner_id and (u.notification_settings #>> '{mail,messages}' = 'true'
                                       or exists (select from push_subscriptions s where s.user_id = u.id)))
      on conflict (dedupe_key) do nothing
    ),
    moved as (
      update chats c
         set last_seq = f.last_seq, active_at = now(),
             requested_by = case when c.requested_by = f.sender_id then c.requested_by end
        from (select chat_id, sender_id, max(next_seq) as last_seq
                from numbered where is_in group by chat_id, sender_id) f
       where c.id = f.chat_id
    )
    select n::int,
           -- A removed message is empty.
           case when known_content = '' then 'chat.messageRemoved'
                when known_id is null and not is_in then coalesce(refusal, 'chat.awaitAnswer') end as refusal,
           coalesce(known_id, id) as id,
           case when known_id is not null then known_seq when is_in then next_seq end::int as seq,
           ${isoOf(sql`coalesce(known_at, sent_at)`)} as "sentAt", partner_id as "partnerId", is_in_haste as "isInHaste",
           known_chat as "knownChat", known_content as "knownContent"
      from numbered`
}
