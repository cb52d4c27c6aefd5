import { ModeratedItem, ModeratedPlace, OwnReport } from '@papadag/contract/moderation'
import * as z from 'zod/mini'
import { audit } from '../../platform/audit.ts'
import { type Db, type Sql, sql } from '../../platform/db.ts'
import { isoOf } from '../../platform/moment.ts'
import { personSeenBy } from '../../platform/person.ts'
import type { Pictures } from '../../platform/pictures.ts'
import { Problem } from '../../platform/problem.ts'
import { heldPhoto, isHidden } from './measures.ts'

const shownAtOnce = 100
const shownDecided = 30

/** For a route's `allow`: for anybody but a moderator there is no such call. */
export async function mustModerate(db: Db, memberId: number): Promise<void> {
  if ((await db.count(sql`from users where id = ${memberId} and is_moderator`)) === 0) {
    throw new Problem('request.unknownPath')
  }
}

/** What somebody has reported, the last one first. */
export function ownReports(db: Db, userId: number): Promise<OwnReport[]> {
  return db.many(
    OwnReport,
    sql`select r.id, r.target_type as "targetType", r.reason, ${isoOf(sql`r.created_at`)} as "createdAt",
               case when r.closed_at is null then 'open' when d.decision in ('dismiss', 'restore') then 'dismissed'
                    else 'acted' end as status
          from reports r left join moderation_decisions d on d.id = r.decision_id
         where r.reporter_id = ${userId} order by r.id desc limit 100`,
  )
}

/** Reports by what they are about (`which` is a condition on all reports of one thing), in this order. */
function items(moderatorId: number, which: Sql, order: Sql, limit: number): Sql {
  return sql`
    select g.id, g.target_type as "targetType", g.target_id as "targetId", g."isUrgent",
           case when u.id is not null then ${personSeenBy(moderatorId)} end as subject,
           ${isHidden(sql`g.target_type`, sql`g.target_id`)} as "isHidden", g.reports,
           (select coalesce(json_agg(json_build_object(
                     'id', d.id, 'decision', d.decision, 'reason', d.reason, 'rule', d.rule, 'until', d.until::text,
                     'isAutomatic', d.is_automatic, 'createdAt', ${isoOf(sql`d.created_at`)}) order by d.id), '[]'::json)
              from moderation_decisions d where d.target_type = g.target_type and d.target_id = g.target_id) as decisions
      from (select min(r.id) as id, r.target_type, r.target_id, max(r.subject_id) as subject_id,
                   bool_or(r.reason = 'child_safety' and r.closed_at is null) as "isUrgent",
                   min(r.created_at) filter (where r.closed_at is null) as open_since, max(r.closed_at) as closed_at,
                   json_agg(json_build_object(
                     'id', r.id, 'reason', r.reason, 'text', r.text, 'evidence', r.evidence,
                     'createdAt', ${isoOf(sql`r.created_at`)}, 'contactEmail', r.contact_email,
                     'reporter', coalesce(by.first_name || ' ' || by.last_name, r.contact_name),
                     'isOpen', r.closed_at is null) order by r.id desc) as reports
              from reports r left join users by on by.id = r.reporter_id
             -- Who is reported never learns by whom, also when he moderates (safety S33).
             where r.evidence is not null and r.subject_id is distinct from ${moderatorId}
             group by r.target_type, r.target_id
            having ${which}) g
      left join users u on u.id = g.subject_id
     order by ${order} limit ${limit}`
}

/** What moderators have to look at; that they looked is written down (safety S46). */
export async function queue(db: Db, moderatorId: number) {
  const isOpen = sql`bool_or(r.closed_at is null)`
  const open = await db.many(
    ModeratedItem,
    items(moderatorId, isOpen, sql`g."isUrgent" desc, g.open_since, g.id`, shownAtOnce),
  )
  const decided = await db.many(
    ModeratedItem,
    items(moderatorId, sql`not ${isOpen}`, sql`g.closed_at desc, g.id desc`, shownDecided),
  )
  const places = await db.many(
    ModeratedPlace,
    sql`select p.id, p.name, p.type, p.address, p.description, p.image_url as "imageUrl", p.status = 'new' as "isNew",
               p.hidden_at is not null as "isHidden", ${isoOf(sql`p.created_at`)} as "createdAt",
               coalesce(o.proposals, '[]'::json) as proposals
          from places p
          left join (select place_id, json_agg(json_build_object('kind', kind, 'text', text) order by id) as proposals
                       from place_proposals where closed_at is null group by place_id) o on o.place_id = p.id
         where o.place_id is not null or (p.status = 'new' and p.source = 'user' and p.hidden_at is null)
         order by (o.place_id is not null) desc, p.created_at, p.id limit ${shownAtOnce}`,
  )
  if (open.length + decided.length > 0) await audit(db, 'report.read', moderatorId)
  return { open, decided, places }
}

const Address = z.object({ address: z.string() })

/** The picture a report shows, wherever it is now. */
export async function picture(db: Db, pictures: Pictures, reportId: number, moderatorId: number): Promise<Buffer> {
  const found = await db.one(
    Address,
    sql`select evidence ->> 'picture' as address from reports where id = ${reportId} and evidence ->> 'picture' like '/uploads/%'
           and subject_id is distinct from ${moderatorId}`,
  )
  const bytes =
    found && ((await pictures.read(found.address.slice('/uploads/'.length))) ?? (await heldPhoto(db, found.address)))
  if (!bytes) throw new Problem('picture.unknown')
  await audit(db, 'report.read', moderatorId)
  return bytes
}
