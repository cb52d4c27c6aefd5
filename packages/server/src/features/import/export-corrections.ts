import { Timestamp } from '@papadag/contract/schema'
import * as z from 'zod/mini'
import { CorrectedPlace, correctedColumns, correctionsOf } from '../../domain/places/corrections.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'

const Row = z.extend(CorrectedPlace, { id: z.number(), osmId: z.string(), since: Timestamp })
const pageSize = 1000
/** How long a correction must stand without being undone. */
const standsForDays = 14

/**
 * Streams what fathers know better than OpenStreetMap as GeoJSON, with the old and the new tags, for a mapper to check.
 * A correction is confirmed if a moderator made it, or if it has stood for two weeks.
 */
export async function* exportCorrections(db: Db): AsyncGenerator<string> {
  const about = {
    type: 'FeatureCollection',
    license: 'Open Data Commons Open Database License (ODbL) 1.0',
    licenseUrl: 'https://opendatacommons.org/licenses/odbl/1-0/',
    attribution: '© OpenStreetMap contributors',
    attributionUrl: 'https://www.openstreetmap.org/copyright',
  }
  yield `${JSON.stringify(about).slice(0, -1)},"features":[`
  let isFirst = true
  for (let last = 0; ; ) {
    const rows = await db.many(
      Row,
      sql`select p.id, p.source_id as "osmId", ${isoOf(sql`latest.created_at`)} as since, ${correctedColumns}
            from places p
            cross join lateral (select r.created_at, r.edited_by from place_revisions r
                                 where r.place_id = p.id order by r.id desc limit 1) latest
           where p.source = 'osm' and p.hidden_at is null and p.edited_fields <> '{}' and p.id > ${last}
             and (latest.created_at <= now() - make_interval(days => ${standsForDays})
                  or exists (select from users u where u.id = latest.edited_by and u.is_moderator))
           order by p.id limit ${pageSize}`,
    )
    for (const { osmId, since, ...place } of rows) {
      const changes = correctionsOf(place)
      if (changes.length === 0) continue
      const feature = {
        type: 'Feature',
        id: osmId,
        geometry: { type: 'Point', coordinates: [place.longitude, place.latitude] },
        properties: { url: `https://www.openstreetmap.org/${osmId}`, since, changes },
      }
      yield `${isFirst ? '' : ','}\n${JSON.stringify(feature)}`
      isFirst = false
    }
    const end = rows.at(-1)
    if (!end || rows.length < pageSize) break
    last = end.id
  }
  yield '\n]}\n'
}
