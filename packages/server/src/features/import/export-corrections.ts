import { Timestamp } from '@papadag/contract/schema'
import * as z from 'zod/mini'
import { CorrectedPlace, correctedColumns, correctionsOf, isCorrected } from '../../domain/places/corrections.ts'
import { unsettledOf } from '../../domain/places/settled.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { openDataFile } from './open-data-file.ts'

const Row = z.extend(CorrectedPlace, {
  id: z.number(),
  osmId: z.string(),
  since: Timestamp,
  at: z.tuple([z.number(), z.number()]),
})
const pageSize = 1000
const unsettled = unsettledOf(sql`p`)

/**
 * Streams what fathers know better than OpenStreetMap as GeoJSON, with the old and the new tags, for a mapper to check.
 * A correction is one that a moderator made, that enough members have confirmed, or that has stood for two weeks; what
 * is known of a playground is settled once fathers agree.
 */
export const exportCorrections = (db: Db): AsyncGenerator<string> => openDataFile(corrections(db))

async function* corrections(db: Db): AsyncGenerator<string> {
  for (let last = 0; ; ) {
    const rows = await db.many(
      Row,
      sql`select p.id, p.source_id as "osmId", ${isoOf(sql`greatest(latest.created_at, answered.at)`)} as since,
                 json_build_array(coalesce((${unsettled} ->> 'longitude')::float8, p.longitude), coalesce((${unsettled} ->> 'latitude')::float8, p.latitude)) as at,
                 ${correctedColumns(sql`array(select f from unnest(p.edited_fields) f where not ${unsettled} ? f)`)}
            from places p
            left join lateral (select r.created_at from place_revisions r
                                where r.place_id = p.id and not r.waits order by r.id desc limit 1) latest on true
            left join lateral (select max((f.value ->> 'at')::date)::timestamptz as at from jsonb_each(p.facts) f
                                where f.value ->> 'source' = 'fathers') answered on true
           where ${isCorrected} and p.hidden_at is null and p.id > ${last}
           order by p.id limit ${pageSize}`,
    )
    for (const { osmId, since, at, ...place } of rows) {
      const changes = correctionsOf(place)
      if (changes.length === 0) continue
      const feature = {
        type: 'Feature',
        id: osmId,
        geometry: { type: 'Point', coordinates: at },
        properties: { url: `https://www.openstreetmap.org/${osmId}`, since, changes },
      }
      yield JSON.stringify(feature)
    }
    const end = rows.at(-1)
    if (!end || rows.length < pageSize) break
    last = end.id
  }
}
