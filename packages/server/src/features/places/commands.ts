import { limits, uploadPath } from '@papadag/contract/limits'
import {
  type EditedPlace,
  type FeatureKey,
  type NewPlace,
  type NewPlayground,
  type Place,
  type PlaceDetail,
  PlaceFields,
  type PlaceType,
  placeTypes,
  Review,
} from '@papadag/contract/places'
import type { Route } from '@papadag/contract/route'
import * as z from 'zod/mini'
import { audit } from '../../platform/audit.ts'
import { type Db, type Sql, sql } from '../../platform/db.ts'
import { notify } from '../../platform/notify.ts'
import type { Pictures } from '../../platform/pictures.ts'
import { Problem } from '../../platform/problem.ts'
import type { Call } from '../../platform/serve.ts'
import { byId, type Reader, reviewsSeenBy } from './queries.ts'
import { fitFeatures } from './rules.ts'
import { nameFor } from './texts.ts'

const Created = z.object({ id: z.number() })

type Added = (NewPlayground & { type: 'playground' }) | NewPlace

/** Adds a place; its contributor is remembered and never shown. */
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
    return byId(tx, created.id, {}, reader)
  })
}

function given(body: Added): string | null {
  return ('imageUrl' in body && body.imageUrl) || null
}

/** Stores a place's picture while `work` makes it shown. When it does not, because it fails or is a repeat, it goes again. */
async function withPicture<T>(
  pictures: Pictures,
  file: Buffer | undefined,
  ownerId: number,
  work: (imageUrl: string | null) => Promise<T>,
): Promise<T> {
  const imageUrl = file ? await pictures.keep(file, { size: 'place', ownerId }) : null
  return work(imageUrl).finally(() => tidy(pictures, imageUrl))
}

/**
 * What is stored by now stays the answer, also when the database goes away before the file is looked after: told that it
 * failed, he would add the place once more. The sweep comes for the file.
 */
async function tidy(pictures: Pictures, imageUrl: string | null) {
  await pictures.release(imageUrl).catch(() => {})
}

/** Adds a playground with its picture, which is made before `once` begins its transaction: that takes a while. */
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

const Editable = z.object({
  type: z.enum(placeTypes),
  name: z.string(),
  description: z.nullable(z.string()),
  address: z.nullable(z.string()),
  latitude: z.number(),
  longitude: z.number(),
  features: z.array(z.string()),
  imageUrl: z.nullable(z.string()),
  namedAfter: z.nullable(z.string()),
})
type Editable = z.output<typeof Editable>

const columns = {
  name: 'name',
  description: 'description',
  address: 'address',
  latitude: 'latitude',
  longitude: 'longitude',
  features: 'features',
  hasImage: 'image_url',
} as const

async function lock(tx: Db, id: number) {
  const place = await tx.one(
    Editable,
    sql`select p.type, p.name, p.description, p.address, p.latitude, p.longitude, p.features, p.image_url as "imageUrl",
               p.named_after as "namedAfter"
          from places p where p.id = ${id} and p.hidden_at is null for update`,
  )
  if (!place) throw new Problem('place.unknown')
  return place
}

/** Changes what the form holds, remembers what it was, and answers the place. A picture that was replaced goes for good. */
export async function edit(
  db: Db,
  pictures: Pictures,
  id: number,
  form: EditedPlace,
  file: Buffer | undefined,
  reader: Reader,
): Promise<Place> {
  let replaced: string | null = null
  const place = await withPicture(pictures, file, reader.id, imageUrl =>
    db.transaction(async tx => {
      const now = await lock(tx, id)
      mustFit(now.type, form.features)
      const { before, after } = difference(now, form)
      if (imageUrl) {
        replaced = now.imageUrl
        before.hasImage = now.imageUrl !== null
        after.hasImage = true
      }
      await store(tx, id, { before, after, imageUrl }, reader)
      return byId(tx, id, {}, reader)
    }),
  )
  await tidy(pictures, replaced)
  return place
}

function mustFit(type: PlaceType, features: readonly FeatureKey[] | undefined) {
  if (features && !fitFeatures(type, features)) {
    throw new Problem('request.invalid', { issues: [{ path: 'features', code: 'place.feature' }] })
  }
}

