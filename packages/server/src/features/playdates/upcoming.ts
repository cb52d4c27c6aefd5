import { limits } from '@papadag/contract/limits'
import type { Playdate, UpcomingQuery } from '@papadag/contract/playdates/playdates'
import * as z from 'zod/mini'
import { fallsOn, ownDays } from '../../domain/papa-days/papa-days.ts'
import { hasNotBegun, isNamedTo, isNotOver, isOneOf, isPlanned, isShownTo } from '../../domain/playdates/state.ts'
import { areOfLikeAge, matchesAges } from '../../domain/position/closeness.ts'
import { areAcquainted, blockedWith } from '../../domain/visibility.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { JsonText } from '../../platform/db/json.ts'
import type { Page } from '../../platform/http/serve.ts'
import {
  isNear,
  isOneOfFew,
  isSomewhere,
  mayBeWithin,
  positionIn,
  type Viewpoint,
  viewpointOf,
  within,
} from './nearness.ts'
import { firstOf, list, pageOf } from './page.ts'

const beginning = ({ from }: UpcomingQuery) => (from ? sql`greatest(now(), ${from}::timestamptz)` : sql`now()`)

/**
 * Playdates that have not ended, or not before the requested period, as two conditions: the index on the range finds
 * running ones, and the one on the start finds the others. For running ones, a condition on the start would choose the
 * other index and read everything that is over.
 */
function notOver(query: UpcomingQuery = {}): Sql[] {
  const moment = beginning(query)
  const before = (time: Sql) => (query.to ? sql`and ${time} < ${query.to}::timestamptz` : sql``)
  return [
    sql`tstzrange(p.start_time, p.end_time) @> ${moment} ${before(moment)}`,
    sql`p.start_time > ${moment} ${before(sql`p.start_time`)}`,
  ]
}

/** The requested period, from now on. A period that is over is empty. */
function periodOf(query: UpcomingQuery): Sql {
  const { to } = query
  if (!to) return sql`tstzrange(${beginning(query)}, null)`
  return sql`tstzrange(least(${beginning(query)}, ${to}::timestamptz), ${to}::timestamptz)`
}

/**
 * Whether a participant has a child within a year of one of this viewer's, as far as its age is shown to him, or one in
 * the same range if both allow matching. `offset 0` makes it read each participant's children by their index rather
 * than everybody's for each playdate; permissions are checked only for those who have such a child.
 */
function fitsChildrenOf(viewerId: number): Sql {
  const others = sql`join users u on u.id = m.user_id and u.id <> ${viewerId} and u.id <> all (${blockedWith(viewerId)})`
  return sql`exists (select from children where user_id = ${viewerId}) and (exists (
    select from participants m ${others} where m.playdate_id = p.id and ${isNamedTo(viewerId, sql`m`)} and ${matchesAges(viewerId)}) or exists (
    select from participants m
      ${others}
     cross join lateral (
       select true as alike from children theirs
         join children mine on mine.user_id = ${viewerId} and ${areOfLikeAge(sql`theirs`, sql`mine`)}
        where theirs.user_id = u.id offset 0) child
     where m.playdate_id = p.id and ${isNamedTo(viewerId, sql`m`)} and case when child.alike then u.children_visibility = 'members'
       or (u.children_visibility = 'contacts' and ${areAcquainted(sql`u.id`, viewerId)}) end))`
}

/**
 * The viewer's filters on the playdates `p`, except time and distance; a playdate in which he takes part counts as
 * having room.
 */
function soughtBy(viewerId: number, { fits, room }: UpcomingQuery): Sql {
  const wanted = [sql`true`]
  if (fits) wanted.push(sql`(${isOneOf(viewerId)} or ${fitsChildrenOf(viewerId)})`)
  if (room) {
    const taken = sql`select coalesce(sum(1 + m.children), 0) from participants m where m.playdate_id = p.id`
    // The creator takes one place.
    wanted.push(
      sql`(p.max_participants > ${room}::int and p.max_participants - (${taken}) >= ${room}::int or ${isOneOf(viewerId)})`,
    )
  }
  return sql.join(wanted, sql` and `)
}

function conditionsOf(viewerId: number, query: UpcomingQuery, viewpoint: Viewpoint | undefined): Sql[] {
  const { withinKm } = query
  const sought = soughtBy(viewerId, query)
  const where = withinKm && viewpoint ? within(withinKm, viewpoint, periodOf(query)) : notOver(query)
  return where.map(condition => sql`${condition} and ${sought}`)
}

