import type { NotificationKind } from '@papadag/contract/notifications'
import * as z from 'zod/mini'
import { type Db, sql } from '../../../platform/db/db.ts'
import { homeOf, storedHome } from '../../position/home.ts'
import { isKnownNear, knownNear } from '../../position/known-near.ts'
import { findableBy } from '../../visibility.ts'
import { announceTo } from '../screens/announce.ts'
import { asRelated, tell } from './tell.ts'

// No kind of its own, since nodes and open pages of 1.0.0 fail on a kind that they do not know, but leave out a relation.
const kind: NotificationKind = 'playdate.joined'

const Known = z.object({ city: z.nullable(z.string()) })
const Asking = z.object({ id: z.int() })

/** Tells those near this father who have asked for the first; each of them once, which ends his asking. */
export async function tellFirstNearby(tx: Db, userId: number): Promise<void> {
  await endAsking(tx, userId)
  const known = await tx.one(Known, sql`select city from users where id = ${userId} and hidden_at is null`)
  if (!known) return
  // A father whom another transaction is notifying needs nothing more, and no transaction waits for another here.
  const asking = await tx.many(
    Asking,
    sql`update users set tell_first_nearby = false where id in (
          select me.id from users me join users u on u.id = ${userId}
           where me.tell_first_nearby and ${findableBy(sql`me.id`)} and ${isKnownNear(known.city)}
             for no key update of me skip locked)
        returning id`,
  )
  if (asking.length === 0) return
  const readers = asking.map(({ id }) => id)
  await tell(
    tx,
    sql`select reader, ${kind}::text, ${asRelated('near')}, ${userId}::int, null::text
          from unnest(${readers}::int[]) reader`,
  )
  announceTo(tx, 'account', readers)
}

/** Where he is now, others were before him, so nobody there will be the first. */
async function endAsking(tx: Db, userId: number) {
  const here = homeOf(await storedHome(tx, userId))
  if (!here) return
  const ended = await tx.many(
    Asking,
    sql`update users me set tell_first_nearby = false
         where me.id = ${userId} and me.tell_first_nearby
           and exists (select from users u where ${findableBy(userId)} and ${knownNear(here)})
        returning me.id`,
  )
  if (ended.length > 0) announceTo(tx, 'account', [userId])
}
