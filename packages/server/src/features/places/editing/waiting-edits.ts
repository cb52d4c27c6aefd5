import { PlaceFields } from '@papadag/contract/places/place-edits'
import type { PlaceDetail } from '@papadag/contract/places/places'
import * as z from 'zod/mini'
import { isModerator } from '../../../domain/account.ts'
import { record } from '../../../domain/facts.ts'
import type { Reader } from '../../../domain/places/projection.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts'
import { Problem } from '../../../platform/problem.ts'
import { noteConfirmation } from '../commands.ts'
import { byId } from '../queries.ts'
import { difference, type Editable, lock, store, type Wanted } from './changes.ts'
import { isWaiting, mustWait } from './vouching.ts'

const Waiting = z.object({
  after: PlaceFields,
  namedAfter: z.nullable(z.string()),
  author: z.nullable(z.number()),
  reverts: z.nullable(z.number()),
})
const waitingColumns = sql`r.after - 'namedAfter' as after, r.after ->> 'namedAfter' as "namedAfter", r.edited_by as author, r.reverts`

interface Proposed {
  now: Editable
  wanted: Wanted
  reverts?: number
}

/** Stores an edit that waits; each member has one per place, to which a later one is added. */
export async function keepWaiting(
  tx: Db,
  id: number,
  { now, wanted, reverts }: Proposed,
  reader: Reader,
): Promise<void> {
  const his = sql`r.place_id = ${id} and r.edited_by = ${reader.id} and ${isWaiting}`
  const earlier = await tx.one(
    Waiting,
    sql`select ${waitingColumns} from place_revisions r where ${his} order by r.id desc limit 1`,
  )
  await tx.run(sql`delete from place_revisions r where r.place_id = ${id} and r.edited_by = ${reader.id} and r.waits`)
  const said = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
  const { before, after } = difference(now, { ...earlier?.after, ...said })
  if (Object.keys(after).length > 0)
    await tx.run(sql`
      insert into place_revisions (place_id, edited_by, reverts, before, after, waits)
      values (${id}, ${reader.id}, ${reverts ?? null}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, true)`)
  await record(tx, { fact: 'placeEditWaits', placeId: id })
}

/** Carries out an edit that waits; the member who does so confirms the place as it is then. */
export function apply(db: Db, id: number, revisionId: number, reader: Reader): Promise<PlaceDetail> {
  return db.transaction(async tx => {
    const now = await lock(tx, id)
    const which = sql`r.id = ${revisionId}::bigint and r.place_id = ${id} and ${isWaiting}`
    const waiting = await tx.one(Waiting, sql`select ${waitingColumns} from place_revisions r where ${which}`)
    if (!waiting) throw new Problem('place.unknownRevision')
    const { after, namedAfter, author, reverts } = waiting
    if (author === reader.id) throw new Problem('place.yourEdit')
    if (await mustWait(tx, id, reader.id)) throw new Problem('place.newAccount')
    await tx.run(sql`delete from place_revisions r where ${which}`)
    await store(tx, id, { now, ...difference(now, { ...after, namedAfter }), author, reverts }, reader)
    if (!(await isModerator(tx, reader.id))) await noteConfirmation(tx, id, reader.id)
    return byId(tx, id, {}, reader)
  })
}

/** Takes back an edit that waits, which its author and moderators may; returns whether there was one. */
export async function takeBack(tx: Db, id: number, revisionId: number, reader: Reader): Promise<boolean> {
  const mayTake = (await isModerator(tx, reader.id)) ? sql`true` : sql`r.edited_by = ${reader.id}`
  const taken = await tx.run(sql`
    delete from place_revisions r where r.id = ${revisionId}::bigint and r.place_id = ${id} and r.waits and ${mayTake}`)
  if (taken > 0) await record(tx, { fact: 'placeEditWaits', placeId: id })
  return taken > 0
}

/** Deletes edits for which nobody has vouched. */
export function forgetWaitingEdits(db: Db): Promise<unknown> {
  return deleteInBatches(db, sql`place_revisions r`, sql`r.waits and not ${isWaiting}`)
}
