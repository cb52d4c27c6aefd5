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

/** A message as it was committed. */
export interface StoredMessage {
  id: number
  chatId: number
  senderId: number
  content: string
  sentAt: string
  seq: number
  clientId: string | null
  /** The other member. */
  partnerId: number
  /** False for a repeat of one that is stored already. */
  isNew: boolean
  /** Whether the chat had another message a moment before, perhaps from another node. */
  isInHaste: boolean
}

const Known = z.object({
  id: z.int(),
  chatId: z.int(),
  content: z.string(),
  sentAt: z.string(),
  seq: z.int(),
  partnerId: z.int(),
})

/** What became of a letter; `id` and what follows it only when it was stored now. */
const Outcome = z.object({
  n: z.int(),
  refusal: z.nullable(z.enum(['chat.unknown', 'chat.partnerGone', 'chat.awaitAnswer'])),
  id: z.nullable(z.int()),
  seq: z.nullable(z.int()),
  sentAt: z.nullable(z.string()),
  partnerId: z.nullable(z.int()),
  isInHaste: z.nullable(z.boolean()),
  /** The one that has the same name, where it was stored before. */
  known: z.nullable(Known),
})
type Outcome = z.output<typeof Outcome>

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
 * timer, so a lone message waits for nothing. A chat with messages under way waits for them, which keeps its order; and
 * so does another message of the same name, which is a repeat if the first one is stored.
 */
