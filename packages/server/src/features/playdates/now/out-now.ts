import type { Language } from '@papadag/contract/limits'
import { limits } from '@papadag/contract/limits'
import type { goOutNow } from '@papadag/contract/playdates/out-now'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import type { Body } from '@papadag/contract/route'
import * as z from 'zod/mini'
import { record } from '../../../domain/facts.ts'
import { placeName } from '../../../domain/places/projection.ts'
import { plan } from '../../../domain/playdates/plan.ts'
import { playdateSeenBy } from '../../../domain/playdates/projection.ts'
import { isNow } from '../../../domain/playdates/state.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { isoOf } from '../../../platform/db/moment.ts'
import { Problem } from '../../../platform/problem.ts'

/** A node that does not know this would show it to everybody. */
const known = '2026-11-29-1905-out-now.sql'
const Place = z.object({ name: z.string(), address: z.nullable(z.string()), from: z.string(), until: z.string() })

/** A father is at a public place now; whom he knows is told, and nobody else can find it. */
export function goOut(
  db: Db,
  { placeId, hours, children = 0 }: Body<typeof goOutNow>,
  { id: userId, language }: { id: number; language: Language },
): Promise<Playdate> {
  return db.transaction(async tx => {
    if ((await tx.count(sql`from nodes where knows < ${known} and seen_at > now() - interval '10 minutes'`)) > 0)
      throw new Problem('circle.notYet')
    // Two at once would both be the second one.
    await tx.run(sql`select from users where id = ${userId} for no key update`)
    const today = sql`from playdates p where p.creator_id = ${userId} and ${isNow} and p.created_at > now() - interval '24 hours'`
    if ((await tx.count(today)) >= limits.outNowADay) throw new Problem('playdate.nowTwice')
    const place = await tx.one(
      Place,
      sql`select ${placeName(language)} as name, p.address, ${isoOf(sql`now()`)} as from,
                 ${isoOf(sql`(now() + make_interval(hours => ${hours}::int))`)} as until
            from places p where p.id = ${placeId} and p.hidden_at is null`,
    )
    if (!place) throw new Problem('place.unknown')
    const { name, address, from, until } = place
    const playdateId = await plan(
      tx,
      {
        title: [...name].slice(0, limits.title).join(''),
        location: [...(address ? `${name}, ${address}` : name)].slice(0, limits.location).join(''),
        ...{ placeId, startTime: from, endTime: until, children, maxParticipants: limits.maxParticipants },
      },
      userId,
    )
    await tx.run(sql`
      update playdates set kind = 'now', is_backdated = false where id = ${playdateId}`)
    await record(tx, { fact: 'wentOut', playdateId })
    return playdateSeenBy(tx, playdateId, userId)
  })
}
