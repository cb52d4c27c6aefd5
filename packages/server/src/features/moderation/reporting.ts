import { limits } from '@papadag/contract/limits'
import type { NewReport } from '@papadag/contract/moderation'
import * as z from 'zod/mini'
import { audit } from '../../domain/audit.ts'
import { record } from '../../domain/facts.ts'
import { wasEstablishedOrKnown } from '../../domain/known.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import { Problem } from '../../platform/problem.ts'
import { note } from './decisions.ts'
import { hide, keepCopy, pictureAt } from './measures.ts'
import { find, publicTypes, type Reported, type Target } from './targets.ts'

const Created = z.object({ id: z.number() })
const Open = z.extend(Created, { reason: z.string(), text: z.nullable(z.string()) })
type Open = z.output<typeof Open>

/** Once somebody fears for a child, another reason does not make that less urgent. */
function reasonWith(open: Open, { reason }: NewReport) {
  return open.reason === 'child_safety' ? open.reason : reason
}

function saysNothingNew(open: Open, body: NewReport): boolean {
  // He may have written several lines.
  const isSaid = !body.text || `\n${open.text ?? ''}\n`.includes(`\n${body.text}\n`)
  return reasonWith(open, body) === open.reason && isSaid
}

async function addTo(tx: Db, open: Open, body: NewReport, hadContact: boolean): Promise<number> {
  await tx.run(sql`
    update reports set reason = ${reasonWith(open, body)}, had_contact = had_contact or ${hadContact}::boolean,
           text = nullif(concat_ws(E'\\n', text, ${body.text ?? null}::text), '')
     where id = ${open.id}`)
  await record(tx, { fact: 'reported' })
  return open.id
}

export interface ReportingParts {
  pictures: Pictures
  retentionDays: number
}

/**
 * Stores a member's report with a copy of the reported content. Repeating it while it is open returns the same report:
 * its reason is the last one, unless he feared for a child, and its text has all that he wrote.
 */
