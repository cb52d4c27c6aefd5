import { type Decision, decisionsOn, reportTargets } from '@papadag/contract/moderation'
import type { Route } from '@papadag/contract/route'
import * as z from 'zod/mini'
import { audit } from '../../domain/audit.ts'
import { giveReasons } from '../../domain/decisions.ts'
import { record } from '../../domain/facts.ts'
import { endKeys } from '../../domain/links/keys.ts'
import { fetchesOn, reconsiderBuddies } from '../../domain/playdates/buddies.ts'
import { cancel } from '../../domain/playdates/seats.ts'
import { endSeries } from '../../domain/playdates/series/ending.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { isoOf } from '../../platform/db/moment.ts'
import type { Call } from '../../platform/http/serve.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import { Problem } from '../../platform/problem.ts'
import { hide, photoOf, remove, show } from './measures.ts'
import { planSuspensionEnd } from './suspension-end.ts'
import { decisionsOf, type Item, reportsOf } from './targets.ts'

const Noted = z.object({ id: z.number(), until: z.nullable(z.string()) })
const Name = z.object({ name: z.nullable(z.string()) })

interface Note {
  decision: Decision | 'stop'
  reason?: string
  rule?: string
  until?: string | null
  isAutomatic?: boolean
  moderatorId?: number
  /** False: the reported user does not learn that he was reported. */
  isTold?: boolean
}

/** Records a decision and gives the user concerned the statement of reasons; returns the decision's id. */
export async function note(tx: Db, item: Item, decided: Note): Promise<number> {
  const { decision, reason = '', rule = '', until = null, isAutomatic = false, moderatorId = null } = decided
  const subjectId = decided.isTold === false ? null : item.subjectId
  // An earlier suspension may last longer; he reads the one in force.
  const lasts = sql`case when decision = 'suspend' then (select u.suspended_until from users u where u.id = subject_id) end`
  const noted = await tx.one(
    Noted,
    sql`insert into moderation_decisions (target_type, target_id, subject_id, reported_id, moderator_id, is_automatic,
                                          decision, reason, rule, until)
        values (${item.type}, ${item.id}, ${subjectId}, ${item.subjectId}, ${moderatorId}, ${isAutomatic}, ${decision}, ${reason}, ${rule},
                ${until}::timestamptz)
        returning id, case when isfinite(${lasts}) then ${isoOf(sql`(${lasts})`)} end as until`,
  )
  if (!noted) throw new Error('an insert returned no row')
  if (subjectId === null) return noted.id
  const named = await tx.one(
    Name,
    sql`select r.evidence ->> 'name' as name from reports r
         where ${reportsOf(item)} and r.evidence is not null order by r.id desc limit 1`,
  )
  // Other names would tell the owner nothing: his own, or that of the father he chats with.
  const hasTitle = item.type === 'playdate' || item.type === 'poll' || item.type === 'place'
  const title = hasTitle ? (named?.name ?? undefined) : undefined
  await giveReasons(tx, subjectId, {
    ...{ decision, title, isAutomatic, reason, rule, until: noted.until },
    target: item.type,
    reference: `B${noted.id}`,
  })
  return noted.id
}

const Found = z.object({
  type: z.enum(reportTargets),
  id: z.string(),
  subjectId: z.nullable(z.number()),
})
const Before = z.object({ decision: z.string(), isAutomatic: z.boolean() })

export interface Decided {
  decision: Decision
  reason: string
  rule: string
  days?: number | null | undefined
  /** The last report the moderator has seen; later ones stay open. */
  lastReportId: number
}

/**
 * Decides on all reports about one item and one user. Automatic measures end only when the moderator dismisses the
 * reports or restores the item. Returns the sessions that a suspension ended.
 */
export async function decide(
  { db, once, pictures }: { db: Db; once: Call<Route>['once']; pictures: Pictures },
  reportId: number,
  { decision, reason, rule, days, lastReportId }: Decided,
  moderatorId: number,
): Promise<number[]> {
  const seen = await itemOf(db, reportId, moderatorId)
  if (!decisionsOn[seen.type].includes(decision)) throw new Problem('report.notPossible')
  const photo = await photoOf(pictures, seen)
  const decideOnce = async (tx: Db) => {
    // Serialises decisions about one user with each other and with reports, which lock in the same order.
    await tx.run(sql`select from users where id = ${seen.subjectId}::int for update`)
    await tx.run(sql`select from reports r where ${reportsOf(seen)} order by id for update`)
    const item = await itemOf(tx, reportId, moderatorId)
    if ((decision === 'warn' || decision === 'suspend') && item.subjectId === null) {
      throw new Problem('report.notPossible')
    }
    const last = await lastDecision(tx, item)
    const undoesHide = decision === 'dismiss' && last?.isAutomatic === true && last.decision === 'hide'
    if (decision === 'hide') await hide(tx, item, photo, { isByModerator: true })
    else if (decision === 'remove') await remove(tx, pictures, item, photo)
    else if (decision === 'restore' || undoesHide) await show(tx, pictures, item)

    const until = decision !== 'suspend' ? null : days ? await inDays(tx, days) : 'infinity'
    if (decision === 'suspend') await suspend(tx, item, until)
    if (decision === 'restore') await liftSuspension(tx, item)
    const closed = await close(tx, item, lastReportId)
    const isFreed = await free(tx, item)
    const isUndone = undoesHide || (decision === 'dismiss' && isFreed)
    const noted = await note(tx, item, {
      ...{ reason, rule, until, moderatorId },
      decision: isUndone ? 'restore' : decision,
      isTold: isUndone || decision !== 'dismiss',
    })
    await closeReports(tx, item, closed, { noted, decision })
    await record(tx, { fact: 'decided', subjectId: item.subjectId })
    await audit(tx, 'report.decided', moderatorId)
    return decision === 'suspend' && item.subjectId !== null
      ? endKeys(tx, 'suspension', { userId: item.subjectId })
      : []
  }
  // A repeat finds it decided and does nothing.
  const ended: number[] | undefined = await once(on => on.transaction(decideOnce))
  if (seen.type === 'photo' && (decision === 'hide' || decision === 'remove')) await pictures.release(seen.id)
  return ended ?? []
}