export function createMailbox({ db, onStored, onDoubt, isLimited }: MailboxParts): Mailbox {
  let waiting: Waiting[] = []
  const busyChats = new Map<number, Promise<unknown>>()
  const busyNames = new Set<string>()
  const retried = new WeakSet<Waiting>()
  let inFlight = 0

  function next() {
    while (inFlight < batchesInFlight) {
      const batch: Waiting[] = []
      const rest: Waiting[] = []
      let characters = 0
      for (const letter of waiting) {
        const isFull = batch.length >= messagesPerBatch || characters >= charactersPerBatch
        const name = nameOf(letter)
        if (isFull || busyChats.has(letter.chatId) || (name && busyNames.has(name))) rest.push(letter)
        else {
          batch.push(letter)
          if (name) busyNames.add(name)
          characters += letter.content.length
        }
      }
      if (batch.length === 0) return
      waiting = rest
      inFlight += 1
      const work = deliver(batch).finally(() => {
        inFlight -= 1
        for (const letter of batch) {
          busyChats.delete(letter.chatId)
          busyNames.delete(nameOf(letter) ?? '')
        }
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
    const stored = batch.map((letter, index) => messageOf(letter, outcomes[index]))
    const fresh = stored.flatMap(message => (message?.isNew ? [message] : []))
    if (fresh.length > 0) onStored(fresh)
    for (const [index, { resolve, reject }] of batch.entries()) {
      const message = stored[index]
      if (message) resolve(message)
      else reject(new Problem(outcomes[index]?.refusal ?? 'chat.unknown'))
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

const nameOf = ({ senderId, clientId }: Letter) => clientId && `${senderId} ${clientId}`

function messageOf(letter: Letter, outcome: Outcome | undefined): StoredMessage | undefined {
  const { chatId, senderId, content, clientId = null } = letter
  if (outcome?.known) return { ...outcome.known, senderId, clientId, isNew: false, isInHaste: false }
  const { id, seq, sentAt, partnerId, isInHaste } = outcome ?? {}
  if (!id || !seq || !sentAt || !partnerId) return undefined
  return { id, chatId, senderId, content, sentAt, seq, clientId, partnerId, isNew: true, isInHaste: isInHaste === true }
}

/**
 * Stores letters in one statement, which is one commit, and answers each in their order. The chats' rows are locked
 * first, by id, so that two writers never wait in a ring; their numbers are read from the locked rows. A letter that
 * carries a known client id is not stored again: the first one is answered. No two letters carry the same one.
 */
async function store(db: Db, letters: readonly Letter[], isLimited: boolean): Promise<Outcome[]> {
  return db.many(
    Outcome,
    // Behind a `select` the planner does not see how many there are: so its first plan serves all, and planning, which
    // takes longer than the work itself, is done once. Scalar subqueries are looked up; `exists` would read whole tables.
    sql`
    with letters as (
      select * from unnest((select ${letters.map(({ chatId }) => chatId)}::int[]), (select ${letters.map(({ senderId }) => senderId)}::int[]),
                           (select ${letters.map(({ content }) => content)}::text[]),
                           (select ${letters.map(({ clientId }) => clientId ?? null)}::uuid[])) with ordinality
        as l (chat_id, sender_id, content, client_id, n)
    ),
    locked as materialized (
      select c.* from chats c where c.id in (select chat_id from letters) order by c.id for no key update
    ),
    judged as (
      select l.*, c.last_seq, c.requested_by, c.active_at > now() - make_interval(secs => ${hasteS}) as is_in_haste,
             c.first_member + c.second_member - l.sender_id as partner_id, m.chat_id as known_chat, m.seq as known_seq,
             case when m.seq is not null then 'known'
                  when c.id is null then 'chat.unknown'
                  when (select u.id from users u where u.id = c.first_member + c.second_member - l.sender_id and u.hidden_at is null) is null
                    or (select 1 from blocks b where b.blocker_id = l.sender_id
                           and b.blocked_id = c.first_member + c.second_member - l.sender_id) is not null
                    or (select 1 from blocks b where b.blocker_id = c.first_member + c.second_member - l.sender_id
                           and b.blocked_id = l.sender_id) is not null
                  then 'chat.partnerGone' end as refusal
        from letters l
        left join locked c on c.id = l.chat_id and l.sender_id in (c.first_member, c.second_member)
        left join messages m on m.sender_id = l.sender_id and m.client_id = l.client_id
    ),
    -- A stranger's are counted until the other one has written. All before are his: the next number is their count.
    counted as (
      select *, count(*) filter (where refusal is null) over chat as nth,
             bool_or(refusal is null and sender_id is distinct from requested_by) over chat as is_answered
        from judged window chat as (partition by chat_id order by n)
    ),
    let_in as (
      select *, refusal is null
                and (not ${isLimited}::boolean or is_answered or last_seq + nth <= ${limits.requestMessages}) as is_in
        from counted
    ),
    -- Numbered when it is clear who is let in: that leaves no gaps.
    numbered as (
      select *, last_seq + count(*) filter (where is_in) over (partition by chat_id order by n) as seq,
             case when is_in then nextval('messages_id_seq') end as id,
             case when is_in then clock_timestamp()::timestamptz(3) end as sent_at
        from let_in
    ),
    stored as (
      insert into messages (id, chat_id, seq, sender_id, client_id, content, sent_at) overriding system value
      select id, chat_id, seq, sender_id, client_id, content, sent_at from numbered where is_in order by n
    ),
    moved as (
      update chats c
         set last_seq = f.last_seq, active_at = now(),
             requested_by = case when f.is_answered then null else c.requested_by end
        from (select chat_id, max(seq) as last_seq, bool_or(is_answered) as is_answered
                from numbered where is_in group by chat_id) f
       where c.id = f.chat_id
    )
    select f.n::int, case when not f.is_in and f.known_seq is null then coalesce(f.refusal, 'chat.awaitAnswer') end as refusal,
           case when f.is_in then f.id::int end as id, case when f.is_in then f.seq::int end as seq,
           case when f.is_in then ${isoOf(sql`f.sent_at`)} end as "sentAt",
           case when f.is_in then f.partner_id end as "partnerId", f.is_in_haste as "isInHaste",
           case when f.known_seq is not null then (
             select json_build_object('id', m.id, 'chatId', m.chat_id, 'content', m.content,
                                      'sentAt', ${isoOf(sql`m.sent_at`)}, 'seq', m.seq,
                                      'partnerId', c.first_member + c.second_member - m.sender_id)
               from messages m join chats c on c.id = m.chat_id
              where m.chat_id = f.known_chat and m.seq = f.known_seq) end as known
      from numbered f order by f.n`,
  )
}
