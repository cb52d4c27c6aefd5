import { type Sql, sql } from '../platform/db/db.ts'

/** A last name (of the users row `u`) as the viewer sees it: its owner may choose to show only the first letter. */
export function lastNameSeenBy(viewerId: number, u: Sql = sql`u`): Sql {
  return sql`case when ${u}.last_name_initial_only and ${u}.id <> ${viewerId} then left(${u}.last_name, 1) || '.' else ${u}.last_name end`
}

/** A person inside something else (contract 3), as JSON of the users row `u`; `more` adds fields. */
export function personSeenBy(viewerId: number, more: Sql = sql``, u: Sql = sql`u`): Sql {
  return sql`json_build_object('id', ${u}.id, 'firstName', ${u}.first_name, 'lastName', ${lastNameSeenBy(viewerId, u)},
    'profileImage', ${u}.profile_image${more})`
}
