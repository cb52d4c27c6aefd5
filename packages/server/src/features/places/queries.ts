import { fallbackLocation, type Language, limits } from '@papadag/contract/limits'
import { Revision } from '@papadag/contract/places/place-edits'
import { Review } from '@papadag/contract/places/place-reviews'
import {
  type NearbyQuery,
  Place,
  type PlaceCorrection,
  type PlaceDetail,
  type PlaceQuery,
  type PlaceType,
} from '@papadag/contract/places/places'
import * as z from 'zod/mini'
import { personSeenBy } from '../../domain/people.ts'
import { CorrectedPlace, correctedColumns, correctionsOf, isCorrected } from '../../domain/places/corrections.ts'
import { withHours } from '../../domain/places/facts/shown-hours.ts'
import {
  distanceFrom,
  fieldsOf,
  nameFor,
  type Position,
  type Reader,
  reviewsShownTo,
  visible,
} from '../../domain/places/projection.ts'
import { hasUnsettled, unsettledOf } from '../../domain/places/settled.ts'
import { blockedWith } from '../../domain/visibility.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { cut, numberIn } from '../../platform/http/paging.ts'
import type { Page } from '../../platform/http/serve.ts'
import { Problem } from '../../platform/problem.ts'
import { answersOf, mayAnswer } from './answers/presence.ts'
import { isWaiting, mayApply } from './editing/vouching.ts'
import { certainFirst, marked } from './filtered/parts.ts'
import { isOfType, offsetIn, positionIn, typesIn, withFeatures } from './filters.ts'
import { list } from './nearest.ts'
import { mayEdit } from './rules.ts'
import { Standing, standing, standingOf } from './standing.ts'

/** All places; nearest first with a position, else newest first. */
export function all(db: Db, query: PlaceQuery, reader: Reader, page: Page): ReturnType<typeof list> {
  return list(db, reader, page, {
    types: typesIn(query),
    condition: withFeatures(query.features),
    position: positionIn(query),
    facts: query.facts,
  })
}

/** Places within a radius, nearest first. */
export function nearby(db: Db, query: NearbyQuery, reader: Reader, page: Page): ReturnType<typeof list> {
  return list(db, reader, page, {
    types: typesIn(query),
    condition: withFeatures(query.features),
    position: positionIn(query) ?? fallbackLocation,
    radius: query.radius ?? limits.nearbyRadiusM,
    facts: query.facts,
  })
}

/** Places of a type that are so close and similarly named that they may be the same (decision L15). */
export async function similar(
  db: Db,
  { name, type, latitude, longitude }: { name: string; type: PlaceType } & Position,
  reader: Reader,
): Promise<Place[]> {
  const distance = distanceFrom({ latitude, longitude })
  const found = await db.many(
    Place,
    sql`select ${fieldsOf(reader, distance)}
          from (select p.* from places p where ${isOfType[type]} and ${visible} and p.location is not null
                 order by p.location <-> mercator(${latitude}::float8, ${longitude}::float8) limit 20) p
               ${reviewsShownTo(reader.id)}
         where ${distance} <= ${limits.similarWithinM}
           and (p.named_after is not null or word_similarity(folded(p.name), folded(${name})) >= 0.4
                or word_similarity(folded(${name}), folded(p.name)) >= 0.4)
         order by distance, p.id`,
  )
  return withHours(found)
}

/** The caller's saved places, latest first. */
export function favorites(db: Db, query: PlaceQuery, reader: Reader, page: Page): ReturnType<typeof list> {
  const types = typesIn(query)
  return certainFirst(db, query.facts, types, page, async (each, part) => {
    const offset = offsetIn(each)
    const rows = await db.many(
      Place,
      sql`select ${fieldsOf(reader, distanceFrom(positionIn(query)))}
            from place_favorites saved join places p on p.id = saved.place_id ${reviewsShownTo(reader.id)}
           where saved.user_id = ${reader.id} and ${visible} and p.type = any(${part?.types ?? types}::text[])
                 ${withFeatures(query.features)} ${part?.condition ?? sql``}
           order by saved.created_at desc, p.id desc offset ${offset} limit ${each.limit + 1}`,
    )
    return marked(
      cut(rows, each, () => offset + each.limit),
      part,
    )
  })
}

