import type { Language } from '@papadag/contract/limits'
import { fold } from '@papadag/contract/places/folding'
import type { Place, PlaceType, SearchQuery } from '@papadag/contract/places/places'
import * as z from 'zod/mini'
import { nameFor, type Reader, visible } from '../../domain/places/projection.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import type { JsonText } from '../../platform/db/json.ts'
import type { Page } from '../../platform/http/serve.ts'
import { featuresNamed } from './features.ts'
import { positionIn, typesIn, withFeatures } from './filters.ts'
import { type Listed, list } from './nearest.ts'

/** Up to this many hits are fetched and sorted; with more, the search follows the sorting index instead. */
const fewHits = 2000
/** The trigram index needs three letters; shorter words are searched among this many nearest or newest places. */
const shortWordWindow = 20_000
const Found = z.object({ id: z.number() })

function escaped(words: string): string {
  return words.replace(/[\\%_]/g, '\\$&')
}

const [storedFixed = ''] = nameFor.nl.split('{place}')

/** Translates part of a generated name from this language to the one in which generated names are stored. */
function asStored(words: string, language: Language): string | undefined {
  if (language === 'nl') return undefined
  const [fixed = ''] = nameFor[language].split('{place}').map(fold)
  const wanted = fold(words)
  if (fixed.includes(wanted)) return storedFixed
  const ends = Array.from(`${fixed} `, (_, at) => `${fixed} `.slice(at))
  const end = ends.find(each => wanted.startsWith(each))
  return end && storedFixed + wanted.slice(end.length)
}

/** Places with these words in their name, address or features. */
export async function search(
  db: Db,
  query: SearchQuery,
  reader: Reader,
  page: Page,
): Promise<Place[] | JsonText<Place[]>> {
  const found = await matching(db, query, reader)
  return found ? list(db, reader, page, { ...found, facts: query.facts }) : []
}

/** What a search finds; null: nothing. */
export async function matching(db: Db, query: SearchQuery, reader: Reader): Promise<Omit<Listed, 'facts'> | null> {
  const words = query.q ?? ''
  const position = positionIn(query)
  const types = typesIn(query)
  const filter = withFeatures(query.features)
  if (words === '') return { types, condition: filter, position }

  if (fold(words) === '') return null

  const keys = featuresNamed(words, reader.language)
  const says = (said: string) =>
    sql`folded(p.name || ' ' || coalesce(p.address, '')) like ${`%${escaped(fold(said))}%`}`
  // Generated names are stored in one language and shown in five.
  const stored = asStored(words, reader.language)
  const ways = [
    says(words),
    ...(stored === undefined ? [] : [sql`p.named_after is not null and ${says(stored)}`]),
    ...(keys.length > 0 ? [sql`p.features && ${keys}::text[]`] : []),
  ]
  const matches = sql`(${sql.join(ways, sql` or `)})`
  if ([...fold(words)].length < 3) {
    const order = position
      ? sql`order by w.location <-> mercator(${position.latitude}::float8, ${position.longitude}::float8)`
      : sql`order by w.id desc`
    const windows = types.map(
      type =>
        sql`(select w.id from places w where w.type = ${sqlText(type)} and w.hidden_at is null ${order} limit ${shortWordWindow})`,
    )
    const condition = sql`and p.id in (${sql.join(windows, sql` union all `)}) and ${matches} ${filter}`
    return { types, condition, position }
  }

  const hits = await db.many(
    Found,
    sql`select p.id from places p
         where ${visible} and p.type = any(${types}::text[]) and ${matches} ${filter} limit ${fewHits + 1}`,
  )
  const condition =
    hits.length > fewHits ? sql`and ${matches} ${filter}` : sql`and p.id = any(${hits.map(({ id }) => id)}::int[])`
  return { types, condition, position }
}

function sqlText(type: PlaceType): Sql {
  return type === 'restaurant' ? sql`'restaurant'` : sql`'playground'`
}
