import { ModeratedItem, ModeratedPlace, OwnReport } from '@papadag/contract/moderation'
import * as z from 'zod/mini'
import { isModerator } from '../../domain/account.ts'
import { audit } from '../../domain/audit.ts'
import { personSeenBy } from '../../domain/people.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import { Problem } from '../../platform/problem.ts'
import { copyOf, isHidden, pictureAt } from './measures.ts'

const shownAtOnce = 100
const shownDecided = 30
/** The last reports of one item. */
const shownReports = 20

/** For a route's `allow`: the call does not exist for anybody but a moderator. */
export async function mustModerate(db: Db, memberId: number): Promise<void> {
  if (!(await isModerator(db, memberId))) throw new Problem('request.unknownPath')
}

/** A user's reports, latest first. */
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

/** Reports that a moderator may see: none about himself, and none without a target (safety S33). */
function seenBy(moderatorId: number): Sql {
  return sql`r.evidence is not null and r.subject_id is distinct from ${moderatorId}`
}

const isSameItem = (a: Sql, b: Sql) =>
  sql`${a}.target_type = ${b}.target_type and ${a}.target_id = ${b}.target_id
      and ${a}.subject_id is not distinct from ${b}.subject_id`

/** Open items: safety of children first, then oldest first. */
function openItems(moderatorId: number): Sql {
  return sql`
    select r.target_type, r.target_id, r.subject_id, bool_or(r.reason = 'child_safety') as is_urgent,
           row_number() over (order by bool_or(r.reason = 'child_safety') desc, min(r.created_at), min(r.id)) as place
      from reports r where r.closed_at is null and ${seenBy(moderatorId)}
     group by r.target_type, r.target_id, r.subject_id
     order by place limit ${shownAtOnce}`
}

/** Decided items without open reports, latest first; each is represented by its report closed last. */
function decidedItems(moderatorId: number): Sql {
  return sql`
    select r.target_type, r.target_id, r.subject_id, false as is_urgent,
           row_number() over (order by r.closed_at desc, r.id desc) as place
      from reports r
     where r.closed_at is not null and ${seenBy(moderatorId)}
       and not exists (select from reports o where ${isSameItem(sql`o`, sql`r`)} and o.evidence is not null
                          and (o.closed_at is null or (o.closed_at, o.id) > (r.closed_at, r.id)))
     order by r.closed_at desc, r.id desc limit ${shownDecided}`
}

/** All details of these items; the items are selected first, so that only their details are read. */
function items(moderatorId: number, which: Sql): Sql {
  return sql`
    with chosen as materialized (${which})
    select (select min(r.id) from reports r where ${isSameItem(sql`r`, sql`g`)} and r.evidence is not null) as id,
           g.target_type as "targetType", g.target_id as "targetId", g.is_urgent as "isUrgent",
           case when u.id is not null then ${personSeenBy(moderatorId)} end as subject,
           ${isHidden(sql`g.target_type`, sql`g.target_id`)} as "isHidden",
           (select json_agg(json_build_object(
                     'id', r.id, 'reason', r.reason, 'text', r.text, 'evidence', r.evidence,
                     'createdAt', ${isoOf(sql`r.created_at`)}, 'contactEmail', r.contact_email,
                     'reporter', coalesce(by.first_name || ' ' || by.last_name, r.contact_name),
                     'isOpen', r.closed_at is null) order by r.id desc)
              from (select * from reports r where ${isSameItem(sql`r`, sql`g`)} and r.evidence is not null
                     order by r.id desc limit ${shownReports}) r
              left join users by on by.id = r.reporter_id) as reports,
           (select coalesce(json_agg(json_build_object(
                     'id', d.id, 'decision', d.decision, 'reason', d.reason, 'rule', d.rule,
                     'isAutomatic', d.is_automatic, 'createdAt', ${isoOf(sql`d.created_at`)}) order by d.id), '[]'::json)
              from moderation_decisions d
             where d.target_type = g.target_type and d.target_id = g.target_id
               and d.reported_id is not distinct from g.subject_id) as decisions
      from chosen g left join users u on u.id = g.subject_id
     order by g.place`
}

/** Places with proposals, then unconfirmed ones; each up to the displayed number. */
function placesToReview(moderatorId: number): Sql {
  return sql`
    with chosen as materialized (
      (select p.id, true as is_proposed, p.created_at from places p
        where p.id in (select place_id from place_proposals where closed_at is null)
        order by p.created_at, p.id limit ${shownAtOnce})
      union all
      (select p.id, false, p.created_at from places p
        where p.status = 'new' and p.source = 'user' and p.hidden_at is null
          and not exists (select from place_proposals o where o.place_id = p.id and o.closed_at is null)
        order by p.created_at, p.id limit ${shownAtOnce}))
    select p.id, p.name, p.type, p.address, p.description, p.image_url as "imageUrl", p.status = 'new' as "isNew",
           p.hidden_at is not null as "isHidden", ${isoOf(sql`p.created_at`)} as "createdAt", p.latitude, p.longitude,
           (select ${personSeenBy(moderatorId, sql`, 'since', ${isoOf(sql`u.created_at`)}, 'otherPlaces', count(o.id), 'hiddenPlaces', count(o.hidden_at)`)}
              from users u left join places o on o.created_by = u.id and o.id <> p.id
             where u.id = p.created_by group by u.id) as contributor,
           (select coalesce(json_agg(json_build_object('kind', o.kind, 'text', o.text) order by o.id), '[]'::json)
              from place_proposals o where o.place_id = p.id and o.closed_at is null) as proposals
      from chosen c join places p on p.id = c.id
     order by c.is_proposed desc, c.created_at, c.id limit ${shownAtOnce}`
}

/** The moderators' queue. Reading it is recorded in the audit trail (safety S46). */
export async function queue(db: Db, moderatorId: number) {
  const open = await db.many(ModeratedItem, items(moderatorId, openItems(moderatorId)))
  const decided = await db.many(ModeratedItem, items(moderatorId, decidedItems(moderatorId)))
  const places = await db.many(ModeratedPlace, placesToReview(moderatorId))
  if (open.length + decided.length + places.length > 0) await audit(db, 'report.read', moderatorId)
  return { open, decided, places }
}

const Address = z.object({ address: z.string() })

/** A report's picture, as it was when reported. */
export async function picture(db: Db, pictures: Pictures, reportId: number, moderatorId: number): Promise<Buffer> {
  const found = await db.one(
    Address,
    sql`select evidence ->> 'picture' as address from reports where id = ${reportId} and evidence ->> 'picture' like '/uploads/%'
           and subject_id is distinct from ${moderatorId}`,
  )
  const bytes = found && ((await copyOf(db, found.address)) ?? (await pictureAt(pictures, found.address)))
  if (!bytes) throw new Problem('picture.unknown')
  await audit(db, 'report.read', moderatorId)
  return bytes
}
