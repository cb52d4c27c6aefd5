import * as z from 'zod/mini'
import { type Db, sql } from '../../../platform/db/db.ts'
import { wasEstablished } from '../../established.ts'
import { decide, FactAnswer, OpenFacts } from './decide.ts'
import { fitsOf } from './fits.ts'
import { regionAt } from './region.ts'

const Said = z.object({
  id: z.number(),
  latitude: z.number(),
  longitude: z.number(),
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
    sql`select p.id, p.latitude, p.longitude,
               (select json_build_object('source', o.source, 'facts', o.facts, 'at', o.at)
                  from place_open_facts o where o.place_id = p.id) as open,
               (select coalesce(json_agg(json_build_object('key', a.key, 'value', a.value, 'network', a.network,
                         'day', a.day, 'isEstablished', a.is_established or ${wasEstablished(sql`a.user_id`)})
                         order by a.day, a.id), '[]'::json)
                  from place_fact_answers a where a.place_id = p.id) as answers
          from places p where p.id = any(${placeIds}::int[]) order by p.id for no key update`,
  )
  const settled = said.map(({ id, open, answers, latitude, longitude }) => {
    const facts = decide(open, answers)
    return { id, facts, fits: fitsOf(facts), region: facts.openingHours && regionAt(latitude, longitude) }
  })
  const rows = sql`jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as r (id integer, facts jsonb, fits text, region text)`
  const hours = sql`r.facts #>> '{openingHours,value,text}'`
  if (settled.some(({ region }) => region)) {
    await tx.run(sql`
      insert into opening_hours (region, text) select distinct r.region, ${hours} from ${rows} where r.region is not null
       order by 1, 2 on conflict do nothing`)
  }
  const changed = await tx.many(
    Changed,
    sql`update places p set facts = r.facts, fits = r.fits::tsquery,
               hours = (select h.id from opening_hours h where h.region = r.region and h.text = ${hours})
          from ${rows}
         where p.id = r.id and (p.facts <> r.facts or p.fits is distinct from r.fits::tsquery) returning p.id`,
  )
  return changed.map(({ id }) => id)
}
