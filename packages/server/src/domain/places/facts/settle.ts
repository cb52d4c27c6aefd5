import * as z from 'zod/mini'
import { type Db, sql } from '../../../platform/db/db.ts'
import { decide, OpenFacts } from './decide.ts'

const Said = z.object({ id: z.number(), open: z.nullable(OpenFacts) })

/**
 * Decides what is known of these places, from open data and fathers' answers, and stores it. Nothing else writes
 * `places.facts`.
 */
export async function settleFacts(tx: Db, placeIds: readonly number[]): Promise<void> {
  const said = await tx.many(
    Said,
    sql`select p.id, (select json_build_object('source', o.source, 'facts', o.facts, 'at', o.at)
                        from place_open_facts o where o.place_id = p.id) as open
          from places p where p.id = any(${placeIds}::int[]) order by p.id for no key update`,
  )
  const settled = said.map(({ id, open }) => ({ id, facts: decide(open) }))
  await tx.run(sql`
    update places p set facts = r.facts
      from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as r (id integer, facts jsonb)
     where p.id = r.id and p.facts <> r.facts`)
}
