import { fallbackLocation, type Language, limits } from '@papadag/contract/limits'
import {
  type NearbyQuery,
  Place,
  type PlaceDetail,
  type PlaceQuery,
  type PlaceType,
  placeTypes,
  Review,
  Revision,
  type SearchQuery,
} from '@papadag/contract/places'
import * as z from 'zod/mini'
import { personSeenBy } from '../../domain/people.ts'
import { blockedWith } from '../../domain/visibility.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { cut, numberIn } from '../../platform/http/paging.ts'
import type { Page } from '../../platform/http/serve.ts'
import { Problem } from '../../platform/problem.ts'
import { featuresNamed } from './features.ts'
import { mayEdit } from './rules.ts'
import { nameFor } from './texts.ts'

/** The member who reads, and his language for generated names. */
export interface Reader {
  id: number
  language: Language
}

interface Position {
  latitude: number
  longitude: number
}

type Where = { latitude?: number | undefined; longitude?: number | undefined }

function positionIn({ latitude, longitude }: Where): Position | undefined {
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
}

function distanceFrom(position: Position | undefined): Sql {
  if (!position) return sql`null::float8`
  const { latitude, longitude } = position
  return sql`case when p.location is not null
    then metres_between(${latitude}::float8, ${longitude}::float8, p.latitude, p.longitude) end`
}

/** The place's name; a generated one in this language. */
export function placeName(language: Language): Sql {
  return sql`case when p.named_after is null then p.name else replace(${nameFor[language]}::text, '{place}', p.named_after) end`
}

/**
 * The rating and number of the reviews of a place (`p`) that this viewer is shown, to be joined to it as `reviews`: what
 * the place counts, less those of members he does not come across. So a block looks to him as if the reviews were deleted.
 */
function reviewsShownTo(viewerId: number): Sql {
  return sql`cross join lateral (
    select p.review_count - count(r.rating)::int as shown, p.rating_sum - coalesce(sum(r.rating), 0) as sum
      from place_reviews r
     where p.review_count > 0 and r.place_id = p.id and r.user_id = any (${blockedWith(viewerId)})) reviews`
}

/** The one projection of places (`p`, with `reviewsShownTo`) for members. It never says who added or edited one (safety 2). */
function fieldsOf(reader: Reader, distance: Sql): Sql {
  return sql`p.id, ${placeName(reader.language)} as name, p.type, p.description, p.address, p.latitude, p.longitude,
    p.features, p.image_url as "imageUrl",
    case when reviews.shown > 0 then round(reviews.sum::numeric / reviews.shown, 2)::float8 end as rating,
    reviews.shown as "reviewCount", ${distance} as distance,
    exists (select from place_favorites f where f.place_id = p.id and f.user_id = ${reader.id}) as "isSaved",
    p.source, p.status, ${isoOf(sql`p.updated_at`)} as "updatedAt", p.named_after is not null as "isNameDerived",
    p.changing_table as "changingTable"`
}

const visible = sql`p.hidden_at is null`

/** The types asked for. */
function typesIn({ type, tab }: Pick<PlaceQuery, 'type' | 'tab'>): readonly PlaceType[] {
  const wanted = type ?? tab
  return wanted ? [wanted] : placeTypes
}

/** Literals, since the partial indexes of each type are used only when the statement names the type. */
const isOfType = { restaurant: sql`p.type = 'restaurant'`, playground: sql`p.type = 'playground'` } as const

function withFeatures(keys: readonly string[] | undefined): Sql {
  return keys && keys.length > 0 ? sql`and p.features @> ${keys}::text[]` : sql``
}

/** How many items the previous pages held. */
function offsetIn(page: Page): number {
  return numberIn(page, 10_000_000) ?? 0
}

/**
 * The index finds the nearest places on the map projection; the nearest on the globe are picked from slightly more of
 * those. 60 candidates for 50 places are nearly always enough; when that cannot be proven, four times as many are read.
 * Only a few different counts occur, since each one is a prepared statement that is planned once.
 */
function candidatesFor(wanted: number): number {
  let count = 70
  while (count < wanted * 1.2 + 10) count *= 4
  return count
}
/** The most candidates that are read, for a reader at the other end of the earth. */
const maxCandidates = 50_000

const earthRadiusM = 6_371_008.8
const mapUnits = 2 ** 32

/** The greatest distance on the projection of a place that lies within so many metres on the globe. */
function spreadOf(metres: number, { latitude, longitude }: Position): number {
  const farthestLatitude = Math.abs(latitude) + (metres / earthRadiusM) * (180 / Math.PI)
  if (farthestLatitude >= 85) return Number.POSITIVE_INFINITY
  const ofTheWorld = metres / (2 * Math.PI * earthRadiusM) / Math.cos(farthestLatitude * (Math.PI / 180))
  // The projection ends at the antimeridian, the globe does not.
  return Math.abs(longitude) + ofTheWorld * 360 > 180 ? Number.POSITIVE_INFINITY : ofTheWorld * mapUnits
}

