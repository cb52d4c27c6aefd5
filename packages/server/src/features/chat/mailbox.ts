import type { Message } from '@papadag/contract/chat'
import { limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { type Db, DbConflict, sql } from '../../platform/db.ts'
import { isoOf } from '../../platform/moment.ts'
import { Problem } from '../../platform/problem.ts'
import { withoutNothing } from './queries.ts'

/** A message of another node may be on its way for so long before its successor overtakes it. */
export const hasteS = 5
/** Statements under way at once, and messages in one of them. */
const batchesInFlight = 2
const messagesPerBatch = 500
const charactersPerBatch = 250_000

interface Letter {
  chatId: number
  senderId: number
  content: string
  clientId: string | undefined
}

const Stored = z.object({
  id: z.int(),
  chatId: z.int(),
  senderId: z.int(),
  content: z.string(),
  sentAt: z.string(),
  seq: z.int(),
  clientId: z.nullable(z.string()),
  /** The other member. */
  partnerId: z.int(),
  /** False for a repeat of one that is stored already. */
  isNew: z.boolean(),
  /** Whether the chat had another message a moment before, perhaps from another node. */
  isInHaste: z.boolean(),
})
/** A message as it was committed. */
export type StoredMessage = z.output<typeof Stored>

/** As everybody but its sender sees it. */
export function forOthers({
  id,
  chatId,
  senderId,
  content,
  sentAt,
  seq,
}: Omit<StoredMessage, 'isNew' | 'isInHaste'>): Message {
  return { id, chatId, senderId, content, sentAt, seq }
}

/** With the name that the sender's own client gave it. */
export function forSender(message: Omit<StoredMessage, 'isNew' | 'isInHaste'>): Message {
  return withoutNothing({ ...forOthers(message), clientId: message.clientId })
}

const Outcome = z.object({
  n: z.int(),
  refusal: z.nullable(z.enum(['chat.unknown', 'chat.partnerGone', 'chat.awaitAnswer'])),
  stored: z.nullable(Stored),
})
type Outcome = z.output<typeof Outcome>

export interface MailboxParts {
  db: Db
  /** Told of each batch after its commit, in the order of each chat. */
  onStored(messages: readonly StoredMessage[]): void
  /** A statement failed, and it is not known whether it was committed. */
  onDoubt(): void
  /** Whether a stranger may send only so many before he is answered. */
  isLimited: boolean
}

/** Where messages go in: it answers a message when it is committed. */
export interface Mailbox {
  /** Throws `chat.unknown`, `chat.partnerGone` or `chat.awaitAnswer`. */
  put(letter: Letter): Promise<StoredMessage>
  /** When everything that was put into this chat before is stored or refused. */
  settled(chatId: number): Promise<void>
}

type Waiting = Letter & { resolve(stored: StoredMessage): void; reject(error: unknown): void }

/**
 * Group commit: while statements are under way, what arrives gathers and goes into the next one together. There is no
 * timer, so a lone message waits for nothing. A chat with messages under way waits for them, which keeps its order.
 */
export function createMailbox({ db, onStored, onDoubt, isLimited }: MailboxParts): Mailbox {
  let waiting: Waiting[] = []
  const busyChats = new Map<number, Promise<unknown>>()
  const retried = new WeakSet<Waiting>()
  let inFlight = 0

  function next() {
    while (inFlight < batchesInFlight) {
      const batch: Waiting[] = []
      const rest: Waiting[] = []
      let characters = 0
      for (const letter of waiting) {
        const isFull = batch.length >= messagesPerBatch || characters >= charactersPerBatch
        if (isFull || busyChats.has(letter.chatId)) rest.push(letter)
        else {
          batch.push(letter)
          characters += letter.content.length
        }
      }
      if (batch.length === 0) return
      waiting = rest
      inFlight += 1
      const work = deliver(batch).finally(() => {
        inFlight -= 1
        for (const { chatId } of batch) busyChats.delete(chatId)
        next()
      })
      for (const { chatId } of batch) busyChats.set(chatId, work)
    }
  }

  async function deliver(batch: readonly Waiting[]): Promise<void> {
    try {
      settle(batch, await store(db, batch, isLimited))
    } catch (error) {
      // Another node took the same client's name for a message at the same moment, or the same rows: one by one it is
      // seen whose message that was.
      if (error instanceof DbConflict && batch.length > 1) {
        for (const letter of batch) await deliver([letter])
      } else if (error instanceof DbConflict && batch[0] && !retried.has(batch[0])) {
        retried.add(batch[0])
        await deliver(batch)
      } else {
        for (const { reject } of batch) reject(error)
        onDoubt()
      }
    }
  }

  function settle(batch: readonly Waiting[], outcomes: readonly Outcome[]) {
    const fresh = outcomes.flatMap(({ stored }) => (stored?.isNew ? [stored] : []))
    if (fresh.length > 0) onStored(fresh)
    const byNumber = new Map(outcomes.map(outcome => [outcome.n, outcome]))
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = byNumber.get(index + 1)
      if (outcome?.stored) resolve(outcome.stored)
      else reject(new Problem(outcome?.refusal ?? 'chat.unknown'))
    }
  }

  return {
    put(letter) {
      return new Promise((resolve, reject) => {
        waiting.push({ ...letter, resolve, reject })
        next()
      })
    },
    async settled(chatId) {
      while (busyChats.has(chatId) || waiting.some(letter => letter.chatId === chatId)) {
        await (busyChats.get(chatId) ?? Promise.any(busyChats.values()))
      }
    },
  }
}