/** Playdates that have not ended, that this viewer may see and that match his filters; earliest start first. */
export async function upcoming(
  db: Db,
  viewerId: number,
  page: Page,
  query: UpcomingQuery = {},
): Promise<JsonText<Playdate[]>> {
  if (query.order === 'near') return nearFirst(db, page, query, await viewpointOf(db, viewerId, query))
  if (query.order === 'parts') return inParts(db, page, query, await viewpointOf(db, viewerId, query))
  const viewpoint = query.withinKm ? await viewpointOf(db, viewerId, query) : undefined
  const from = viewpoint ?? { here: positionIn(query) }
  return list(db, page, { viewerId, conditions: conditionsOf(viewerId, query, viewpoint), direction: 'asc', from })
}

const Found = z.object({ id: z.number(), nearKm: z.optional(z.nullable(z.int())) })

/** The ids of the playdates on a page of the list. */
export async function upcomingOnPage(
  db: Db,
  viewerId: number,
  page: Page,
  query: UpcomingQuery,
): Promise<z.output<typeof Found>[]> {
  // This order is composed of several lists.
  if (query.order) return (await upcoming(db, viewerId, page, query)).parse()
  const viewpoint = query.withinKm ? await viewpointOf(db, viewerId, query) : undefined
  const conditions = conditionsOf(viewerId, query, viewpoint)
  if (conditions.length === 0) return []
  return db.many(Found, firstOf(page, { viewerId, conditions, direction: 'asc' }))
}

/** The statement behind the list, for benchmarks. */
export function upcomingStatement(viewerId: number, page: Page, query: UpcomingQuery = {}, from?: Viewpoint): Sql {
  const conditions = conditionsOf(viewerId, query, from)
  return pageOf(page, { viewerId, conditions, direction: 'asc', from: from ?? { here: undefined } })
}

/** The most playdates near a user that the home screen assumes to have begun at the same time. */
const begunAtMost = 8

/** Playdates that have begun without him come after those he can still reach in time. */
function runningLast(playdates: readonly Playdate[]): Playdate[] {
  const now = Date.now()
  const isMissed = ({ startTime, myStatus }: Playdate) => myStatus === 'none' && Date.parse(startTime) <= now
  return [...playdates.filter(one => !isMissed(one)), ...playdates.filter(isMissed)]
}

/**
 * The first part: what asks this viewer something, and his next playdate, so that a screen with room for two always
 * shows it; then those near him on one of his own half days; then those near him or with him; then the others, each
 * ordered by start.
 */
async function nearFirst(
  db: Db,
  { limit }: Page,
  query: UpcomingQuery,
  viewpoint: Viewpoint,
): Promise<JsonText<Playdate[]>> {
  const { viewerId } = viewpoint
  const sought = soughtBy(viewerId, query)
  // As many as may have begun without him, which makes room for them.
  const first = { limit: limit + begunAtMost, cursor: undefined, more() {} }
  const read = async (conditions: readonly Sql[]) =>
    (await list(db, first, { viewerId, conditions, direction: 'asc', from: viewpoint })).parse()
  const during = periodOf(query)
  const around = within(query.withinKm ?? 10, viewpoint, during).map(one => sql`${one} and ${sought}`)
  const near = await read(around)
  const days = await ownDays(db, viewerId)
  const isOnHisDay = sql`${hasNotBegun} and ${fallsOn(days, sql`p.start_time`, sql`p.time_zone`)}`
  const onHisDay = days === 0 ? [] : await read(around.map(one => sql`${one} and ${isOnHisDay}`))
  const isDuring = sql`tstzrange(p.start_time, p.end_time) && ${during}`
  const own = await read([sql`${isNotOver} and ${isDuring} and ${isOneOf(viewerId)} and ${sought}`])
  const isFew = sql`(p.spot_latitude is not null or ${isOneOfFew})`
  const others = conditionsOf(viewerId, query, viewpoint).map(one => sql`${one} and ${isFew}`)
  const all = near.length < limit && !query.withinKm ? await read(others) : []
  const ahead = runningLast([...near, ...own].sort((a, b) => a.startTime.localeCompare(b.startTime) || a.id - b.id))
  const next = own.find(({ state }) => state === 'planned')
  const asking = own.filter(({ confirmation }) => confirmation === 'due')
  const chosen = [
    ...new Map(
      [...asking, ...(next ? [next] : []), ...onHisDay, ...ahead, ...runningLast(all)].map(playdate => [
        playdate.id,
        playdate,
      ]),
    ).values(),
  ].slice(0, limit)
  return new JsonText(JSON.stringify(chosen))
}

