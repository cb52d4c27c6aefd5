import { type Sql, sql } from './db.ts'

/** A last name (of the users row `u`) as somebody else sees it: its owner may show the first letter alone. */
export function lastNameSeenBy(viewerId: number, u: Sql = sql`u`): Sql {
  return sql`case when ${u}.last_name_initial_only and ${u}.id <> ${viewerId} then left(${u}.last_name, 1) || '.' else ${u}.last_name end`
}

/** A person inside something else (contract 3), of the users row `u`, with more fields if there are any. */
export function personSeenBy(viewerId: number, more: Sql = sql``, u: Sql = sql`u`): Sql {
  return sql`json_build_object('id', ${u}.id, 'firstName', ${u}.first_name, 'lastName', ${lastNameSeenBy(viewerId, u)},
    'profileImage', ${u}.profile_image${more})`
}

/** With whom there is a block in either direction: worked out once per statement, `id <> all (…)` (safety S32). */
export function blockedWith(viewerId: number): Sql {
  return sql`array(select blocked_id from blocks where blocker_id = ${viewerId}
    union all select blocker_id from blocks where blocked_id = ${viewerId})`
}