type Picked = { types: readonly PlaceType[]; condition: Sql; position: Position; radius?: number | undefined }

/** How far the candidates reach on the projection; null when they are all there are. */
const Reach = z.object({ reach: z.nullable(z.number()) })
const Candidate = z.extend(Place, Reach.shape)

/** A page of the matching places, nearest first; places without a position come last, unless there is a radius. */
async function nearest(db: Db, reader: Reader, page: Page, picked: Picked): Promise<Place[]> {
  const { position, radius = Number.POSITIVE_INFINITY } = picked
  const offset = offsetIn(page)
  for (let count = candidatesFor(offset + page.limit); ; count *= 4) {
    const found = candidates(count, picked)
    const rows = await db.many(Candidate, nearestOf(found, reader, picked, offset, page.limit + 1))
    const { reach } = rows[0] ?? (await db.one(Reach, sql`${found} select ${reachOf} as reach`)) ?? { reach: null }
    const isFull = rows.length > page.limit
    const farthest = isFull ? (rows.at(-1)?.distance ?? Number.POSITIVE_INFINITY) : radius
    if (reach !== null && spreadOf(farthest, position) > reach && count < maxCandidates) continue
    return cut(rows, page, () => offset + page.limit)
  }
}

/** The `count` nearest of each type on the projection (`found`), and how far those reach that are not all (`reached`). */
function candidates(count: number, { types, condition, position, radius }: Picked): Sql {
  const { latitude, longitude } = position
  const away = sql`p.location <-> mercator(${latitude}::float8, ${longitude}::float8)`
  const near = types.map(
    type => sql`(select p.*, ${away} as spread from places p
                  where ${isOfType[type]} and ${visible} and p.location is not null ${condition}
                  order by ${away} limit ${sql.number(count)})`,
  )
  const nowhere = sql`
    (select p.*, null::float8 as spread from places p
      where p.location is null and ${visible} and p.type = any(${types}::text[]) ${condition}
      order by p.id limit ${sql.number(count)})`
  return sql`
    with found as (${sql.join(radius === undefined ? [...near, nowhere] : near, sql` union all `)}),
         reached as (select max(spread) as spread from found where location is not null
                      group by type having count(*) = ${count})`
}

const reachOf = sql`(select min(spread) from reached)`

function nearestOf(found: Sql, reader: Reader, { position, radius }: Picked, offset: number, count: number): Sql {
  const within = radius === undefined ? sql`` : sql`where metres <= ${radius}::float8`
  return sql`${found}
    select ${fieldsOf(reader, sql`p.metres`)}, ${reachOf} as reach
      from (select * from (select p.*, ${distanceFrom(position)} as metres from found p offset 0) p ${within}
             order by metres nulls last, id offset ${offset} limit ${count}) p ${reviewsShownTo(reader.id)}
     order by p.metres nulls last, p.id`
}

/** A page of the matching places, newest first. */
async function newest(
  db: Db,
  reader: Reader,
  page: Page,
  { types, condition }: Omit<Picked, 'position'>,
): Promise<Place[]> {
  const last = numberIn(page)
  const before = last === undefined ? sql`` : sql`and p.id < ${last}`
  const perType = types.map(
    type => sql`(select p.* from places p where ${isOfType[type]} and ${visible} ${before} ${condition}
                  order by p.id desc limit ${page.limit + 1})`,
  )
  const rows = await db.many(
    Place,
    sql`select ${fieldsOf(reader, distanceFrom(undefined))} from (${sql.join(perType, sql` union all `)}) p
               ${reviewsShownTo(reader.id)}
         order by p.id desc limit ${page.limit + 1}`,
  )
  return cut(rows, page, ({ id }) => id)
}

function list(
  db: Db,
  reader: Reader,
  page: Page,
  picked: Omit<Picked, 'position'> & { position: Position | undefined },
) {
  const { position } = picked
  return position ? nearest(db, reader, page, { ...picked, position }) : newest(db, reader, page, picked)
}

/** All places; nearest first where a position is given, else newest first. */
export function all(db: Db, query: PlaceQuery, reader: Reader, page: Page): Promise<Place[]> {
  return list(db, reader, page, {
    types: typesIn(query),
    condition: withFeatures(query.features),
    position: positionIn(query),
  })
}

/** Places within a radius, nearest first. */
export function nearby(db: Db, query: NearbyQuery, reader: Reader, page: Page): Promise<Place[]> {
  return nearest(db, reader, page, {
    types: typesIn(query),
    condition: withFeatures(query.features),
    position: positionIn(query) ?? fallbackLocation,
    radius: query.radius ?? limits.nearbyRadiusM,
  })
}

