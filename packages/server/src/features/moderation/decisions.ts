import { type Decision, decisionsOn, reportTargets } from '@papadag/contract/moderation'
import type { NotificationDetails } from '@papadag/contract/notifications'
import * as z from 'zod/mini'
import { audit } from '../../platform/audit.ts'
import { type Db, sql } from '../../platform/db.ts'
import { isoOf } from '../../platform/moment.ts'
import { notify } from '../../platform/notify.ts'
import type { Pictures } from '../../platform/pictures.ts'
import { Problem } from '../../platform/problem.ts'
import { hide, photoOf, remove, show } from './measures.ts'
import type { Target } from './targets.ts'

const Noted = z.object({ id: z.number(), until: z.nullable(z.string()) })
const Name = z.object({ name: z.nullable(z.string()) })

interface Note {
  decision: Decision | 'stop'
  reason?: string
  rule?: string
  until?: string | null
  isAutomatic?: boolean
  moderatorId?: number
}

/** Writes a decision down and gives the one concerned the statement of reasons; answers its number. */
export async function note(tx: Db, target: Target, subjectId: number | null, decided: Note): Promise<number> {
  const { decision, reason = '', rule = '', until = null, isAutomatic = false, moderatorId = null } = decided
  const noted = await tx.one(
    Noted,
    sql`insert into moderation_decisions (target_type, target_id, subject_id, moderator_id, is_automatic, decision, reason, rule, until)
        values (${target.type}, ${target.id}, ${subjectId}, ${moderatorId}, ${isAutomatic}, ${decision}, ${reason}, ${rule},
                ${until}::timestamptz)
        returning id, case when isfinite(until) then ${isoOf(sql`until`)} end as until`,
  )
  if (!noted) throw new Error('an insert returned no row')
  if (subjectId === null) return noted.id
  const named = await tx.one(
    Name,
    sql`select evidence ->> 'name' as name from reports
         where target_type = ${target.type} and target_id = ${target.id} and evidence is not null
         order by id desc limit 1`,
  )
  // His own name, or that of somebody he wrote to, would tell him nothing.
  const title = target.type === 'playdate' || target.type === 'place' ? (named?.name ?? undefined) : undefined
  const details: NotificationDetails = {
    decision,
    target: target.type,
    isAutomatic,
    reference: `B${noted.id}`,
    ...(title !== undefined && { title }),
    ...(reason && { reason }),
    ...(rule && { rule }),
    ...(noted.until !== null && { until: noted.until }),
  }
  await notify(tx, subjectId, 'moderation.decided', details)
  return noted.id
}

const Item = z.object({
  type: z.enum(reportTargets),
  id: z.string(),
  subjectId: z.nullable(z.number()),
})
const Before = z.object({ decision: z.string(), isAutomatic: z.boolean() })
const Ended = z.object({ id: z.number() })

export interface Decided {
  decision: Decision
  reason: string
  rule: string
  days?: number | null | undefined
}

/**
 * Decides on everything reported about one thing. What happened by itself ends here, unless the moderator wants the
 * same. Answers the sessions that a suspension ended.
 */
