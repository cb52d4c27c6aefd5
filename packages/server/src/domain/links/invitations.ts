import { Invitation } from '@papadag/contract/invites'
import { Waiting } from '@papadag/contract/playdates/playdates'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { Problem } from '../../platform/problem.ts'
import { harmless, harmlessName } from '../names/harmless.ts'
import { plannedThere } from '../places/planned.ts'
import { askedBy } from '../playdates/invited-in-chat.ts'
import { mustMayInvite } from '../playdates/inviting.ts'
import { openNow } from '../playdates/members-first.ts'
import {
  hasDeclined,
  isCancelled,
  isOn,
  isPlanned,
  isStillLinked,
  isWaitedForBy,
  seatOf,
  waitingOf,
} from '../playdates/state.ts'
import { blockedWith } from '../visibility.ts'
import { hashOf, newSalt, tokenOf } from './link-tokens.ts'

const Mine = z.object({ salt: z.string(), hash: z.string() })

export interface Made {
  token: string
  showsName: boolean
  isNew: boolean
}

/**
 * Whether the links to the playdate `p` show its title, and its creator's own link his name: his choice, or by default
 * only at a public place.
 */
export const isShown = sql`coalesce(
  (select own.says_what from invitations own where own.playdate_id = p.id and own.created_by = p.creator_id),
  p.location_visibility = 'public')`

async function showsWhat(tx: Db, playdateId: number): Promise<boolean> {
  return (await tx.count(sql`from playdates p where p.id = ${playdateId} and ${isShown}`)) > 0
}

/** Creates a participant's link to a playdate, or returns his existing one. */
export function makeInvitation(
  db: Db,
  secret: string,
  playdateId: number,
  userId: number,
  showName: boolean | undefined,
): Promise<Made> {
  return db.transaction(async tx => {
    const { isCreator } = await mustMayInvite(tx, playdateId, userId)
    await openNow(tx, playdateId)
    // Only the creator can show or hide his name and his words.
    const chosen = isCreator ? (showName ?? null) : null
    const before = await tx.one(
      Mine,
      sql`update invitations set says_what = coalesce(${chosen}::boolean, says_what)
           where playdate_id = ${playdateId} and created_by = ${userId}
          returning salt, encode(token_hash, 'hex') as hash`,
    )
    const token = before && tokenOf(secret, 'invite', before.salt)
    if (token && hashOf(token) === before.hash)
      return { token, showsName: await showsWhat(tx, playdateId), isNew: false }
    // There is none, or it was derived from another secret and cannot be derived again.
    const salt = newSalt()
    const next = tokenOf(secret, 'invite', salt)
    await tx.run(sql`
      insert into invitations (playdate_id, created_by, salt, token_hash, says_what)
      values (${playdateId}, ${userId}, ${salt}, decode(${hashOf(next)}, 'hex'), ${chosen}::boolean)
      on conflict (playdate_id, created_by) do update set salt = excluded.salt, token_hash = excluded.token_hash`)
    return { token: next, showsName: await showsWhat(tx, playdateId), isNew: true }
  })
}

const Point = z.object({ latitude: z.number(), longitude: z.number() })
const Row = z.extend(Invitation, {
  playdateId: z.int(),
  changedAt: z.string(),
  timeZone: z.string(),
  point: z.nullable(Point),
})
export type InvitedTo = z.output<typeof Row>

/**
 * The playdate that a link leads to, for anybody; undefined for a link that has expired, been revoked or is unknown.
 * Its maker must still take part in the playdate, for a home it must be the creator's own, and neither playdate nor
 * creator may be hidden. It is unknown to a member with a block between him and the creator, as after a deletion
 * (safety S32).
 */
export async function invitedTo(db: Db, token: string, viewerId?: number): Promise<InvitedTo | undefined> {
  const isSeen = viewerId === undefined ? sql`true` : sql`p.creator_id <> all (${blockedWith(viewerId)})`
  const found = await db.one(
    Row,
    sql`select p.id as "playdateId", p.sequence, ${isoOf(sql`p.updated_at`)} as "changedAt",
               ${isoOf(sql`p.start_time`)} as "startTime", ${isoOf(sql`p.end_time`)} as "endTime", p.time_zone as "timeZone",
               case when ${isCancelled} then 'cancelled'
                    when who.heads >= p.max_participants then 'full' else 'open' end as state,
               case when pl.id is not null then p.place_name end as place,
               case when ${isPlanned} and pl.id is not null and p.place_latitude is not null then json_build_object(
                 'latitude', p.place_latitude, 'longitude', p.place_longitude) end as point,
               p.area, greatest(0, p.max_participants - who.heads) as "placesLeft", who.fathers,
               case when ${isShown} and ${isPlanned} then p.title end as title,
               case when ${isShown} and ${isPlanned} and i.created_by = p.creator_id then host.first_name end as "hostName",
               case when s.id is not null then json_build_object('every', s.every, 'until', s.until) end as series,
               case when ${viewerId ?? null}::int is not null then p.creator_id end as "hostId",
               coalesce(p.creator_id = ${viewerId ?? null}::int, false) as "isOwn"
          from invitations i
          join playdates p on p.id = i.playdate_id and ${isStillLinked} and p.hidden_at is null
           and (i.created_by = p.creator_id or p.location_visibility = 'public')
          join ${seatOf(sql`i.created_by`, sql`maker`)}
          join users host on host.id = p.creator_id and host.hidden_at is null
           and (${isCancelled} or coalesce(host.suspended_until <= now(), true))
          left join series s on s.id = p.series_id and ${isPlanned}
          left join ${plannedThere(sql`p.place_id`)} and p.location_visibility = 'public'
         cross join lateral (
           select count(*)::int as fathers, coalesce(sum(1 + x.children), 0)::int as heads
             from participants x where x.playdate_id = p.id) who
         where i.token_hash = decode(${hashOf(token)}, 'hex') and ${isSeen}`,
  )
  return (
    found && {
      ...found,
      place: found.place && harmless(found.place),
      area: found.area && harmless(found.area),
      title: (found.title && harmless(found.title)) || null,
      hostName: (found.hostName && harmlessName(found.hostName)) || null,
    }
  )
}

/** The playdate behind a link, for a member who wants to join it. */
export async function playdateOf(db: Db, token: string, userId: number): Promise<number> {
  const found = await invitedTo(db, token, userId)
  if (!found) throw new Problem('invite.unknown')
  return found.playdateId
}

const Own = z.object({ isOn: z.boolean(), waiting: z.nullable(Waiting), isAsked: z.boolean(), declined: z.boolean() })

/** Whether a user takes part in a playdate, his position on its waiting list, and his answer if he was invited. */
export async function ownPlace(db: Db, playdateId: number, userId: number): Promise<z.output<typeof Own>> {
  const found = await db.one(
    Own,
    sql`select ${isOn(userId)} as "isOn", ${waitingOf(userId)} as waiting,
               not ${isOn(userId)} and not ${isWaitedForBy(userId)} and ${askedBy(userId)} is not null as "isAsked", ${hasDeclined(userId)} as declined
          from playdates p where p.id = ${playdateId}`,
  )
  return found ?? { isOn: false, waiting: null, isAsked: false, declined: false }
}