/** Up to this many hits are fetched and sorted; with more, the search follows the sorting index instead. */
const fewHits = 2000
/** The trigram index needs three letters; shorter words are searched among this many nearest or newest places. */
const shortWordWindow = 20_000
const Found = z.object({ id: z.number() })

function escaped(words: string): string {
  return words.replace(/[\\%_]/g, '\\$&')
}

const [storedFixed = ''] = nameFor.nl.split('{place}')

/** Translates part of a generated name in this language to the language generated names are stored in. */
function asStored(words: string, language: Language): string | undefined {
  if (language === 'nl') return undefined
  const [fixed = ''] = nameFor[language].toLowerCase().split('{place}')
  const wanted = words.toLowerCase()
  if (fixed.includes(wanted)) return storedFixed
  const ends = Array.from(fixed, (_, at) => fixed.slice(at))
  const end = ends.find(each => wanted.startsWith(each))
  return end && storedFixed + words.slice(end.length)
}

/** Places with these words in their name, address or features. */
export async function search(db: Db, query: SearchQuery, reader: Reader, page: Page): Promise<Place[]> {
  const words = query.q ?? ''
  const position = positionIn(query)
  const types = typesIn(query)
  const filter = withFeatures(query.features)
  if (words === '') return list(db, reader, page, { types, condition: filter, position })

  const keys = featuresNamed(words, reader.language)
  const says = (said: string) =>
    sql`lower(p.name || ' ' || coalesce(p.address, '')) like lower(${`%${escaped(said)}%`})`
  // Generated names are stored in one language and shown in five.
  const stored = asStored(words, reader.language)
  const ways = [
    says(words),
    ...(stored === undefined ? [] : [sql`p.named_after is not null and ${says(stored)}`]),
    ...(keys.length > 0 ? [sql`p.features && ${keys}::text[]`] : []),
  ]
  const matches = sql`(${sql.join(ways, sql` or `)})`
  if ([...words].length < 3) {
    const order = position
      ? sql`order by w.location <-> mercator(${position.latitude}::float8, ${position.longitude}::float8)`
      : sql`order by w.id desc`
    const windows = types.map(
      type =>
        sql`(select w.id from places w where w.type = ${sqlText(type)} and w.hidden_at is null ${order} limit ${shortWordWindow})`,
    )
    const condition = sql`and p.id in (${sql.join(windows, sql` union all `)}) and ${matches} ${filter}`
    return list(db, reader, page, { types, condition, position })
  }

  const hits = await db.many(
    Found,
    sql`select p.id from places p
         where ${visible} and p.type = any(${types}::text[]) and ${matches} ${filter} limit ${fewHits + 1}`,
  )
  const condition =
    hits.length > fewHits ? sql`and ${matches} ${filter}` : sql`and p.id = any(${hits.map(({ id }) => id)}::int[])`
  return list(db, reader, page, { types, condition, position })
}

function sqlText(type: PlaceType): Sql {
  return type === 'restaurant' ? sql`'restaurant'` : sql`'playground'`
}

/** Places of a type that are so close and similarly named that they may be the same one (decision L15). */
export function similar(
  db: Db,
  { name, type, latitude, longitude }: { name: string; type: PlaceType } & Position,
  reader: Reader,
): Promise<Place[]> {
  const distance = distanceFrom({ latitude, longitude })
  return db.many(
    Place,
    sql`select ${fieldsOf(reader, distance)}
          from (select p.* from places p where ${isOfType[type]} and ${visible} and p.location is not null
                 order by p.location <-> mercator(${latitude}::float8, ${longitude}::float8) limit 20) p
               ${reviewsShownTo(reader.id)}
         where ${distance} <= ${limits.similarWithinM}
           and (p.named_after is not null or word_similarity(lower(p.name), lower(${name})) >= 0.4
                or word_similarity(lower(${name}), lower(p.name)) >= 0.4)
         order by distance, p.id`,
  )
}

/** The caller's saved places, latest first. */
export async function favorites(db: Db, query: PlaceQuery, reader: Reader, page: Page): Promise<Place[]> {
  const offset = offsetIn(page)
  const rows = await db.many(
    Place,
    sql`select ${fieldsOf(reader, distanceFrom(positionIn(query)))}
          from place_favorites saved join places p on p.id = saved.place_id ${reviewsShownTo(reader.id)}
         where saved.user_id = ${reader.id} and ${visible} and p.type = any(${typesIn(query)}::text[])
               ${withFeatures(query.features)}
         order by saved.created_at desc, p.id desc offset ${offset} limit ${page.limit + 1}`,
  )
  return cut(rows, page, () => offset + page.limit)
}