/** The item of a report; undefined if it is about this moderator, which other moderators decide. */
async function itemOf(db: Db, reportId: number, moderatorId: number): Promise<Item> {
  const found = await db.one(
    Found,
    sql`select target_type as type, target_id as id, subject_id as "subjectId" from reports
         where id = ${reportId} and evidence is not null and subject_id is distinct from ${moderatorId}`,
  )
  if (!found) throw new Problem('report.unknown')
  return found
}

function lastDecision(tx: Db, item: Item) {
  return tx.one(
    Before,
    sql`select d.decision, d.is_automatic as "isAutomatic" from moderation_decisions d
         where ${decisionsOf(item)} order by d.id desc limit 1`,
  )
}

/** Never shorter than another decision's suspension. */
async function suspend(tx: Db, { subjectId }: Item, until: string | null) {
  await tx.run(sql`
    update users set suspended_until = greatest(suspended_until, ${until}::timestamptz) where id = ${subjectId}`)
  if (subjectId !== null) await planSuspensionEnd(tx, subjectId)
  // Nobody should come back every week for somebody who may not be there.
  await endSeries(tx, sql`s.creator_id = ${subjectId}`, undefined)
  await cancel(tx, sql`p.creator_id = ${subjectId} and p.start_time < ${until}::timestamptz`, undefined)
  if (subjectId !== null) await reconsiderBuddies(tx, fetchesOn([subjectId]))
}

/** Reverts the decisions on this item; suspensions for other items stay. */
async function liftSuspension(tx: Db, item: Item) {
  const lifted = await tx.run(sql`
    update moderation_decisions d set lifted_at = now()
     where ${decisionsOf(item)} and d.decision = 'suspend' and d.lifted_at is null`)
  if (lifted === 0) return
  await tx.run(sql`
    update users u set suspended_until = (
             select max(d.until) from moderation_decisions d
              where d.reported_id = u.id and d.decision = 'suspend' and d.lifted_at is null)
     where u.id = ${item.subjectId}::int`)
  if (item.subjectId !== null) await planSuspensionEnd(tx, item.subjectId)
}

/** Lets a user start chats and playdates again once no child-safety report about him is open; returns whether he was stopped. */
async function free(tx: Db, { subjectId }: Item) {
  const freed = await tx.run(sql`
    update users u set may_not_start = false
     where u.id = ${subjectId}::int and u.may_not_start
       and not exists (select from reports r where r.subject_id = u.id and r.closed_at is null
                          and r.reason = 'child_safety' and r.had_contact)`)
  return freed > 0
}

const Moment = z.object({ at: z.string() })

async function inDays(tx: Db, days: number) {
  const moment = await tx.one(Moment, sql`select ${isoOf(sql`(now() + make_interval(days => ${days}::int))`)} as at`)
  if (!moment) throw new Error('the database told no time')
  return moment.at
}

const Reporter = z.object({ id: z.number(), reporterId: z.nullable(z.number()) })
type Reporter = z.output<typeof Reporter>

/** Closes the open reports that the moderator has seen. */
function close(tx: Db, item: Item, lastReportId: number) {
  return tx.many(
    Reporter,
    sql`update reports r set closed_at = now()
         where ${reportsOf(item)} and r.closed_at is null and r.id <= ${lastReportId}
        returning r.id, r.reporter_id as "reporterId"`,
  )
}

/** Tells the reporters that their report was handled (safety S33). */
async function closeReports(
  tx: Db,
  { type }: Item,
  closed: readonly Reporter[],
  { noted, decision }: { noted: number; decision: Decision },
) {
  await tx.run(sql`update reports set decision_id = ${noted} where id = any(${closed.map(({ id }) => id)}::int[])`)
  const hasActed = decision !== 'dismiss' && decision !== 'restore'
  await record(tx, { fact: 'reportsClosed', type, hasActed, reports: closed })
}

/**
 * Deletes reports with their evidence, decisions and hidden pictures six months after everything is closed; run by a
 * job.
 */
export async function forgetReports(db: Db): Promise<void> {
  const long = sql`now() - interval '6 months'`
  await deleteInBatches(db, sql`reports`, sql`closed_at < ${long}`)
  await deleteInBatches(
    db,
    sql`moderation_decisions d`,
    sql`d.created_at < ${long}
        and not exists (select from reports r where r.decision_id = d.id
                           or (r.target_type = d.target_type and r.target_id = d.target_id))
        and not exists (select from users u where u.id = d.subject_id and u.suspended_until > now())
        -- The owner can read a decision as long as the item is hidden.
        and not (d.decision = 'hide' and exists (
          select from playdates p where d.target_type = 'playdate' and p.id::text = d.target_id and p.hidden_at is not null
          union all
          select from users u where d.target_type = 'user' and u.id::text = d.target_id and u.hidden_at is not null))`,
  )
  await deleteInBatches(
    db,
    sql`held_pictures h`,
    sql`h.held_at < ${long}
        and not exists (select from reports r where r.target_type = 'photo' and r.target_id = h.address)`,
  )
  await deleteInBatches(
    db,
    sql`reported_pictures c`,
    sql`not exists (select from reports r where r.evidence ->> 'picture' = c.address)
        and not exists (select from held_pictures h where h.address = c.address)`,
  )
}