/** How far the part near a viewer may reach, in km, until it has enough playdates. */
const reaches = [10, 15, 25, 50] as const
const enough = 5

/** The shortest distance that finds enough, or else the shortest that finds as much as the longest. */
async function reachFor(db: Db, viewerId: number, found: (km: number) => Sql): Promise<number> {
  const isCounted = sql`${isPlanned} and ${isShownTo(viewerId)}`
  const counts: number[] = []
  for (const km of reaches) {
    const near = await db.count(
      sql`from (select from playdates p where ${found(km)} and ${isCounted} limit ${enough}) counted`,
    )
    if (near >= enough) return km
    counts.push(near)
  }
  return reaches[counts.indexOf(Math.max(...counts))] ?? reaches[0]
}

/**
 * First what is known to be near this viewer or has him as a participant; then what is of unknown distance, few of each
 * creator; then what is farther away; then the rest of unknown distance; each ordered by time. Without his position
 * there are no parts, nor in a search within a radius.
 */
async function inParts(
  db: Db,
  { limit }: Page,
  query: UpcomingQuery,
  viewpoint: Viewpoint,
): Promise<JsonText<Playdate[]>> {
  const { viewerId, here } = viewpoint
  const read = (conditions: readonly Sql[], most: number) => {
    const page = { limit: most, cursor: undefined, more() {} }
    return list(db, page, { viewerId, conditions, direction: 'asc', from: viewpoint })
  }
  if (!here || query.withinKm) {
    const found = await read(conditionsOf(viewerId, query, viewpoint), limit)
    return new JsonText(JSON.stringify(runningLast(found.parse())))
  }
  const sought = soughtBy(viewerId, query)
  const during = periodOf(query)
  const reached = (km: number) => sql`${mayBeWithin(km, here, during)} and ${isNear(km, here, viewpoint)} and ${sought}`
  const any = (which: Sql) => notOver(query).map(one => sql`${one} and ${sought} and ${which}`)
  const km = await reachFor(db, viewerId, reached)
  const near = isNear(km, here, viewpoint)
  const isElsewhere = sql`not ${near} and not ${isOneOf(viewerId)}`
  const somewhere = isSomewhere(viewpoint)
  const parts: [readonly Sql[], { nearKm: number | null; isSomewhere?: true }][] = [
    [
      [
        reached(km),
        ...any(sql`p.spot_latitude is null and ${near}`),
        ...any(sql`not ${near} and ${isOneOf(viewerId)}`),
      ],
      { nearKm: km },
    ],
    [any(sql`${isElsewhere} and ${somewhere} and ${isOneOfFew}`), { nearKm: null, isSomewhere: true }],
    [any(sql`${isElsewhere} and not ${somewhere}`), { nearKm: null }],
    [any(sql`${isElsewhere} and ${somewhere} and not ${isOneOfFew}`), { nearKm: null, isSomewhere: true }],
  ]
  const all: Playdate[] = []
  for (const [conditions, part] of parts) {
    if (all.length >= limit) break
    const found = await read(conditions, limit - all.length)
    all.push(...runningLast(found.parse()).map(playdate => ({ ...playdate, ...part })))
  }
  return new JsonText(JSON.stringify(all))
}

/** How many there are for this viewer, and how many of them match his filters. */
export async function upcomingCount(
  db: Db,
  viewerId: number,
  query: UpcomingQuery,
): Promise<{ all: number; matching: number }> {
  const viewpoint = await viewpointOf(db, viewerId, query)
  const count = (conditions: readonly Sql[]) => {
    if (conditions.length === 0) return 0
    const parts = conditions.map(
      condition =>
        sql`(select p.id from playdates p where ${condition} and ${isShownTo(viewerId)} limit ${limits.listItems})`,
    )
    return db.count(
      sql`from (select from (${sql.join(parts, sql` union all `)}) found limit ${limits.listItems}) counted`,
    )
  }
  return { all: await count(notOver()), matching: await count(conditionsOf(viewerId, query, viewpoint)) }
}
