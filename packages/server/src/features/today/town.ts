import { limits, productTimeZone } from '@papadag/contract/limits'
import { townPage } from '@papadag/contract/places/town-pages'
import { methodAndPath } from '@papadag/contract/route'
import type { Today } from '@papadag/contract/today'
import * as z from 'zod/mini'
import { isAhead, isOneOf, isShownTo } from '../../domain/playdates/state.ts'
import { homeOf, storedHome } from '../../domain/position/home.ts'
import { knownNear } from '../../domain/position/known-near.ts'
import type { Point } from '../../domain/position/metres.ts'
import { townAt, townNearest } from '../../domain/position/towns.ts'
import { findableBy } from '../../domain/visibility.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'

/** For so long a father who was the first sees what has come of it. */
const firstForDays = 30
/** With so many others a town is not empty any more. */
const enough = 3

const Standing = z.object({ isFirst: z.boolean(), came: z.int(), sinceDays: z.int() })
const Opened = z.object({ opens: z.int(), opensThisWeek: z.int() })
const Nearest = z.object({ latitude: z.number(), longitude: z.number(), metres: z.number() })

/** His town while nobody else is known near him, or for a month if he was the first there and few have come. */
export async function townOf(db: Db, viewerId: number): Promise<Today['town']> {
  const home = await storedHome(db, viewerId)
  const here = homeOf(home)
  if (!here) return null
  const town = (home.city === null ? undefined : townAt(home.city)) ?? townNearest(here)
  if (!town) return null
  const standing = await standingOf(db, viewerId, sql`${findableBy(viewerId)} and ${knownNear(here)}`)
  if (!standing?.isFirst || standing.came >= enough) return null
  const [opened, nearest] = await Promise.all([opensOf(db, viewerId, town.slug), nearestTo(db, viewerId, here)])
  const { path } = methodAndPath(townPage.at)
  const url = path.replace(':about', encodeURIComponent(town.slug))
  const { came, sinceDays } = standing
  return { name: town.name, url, ...opened, came, sinceDays, nearest }
}

/** Whether nobody of those near (a condition on `u`) came before him, or whom he finds alone; and how many came after him. */
function standingOf(db: Db, viewerId: number, isNear: Sql) {
  return db.one(
    Standing,
    sql`select not exists (select from users u where ${isNear}
                 and (u.created_at < me.created_at or me.created_at < now() - make_interval(days => ${firstForDays}::int))) as "isFirst",
               (select count(*)::int from (select from users u where ${isNear} limit ${limits.listItems}) found) as came,
               floor(extract(epoch from now() - me.created_at) / 86400)::int as "sinceDays"
          from users me where me.id = ${viewerId}`,
  )
}

async function opensOf(db: Db, viewerId: number, slug: string) {
  const since = (moment: Sql) => sql`(${moment} at time zone ${productTimeZone})::date`
  const opened = await db.one(
    Opened,
    sql`select coalesce(sum(opens), 0)::int as opens,
               coalesce(sum(opens) filter (where day > ${since(sql`now()`)} - 7), 0)::int as "opensThisWeek"
          from town_opens where town = ${slug} and day >= (select ${since(sql`created_at`)} from users where id = ${viewerId})`,
  )
  return opened ?? { opens: 0, opensThisWeek: 0 }
}

/** By the index, in degrees; the nearest of these is found in metres. */
const compared = 50

/** The town of the nearest playdate of others at a public place, and how far it is. */
async function nearestTo(db: Db, viewerId: number, { latitude, longitude }: Point) {
  const found = await db.one(
    Nearest,
    sql`select latitude, longitude, metres_between(${latitude}::float8, ${longitude}::float8, latitude, longitude) as metres
          from (select p.spot_latitude as latitude, p.spot_longitude as longitude from playdates p
                 where p.spot_latitude is not null and p.location_visibility = 'public' and ${isAhead}
                   and not ${isOneOf(viewerId)} and ${isShownTo(viewerId)}
                 order by point(p.spot_longitude, p.spot_latitude) <-> point(${longitude}::float8, ${latitude}::float8)
                 limit ${sql.number(compared)}) near
         order by metres limit 1`,
  )
  const town = found && townNearest(found)
  return town ? { town: town.name, km: Math.max(1, Math.round(found.metres / 1000)) } : null
}
