import { type PlaceState, PlaceState as State } from '@papadag/contract/places/place-states'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { record } from '../facts.ts'

/** A state has days and no times, so that nobody learns when somebody was there. */
export const today = sql`(now() at time zone 'utc')::date`

/** Whether the state (`s`) is not over. */
export const isOpen = (state: Sql): Sql => sql`(${state}.ended_on is null and ${state}.until >= ${today})`

/** Whether the place has a state that lasts until this day, or until today if that is later. */
export const isTroubledOn = (place: Sql, day: Sql): Sql =>
  sql`coalesce(${place}.state_until >= greatest(${day}, ${today}), false)`

/** Whether somebody has reported the place as closed until this day, whatever has been reported since. */
export const isClosedOn = (place: Sql, day: Sql): Sql => sql`(${isTroubledOn(place, day)} and exists (
  select from place_states s
   where s.place_id = ${place}.id and s.kind = 'closed' and ${isOpen(sql`s`)} and s.until >= ${day}))`

/** The one projection of states (`s`). Whoever reported a state does not confirm it himself. */
const stateFields = sql`json_build_object('id', s.id, 'kind', s.kind, 'text', s.text, 'since', s.since::text,
  'until', s.until::text, 'imageUrl', s.image_url, 'confirmations',
  (select count(distinct v.network)::int from place_state_voices v where v.state_id = s.id and v.says = 'still'
      and v.user_id is distinct from s.reported_by))`

/** The newest state of a place, or null; reads nothing where none has been reported. */
export const stateOf = (place: Sql): Sql =>
  sql`case when ${place}.state_until >= ${today} then (
    select ${stateFields} from place_states s where s.place_id = ${place}.id and ${isOpen(sql`s`)}
     order by s.since desc, s.id desc limit 1) end`

const Found = z.object({ state: State })

/** A state that is not over. */
export async function openState(db: Db, placeId: number, which: Sql): Promise<PlaceState | undefined> {
  const found = await db.one(
    Found,
    sql`select ${stateFields} as state from place_states s where s.place_id = ${placeId} and ${which} and ${isOpen(sql`s`)}`,
  )
  return found?.state
}

/** Notes on the place until when it has a state, after a change of its states. */
export async function noteStates(tx: Db, placeId: number): Promise<void> {
  await tx.run(sql`
    update places set state_until = (select max(s.until) from place_states s where s.place_id = ${placeId} and s.ended_on is null)
     where id = ${placeId}`)
}

const Removed = z.object({ placeId: z.number() })

/** Deletes a state with its text; its picture, which nothing shows any longer, is deleted within a day. */
export async function removeState(tx: Db, id: number): Promise<void> {
  const removed = await tx.one(Removed, sql`delete from place_states where id = ${id} returning place_id as "placeId"`)
  if (!removed) return
  await noteStates(tx, removed.placeId)
  await record(tx, { fact: 'stateChanged', placeId: removed.placeId })
}