/** A name that we made up is remembered with what it was made from: each reads it in his language, also after an undo. */
type Fields = PlaceFields & { namedAfter?: string | null }
type Wanted = { [K in keyof Fields]?: Fields[K] }

/** Whether that is only the name that we made up, in whichever language he read it. */
function isMadeUp(name: unknown, { namedAfter }: Editable): boolean {
  return namedAfter !== null && Object.values(nameFor).some(made => made.replace('{place}', () => namedAfter) === name)
}

/** The fields that would change, as they are and as they would be. */
function difference(now: Editable, { namedAfter, ...wanted }: Wanted): { before: Fields; after: Fields } {
  const is = PlaceFields.parse(now)
  const changed = Object.entries(wanted).filter(
    ([key, value]) =>
      value !== undefined &&
      JSON.stringify(is[key as keyof PlaceFields]) !== JSON.stringify(value) && // keys of the same fields
      !(key === 'name' && isMadeUp(value, now)),
  )
  const before: Fields = Object.fromEntries(changed.map(([key]) => [key, is[key as keyof PlaceFields]]))
  const after: Fields = Object.fromEntries(changed)
  if (before.name !== undefined && now.namedAfter) before.namedAfter = now.namedAfter
  if (after.name !== undefined && namedAfter) after.namedAfter = namedAfter
  return { before, after }
}

type Change = { before: Fields; after: Fields; imageUrl?: string | null; reverts?: number }

async function store(tx: Db, id: number, { before, after, imageUrl = null, reverts }: Change, reader: Reader) {
  const changed = Object.entries(columns).flatMap(([key, column]) => (key in after ? [column] : []))
  if (changed.length === 0) return
  const set: Sql[] = [
    sql`updated_at = now()`,
    sql`edited_fields = (select array(select distinct f from unnest(edited_fields || ${changed}::text[]) f order by f))`,
  ]
  if (after.name !== undefined) set.push(sql`name = ${after.name}, named_after = ${after.namedAfter ?? null}`)
  if (after.description !== undefined) set.push(sql`description = ${after.description}`)
  if (after.address !== undefined) set.push(sql`address = ${after.address}`)
  if (after.latitude !== undefined) set.push(sql`latitude = ${after.latitude}`)
  if (after.longitude !== undefined) set.push(sql`longitude = ${after.longitude}`)
  if (after.features !== undefined) set.push(sql`features = ${after.features}::text[]`)
  if (imageUrl) set.push(sql`image_url = ${imageUrl}`)
  await tx.run(sql`update places set ${sql.join(set)} where id = ${id}`)
  await tx.run(sql`
    insert into place_revisions (place_id, edited_by, reverts, before, after)
    values (${id}, ${reader.id}, ${reverts ?? null}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb)`)
}

const Undone = z.object({ before: PlaceFields, namedAfter: z.nullable(z.string()) })

/** Takes one edit back: the fields it changed become what they were before it. */
export function revert(db: Db, id: number, revisionId: number, reader: Reader): Promise<Place> {
  return db.transaction(async tx => {
    const now = await lock(tx, id)
    const undone = await tx.one(
      Undone,
      sql`select before - '{hasImage,namedAfter}'::text[] as before, before ->> 'namedAfter' as "namedAfter"
            from place_revisions where id = ${revisionId} and place_id = ${id}`,
    )
    if (!undone) throw new Problem('place.unknownRevision')
    const { before, namedAfter } = undone
    await store(tx, id, { ...difference(now, { ...before, namedAfter }), reverts: revisionId }, reader)
    return byId(tx, id, {}, reader)
  })
}

/** Saves a place for somebody; harmless when it is. */
export async function save(db: Db, id: number, userId: number): Promise<void> {
  await db.run(sql`
    insert into place_favorites (user_id, place_id) values (${userId}, ${id}) on conflict do nothing`)
}

export async function unsave(db: Db, id: number, userId: number): Promise<void> {
  await db.run(sql`delete from place_favorites where user_id = ${userId} and place_id = ${id}`)
}

