import { limits } from '@papadag/contract/limits'
import type { PlaceState, PlaceStateKind } from '@papadag/contract/places/place-states'
import * as z from 'zod/mini'
import { record } from '../../../domain/facts.ts'
import { noteStates, openState, today } from '../../../domain/places/states.ts'
import { voiceOf } from '../../../domain/places/voices.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts'
import type { Visitor } from '../../../platform/http/address.ts'
import type { Pictures } from '../../../platform/pictures/pictures.ts'
import { Problem } from '../../../platform/problem.ts'
import { lock } from '../editing/changes.ts'
import { tidy, withPicture } from '../place-picture.ts'

/** How long a state is kept after its end, for the operator's weekly list. */
const keptDays = 30

const inTwoWeeks = sql`${today} + ${limits.placeStateDays}::int`

const Id = z.object({ id: z.number() })

/** Stores a state of a place, unless it has one of this kind. */
export function report(
  db: Db,
  placeId: number,
  { kind, text }: { kind: PlaceStateKind; text?: string | null | undefined },
  authorId: number,
): Promise<{ state: PlaceState; isNew: boolean }> {
  return db.transaction(async tx => {
    await lock(tx, placeId)
    const known = await openState(tx, placeId, sql`s.kind = ${kind}`)
    if (known) return { state: known, isNew: false }
    await tx.run(sql`
      update place_states set ended_on = until where place_id = ${placeId} and kind = ${kind} and ended_on is null`)
    const created = await tx.one(
      Id,
      sql`insert into place_states (place_id, kind, text, reported_by, since, until)
          values (${placeId}, ${kind}, ${text ?? null}, ${authorId}, ${today}, ${inTwoWeeks}) returning id`,
    )
    if (!created) throw new Error('an insert returned no row')
    await noteStates(tx, placeId)
    await record(tx, { fact: 'stateReported', placeId, stateId: created.id, authorId })
    return { state: await stateOf(tx, placeId, created.id), isNew: true }
  })
}

export interface Which {
  placeId: number
  stateId: number
}

/** For a route's `allow`: throws unless the state is there and not over. */
export async function mustBeOpen(db: Db, { placeId, stateId }: Which): Promise<void> {
  await stateOf(db, placeId, stateId)
}

async function stateOf(db: Db, placeId: number, id: number): Promise<PlaceState> {
  const state = await openState(db, placeId, sql`s.id = ${id}::bigint`)
  if (!state) throw new Problem('place.unknownState')
  return state
}

const Pictured = z.object({ imageUrl: z.nullable(z.string()), isHis: z.boolean() })

/** Gives a state a picture; only whoever added one can replace it. */
export async function addPicture(
  db: Db,
  pictures: Pictures,
  { placeId, stateId }: Which,
  file: Buffer,
  userId: number,
): Promise<PlaceState> {
  let replaced: string | null = null
  const state = await withPicture(pictures, file, userId, imageUrl =>
    db.transaction(async tx => {
      await lock(tx, placeId)
      await stateOf(tx, placeId, stateId)
      const before = await tx.one(
        Pictured,
        sql`select s.image_url as "imageUrl", exists (select from pictures x
                     where '/uploads/' || x.name = s.image_url and x.owner_id = ${userId}) as "isHis"
              from place_states s where s.id = ${stateId}`,
      )
      if (before?.imageUrl && !before.isHis) throw new Problem('place.statePictured')
      replaced = before?.imageUrl ?? null
      await tx.run(sql`update place_states set image_url = ${imageUrl} where id = ${stateId}`)
      await record(tx, { fact: 'stateChanged', placeId })
      return stateOf(tx, placeId, stateId)
    }),
  )
  await tidy(pictures, replaced)
  return state
}

interface Speaker {
  id: number
  secret: string
  visitor: Visitor
}

/** Notes what a member says of a state; his last word counts. */
async function say(tx: Db, stateId: number, says: 'still' | 'mended', { id, secret, visitor }: Speaker) {
  const network = voiceOf(secret, `state ${stateId}`, visitor)
  await tx.run(sql`
    insert into place_state_voices (state_id, user_id, network, says) values (${stateId}, ${id}, ${network}, ${says})
    on conflict (state_id, user_id) do update set network = excluded.network, says = excluded.says`)
}

/** It is still so: the state lasts for two weeks more. */
export function still(db: Db, { placeId, stateId }: Which, speaker: Speaker): Promise<PlaceState> {
  return db.transaction(async tx => {
    await lock(tx, placeId)
    await stateOf(tx, placeId, stateId)
    await say(tx, stateId, 'still', speaker)
    await tx.run(sql`update place_states set until = ${inTwoWeeks} where id = ${stateId}`)
    await noteStates(tx, placeId)
    await record(tx, { fact: 'stateChanged', placeId })
    return stateOf(tx, placeId, stateId)
  })
}

/** It is over, as soon as somebody in another network says so too. */
export function mended(db: Db, { placeId, stateId }: Which, speaker: Speaker): Promise<void> {
  return db.transaction(async tx => {
    await lock(tx, placeId)
    await stateOf(tx, placeId, stateId)
    await say(tx, stateId, 'mended', speaker)
    const ended = await tx.run(sql`
      update place_states s set ended_on = ${today}
       where s.id = ${stateId} and ${limits.placeStateMended} <= (select count(distinct v.network) from place_state_voices v
         where v.state_id = s.id and v.says = 'mended')`)
    if (ended > 0) await noteStates(tx, placeId)
    await record(tx, { fact: 'stateChanged', placeId })
  })
}

/** Deletes states that have long been over. */
export function forgetStates(db: Db): Promise<unknown> {
  return deleteInBatches(
    db,
    sql`place_states s`,
    sql`least(s.until, coalesce(s.ended_on, s.until)) < ${today} - ${keptDays}::int`,
  )
}
