import type { Language } from '@papadag/contract/limits'
import { type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import type { Sentence } from '../../platform/texts.ts'
import { blockedWith } from '../visibility.ts'
import { stateOf } from './states.ts'

/** The name of an unnamed playground, from its street or neighbourhood. */
export const nameFor: Sentence = {
  nl: 'Speeltuin {place}',
  en: 'Playground {place}',
  de: 'Spielplatz {place}',
  fr: 'Aire de jeux {place}',
  es: 'Parque infantil {place}',
}

/** The reading member, and the language for generated names. */
export interface Reader {
  id: number
  language: Language
}

export interface Position {
  latitude: number
  longitude: number
}

export function distanceFrom(position: Position | undefined): Sql {
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
 * The rating and number of reviews of a place (`p`) that this viewer may see, to be joined to it as `reviews`: the
 * place's totals without those of blocked members. So the viewer cannot distinguish a block from deleted reviews.
 */
export function reviewsShownTo(viewerId: number): Sql {
  return sql`cross join lateral (
    select p.review_count - count(r.rating)::int as shown, p.rating_sum - coalesce(sum(r.rating), 0) as sum
      from place_reviews r
     where p.review_count > 0 and r.place_id = p.id and r.user_id = any (${blockedWith(viewerId)})) reviews`
}

/** The columns of `textOf`: rows of places are wide, and every step of a plan copies each column it names. */
export const columnsRead = sql`p.id, p.name, p.named_after, p.latitude, p.longitude, p.location, p.rating_sum, p.review_count,
  p.shared_json, p.facts = '{}' as "hasNoFacts", p.state_until`

/**
 * The same projection as a JSON object's text, from `columnsRead`: the part shared by all readers is stored as text.
 */
export function textOf(reader: Reader, distance: Sql, isCertain?: boolean): Sql {
  const certain = isCertain === undefined ? sql`` : sql`|| ',"certain":' || ${String(isCertain)}::text`
  const rating = sql`(select case when reviews.shown > 0
    then concat(round(reviews.sum::numeric / reviews.shown, 2)::float8, ',"reviewCount":', reviews.shown)
    else 'null,"reviewCount":0' end from (select) one ${reviewsShownTo(reader.id)})`
  return sql`p.shared_json
    || case when p.named_after is null then '' else ',"name":' || to_json(${placeName(reader.language)})::text end
    || case when p."hasNoFacts" then ',"facts":{},"rating":' else ',"rating":' end || case when p.review_count > 0 then ${rating} else 'null,"reviewCount":0' end
    || ',"state":' || coalesce(${stateOf(sql`p`)}::text, 'null')
    || ',"distance":' || coalesce(${distance}::text, 'null') ${certain}
    || case when ${isSavedBy(reader)} then ',"isSaved":true}' else ',"isSaved":false}' end`
}

function isSavedBy(reader: Reader): Sql {
  return sql`p.id in (select place_id from place_favorites where user_id = ${reader.id})`
}

/** The one projection of places (`p`, with `reviewsShownTo`) for members. It never says who added or edited one (safety 2). */
export function fieldsOf(reader: Reader, distance: Sql): Sql {
  return sql`p.id, ${placeName(reader.language)} as name, p.type, p.description, p.address, p.latitude, p.longitude,
    p.features, p.image_url as "imageUrl",
    case when reviews.shown > 0 then round(reviews.sum::numeric / reviews.shown, 2)::float8 end as rating,
    reviews.shown as "reviewCount", ${distance} as distance,
    ${isSavedBy(reader)} as "isSaved",
    p.source, p.status, ${isoOf(sql`p.updated_at`)} as "updatedAt", p.named_after is not null as "isNameDerived",
    p.changing_table as "changingTable", p.facts, ${stateOf(sql`p`)} as state`
}

export const visible = sql`p.hidden_at is null`
