import { limits, uploadPath } from '@papadag/contract/limits'
import { Review } from '@papadag/contract/places/place-reviews'
import type { NewPlace, NewPlayground, Place, PlaceDetail } from '@papadag/contract/places/places'
import type { Route } from '@papadag/contract/route'
import * as z from 'zod/mini'
import { notePlaceDecision, setHidden } from '../../domain/decisions.ts'
import { record } from '../../domain/facts.ts'
import { wasEstablishedOrKnown } from '../../domain/known.ts'
import type { Reader } from '../../domain/places/projection.ts'
import { countsFor, hasUnsettled } from '../../domain/places/settled.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Call } from '../../platform/http/serve.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import { Problem } from '../../platform/problem.ts'
import { lock } from './editing/changes.ts'
import { withPicture } from './place-picture.ts'
import { byId, reviewsSeenBy } from './queries.ts'
import { standingOf } from './standing.ts'

const Created = z.object({ id: z.number() })

type Added = (NewPlayground & { type: 'playground' }) | NewPlace

/** Adds a place; its contributor is stored but never shown. */
export function add(db: Db, pictures: Pictures, body: Added, reader: Reader, imageUrl = given(body)): Promise<Place> {
  return db.transaction(async tx => {
    const created = await tx.one(
      Created,
      sql`insert into places (type, name, description, address, latitude, longitude, features, image_url, created_by)
          values (${body.type}, ${body.name}, ${body.description ?? null}, ${body.address ?? null}, ${body.latitude},
                  ${body.longitude}, ${body.features ?? []}::text[], ${imageUrl}, ${reader.id})
          returning id`,
    )
    if (!created) throw new Error('an insert returned no row')
    if ('imageUrl' in body && imageUrl && uploadPath.test(imageUrl)) {
      await pictures.claim(tx, imageUrl, reader.id, 'imageUrl')
    }
    await record(tx, { fact: 'placeAdded', placeId: created.id })
    return byId(tx, created.id, {}, reader)
  })
}

function given(body: Added): string | null {
  return ('imageUrl' in body && body.imageUrl) || null
}

/**
 * Adds a playground with its picture, which is encoded before `once` begins its transaction, since encoding is slow.
 */
export function addPlaygroundWithPicture(
  once: Call<Route>['once'],
  pictures: Pictures,
  form: NewPlayground,
  file: Buffer | undefined,
  reader: Reader,
): Promise<Place> {
  return withPicture(pictures, file, reader.id, imageUrl =>
    once(db => add(db, pictures, { ...form, type: 'playground' }, reader, imageUrl)),
  )
}

/** Saves a place for a user; does nothing if it is already saved. */
export async function save(db: Db, id: number, userId: number): Promise<void> {
  await db.run(sql`
    insert into place_favorites (user_id, place_id) values (${userId}, ${id}) on conflict do nothing`)
}

export async function unsave(db: Db, id: number, userId: number): Promise<void> {
  await db.run(sql`delete from place_favorites where user_id = ${userId} and place_id = ${id}`)
}

/** Stores a father's review of a place, replacing his earlier one. */
export function review(
  db: Db,
  id: number,
  { rating, text }: { rating: number; text?: string | null | undefined },
  userId: number,
): Promise<Review> {
  return db.transaction(async tx => {
    const isChanged = await tx.run(sql`
      insert into place_reviews as r (place_id, user_id, rating, text) values (${id}, ${userId}, ${rating}, ${text ?? null})
      on conflict (place_id, user_id) do update set rating = excluded.rating, text = excluded.text, updated_at = now()
       where (r.rating, r.text) is distinct from (excluded.rating, excluded.text)`)
    const written = await tx.one(
      Review,
      sql`${reviewsSeenBy(userId)} where r.place_id = ${id} and r.user_id = ${userId}`,
    )
    if (!written) throw new Error('an insert left no row')
    if (isChanged) await record(tx, { fact: 'placeReviewed', placeId: id, userId })
    return written
  })
}

export function removeReview(db: Db, id: number, userId: number): Promise<void> {
  return db.transaction(async tx => {
    const isRemoved = await tx.run(sql`delete from place_reviews where place_id = ${id} and user_id = ${userId}`)
    if (isRemoved) await record(tx, { fact: 'placeReviewed', placeId: id, userId })
  })
}

/**
 * Records that a member found the place as described; after the second confirmation it is neither new nor in doubt. A
 * new account's confirmation counts only together with a later one, once the account is established.
 */
export function confirm(db: Db, id: number, reader: Reader): Promise<PlaceDetail> {
  return db.transaction(async tx => {
    const { isMine } = await standingOf(tx, id, reader.id)
    if (isMine) throw new Problem('place.yours')
    await lock(tx, id)
    if (await tx.count(sql`from places p where p.id = ${id} and ${hasUnsettled(sql`p`, reader.id)}`))
      throw new Problem('place.yourEdit')
    const { isNew, isSettled } = await noteConfirmation(tx, id, reader.id)
    if (isNew) await record(tx, { fact: 'placeConfirmed', placeId: id, userId: reader.id, isSettled })
    return byId(tx, id, {}, reader)
  })
}

/** Counts a member's confirmation of the place as it is; returns whether he had not given it yet, and what it settled. */
export async function noteConfirmation(tx: Db, id: number, userId: number) {
  const written = await tx.run(sql`
    insert into place_confirmations as c (place_id, user_id) values (${id}, ${userId})
    on conflict (place_id, user_id) do update set created_at = now()
     where c.created_at < (select p.changed_at from places p where p.id = ${id})`)
  const settled = await tx.run(sql`
    update places p set status = 'confirmed', unsettled = '{}'
     where p.id = ${id} and (p.status = 'new' or p.unsettled <> '{}')
       and (select count(*) from place_confirmations c where ${countsFor(sql`p`)}) >= ${limits.placeConfirmations}`)
  return { isNew: written > 0, isSettled: settled > 0 }
}

/**
 * Records that something is wrong with a place. The third member who reports it gone hides it until a moderator
 * decides; new accounts do not count.
 */
export function propose(
  db: Db,
  id: number,
  { kind, text }: { kind: 'change' | 'gone'; text?: string | null | undefined },
  userId: number,
): Promise<void> {
  return db.transaction(async tx => {
    await lock(tx, id)
    await tx.run(sql`
      insert into place_proposals (place_id, user_id, kind, text) values (${id}, ${userId}, ${kind}, ${text ?? null})
      on conflict (place_id, user_id, kind) where closed_at is null do update set text = excluded.text, created_at = now()`)
    await record(tx, { fact: 'placeDoubted', placeId: id })
    const gone = sql`select distinct user_id from place_proposals g
      where place_id = ${id} and kind = 'gone' and closed_at is null and ${wasEstablishedOrKnown(sql`g.user_id`, sql`g.created_at`)}`
    if ((await tx.count(sql`from (${gone}) gone`)) < limits.placeGoneProposals) return
    await setHidden(tx, 'place', id, true)
    await notePlaceDecision(tx, id, { decision: 'hide', reason: '' })
  })
}
