import { PlaceFields } from '@papadag/contract/places/place-edits'
import {
  type EditedPlace,
  type FeatureKey,
  type Place,
  type PlaceType,
  placeTypes,
} from '@papadag/contract/places/places'
import * as z from 'zod/mini'
import { announceModeration, announcePlaces } from '../../domain/announce.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import { Problem } from '../../platform/problem.ts'
import { tidy, withPicture } from './place-picture.ts'
import type { Reader } from './projection.ts'
import { byId } from './queries.ts'
import { fitFeatures } from './rules.ts'
import { nameFor } from './texts.ts'

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

/** Locks the place's row; throws `place.unknown` if it is gone or hidden. */
export async function lock(tx: Db, id: number) {
  const place = await tx.one(
    Editable,
    sql`select p.type, p.name, p.description, p.address, p.latitude, p.longitude, p.features, p.image_url as "imageUrl",
               p.named_after as "namedAfter"
          from places p where p.id = ${id} and p.hidden_at is null for update`,
  )
  if (!place) throw new Problem('place.unknown')
  return place
}

/** Applies an edit and stores a revision of the changed fields; a replaced picture is deleted permanently. */
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

/**
 * A generated name keeps the street it was derived from, so that every reader sees it in his language, even after an
 * undo.
 */
type Fields = PlaceFields & { namedAfter?: string | null }
type Wanted = { [K in keyof Fields]?: Fields[K] }

/** Whether this is just the generated name, in any language. */
function isMadeUp(name: unknown, { namedAfter }: Editable): boolean {
  return namedAfter !== null && Object.values(nameFor).some(made => made.replace('{place}', () => namedAfter) === name)
}

/** The fields that change, with their old and new values. */
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
  const isIt = sql`pl.id = ${id}`
  // Removes it from lists and maps of its previous position.
  const moves = after.latitude !== undefined || after.longitude !== undefined
  if (moves) await announcePlaces(tx, isIt)
  await tx.run(sql`update places set ${sql.join(set)} where id = ${id}`)
  await announcePlaces(tx, isIt, { moves })
  announceModeration(tx)
  await tx.run(sql`
    insert into place_revisions (place_id, edited_by, reverts, before, after)
    values (${id}, ${reader.id}, ${reverts ?? null}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb)`)
}

const Undone = z.object({ before: PlaceFields, namedAfter: z.nullable(z.string()) })

/** Reverts one edit: the fields it changed get their previous values. */
export function revert(db: Db, id: number, revisionId: number, reader: Reader): Promise<Place> {
  return db.transaction(async tx => {
    const now = await lock(tx, id)
    const undone = await tx.one(
      Undone,
      sql`select before - '{hasImage,namedAfter}'::text[] as before, before ->> 'namedAfter' as "namedAfter"
            from place_revisions where id = ${revisionId}::bigint and place_id = ${id}`,
    )
    if (!undone) throw new Problem('place.unknownRevision')
    const { before, namedAfter } = undone
    await store(tx, id, { ...difference(now, { ...before, namedAfter }), reverts: revisionId }, reader)
    return byId(tx, id, {}, reader)
  })
}
