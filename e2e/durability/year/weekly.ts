import * as z from 'zod/mini'
import { isAhead, tookPlace } from '../../../packages/server/src/domain/playdates/state.ts'
import * as series from '../../../packages/server/src/features/playdates/series/commands.ts'
import { answer } from '../../../packages/server/src/features/playdates/series/confirming.ts'
import { remove } from '../../../packages/server/src/features/playdates/series/scoped.ts'
import { sql } from '../../../packages/server/src/platform/db/db.ts'
import { draw, freeDayOf, shares, wants } from './drawn.ts'
import { dayOf, isBusy, isDone, type Town } from './town.ts'

interface Offer {
  father: number
  seriesId: number
  day: number
}

/** Takes the standing place that he is offered, if it is on his free day and he has none; once he has decided, he has. */
export async function takePlace({ db }: Town, { father, seriesId, day }: Offer): Promise<void> {
  if (freeDayOf(father) !== day % 7 || draw('takes place', father, seriesId) >= shares.takesPlace) return
  const has = sql`from series s left join series_regulars r on r.series_id = s.id
    where s.ended_at is null and s.until >= now()::date and ${father}::int in (s.creator_id, r.user_id)`
  if ((await db.count(has)) === 0) await isDone(series.takeStanding(db, seriesId, father, undefined))
}

const OnDate = z.object({ id: z.int(), seriesId: z.int(), father: z.int(), day: z.int() })

/** Whoever was on a date of a series the day before is offered a standing place. */
export async function offerPlaces(town: Town): Promise<void> {
  const were = await town.db.many(
    OnDate,
    sql`select p.id, p.series_id as "seriesId", x.user_id as father, ${dayOf(town)} as day
          from playdates p join participants x on x.playdate_id = p.id
         where p.series_id is not null and ${tookPlace} and p.end_time > now() - interval '1 day' order by p.id, x.user_id`,
  )
  for (const one of were) await takePlace(town, one)
}

const Due = z.extend(OnDate, { isCreator: z.boolean(), isAsked: z.boolean() })

/** Two days before a date of a series its creator cancels it if he cannot come, and its regulars say whether they do. */
export async function confirm(town: Town): Promise<void> {
  const { db } = town
  const due = await db.many(
    Due,
    sql`select p.id, p.series_id as "seriesId", x.user_id as father, ${dayOf(town)} as day, x.user_id = p.creator_id as "isCreator",
               not x.is_confirmed as "isAsked"
          from playdates p join participants x on x.playdate_id = p.id
         where p.series_id is not null and ${isAhead} and p.start_time between now() + interval '36 hours' and now() + interval '48 hours'
         order by p.id, x.user_id = p.creator_id desc, x.user_id`,
  )
  for (const { id, father, day, isCreator, isAsked } of due) {
    if (isCreator && !wants('keepsHisDay', father, day)) await remove(db, id, { reason: null }, { viewerId: father })
    if (!isAsked) continue
    const coming = wants('comesIfAsked', father, day) && !(await isBusy(town, father, day, id))
    if (coming || draw('says no', father, id) < shares.saysNo)
      await isDone(db.transaction(tx => answer(tx, id, father, { coming })))
  }
}