const Detail = z.extend(Place, {
  ...Standing.shape,
  hasConfirmed: z.boolean(),
  isInDoubt: z.boolean(),
  /** Only the fields that the edit changes. */
  waiting: z.nullable(
    z.partial(
      z.pick(Place, { name: true, description: true, address: true, latitude: true, longitude: true, features: true }),
    ),
  ),
  editsToApply: z.int(),
  mayAnswer: z.boolean(),
  myAnswers: z.record(z.string(), z.unknown()),
})

/** A place with the reader's permissions; throws `place.unknown` if he may not see it. */
export async function byId(db: Db, id: number, query: PlaceQuery, reader: Reader): Promise<PlaceDetail> {
  const found = await db.one(
    Detail,
    sql`select ${fieldsOf(reader, distanceFrom(positionIn(query)))},
               ${standing(reader.id)},
               exists (select from place_confirmations c where c.place_id = p.id and c.user_id = ${reader.id}
                 and c.created_at >= coalesce(p.changed_at, '-infinity')) as "hasConfirmed",
               ${unsettledOf(sql`p`)} <> '{}' and not ${hasUnsettled(sql`p`, reader.id)} as "isInDoubt",
               (select r.after - '{hasImage,namedAfter}'::text[] from place_revisions r
                 where r.place_id = p.id and r.edited_by = ${reader.id} and ${isWaiting} order by r.id desc limit 1) as waiting,
               (select count(*)::int from place_revisions r where r.place_id = p.id and ${mayApply(reader.id)}) as "editsToApply",
               ${mayAnswer(reader.id)} as "mayAnswer", ${answersOf(reader.id)} as "myAnswers"
          from places p ${reviewsShownTo(reader.id)} where p.id = ${id} and ${visible}`,
  )
  if (!found) throw new Problem('place.unknown')
  const { isModerator, isLocked, hasConfirmed, isInDoubt, waiting, ...place } = found
  await withHours([place])
  return {
    ...place,
    // He reads what he has written, and that it waits.
    ...(waiting && given(waiting)),
    editWaits: waiting !== null,
    corrections: place.source === 'osm' ? await corrections(db, id) : [],
    mayEdit: mayEdit({ type: place.type, isMine: place.isMine, isModerator, isLocked }),
    mayConfirm: (place.status === 'new' || isInDoubt) && !place.isMine && !hasConfirmed,
  }
}

/** The fields of an edit that it has. */
function given<F extends object>(fields: F): { [K in keyof F]: Exclude<F[K], undefined> } {
  // Without the undefined ones.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as ReturnType<
    typeof given<F>
  >
}

async function corrections(db: Db, id: number): Promise<PlaceCorrection[]> {
  const corrected = await db.one(
    CorrectedPlace,
    sql`select ${correctedColumns()} from places p where p.id = ${id} and ${isCorrected}`,
  )
  return corrected ? correctionsOf(corrected) : []
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
  const his = await standingOf(db, placeId, reader.id)
  const mayUndo = sql`case when r.waits then r.edited_by is not distinct from ${reader.id} or ${his.isModerator}::boolean
    when r.before ? 'facts' then ${his.isModerator}::boolean
    else ${mayEdit(his)}::boolean and (r.before - 'hasImage') <> '{}' end`
  const last = numberIn(page, limits.wideIdMax)
  const before = last === undefined ? sql`` : sql`and r.id < ${last}::bigint`
  const rows = await db.many(
    Revision,
    sql`select r.id, ${isoOf(sql`r.created_at`)} as at, r.edited_by is not distinct from ${reader.id} as "isMine",
               r.reverts is not null as "isUndo", ${mayUndo} as "mayUndo", r.waits,
               ${mayApply(reader.id)} and (${his.isModerator}::boolean or not ${his.isLocked}::boolean) as "mayApply",
               ${namedIn(reader.language, sql`r.before`)} as before, ${namedIn(reader.language, sql`r.after`)} as after
          from place_revisions r where r.place_id = ${placeId} and (not r.waits or ${isWaiting}) ${before} order by r.id desc limit ${page.limit + 1}`,
  )
  return cut(rows, page, ({ id }) => id)
}
