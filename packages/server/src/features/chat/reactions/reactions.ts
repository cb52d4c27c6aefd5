import { type chatReactions, type Emoji, Message, type Reactions } from '@papadag/contract/chat'
import { limits } from '@papadag/contract/limits'
import type { Reply } from '@papadag/contract/route'
import * as z from 'zod/mini'
import { isKept, isPair, isWrittenTo, membershipOf } from '../../../domain/chats/memberships.ts'
import { reactionsSeenBy, rowsOfMessage } from '../../../domain/chats/reactions.ts'
import { record } from '../../../domain/facts.ts'
import { isTalkedAbout } from '../../../domain/playdates/state.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { Problem } from '../../../platform/problem.ts'
import { day, minute, type RateLimit } from '../../../platform/rate-limits.ts'

export const reacted: RateLimit = {
  name: 'reactions',
  windows: [
    { times: 60, seconds: minute },
    { times: 2000, seconds: day },
  ],
}

/** A message's number in an address; what is none is no message. */
export function seqIn({ seq }: { seq: string }): number {
  const number = /^[1-9]\d{0,9}$/.test(seq) ? Number(seq) : 0
  if (number < 1 || number > limits.idMax) throw new Problem('chat.messageGone')
  return number
}

interface One {
  chatId: number
  seq: number
  emoji: Emoji
  retentionDays: number
}

const Reacted = z.object({ isPair: z.boolean(), isClosed: z.boolean() })

/** Adds a member's reaction to a message that he can read, or takes it back; returns those he sees then. */
export function setReaction(db: Db, { chatId, seq, emoji, retentionDays }: One, userId: number, isOn: boolean) {
  return db.transaction(async tx => {
    // Held, so that neither the message nor the membership ends before the reaction does.
    const message = await tx.one(
      Reacted,
      sql`select ${isPair} as "isPair",
                 c.playdate_id is not null and not exists (select from playdates p where p.id = c.playdate_id and ${isTalkedAbout}) as "isClosed"
            from chats c
            join ${membershipOf(userId)}
            join messages m on m.seq = ${seq} and ${isWrittenTo(userId)} and ${isKept(retentionDays)}
           where c.id = ${chatId} for key share of me, m`,
    )
    if (!message) throw new Problem('chat.messageGone')
    if (message.isPair) throw new Problem('chat.notAGroup')
    if (isOn && message.isClosed) throw new Problem('chat.closed')
    const changed = isOn
      ? sql`insert into reactions (chat_id, seq, user_id, emoji) values (${chatId}, ${seq}, ${userId}, ${emoji}) on conflict do nothing`
      : sql`delete from reactions where chat_id = ${chatId} and seq = ${seq} and user_id = ${userId} and emoji = ${emoji}`
    if ((await tx.run(changed)) > 0) await record(tx, { fact: 'reacted', chatId, seq, userId })
    return reactionsTo(tx, { chatId, seq }, userId)
  })
}

const Seen = z.object({ reactions: Message.shape.reactions })

async function reactionsTo(tx: Db, { chatId, seq }: Pick<One, 'chatId' | 'seq'>, userId: number): Promise<Reactions> {
  const seen = await tx.one(
    Seen,
    sql`select coalesce(${reactionsSeenBy(userId)}, '{}') as reactions from messages m where m.chat_id = ${chatId} and m.seq = ${seq}`,
  )
  return seen?.reactions ?? {}
}

const Listed = z.object({ seq: z.int(), reactions: Message.shape.reactions })

/** The reactions to all messages of a chat that this member can read. */
export function reactions(
  db: Db,
  chatId: number,
  userId: number,
  retentionDays: number,
): Promise<Reply<typeof chatReactions>> {
  return db.many(
    Listed,
    sql`select r.seq, r.reactions
          from (select m.seq, ${reactionsSeenBy(userId)} as reactions
                  from chats c
                  join ${membershipOf(userId)}
                  join messages m on ${isWrittenTo(userId)} and ${isKept(retentionDays)}
                 where c.id = ${chatId} and exists (select from reactions x where (x.chat_id, x.seq) in ${rowsOfMessage})) r
         where r.reactions is not null order by r.seq`,
  )
}
