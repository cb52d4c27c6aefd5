import * as z from 'zod/mini'
import { type Db, sql } from '../../../platform/db/db.ts'
import { wasEstablished } from '../../established.ts'
import { decide, FactAnswer, OpenFacts } from './decide.ts'

const Said = z.object({
  id: z.number(),
  open: z.nullable(OpenFacts),
  answers: z.array(FactAnswer),
})
const Changed = z.object({ id: z.number() })

/**
 * Decides what is known of these places, from open data and fathers' answers, and stores it. Nothing else writes
 * `places.facts`. Returns those of which something else is known than before.
 */
export async function settleFacts(tx: Db, placeIds: readonly number[]): Promise<number[]> {
  const said = await tx.many(
    Said,
    sql`select p.id, (select json_build_object('source', o.source, 'facts', o.facts, 'at', o.at)
                        from place_open_facts o where o.place_id = p.id) as open,
               (select coalesce(json_agg(json_build_object('key', a.key, 'value', a.value, 'network', a.network,
                         'day', a.day, 'isEstablished', a.is_established or ${wasEstablished(sql`a.user_id`)})
                         order by a.day, a.id), '[]'::json)
                  from place_fact_answers a where a.place_id = p.id) as answers
          from places p where p.id = any(${placeIds}::int[]) order by p.id for no key update`,
  )
  const settled = said.map(({ id, open, answers }) => ({ id, facts: decide(open, answers) }))
  const changed = await tx.many(
    Changed,
    sql`update places p set facts = r.facts
          from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as r (id integer, facts jsonb)
         where p.id = r.id and p.facts <> r.facts returning p.id`,
  )
  return changed.map(({ id }) => id)
}
