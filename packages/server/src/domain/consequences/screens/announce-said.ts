import { limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { countsIn } from '../../polls.ts'
import { announcePlaces, announceTo, notSeenBy } from './announce.ts'

const mostAtOnce = 200

const Poll = z.object({ id: z.number(), people: z.array(z.number()), unseenBy: z.array(z.number()) })

interface Announced {
  /** The father who has answered or been invited: across a block with him nobody sees that. */
  by?: number | undefined
  /** Only these users are notified. */
  only?: readonly number[] | undefined
}

/**
 * Updates the screens of those in these polls (a condition on the row `q`), and of those who have opened their link.
 */
async function announcePolls(tx: Db, which: Sql, { by, only }: Announced): Promise<void> {
  const polls = await tx.many(
    Poll,
    sql`select q.id,
               array(select u.id from users u
                      where u.id = q.creator_id
                         or u.id in (select f.user_id from poll_fathers f where f.poll_id = q.id) and ${countsIn}
                      limit ${limits.pollFathers + 1}) as people,
               ${notSeenBy(sql`q.creator_id`)} || ${notSeenBy(sql`${by ?? null}::int`)} as "unseenBy"
          from polls q where ${which} order by q.id desc limit ${mostAtOnce}`,
  )
  for (const { id, people, unseenBy } of polls) {
    const isTold = (person: number) => only?.includes(person) ?? !unseenBy.includes(person)
    announceTo(tx, 'poll', people.filter(isTold))
    tx.announce({ what: 'poll', things: [`poll ${id}`], ...(only ? { only: [...only] } : { except: unseenBy }) })
  }
}

export const announcePoll = (tx: Db, id: number, by?: number): Promise<void> =>
  announcePolls(tx, sql`q.id = ${id}`, { by })

/** The same for what a circle asks, as this member comes or goes. */
export const announcePollsOfCircle = (tx: Db, circleId: number, by: number): Promise<void> =>
  announcePolls(tx, sql`q.circle_id = ${circleId}`, { by })

/**
 * Updates the screens that show what a member has said, as it appears or disappears with him: his reviews, and his
 * answers in polls.
 */
export async function announceSaid(tx: Db, userId: number, only?: readonly number[]): Promise<void> {
  await announcePlaces(tx, sql`pl.id in (select place_id from place_reviews where user_id = ${userId})`, {
    by: userId,
    ...(only && { only }),
  })
  const isOn = sql`q.id in (select poll_id from poll_fathers where user_id = ${userId}) and q.creator_id is not null`
  await announcePolls(tx, isOn, { by: userId, only })
}
