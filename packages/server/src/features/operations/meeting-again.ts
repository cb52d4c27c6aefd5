import { productTimeZone } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { tookPlace, wasThere } from '../../domain/playdates/state.ts'
import { type Db, sql } from '../../platform/db/db.ts'

/** A smaller group could reveal something about one of them. */
const fathersAtLeast = 10
const rememberedForMs = 3_600_000

export interface MeetingAgain {
  /** Fathers who met somebody in the ten weeks that ended 14 days ago. */
  fathers: number
  /** How many of them met one of those fathers again within 14 days, as a percentage. */
  share: number
}

const Counted = z.object({ fathers: z.int(), again: z.int() })

/** For `from`: those who met somebody in the ten weeks that ended 14 days ago, and whether they met one of them again within 14 days. */
export const fathersWhoMet = sql`(
  with seats as materialized (
      select p.id, x.user_id, (p.start_time at time zone ${productTimeZone})::date as day
        from playdates p join participants x on x.playdate_id = p.id and ${wasThere(sql`x`)}
       where ${tookPlace} and p.start_time > now() - interval '12 weeks'),
    -- Two playdates on one day are one meeting.
    meetings as (
      select user_id, day, lead(day) over (partition by user_id, other order by day) as next_day
        from (select distinct a.user_id, b.user_id as other, a.day
                from seats a join seats b on b.id = a.id and b.user_id <> a.user_id) m)
  select user_id, coalesce(bool_or(next_day <= day + 14), false) as met_again
    from meetings where day <= (now() at time zone ${productTimeZone})::date - 14
   group by user_id) met`

/** How many fathers meet the same father again within 14 days; null for fewer than ten. */
export async function readMeetingAgain(db: Db): Promise<MeetingAgain | null> {
  const counted = await db.one(
    Counted,
    sql`select count(*)::int as fathers, (count(*) filter (where met_again))::int as again from ${fathersWhoMet}`,
  )
  if (!counted || counted.fathers < fathersAtLeast) return null
  return { fathers: counted.fathers, share: Math.round((100 * counted.again) / counted.fathers) / 100 }
}

/** The same, queried at most once an hour. */
export function rememberMeetingAgain(db: Db): () => Promise<MeetingAgain | null> {
  let last: Promise<MeetingAgain | null> | undefined
  let askedAtMs = 0
  return () => {
    const nowMs = performance.now()
    if (!last || nowMs - askedAtMs > rememberedForMs) {
      askedAtMs = nowMs
      const asked = readMeetingAgain(db)
      last = asked
      asked.catch(() => {
        if (last === asked) last = undefined
      })
    }
    return last
  }
}
