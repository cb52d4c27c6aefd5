import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import type { Facts } from '../facts.ts'
import type { Related } from './notifications/tell.ts'

/** How somebody is related to what has happened. */
type Relation =
  | 'himself' // whom it is about
  | 'creator'
  | Related // on it, usually there, waiting or asked along
  | 'regular' // with a standing place in its series
  | 'showsIt' // on a screen
  | 'moderator'

/** What may follow, in this order: a notice may replace what has been withdrawn, and screens read the result. */
export const kinds = ['withdrawn', 'notice', 'reminders', 'question', 'screens'] as const

/** What follows from a fact for somebody. */
export type Follows<F> = { [K in (typeof kinds)[number]]?: (tx: Db, fact: F) => unknown }

/** What follows from these facts, for everybody: none compiles without all of them. */
export type Rows<F extends keyof Facts> = { [K in F]: Record<Relation, Follows<Facts[K]>> }

/** Nothing follows for these. */
export function none<R extends Relation>(...of: R[]): Record<R, Follows<unknown>> {
  return Object.fromEntries(of.map(relation => [relation, {}])) as Record<R, Follows<unknown>>
}

/**
 * The same notice goes to everybody in these relations to a playdate; `more` follows for its participants, creator
 * included.
 */
export function people<F>(
  tell: (tx: Db, who: Related, fact: F) => Promise<void>,
  more: Follows<F> = {},
): Record<Related, Follows<F>> {
  const told = (who: Related): Follows<F> => ({ notice: (tx, fact) => tell(tx, who, fact) })
  return {
    onIt: { ...told('onIt'), ...more },
    usuallyThere: told('usuallyThere'),
    waiting: told('waiting'),
    asked: told('asked'),
  }
}

/** For `where`: these playdates. */
export const these = (playdates: readonly number[]): Sql => sql`p.id = any(${playdates}::int[])`

/** For `where`: the blocks between this user and others. */
export const withEither = (userId: number): Sql => sql`${userId}::int in (b.blocker_id, b.blocked_id)`

export const usersOf = (all: readonly { userId: number }[]): number[] => all.map(({ userId }) => userId)