/** One review per father and place: a second one replaces the first. */
export function review(
  db: Db,
  id: number,
  { rating, text }: { rating: number; text?: string | null | undefined },
  userId: number,
): Promise<Review> {
  return db.transaction(async tx => {
    await tx.run(sql`
      insert into place_reviews (place_id, user_id, rating, text) values (${id}, ${userId}, ${rating}, ${text ?? null})
      on conflict (place_id, user_id) do update set rating = excluded.rating, text = excluded.text, updated_at = now()`)
    const written = await tx.one(
      Review,
      sql`${reviewsSeenBy(userId)} where r.place_id = ${id} and r.user_id = ${userId}`,
    )
    if (!written) throw new Error('an insert left no row')
    return written
  })
}

export async function removeReview(db: Db, id: number, userId: number): Promise<void> {
  await db.run(sql`delete from place_reviews where place_id = ${id} and user_id = ${userId}`)
}

/** A member who has been there says that it is as described; with the second one it is no longer new. */
export function confirm(db: Db, id: number, reader: Reader): Promise<PlaceDetail> {
  return db.transaction(async tx => {
    const { isMine } = await byId(tx, id, {}, reader)
    if (isMine) throw new Problem('place.yours')
    await lock(tx, id)
    await tx.run(sql`
      insert into place_confirmations (place_id, user_id) values (${id}, ${reader.id}) on conflict do nothing`)
    await tx.run(sql`
      update places set status = 'confirmed'
       where id = ${id} and status = 'new'
         and (select count(*) from place_confirmations where place_id = ${id}) >= ${limits.placeConfirmations}`)
    return byId(tx, id, {}, reader)
  })
}

/** Says that something is not right any more. The third member who says that it is gone hides it, until a moderator looks. */
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
    const hidden = await tx.run(sql`
      update places set hidden_at = now()
       where id = ${id} and hidden_at is null
         and (select count(distinct user_id) from place_proposals
               where place_id = ${id} and kind = 'gone' and closed_at is null) >= ${limits.placeGoneProposals}`)
    if (hidden > 0) await note(tx, id, { decision: 'hide', reason: '' })
  })
}

type Decision = 'confirm' | 'hide' | 'restore' | 'lock' | 'unlock'

const decided: Readonly<Record<Decision, Sql>> = {
  confirm: sql`status = 'confirmed'`,
  hide: sql`hidden_at = now()`,
  restore: sql`hidden_at = null`,
  lock: sql`locked_at = now()`,
  unlock: sql`locked_at = null`,
}

/** What a moderator decides, and why; it closes the open proposals. */
export function decide(
  db: Db,
  id: number,
  { decision, reason, rule }: { decision: Decision; reason: string; rule?: string | null | undefined },
  moderatorId: number,
): Promise<void> {
  return db.transaction(async tx => {
    await tx.run(sql`update places set ${decided[decision]} where id = ${id}`)
    await tx.run(sql`update place_proposals set closed_at = now() where place_id = ${id} and closed_at is null`)
    await note(tx, id, { decision, reason, rule, moderatorId })
    await audit(tx, 'place.decided', moderatorId)
  })
}

interface Note {
  decision: Decision
  reason: string
  rule?: string | null | undefined
  /** Nobody: it happened by itself. */
  moderatorId?: number
}

const Noted = z.object({ id: z.number(), name: z.string(), contributorId: z.nullable(z.number()) })

/** Writes a decision down and gives whoever added the place the statement of reasons; that it is right needs none. */
async function note(tx: Db, placeId: number, { decision, reason, rule, moderatorId }: Note): Promise<void> {
  const noted = await tx.one(
    Noted,
    sql`with noted as (
          insert into place_decisions (place_id, moderator_id, is_automatic, decision, reason, rule)
          values (${placeId}, ${moderatorId ?? null}, ${moderatorId === undefined}, ${decision}, ${reason}, ${rule ?? null})
          returning id, place_id)
        select n.id, p.name, p.created_by as "contributorId" from noted n join places p on p.id = n.place_id`,
  )
  if (!noted) throw new Error('a locked place is not there')
  const { id, name, contributorId } = noted
  if (contributorId === null || contributorId === moderatorId || decision === 'confirm') return
  await notify(tx, contributorId, 'moderation.decided', {
    decision,
    target: 'place',
    title: name,
    isAutomatic: moderatorId === undefined,
    reference: `P${id}`,
    ...(reason && { reason }),
    ...(rule && { rule }),
  })
}
