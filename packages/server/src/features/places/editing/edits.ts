import { PlaceFields } from '@papadag/contract/places/place-edits'
import type { EditedPlace, FeatureKey, Place, PlaceType } from '@papadag/contract/places/places'
import * as z from 'zod/mini'
import type { Reader } from '../../../domain/places/projection.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import type { Pictures } from '../../../platform/pictures/pictures.ts'
import { Problem } from '../../../platform/problem.ts'
import { undoFacts } from '../answers/answers.ts'
import { tidy, withPicture } from '../place-picture.ts'
import { byId } from '../queries.ts'
import { fitFeatures } from '../rules.ts'
import { difference, lock, store } from './changes.ts'
import { mustWait } from './vouching.ts'
import { keepWaiting, takeBack } from './waiting-edits.ts'

/**
 * Applies an edit and stores a revision of the changed fields; a replaced picture is deleted permanently. What waits for
 * a second member changes nothing yet.
 */
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
      if (await mustWait(tx, id, reader.id)) {
        if (imageUrl) throw new Problem('place.newAccount')
        await keepWaiting(tx, id, { now, wanted: form }, reader)
        return byId(tx, id, {}, reader)
      }
      const { before, after } = difference(now, form)
      if (imageUrl) {
        replaced = now.imageUrl
        before.hasImage = now.imageUrl !== null
        after.hasImage = true
      }
      await store(tx, id, { now, before, after, imageUrl }, reader)
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

const Undone = z.object({ before: PlaceFields, namedAfter: z.nullable(z.string()) })

/** Reverts one edit: the fields it changed get their previous values. One that waits is taken back by its author or a moderator. */
export function revert(db: Db, id: number, revisionId: number, reader: Reader): Promise<Place> {
  return db.transaction(async tx => {
    const now = await lock(tx, id)
    if (await takeBack(tx, id, revisionId, reader)) return byId(tx, id, {}, reader)
    const undone = await tx.one(
      Undone,
      sql`select before - '{hasImage,namedAfter}'::text[] as before, before ->> 'namedAfter' as "namedAfter"
            from place_revisions where id = ${revisionId}::bigint and place_id = ${id} and not waits`,
    )
    if (!undone) throw new Problem('place.unknownRevision')
    if (undone.before.facts) {
      await undoFacts(tx, id, undone.before.facts, reader.id)
      return byId(tx, id, {}, reader)
    }
    const { before, namedAfter } = undone
    const wanted = { ...before, namedAfter }
    if (await mustWait(tx, id, reader.id)) await keepWaiting(tx, id, { now, wanted, reverts: revisionId }, reader)
    else await store(tx, id, { now, ...difference(now, wanted), reverts: revisionId }, reader)
    return byId(tx, id, {}, reader)
  })
}
