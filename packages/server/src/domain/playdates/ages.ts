import { type Sql, sql } from '../../platform/db/db.ts'
import { ageOf } from '../position/closeness.ts'
import { areAcquainted, blockedWith } from '../visibility.ts'
import { isNamedTo } from './state.ts'

/** From this many children on, a range reveals little about each. */
const enough = 3

/**
 * The age range of the children on a playdate `p` whose ages this viewer may see anyway, as JSON in whole years (safety
 * S4). Null for fewer than three.
 */
export function agesOn(viewerId: number): Sql {
  const isContact = areAcquainted(sql`u.id`, viewerId)
  return sql`(
    select case when count(*) >= ${sql.number(enough)} and (select sum(children) from participants where playdate_id = p.id) >= ${sql.number(enough)}
             then json_build_object('from', min(${ageOf(sql`c`)}), 'to', max(${ageOf(sql`c`)})) end
      from participants m
      join users u on u.id = m.user_id and u.id <> all (${blockedWith(viewerId)})
      join children c on c.user_id = u.id
     where m.playdate_id = p.id and m.children > 0 and ${isNamedTo(viewerId, sql`m`)}
       and (u.id = ${viewerId} or u.children_visibility = 'members' or (u.children_visibility = 'contacts' and ${isContact})))`
}
