import { limits } from '@papadag/contract/limits'
import { Proposal } from '@papadag/contract/playdates/proposals'
import * as z from 'zod/mini'
import { isReadableBy } from '../../../domain/playdates/state.ts'
import { isProposal } from '../../../domain/polls.ts'
import { blockedWith } from '../../../domain/visibility.ts'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { isoOf } from '../../../platform/db/moment.ts'
import { cut, numberIn } from '../../../platform/http/paging.ts'
import type { Page } from '../../../platform/http/serve.ts'
import { Problem } from '../../../platform/problem.ts'
import { counts, type IsBlocked, stateOf } from './rules.ts'

/** The one projection of proposals (a condition on the row `q` with its time `t`), for one of the fathers asked (safety S3). */
function seenBy(viewerId: number | Sql, which: Sql): Sql {
  return sql`
    select q.id, json_build_object('id', pl.id, 'name', q.place_name, 'address', q.place_address) as place,
           ${isoOf(sql`t.start_time`)} as "startTime", ${isoOf(sql`t.end_time`)} as "endTime", ${isoOf(sql`q.ends_at`)} as "endsAt",
           ${limits.proposalMinimum}::int as minimum,
           case when q.chosen_time_id is null then least(given.accepted, ${limits.proposalMinimum - 1}) else given.accepted end as accepted,
           given.mine, case when given.mine = 'yes' then f.children end as children, ${stateOf} as state, p.id as "playdateId"
      from poll_fathers f join polls q on q.id = f.poll_id and ${isProposal}
      join poll_times t on t.poll_id = q.id join places pl on pl.id = q.place_id
      left join playdates p on p.id = q.playdate_id and ${isReadableBy(viewerId)}
     -- Never enough while it is open: of two with a block between them only one meets the others, and no number tells that.
     cross join lateral (
       select count(*) filter (where a.answer = 'yes' and ${counts} and u.id <> all (${blockedWith(viewerId)}))::int as accepted,
              max(a.answer) filter (where a.user_id = ${viewerId}) as mine
         from poll_answers a join users u on u.id = a.user_id where a.poll_time_id = t.id) given
     where f.user_id = ${viewerId} and ${which}`
}

/** Upcoming proposals to a user, newest first. */
export async function listed(db: Db, viewerId: number, page: Page): Promise<Proposal[]> {
  const last = numberIn(page)
  const before = last === undefined ? sql`` : sql`and q.id < ${last}`
  const rows = await db.many(
    Proposal,
    sql`${seenBy(viewerId, sql`now() < t.end_time ${before}`)} order by q.id desc limit ${page.limit + 1}`,
  )
  return cut(rows, page, ({ id }) => id)
}

export async function byId(db: Db, id: number, viewerId: number): Promise<Proposal> {
  const found = await db.one(Proposal, seenBy(viewerId, sql`q.id = ${id}`))
  if (!found) throw new Problem('proposal.unknown')
  return found
}

const Known = z.object({ id: z.int(), read: z.string() })

/** What each father asked reads of a proposal, if he counts. */
export async function readsOf(tx: Db, id: number): Promise<ReadonlyMap<number, string>> {
  const reads = await tx.many(
    Known,
    sql`select u.id, to_json(seen)::text as read
          from poll_fathers asked join users u on u.id = asked.user_id and ${counts}
         cross join lateral (${seenBy(sql`asked.user_id`, sql`q.id = ${id}`)}) seen
         where asked.poll_id = ${id}`,
  )
  return new Map(reads.map(({ id: reader, read }) => [reader, read]))
}

const Pair = z.object({ one: z.int(), other: z.int() })

/** The blocks between these fathers. */
export async function blocksAmong(tx: Db, ids: readonly number[]): Promise<IsBlocked> {
  const pairs = await tx.many(
    Pair,
    sql`select blocker_id as one, blocked_id as other from blocks
         where blocker_id = any(${ids}::int[]) and blocked_id = any(${ids}::int[])`,
  )
  const blocks = new Set(pairs.map(({ one, other }) => `${one} ${other}`))
  return (one, other) => blocks.has(`${one} ${other}`) || blocks.has(`${other} ${one}`)
}