const Standing = z.object({
  type: z.enum(placeTypes),
  isMine: z.boolean(),
  isModerator: z.boolean(),
  isLocked: z.boolean(),
})

/** What decides whether a member may edit the place `p`. */
function standing(memberId: number): Sql {
  return sql`p.created_by is not distinct from ${memberId} as "isMine", p.locked_at is not null as "isLocked",
    exists (select from users u where u.id = ${memberId} and u.is_moderator) as "isModerator"`
}

/** How a member stands to a place; throws `place.unknown` when it is not there for him. */
export async function standingOf(db: Db, id: number, memberId: number): Promise<z.output<typeof Standing>> {
  const found = await db.one(
    Standing,
    sql`select p.type, ${standing(memberId)} from places p where p.id = ${id} and ${visible}`,
  )
  if (!found) throw new Problem('place.unknown')
  return found
}

const Detail = z.extend(Place, { ...Standing.shape, hasConfirmed: z.boolean() })

/** One place and what this reader may do to it; `place.unknown` when it is not there for him. */
export async function byId(db: Db, id: number, query: PlaceQuery, reader: Reader): Promise<PlaceDetail> {
  const found = await db.one(
    Detail,
    sql`select ${fieldsOf(reader, distanceFrom(positionIn(query)))},
               ${standing(reader.id)},
               exists (select from place_confirmations c where c.place_id = p.id and c.user_id = ${reader.id}) as "hasConfirmed"
          from places p ${reviewsShownTo(reader.id)} where p.id = ${id} and ${visible}`,
  )
  if (!found) throw new Problem('place.unknown')
  const { isModerator, isLocked, hasConfirmed, ...place } = found
  return {
    ...place,
    mayEdit: mayEdit({ type: place.type, isMine: place.isMine, isModerator, isLocked }),
    mayConfirm: place.status === 'new' && !place.isMine && !hasConfirmed,
  }
}

/** For a route's `allow`: throws `place.unknown` unless the place is visible. */
export async function mustSee(db: Db, id: number): Promise<void> {
  if ((await db.count(sql`from places p where p.id = ${id} and ${visible}`)) === 0) throw new Problem('place.unknown')
}

/** For a route's `allow`: may this member edit the place? */
export async function mustEdit(db: Db, id: number, memberId: number): Promise<void> {
  const place = await standingOf(db, id, memberId)
  if (!mayEdit(place))
    throw new Problem(place.type === 'playground' || place.isMine ? 'place.locked' : 'place.notYours')
}

/** Reviews of a place, the reader's own first, then the latest. */
export async function reviews(db: Db, placeId: number, memberId: number, page: Page): Promise<Review[]> {
  const offset = offsetIn(page)
  const rows = await db.many(
    Review,
    sql`${reviewsSeenBy(memberId)} where r.place_id = ${placeId} and r.user_id <> all (${blockedWith(memberId)})
         order by (r.user_id = ${memberId}) desc, r.updated_at desc, r.id desc offset ${offset} limit ${page.limit + 1}`,
  )
  return cut(rows, page, () => offset + page.limit)
}

/** The one projection of reviews (`r`). */
export function reviewsSeenBy(memberId: number): Sql {
  return sql`
    select r.id, r.rating, r.text, r.user_id = ${memberId} as "isMine", ${isoOf(sql`r.updated_at`)} as "updatedAt",
           ${personSeenBy(memberId)} as author
      from place_reviews r join users u on u.id = r.user_id`
}

/** The fields of an edit, with a generated name in this language. */
function namedIn(language: Language, fields: Sql): Sql {
  return sql`case when ${fields} ->> 'namedAfter' is null then ${fields} else jsonb_set(${fields} - 'namedAfter',
    '{name}', to_jsonb(replace(${nameFor[language]}::text, '{place}', ${fields} ->> 'namedAfter'))) end`
}

/** Every edit of a place, latest first. */
export async function revisions(db: Db, placeId: number, reader: Reader, page: Page): Promise<Revision[]> {
  const mayUndo = mayEdit(await standingOf(db, placeId, reader.id))
  const last = numberIn(page, limits.wideIdMax)
  const before = last === undefined ? sql`` : sql`and r.id < ${last}::bigint`
  const rows = await db.many(
    Revision,
    sql`select r.id, ${isoOf(sql`r.created_at`)} as at, r.edited_by is not distinct from ${reader.id} as "isMine",
               r.reverts is not null as "isUndo", ${mayUndo}::boolean and (r.before - 'hasImage') <> '{}' as "mayUndo",
               ${namedIn(reader.language, sql`r.before`)} as before, ${namedIn(reader.language, sql`r.after`)} as after
          from place_revisions r where r.place_id = ${placeId} ${before} order by r.id desc limit ${page.limit + 1}`,
  )
  return cut(rows, page, ({ id }) => id)
}
