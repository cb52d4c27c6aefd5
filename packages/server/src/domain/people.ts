import { type Sql, sql } from '../platform/db/db.ts'

/** A last name (of the users row `u`) as somebody else sees it: its owner may show the first letter alone. */
export function lastNameSeenBy(viewerId: number, u: Sql = sql`u`): Sql {
  return sql`case when ${u}.last_name_initial_only and ${u}.id <> ${viewerId} then left(${u}.last_name, 1) || '.' else ${u}.last_name end`
}

/** A person inside something else (contract 3), of the users row `u`, with more fields if there are any. */
export function personSeenBy(viewerId: number, more: Sql = sql``, u: Sql = sql`u`): Sql {
  return sql`json_build_object('id', ${u}.id, 'firstName', ${u}.first_name, 'lastName', ${lastNameSeenBy(viewerId, u)},
    'profileImage', ${u}.profile_image${more})`
}

/**
 * Whom this viewer does not come across: those with whom there is a block in either direction, and those moderators
 * have hidden. Worked out once per statement, `id <> all (…)` (safety S32, S34).
 */
export function blockedWith(viewerId: number): Sql {
  return sql`array(select blocked_id from blocks where blocker_id = ${viewerId}
    union all select blocker_id from blocks where blocked_id = ${viewerId}
    union all select id from users where hidden_at is not null and id <> ${viewerId})`
}

/** Playdates (`p`) that this viewer may come across at all: a hidden one is its creator's alone. */
export function playdateShownTo(viewerId: number): Sql {
  return sql`(p.creator_id <> all (${blockedWith(viewerId)}) and (p.hidden_at is null or p.creator_id = ${viewerId}))`
}

/** Which of those he may read: all that have not ended, ended ones only when he was on them (contract 5). */
export function playdateVisibleTo(viewerId: number): Sql {
  return sql`(${playdateShownTo(viewerId)} and (p.end_time > now()
    or exists (select from participants v where v.playdate_id = p.id and v.user_id = ${viewerId})))`
}
