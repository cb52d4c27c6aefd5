import { ageOf } from '../../domain/position/closeness.ts'
import { blockedWith } from '../../domain/visibility.ts'
import { type Sql, sql } from '../../platform/db/db.ts'

/** From so many children on a range says little of each. */
const enough = 3

/**
 * The range of the ages of the children on a playdate `p`, as JSON: of those whose ages this viewer is shown anyway, in
 * whole years (safety S4). Null for fewer than three.
 */
export function agesOn(viewerId: number): Sql {
  const isContact = sql`(are_co(u.id, ${viewerId}) or are_chatting(u.id, ${viewerId}))`
  return sql`(
    select case when count(*) >= ${sql.number(enough)} and (select sum(children) from participants where playdate_id = p.id) >= ${sql.number(enough)}
             then json_build_object('from', min(${ageOf(sql`c`)}), 'to', max(${ageOf(sql`c`)})) end
      from participants m
      join users u on u.id = m.user_id and u.id <> all (${blockedWith(viewerId)})
      join children c on c.user_id = u.id
     where m.playdate_id = p.id and m.children > 0
       and (u.id = ${viewerId} or u.children_visibility = 'members' or (u.children_visibility = 'contacts' and ${isContact})))`
}
