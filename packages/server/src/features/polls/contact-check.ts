import { limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import {
  chatsStarted,
  chatsStartedByNewcomer,
  isNewcomer,
  isStrangerTo,
  takesMessagesFrom,
} from '../../domain/chats/reach.ts'
import { record } from '../../domain/facts.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { Problem } from '../../platform/problem.ts'
import type { RateLimit, RateLimiter } from '../../platform/rate-limits.ts'

const Asked = z.object({ id: z.number(), firstName: z.string(), takesMessages: z.boolean(), isStranger: z.boolean() })

/**
 * Checks that a member may ask these fathers, by the rule for first messages (safety S36), and counts each who does not
 * know him as a chat that he starts (safety 7): a poll is a way to reach strangers too. Returns those.
 */
export async function mustReach(
  tx: Db,
  limiter: RateLimiter,
  userId: number,
  fathers: readonly number[],
): Promise<Stranger[]> {
  const found = await tx.many(
    Asked,
    sql`select u.id, u.first_name as "firstName", ${takesMessagesFrom(userId)} as "takesMessages", ${isStrangerTo(userId)} as "isStranger"
          from users u where u.id = any (${fathers}::int[]) and u.hidden_at is null and not are_blocked(u.id, ${userId})`,
  )
  if (found.length < fathers.length) throw new Problem('user.unknown')
  const closed = found.find(({ takesMessages }) => !takesMessages)
  if (closed) throw new Problem('poll.notWanted', { words: { name: closed.firstName } })
  const strangers = found.filter(({ isStranger }) => isStranger)
  if (strangers.length === 0) return []
  const counted = (await isNewcomer(tx, userId)) ? [chatsStarted, chatsStartedByNewcomer] : [chatsStarted]
  await countEach(limiter, userId, counted, strangers.length)
  return strangers
}

type Stranger = Pick<z.output<typeof Asked>, 'id' | 'firstName'>
const Id = z.object({ id: z.number() })

/**
 * Notes that these strangers are asked. Each has one open question of a member, and three messages and questions in all,
 * until he answers (safety S36): a question is a text under his bell, as a first message is.
 */
export async function askStrangers(tx: Db, askerId: number, strangers: readonly Stranger[]): Promise<void> {
  if (strangers.length === 0) return
  const ids = strangers.map(({ id }) => id)
  // Locks the stored counts, so that of two questions at once the second sees the first.
  await tx.run(sql`
    insert into stranger_questions as q (asker_id, reader_id, asked)
    select ${askerId}::int, id, 1 from unnest(${ids}::int[]) id order by id
    on conflict (asker_id, reader_id) do update set asked = q.asked + 1`)
  // Waits for a message that is being stored, and one that follows sees these questions.
  await tx.run(sql`
    select from chats c where c.requested_by = ${askerId} and (c.first_member, c.second_member) in (
      select least(${askerId}::int, id), greatest(${askerId}::int, id) from unnest(${ids}::int[]) id)
     order by c.id for no key update`)
  const pressed = await tx.one(
    Id,
    sql`select q.reader_id as id from stranger_questions q
          left join chats c on c.requested_by = q.asker_id
           and c.first_member = least(q.asker_id, q.reader_id) and c.second_member = greatest(q.asker_id, q.reader_id)
         where q.asker_id = ${askerId} and q.reader_id = any(${ids}::int[])
           and (q.asked + coalesce(c.last_seq, 0) > ${limits.requestMessages} or exists (
             select from polls o join poll_fathers f on f.poll_id = o.id and f.user_id = q.reader_id and f.answered_at is null
              where o.creator_id = q.asker_id and o.chosen_time_id is null and o.ends_at > now()))
         limit 1`,
  )
  if (!pressed) return record(tx, { fact: 'questionsCounted', askerId })
  const name = strangers.find(({ id }) => id === pressed.id)?.firstName ?? ''
  throw new Problem('poll.awaitAnswer', { words: { name } })
}

/** A stranger who has answered may be asked again. */
export async function noteAnswered(tx: Db, askerId: number, readerId: number): Promise<void> {
  const isFreed = await tx.run(sql`
    delete from stranger_questions where asker_id = ${askerId} and reader_id = ${readerId}`)
  if (isFreed) await record(tx, { fact: 'questionsCounted', askerId })
}

/** Counts all of them or, over the limit, only the refused one. */
async function countEach(limiter: RateLimiter, userId: number, limits: readonly RateLimit[], times: number) {
  const taken: RateLimit[] = []
  try {
    for (let time = 0; time < times; time += 1) {
      for (const limit of limits) {
        await limiter.consume(limit, userId)
        taken.push(limit)
      }
    }
  } catch (refused) {
    for (const limit of taken) await limiter.giveBack(limit, userId)
    throw refused
  }
}
