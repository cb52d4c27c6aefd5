import { SeenByParent } from '@papadag/contract/parent-links'
import * as z from 'zod/mini'
import { record } from '../../domain/facts.ts'
import { hashOf, newSalt, tokenOf } from '../../domain/links/link-tokens.ts'
import { harmless, harmlessName } from '../../domain/names/harmless.ts'
import { plannedThere } from '../../domain/places/planned.ts'
import { lockPlaydate } from '../../domain/playdates/seats.ts'
import { isCancelled, isOn, isOver, isPlanned, isStillLinked, mayLocate, seatOf } from '../../domain/playdates/state.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { Problem } from '../../platform/problem.ts'

const Stored = z.object({ salt: z.string(), hash: z.string() })
const Kept = z.object({ salt: z.nullable(z.string()), hash: z.nullable(z.string()) })

/** The token of a stored link; undefined for one made with another secret, which cannot be derived again. */
function tokenIn(secret: string, { salt, hash }: z.output<typeof Kept>): string | undefined {
  const token = salt === null ? undefined : tokenOf(secret, 'parent', salt)
  return token !== undefined && hashOf(token) === hash ? token : undefined
}

/** Creates a participant's link for a playdate, or returns his existing one. */
export function makeLink(db: Db, secret: string, playdateId: number, userId: number): Promise<string> {
  return db.transaction(async tx => {
    const { isOver: isGone, isCancelled: isOff } = await lockPlaydate(tx, playdateId, userId)
    if (isOff) throw new Problem('playdate.cancelled')
    if (isGone) throw new Problem('playdate.over')
    if ((await tx.count(sql`from playdates p where p.id = ${playdateId} and ${isOn(userId)}`)) === 0)
      throw new Problem('parentLink.notComing')
    const before = await tx.one(
      Stored,
      sql`select salt, encode(token_hash, 'hex') as hash from parent_links
           where playdate_id = ${playdateId} and user_id = ${userId}`,
    )
    const known = before && tokenIn(secret, before)
    if (known !== undefined) return known
    const salt = newSalt()
    const token = tokenOf(secret, 'parent', salt)
    await tx.run(sql`
      insert into parent_links (playdate_id, user_id, salt, token_hash)
      values (${playdateId}, ${userId}, ${salt}, decode(${hashOf(token)}, 'hex'))
      on conflict (playdate_id, user_id) do update set salt = excluded.salt, token_hash = excluded.token_hash`)
    await record(tx, { fact: 'linksCounted', playdateId })
    return token
  })
}

const Own = z.extend(Kept, { isCreator: z.boolean(), count: z.int(), showsAddress: z.boolean() })

/** The token of his link, and for the creator the number of links; throws unless he is on the playdate. */
export async function linksOf(db: Db, secret: string, playdateId: number, userId: number) {
  const found = await db.one(
    Own,
    sql`select l.salt, encode(l.token_hash, 'hex') as hash, p.creator_id = ${userId} as "isCreator",
               (select count(*)::int from parent_links all_of where all_of.playdate_id = p.id) as count,
               p.parents_see_address as "showsAddress"
          from playdates p left join parent_links l on l.playdate_id = p.id and l.user_id = ${userId}
         where p.id = ${playdateId} and ${isOn(userId)}`,
  )
  if (!found) throw new Problem('parentLink.notComing')
  const { isCreator, count, showsAddress } = found
  return { token: tokenIn(secret, found), ...(isCreator && { count, showsAddress }) }
}

/** The creator's switch for the address of a home. */
export async function showAddress(db: Db, playdateId: number, showsAddress: boolean): Promise<void> {
  await db.run(sql`update playdates set parents_see_address = ${showsAddress} where id = ${playdateId}`)
}

export function removeLink(db: Db, playdateId: number, userId: number): Promise<void> {
  return db.transaction(async tx => {
    const removed = await tx.run(sql`
      delete from parent_links where playdate_id = ${playdateId} and user_id = ${userId}`)
    if (removed > 0) await record(tx, { fact: 'linksCounted', playdateId })
  })
}

/** How long a link works after the playdate. */
const staysFor = sql`interval '2 hours'`

/** Neither he nor the creator is hidden or suspended, and there is no block between the two. */
function areThere(him: Sql, host: Sql): Sql {
  const isThere = (user: Sql) => sql`${user}.hidden_at is null and coalesce(${user}.suspended_until <= now(), true)`
  return sql`${isThere(him)} and ${isThere(host)} and not are_blocked(${him}.id, ${host}.id)`
}

/**
 * The playdate behind a link for anybody who has it; undefined once it has expired. Shows the place only as far as the
 * link's maker may see it, and a home only if the creator allows it.
 */
export async function seenByParent(db: Db, token: string): Promise<SeenByParent | undefined> {
  const isSeat = sql`true`
  const found = await db.one(
    SeenByParent,
    sql`select ${isoOf(sql`p.start_time`)} as "startTime", ${isoOf(sql`p.end_time`)} as "endTime", p.time_zone as "timeZone",
               case when ${isCancelled} then 'cancelled' when ${isOver} then 'over'
                    when seat.is_confirmed then 'coming' else 'unsure' end as state,
               case when ${isPlanned} and shown.address then p.location end as address,
               case when ${isPlanned} and shown.address and pl.id is not null and p.place_latitude is not null
                 then json_build_object('latitude', p.place_latitude, 'longitude', p.place_longitude) end as point,
               case when ${isPlanned} then p.area end as area, host.first_name as "hostName"
          from parent_links l
          join playdates p on p.id = l.playdate_id and (p.end_time + ${staysFor} > now() or ${isStillLinked}) and p.hidden_at is null
          join ${seatOf(sql`l.user_id`, sql`seat`)}
          join users him on him.id = l.user_id
          join users host on host.id = p.creator_id and ${areThere(sql`him`, sql`host`)}
          left join ${plannedThere(sql`p.place_id`)}
         cross join lateral (select p.location_visibility = 'public'
           or p.parents_see_address and ${mayLocate(sql`l.user_id`, isSeat)} as address) shown
         where l.token_hash = decode(${hashOf(token)}, 'hex')`,
  )
  if (!found) return undefined
  const { address, area, hostName } = found
  return {
    ...found,
    address: (address && harmless(address)) || null,
    area: (area && harmless(area)) || null,
    hostName: (hostName && harmlessName(hostName)) || null,
  }
}
