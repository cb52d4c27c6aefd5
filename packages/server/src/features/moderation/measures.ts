import * as z from 'zod/mini'
import { setHidden } from '../../domain/decisions.ts'
import { record } from '../../domain/facts.ts'
import { removeState } from '../../domain/places/states.ts'
import { removePermanentlyWithSeries } from '../../domain/playdates/series/ending.ts'
import { erasePoll } from '../../domain/polls.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import type { Target } from './targets.ts'

const ours = '/uploads/'

/** A picture's bytes, read before the transaction; undefined for an external or deleted picture. */
export async function pictureAt(pictures: Pictures, address: string | null | undefined): Promise<Buffer | undefined> {
  return address?.startsWith(ours) ? pictures.read(address.slice(ours.length)) : undefined
}

export function photoOf(pictures: Pictures, { type, id }: Target): Promise<Buffer | undefined> {
  return pictureAt(pictures, type === 'photo' ? id : undefined)
}

/** Hides it from everybody but its owner; delete a photo's file after the commit (`pictures.release`). */
export async function hide(
  tx: Db,
  target: Target,
  photo: Buffer | undefined,
  by: { isByModerator?: boolean } = {},
): Promise<void> {
  await setHidden(tx, target.type, target.id, true, by)
  if (target.type !== 'photo') return
  if (photo) await keepCopy(tx, target.id, photo)
  await tx.run(sql`
    insert into held_pictures (address, user_id, place_id, state_id, owner_id)
    select ${target.id}, s.user_id, s.place_id, s.state_id,
           coalesce((select p.owner_id from pictures p where '/uploads/' || p.name = ${target.id}), s.user_id)
      from (select id as user_id, null::int as place_id, null::int as state_id from users where profile_image = ${target.id}
            union all select null, id, null from places where image_url = ${target.id}
            union all select null, null, id from place_states where image_url = ${target.id}) s`)
  await takeDown(tx, target.id)
}

/** Copies a reported picture, since its owner can replace it or delete his account before a moderator looks. */
export async function keepCopy(tx: Db, address: string, picture: Buffer): Promise<void> {
  await tx.run(sql`
    insert into reported_pictures (address, picture) values (${address}, decode(${picture.toString('base64')}::text, 'base64'))
    on conflict (address) do nothing`)
}

const Changed = z.object({ placeId: z.number() })

async function takeDown(tx: Db, address: string) {
  await tx.run(sql`update users set profile_image = null where profile_image = ${address}`)
  await tx.run(sql`update places set image_url = null where image_url = ${address}`)
  const states = await tx.many(
    Changed,
    sql`update place_states set image_url = null where image_url = ${address} returning place_id as "placeId"`,
  )
  for (const { placeId } of states) await record(tx, { fact: 'stateChanged', placeId })
}

const Held = z.object({ ownerId: z.nullable(z.number()) })

/** Shows it again; a picture only if it has not been replaced. */
export async function show(tx: Db, pictures: Pictures, target: Target): Promise<void> {
  await setHidden(tx, target.type, target.id, false)
  if (target.type !== 'photo') return
  const held = await tx.one(
    Held,
    sql`select (select u.id from users u where u.id = owner_id) as "ownerId" from held_pictures
         where address = ${target.id} and coalesce(user_id, place_id, state_id) is not null limit 1`,
  )
  const picture = held && (await copyOf(tx, target.id))
  if (picture) await pictures.putBack(tx, target.id, picture, held.ownerId ?? undefined)
  await tx.run(sql`
    update users u set profile_image = h.address from held_pictures h
     where h.address = ${target.id} and u.id = h.user_id and u.profile_image is null`)
  await tx.run(sql`
    update places p set image_url = h.address from held_pictures h
     where h.address = ${target.id} and p.id = h.place_id and p.image_url is null`)
  const states = await tx.many(
    Changed,
    sql`update place_states s set image_url = h.address from held_pictures h
         where h.address = ${target.id} and s.id = h.state_id and s.image_url is null returning s.place_id as "placeId"`,
  )
  for (const { placeId } of states) await record(tx, { fact: 'stateChanged', placeId })
  await tx.run(sql`delete from held_pictures where address = ${target.id}`)
}

const Copy = z.object({ picture: z.string() })

/** The copy of a reported picture, for moderators. */
export async function copyOf(db: Db, address: string): Promise<Buffer | undefined> {
  const copy = await db.one(
    Copy,
    sql`select encode(picture, 'base64') as picture from reported_pictures where address = ${address}`,
  )
  return copy && Buffer.from(copy.picture, 'base64')
}

/** Deletes it permanently. */
export async function remove(tx: Db, pictures: Pictures, target: Target, photo: Buffer | undefined): Promise<void> {
  // The row stays until its retention ends, so that a repeat by its sender is still recognised.
  if (target.type === 'message') {
    await tx.run(
      sql`update messages set content = '', hidden_at = coalesce(hidden_at, now()) where id = ${target.id}::bigint`,
    )
  }
  if (target.type === 'state') await removeState(tx, Number(target.id))
  if (target.type === 'poll') await erasePoll(tx, Number(target.id))
  if (target.type === 'playdate') await removePermanentlyWithSeries(tx, Number(target.id))
  if (target.type !== 'photo') {
    await tx.run(sql`delete from kept_texts where target_type = ${target.type} and target_id = ${target.id}::bigint`)
    return
  }
  const picture = photo ?? (await copyOf(tx, target.id))
  if (picture) await pictures.ban(tx, picture)
  await tx.run(sql`delete from held_pictures where address = ${target.id}`)
  await takeDown(tx, target.id)
}

/** Whether it is hidden. */
export function isHidden(type: Sql, id: Sql): Sql {
  const number = sql`case when ${type} <> 'photo' then ${id}::bigint end`
  return sql`(case ${type}
    when 'user' then exists (select from users h where h.id = ${number} and h.hidden_at is not null)
    when 'message' then exists (select from messages h where h.id = ${number} and h.hidden_at is not null and h.content <> '')
    when 'playdate' then exists (select from playdates h where h.id = ${number} and h.hidden_at is not null)
    when 'place' then exists (select from places h where h.id = ${number} and h.hidden_at is not null)
    when 'photo' then exists (select from held_pictures h where h.address = ${id})
    else false end)`
}