export async function decide(
  db: Db,
  pictures: Pictures,
  reportId: number,
  { decision, reason, rule, days }: Decided,
  moderatorId: number,
): Promise<number[]> {
  const target = await itemOf(db, reportId)
  // Others decide about him.
  if (target.subjectId === moderatorId) throw new Problem('report.unknown')
  if (!decisionsOn[target.type].includes(decision)) throw new Problem('report.notPossible')
  const photo = await photoOf(pictures, target)
  const ended = await db.transaction(async tx => {
    // Two moderators at once: the second one decides on what the first one left.
    await tx.run(
      sql`select from reports where target_type = ${target.type} and target_id = ${target.id} order by id for update`,
    )
    const { subjectId } = await itemOf(tx, reportId)
    if ((decision === 'warn' || decision === 'suspend') && subjectId === null) throw new Problem('report.notPossible')
    const last = await lastDecision(tx, target)
    const wasAutomatic = last?.isAutomatic === true
    if (decision === 'hide') await hide(tx, target, photo)
    else if (decision === 'remove') await remove(tx, pictures, target, photo)
    else if (decision === 'restore' || (wasAutomatic && last.decision === 'hide')) await show(tx, pictures, target)

    await tx.run(sql`update users set may_not_start = false where id = ${subjectId}::int and may_not_start`)
    if (decision === 'restore' && (await wasSuspendedFor(tx, target))) {
      await tx.run(sql`update users set suspended_until = null where id = ${subjectId}::int`)
    }
    const until = decision !== 'suspend' ? null : days ? await inDays(tx, days) : 'infinity'
    const told = { reason, rule, until, moderatorId }
    if (decision !== 'dismiss' || wasAutomatic) {
      await close(
        tx,
        target,
        await note(tx, target, subjectId, { ...told, decision: decision === 'dismiss' ? 'restore' : decision }),
        decision,
      )
    } else {
      await close(tx, target, await note(tx, target, null, { ...told, decision }), decision)
    }
    await audit(tx, 'report.decided', moderatorId)
    if (decision !== 'suspend') return []
    await tx.run(sql`update users set suspended_until = ${until}::timestamptz where id = ${subjectId}`)
    return tx.many(Ended, sql`delete from sessions where user_id = ${subjectId} returning id`)
  })
  if (target.type === 'photo' && (decision === 'hide' || decision === 'remove')) await pictures.release(target.id)
  return ended.map(({ id }) => id)
}

async function itemOf(db: Db, reportId: number) {
  const found = await db.one(
    Item,
    sql`select target_type as type, target_id as id, subject_id as "subjectId" from reports
         where id = ${reportId} and evidence is not null`,
  )
  if (!found) throw new Problem('report.unknown')
  return found
}

function lastDecision(tx: Db, { type, id }: Target) {
  return tx.one(
    Before,
    sql`select decision, is_automatic as "isAutomatic" from moderation_decisions
         where target_type = ${type} and target_id = ${id} order by id desc limit 1`,
  )
}

async function wasSuspendedFor(tx: Db, { type, id }: Target) {
  const from = sql`from moderation_decisions where target_type = ${type} and target_id = ${id} and decision = 'suspend'`
  return (await tx.count(from)) > 0
}

const Moment = z.object({ at: z.string() })

async function inDays(tx: Db, days: number) {
  const moment = await tx.one(Moment, sql`select ${isoOf(sql`(now() + make_interval(days => ${days}::int))`)} as at`)
  if (!moment) throw new Error('the database told no time')
  return moment.at
}

const Reporter = z.object({ id: z.number(), reporterId: z.nullable(z.number()) })

/** Closes what is open about it, and tells who reported it that it was looked at (safety S33). */
async function close(tx: Db, { type, id }: Target, decisionId: number, decision: Decision) {
  const closed = await tx.many(
    Reporter,
    sql`update reports set closed_at = now(), decision_id = ${decisionId}
         where target_type = ${type} and target_id = ${id} and closed_at is null
        returning id, reporter_id as "reporterId"`,
  )
  for (const { id: reportId, reporterId } of closed) {
    if (reporterId === null) continue
    const hasActed = decision !== 'dismiss' && decision !== 'restore'
    await notify(tx, reporterId, 'report.decided', { target: type, hasActed, reference: `M${reportId}` })
  }
}

/** Forgets reports with their evidence, decisions and pictures out of sight six months after all is closed; a job's work. */
export async function forgetReports(db: Db): Promise<void> {
  const long = sql`now() - interval '6 months'`
  await db.run(sql`delete from reports where closed_at < ${long}`)
  await db.run(sql`
    delete from moderation_decisions d where d.created_at < ${long}
       and not exists (select from reports r where r.decision_id = d.id
                          or (r.target_type = d.target_type and r.target_id = d.target_id))
       and not exists (select from users u where u.id = d.subject_id and u.suspended_until > now())`)
  await db.run(sql`
    delete from held_pictures h where h.held_at < ${long}
       and not exists (select from reports r where r.target_type = 'photo' and r.target_id = h.address)`)
}