export async function report(
  db: Db,
  { pictures, retentionDays }: ReportingParts,
  body: NewReport,
  reporterId: number,
): Promise<{ id: number }> {
  const target: Target = { type: body.targetType, id: String(body.targetId) }
  const copy = await copyFor(db, pictures, target, { reporterId, retentionDays })
  const { id, isHidden } = await db.transaction(async tx => {
    // A lock serialises a reporter's reports, so that a repeat finds the first one.
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('report'), ${reporterId}::int)`)
    const open = await tx.one(
      Open,
      sql`select id, reason, text from reports where reporter_id = ${reporterId} and target_type = ${target.type}
             and target_id = ${target.id} and closed_at is null`,
    )
    if (open && saysNothingNew(open, body)) return { id: open.id, isHidden: false }
    const reported = await find(tx, target, reporterId, retentionDays)
    if (!reported && open) return { id: await addTo(tx, open, body, false), isHidden: false }
    if (!reported) throw new Problem('report.unknownTarget')
    // A lock serialises reports about a user, since each must count the previous ones (see below).
    if (reported.subjectId !== null) await tx.run(sql`select from users where id = ${reported.subjectId} for update`)
    if (target.type === 'place') await tx.run(sql`select from places where id = ${target.id}::int for update`)
    const stored = open
      ? await addTo(tx, open, body, reported.hadContact)
      : await store(tx, target, body, { reporterId, reported, copy })
    await audit(tx, 'report.sent', reporterId)
    return { id: stored, isHidden: await actAlone(tx, target, reported) }
  })
  if (isHidden && target.type === 'photo') await pictures.release(target.id)
  return { id }
}

/** A visitor's report of an address he knows; the reply does not reveal whether it exists. */
export async function reportAsVisitor(
  db: Db,
  { pictures, retentionDays }: ReportingParts,
  body: NewReport,
): Promise<{ id: number }> {
  if (!publicTypes.includes(body.targetType)) throw new Problem('auth.required')
  if (body.reason !== 'child_safety') {
    for (const path of ['contactName', 'contactEmail'] as const) {
      if (!body[path]) throw new Problem('request.invalid', { issues: [{ path, code: 'report.contactRequired' }] })
    }
  }
  const target: Target = { type: body.targetType, id: String(body.targetId) }
  const copy = await copyFor(db, pictures, target, { reporterId: 0, retentionDays })
  return db.transaction(async tx => {
    const reported = await find(tx, target, 0, retentionDays)
    const id = await store(tx, target, body, { reporterId: undefined, reported, copy })
    await audit(tx, 'report.sent')
    return { id }
  })
}

interface PictureCopy {
  address: string
  picture: Buffer
}

const pictured: ReadonlySet<string> = new Set(['user', 'place', 'state', 'photo'])

/** The picture of the reported content, read outside the transaction, since a remote store is slow. */
async function copyFor(
  db: Db,
  pictures: Pictures,
  target: Target,
  { reporterId, retentionDays }: { reporterId: number; retentionDays: number },
): Promise<PictureCopy | undefined> {
  if (!pictured.has(target.type)) return undefined
  const address = (await find(db, target, reporterId, retentionDays))?.evidence.picture
  const picture = await pictureAt(pictures, address)
  return address && picture ? { address, picture } : undefined
}

async function store(
  tx: Db,
  target: Target,
  { reason, text, contactName, contactEmail }: NewReport,
  {
    reporterId,
    reported,
    copy,
  }: { reporterId: number | undefined; reported: Reported | undefined; copy: PictureCopy | undefined },
): Promise<number> {
  const contact = reporterId === undefined ? { name: contactName, email: contactEmail } : {}
  const created = await tx.one(
    Created,
    sql`insert into reports (reporter_id, contact_name, contact_email, target_type, target_id, subject_id, had_contact,
                             reason, text, evidence, closed_at)
        values (${reporterId ?? null}, ${contact.name ?? null}, ${contact.email ?? null}, ${target.type}, ${target.id},
                (select u.id from users u where u.id = ${reported?.subjectId ?? null}::int), ${reported?.hadContact ?? false}, ${reason}, ${text ?? null},
                ${reported ? JSON.stringify(reported.evidence) : null}::jsonb,
                -- About nothing: nobody needs to look at it.
                case when ${reported === undefined}::boolean then now() end)
        returning id`,
  )
  if (!created) throw new Error('an insert returned no row')
  await record(tx, { fact: 'reported' })
  // The picture may have been replaced since it was read.
  if (copy && copy.address === reported?.evidence.picture) await keepCopy(tx, copy.address, copy.picture)
  return created.id
}

const Counted = z.object({ onItem: z.number(), onSubject: z.number(), members: z.number(), isActed: z.boolean() })

/**
 * The only automatic measures (safety S34, S35), until a moderator decides: two child-safety reports by different
 * people who really had contact with the user hide the item, or stop the account from starting anything; reports by
 * three members hide a place. Reports by new accounts wait for a moderator. Returns whether this hid the item.
 */
async function actAlone(tx: Db, target: Target, { subjectId }: Reported) {
  const isFeared = sql`reason = 'child_safety' and had_contact and subject_id = ${subjectId}::int`
  const isIt = sql`target_type = ${target.type} and target_id = ${target.id}`
  const counted = await tx.one(
    Counted,
    sql`select count(distinct reporter_id) filter (where ${isFeared} and ${isIt})::int as "onItem",
               count(distinct reporter_id) filter (where ${isFeared})::int as "onSubject",
               count(distinct reporter_id) filter (where ${isIt} and ${wasEstablishedOrKnown(sql`reporter_id`, sql`reports.created_at`)})::int as members,
               coalesce((select may_not_start from users where id = ${subjectId}::int), false) as "isActed"
          from reports where closed_at is null and (subject_id = ${subjectId}::int or ${isIt})`,
  )
  if (!counted) return false
  const canHide = target.type === 'message' || target.type === 'playdate' || target.type === 'photo'
  const hides = (canHide && counted.onItem >= 2) || (target.type === 'place' && counted.members >= limits.placeReports)
  if (hides) {
    // The picture stays available as a copy kept with the report.
    await hide(tx, target, undefined)
    await note(tx, { ...target, subjectId }, { decision: 'hide', isAutomatic: true })
  } else if (counted.onSubject >= 2 && !counted.isActed) {
    await tx.run(sql`update users set may_not_start = true where id = ${subjectId}`)
    if (subjectId !== null) await record(tx, { fact: 'stopped', subjectId })
    await note(tx, { ...target, subjectId }, { decision: 'stop', isAutomatic: true })
  }
  return hides
}
