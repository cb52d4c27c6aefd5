import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { openDataFile } from './open-data-file.ts'

const Row = z.object({ id: z.number(), feature: z.string() })
const pageSize = 1000

/**
 * Streams the open-data part of the places as GeoJSON. It includes fathers' corrections of it, as the licence requires,
 * but not their own texts, pictures, ratings and names.
 */
export const exportPlaces = (db: Db): AsyncGenerator<string> => openDataFile(placesOf(db))

async function* placesOf(db: Db): AsyncGenerator<string> {
  for (let last = 0; ; ) {
    const rows = await db.many(
      Row,
      sql`select id, jsonb_build_object(
                   'type', 'Feature',
                   'id', source_id,
                   'geometry', jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(longitude, latitude)),
                   'properties', jsonb_strip_nulls(jsonb_build_object(
                     'source', source, 'type', type, 'name', name, 'nameDerived', named_after is not null,
                     'address', address, 'features', features, 'changingTable', changing_table,
                     'description', case when not 'description' = any(edited_fields) then description end))
                 )::text as feature
            from places where source = 'osm' and hidden_at is null and id > ${last} order by id limit ${pageSize}`,
    )
    for (const { feature } of rows) yield feature
    const end = rows.at(-1)
    if (!end || rows.length < pageSize) break
    last = end.id
  }
}
