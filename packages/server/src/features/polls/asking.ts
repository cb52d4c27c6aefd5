import * as z from 'zod/mini'
import { chatsStarted, chatsStartedByNewcomer, isNewcomer, isOpenTo, isStrangerTo } from '../../domain/reach/reach.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { Problem } from '../../platform/problem.ts'
import type { RateLimit, RateLimiter } from '../../platform/rate-limits.ts'

const Asked = z.object({ id: z.number(), firstName: z.string(), isOpen: z.boolean(), isStranger: z.boolean() })

/**
 * Checks that a member may ask these fathers, by the rule for first messages (safety S36), and counts each who does not
 * know him as a chat that he starts (safety 7): a poll is a way to reach strangers too.
 */
export async function mustReach(tx: Db, limiter: RateLimiter, userId: number, fathers: readonly number[]) {
  const found = await tx.many(
    Asked,
    sql`select u.id, u.first_name as "firstName", ${isOpenTo(userId)} as "isOpen", ${isStrangerTo(userId)} as "isStranger"
          from users u where u.id = any (${fathers}::int[]) and u.hidden_at is null and not are_blocked(u.id, ${userId})`,
  )
  if (found.length < fathers.length) throw new Problem('user.unknown')
  const closed = found.find(({ isOpen }) => !isOpen)
  if (closed) throw new Problem('poll.notWanted', { words: { name: closed.firstName } })
  const strangers = found.filter(({ isStranger }) => isStranger)
  if (strangers.length === 0) return
  const counted = (await isNewcomer(tx, userId)) ? [chatsStarted, chatsStartedByNewcomer] : [chatsStarted]
  await countEach(limiter, userId, counted, strangers.length)
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
