import { Playdate } from '@papadag/contract/playdates/playdates'
import { seenBy } from '../../domain/playdates/projection.ts'
import { isShownTo } from '../../domain/playdates/state.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { JsonText, jsonPageReader } from '../../platform/db/json.ts'
import { linked, momentIn } from '../../platform/http/paging.ts'
import type { Page } from '../../platform/http/serve.ts'
import { distanceShown, type Viewpoint } from './nearness.ts'

/** The columns and playdates to read: those that meet one of several mutually exclusive conditions. */
export interface Wanted {
  viewerId: number
  conditions: readonly Sql[]
  direction: 'asc' | 'desc'
  /** The reference of distances; without `here` it is the viewer's neighbourhood. */
  from?: Pick<Viewpoint, 'here'>
  /** Which of them this viewer may see, if not those that his screens show. */
  isShown?: Sql
}

/**
 * The statement that reads a page. Each condition follows its own index in page order, and participants are read only
 * for the page. One extra row shows whether there is a next page.
 */
export function pageOf(page: Page, wanted: Wanted): Sql {
  const { viewerId, from } = wanted
  const distance = from && distanceShown(viewerId, from.here)
  return sql`${seenBy(viewerId, firstOf(page, wanted), distance)} order by ${orderOf(wanted)}`
}

const orderOf = ({ direction }: Wanted) =>
  direction === 'asc' ? sql`p.start_time, p.id` : sql`p.start_time desc, p.id desc`

/** The statement that selects the rows of a page. */
export function firstOf(page: Page, wanted: Wanted): Sql {
  const { viewerId, conditions, direction, isShown = isShownTo(viewerId) } = wanted
  const after = momentIn(page)
  const rest = !after
    ? sql``
    : direction === 'asc'
      ? sql`and (p.start_time, p.id) > (${after.at}::timestamptz, ${after.id}::bigint)`
      : sql`and (p.start_time, p.id) < (${after.at}::timestamptz, ${after.id}::bigint)`
  const firstRows = sql`order by ${orderOf(wanted)} limit ${page.limit + 1}`
  const picked = conditions.map(
    condition => sql`(select * from playdates p where ${condition} and ${isShown} ${rest} ${firstRows})`,
  )
  return sql`select * from (${sql.join(picked, sql` union all `)}) p ${firstRows}`
}

const readPlaydates = jsonPageReader(Playdate)

/** A page of a list, as JSON. */
export async function list(db: Db, page: Page, wanted: Wanted): Promise<JsonText<Playdate[]>> {
  if (wanted.conditions.length === 0) return new JsonText('[]')
  const cursor = sql`"startTime" || '_' || id`
  return linked(await readPlaydates(db, pageOf(page, wanted), { limit: page.limit, cursor }), page)
}
