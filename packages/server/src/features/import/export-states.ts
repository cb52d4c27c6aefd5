import { placeStateKinds } from '@papadag/contract/places/place-states'
import * as z from 'zod/mini'
import { today } from '../../domain/places/states.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { openDataFile } from './open-data-file.ts'

const listedDays = 7

const Row = z.object({
  id: z.number(),
  at: z.tuple([z.number(), z.number()]),
  properties: z.object({
    kind: z.enum(placeStateKinds),
    text: z.nullable(z.string()),
    place: z.string(),
    address: z.nullable(z.string()),
    since: z.string(),
    until: z.string(),
    mended: z.nullable(z.string()),
    picture: z.nullable(z.string()),
  }),
})
const atMost = 10_000

/**
 * Streams what was the matter with places this week as GeoJSON, for the town that looks after them; `mended` is the day
 * on which fathers said that it is over. Nobody's name is in it.
 */
export const exportStates = (db: Db): AsyncGenerator<string> => openDataFile(states(db))

async function* states(db: Db): AsyncGenerator<string> {
  const rows = await db.many(
    Row,
    sql`select s.id, json_build_array(p.longitude, p.latitude) as at, json_build_object('kind', s.kind, 'text', s.text,
               'place', p.name, 'address', p.address, 'since', s.since::text, 'until', s.until::text,
               'mended', s.ended_on::text, 'picture', s.image_url) as properties
          from place_states s join places p on p.id = s.place_id
         where p.hidden_at is null and coalesce(s.ended_on, s.until) > ${today} - ${listedDays}::int
         order by s.id limit ${atMost}`,
  )
  for (const { id, at, properties } of rows)
    yield JSON.stringify({ type: 'Feature', id, geometry: { type: 'Point', coordinates: at }, properties })
}