/**
 * Stores letters in one statement, which is one commit. The chats' rows are locked first, by id, so that two writers
 * never wait in a ring; their numbers are read from the locked rows. A letter that carries a known client id is not
 * stored again: the first one is answered.
 */
async function store(db: Db, letters: readonly Letter[], isLimited: boolean): Promise<Outcome[]> {
  return db.many(
    Outcome,
    sql`
    with letters as (
      select * from unnest(${letters.map(({ chatId }) => chatId)}::int[], ${letters.map(({ senderId }) => senderId)}::int[],
                           ${letters.map(({ content }) => content)}::text[],
                           ${letters.map(({ clientId }) => clientId ?? null)}::uuid[]) with ordinality
        as l (chat_id, sender_id, content, client_id, n)
    ),
    locked as materialized (
      select c.* from chats c where c.id in (select chat_id from letters) order by c.id for update
    ),
    judged as (
      select l.*, c.last_seq, c.requested_by, c.active_at > now() - make_interval(secs => ${hasteS}) as is_in_haste,
             they.user_id as partner_id, m.chat_id as known_chat, m.seq as known_seq,
             case when m.seq is not null then null
                  when c.id is null then 'chat.unknown'
                  when not exists (select from users u where u.id = they.user_id)
                    or exists (select from blocks b where b.blocker_id = l.sender_id and b.blocked_id = they.user_id)
                    or exists (select from blocks b where b.blocker_id = they.user_id and b.blocked_id = l.sender_id) then 'chat.partnerGone' end as refusal
        from letters l
        left join (locked c
                   join chat_members me on me.chat_id = c.id
                   join chat_members they on they.chat_id = c.id and they.user_id <> me.user_id)
          on c.id = l.chat_id and me.user_id = l.sender_id
        left join messages m on m.sender_id = l.sender_id and m.client_id = l.client_id
    ),
    -- The same name twice among these: the first one counts.
    named as (
      select j.*, first_value(n) over (partition by sender_id, coalesce(client_id::text, 'n' || n) order by n) as first_n
        from judged j where refusal is null and known_seq is null
    ),
    -- A stranger's are counted until the other one has written; all before are his, so the last number is their count.
    counted as (
      select a.*, row_number() over (partition by chat_id, sender_id order by n) as own_n,
             bool_or(sender_id is distinct from requested_by) over (partition by chat_id order by n) as is_answered
        from named a where n = first_n
    ),
    -- Numbered when it is clear who is let in: that leaves no gaps.
    fresh as (
      select a.*, last_seq + row_number() over (partition by chat_id order by n) as seq
        from counted a
       where not ${isLimited}::boolean or is_answered or last_seq + own_n <= ${limits.requestMessages}
    ),
    stored as (
      insert into messages (chat_id, seq, sender_id, client_id, content, sent_at)
      select chat_id, seq, sender_id, client_id, content, clock_timestamp() from fresh order by chat_id, seq
      returning *
    ),
    moved as (
      update chats c
         set last_seq = f.last_seq, active_at = now(),
             requested_by = case when f.is_answered then null else c.requested_by end
        from (select chat_id, max(seq) as last_seq, bool_or(is_answered) as is_answered from fresh group by chat_id) f
       where c.id = f.chat_id
    ),
    found as (
      select a.n, s.id, s.chat_id, s.seq, s.sender_id, s.client_id, s.content, s.sent_at, f.partner_id,
             a.n = f.n as is_new, f.is_in_haste
        from named a join fresh f on f.n = a.first_n join stored s on s.chat_id = f.chat_id and s.seq = f.seq
      union all
      select j.n, m.id, m.chat_id, m.seq, m.sender_id, m.client_id, m.content, m.sent_at, they.user_id, false, false
        from judged j
        join messages m on m.chat_id = j.known_chat and m.seq = j.known_seq
        join chat_members they on they.chat_id = m.chat_id and they.user_id <> m.sender_id
    )
    select j.n::int, case when f.id is null then coalesce(j.refusal, 'chat.awaitAnswer') end as refusal,
           case when f.id is not null then json_build_object(
             'id', f.id, 'chatId', f.chat_id, 'senderId', f.sender_id, 'content', f.content,
             'sentAt', ${isoOf(sql`f.sent_at`)}, 'seq', f.seq, 'clientId', f.client_id,
             'partnerId', f.partner_id, 'isNew', f.is_new, 'isInHaste', f.is_in_haste) end as stored
      from judged j left join found f on f.n = j.n order by j.n`,
  )
}
