import { limits } from '@papadag/contract/limits'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { Problem } from '../../platform/problem.ts'
import { record } from '../facts.ts'
import { canStillOpen } from './state.ts'

// A circle's dates are for its members first; then for everybody, if their planner says so.

/** The outbox row that tells of a date once it has opened. */
export const openKind = 'playdate.open'
const keyOfOpening = sql`${`${openKind}:`}::text || p.id`

const halfway = sql`now() + (p.start_time - now()) / 2`
const opening = sql`case when not p.open_to_others then 'infinity'::timestamptz
  when p.circle_id is not null then least(now() + make_interval(hours => ${limits.membersFirstHours}::int), ${halfway}) end`

/**
 * Waits for whoever is leaving this circle, and refuses whoever is not in it. The row stays locked, so that who leaves
 * next finds what is planned now.
 */
export async function mustBeInCircle(tx: Db, circleId: number, userId: number): Promise<void> {
  await tx.run(sql`select from circles where id = ${circleId} for key share`)
  if ((await tx.count(sql`from circle_members where circle_id = ${circleId} and user_id = ${userId}`)) === 0)
    throw new Problem('circle.unknown')
}

/** Decides from when on everybody finds these new dates; nothing for those of no circle. */
export async function startWithMembers(tx: Db, dates: readonly number[]): Promise<void> {
  const started = await tx.run(sql`
    update playdates p set opens_at = ${opening} where p.id = any(${dates}::int[]) and p.open_to_others is not null`)
  if (started > 0) await planOpening(tx, sql`p.id = any(${dates}::int[])`)
}

function planOpening(tx: Db, which: Sql): Promise<unknown> {
  return tx.run(sql`
    insert into outbox (kind, playdate_id, due_at, dedupe_key)
    select ${openKind}::text, p.id, p.opens_at, ${keyOfOpening} from playdates p
     where ${which} and ${canStillOpen} order by 4
    on conflict (dedupe_key) do update set due_at = excluded.due_at`)
}

/** A moved date opens when half of the time that is left has passed, if it would have opened later. */
export async function openInTime(tx: Db, playdateId: number): Promise<void> {
  const moved = await tx.run(sql`
    update playdates p set opens_at = ${halfway} where p.id = ${playdateId} and ${canStillOpen} and p.opens_at > ${halfway}`)
  if (moved > 0) await planOpening(tx, sql`p.id = ${playdateId}`)
}

/** Opens a date that is still for members alone: somebody else has been invited. */
export async function openNow(tx: Db, playdateId: number): Promise<void> {
  const opened = await tx.run(sql`
    update playdates p set opens_at = now() where p.id = ${playdateId} and p.opens_at > now()`)
  if (opened === 0) return
  await tx.run(sql`delete from outbox where dedupe_key = ${`${openKind}:${playdateId}`}`)
  await record(tx, { fact: 'opened', playdateId })
}

/** Asks the other members to a date that their circle plans, as if he had invited each of them. */
export async function askMembers(tx: Db, playdateId: number): Promise<void> {
  await tx.run(sql`
    insert into asked (playdate_id, user_id, asked_by)
    select p.id, m.user_id, p.creator_id
      from playdates p join circle_members m on m.circle_id = p.circle_id and m.user_id <> p.creator_id
     where p.id = ${playdateId} and not are_blocked(m.user_id, p.creator_id)
    on conflict do nothing`)
  await record(tx, { fact: 'circlePlanned', playdateId })
}
