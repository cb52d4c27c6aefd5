import type { ReportTarget } from '@papadag/contract/moderation'
import type { NotificationDetails } from '@papadag/contract/notifications'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../platform/db/db.ts'
import { record } from './facts.ts'
import { fetchesOn, reconsiderBuddies } from './playdates/buddies.ts'
import { lockAll, reconsider } from './playdates/seats.ts'
import { lockAllSeries } from './playdates/series/regulars.ts'
import { isNotOver, isWaitedForBy } from './playdates/state.ts'

// Steps shared by all moderation decisions: on reports, on places, and automatic ones.

const hideable: Partial<Record<ReportTarget, Sql>> = {
  user: sql`users`,
  message: sql`messages`,
  place: sql`places`,
}

/**
 * Hides a row from everybody but its owner, or shows it again. A photo has no row of its own; a removed message, which
 * is empty, stays hidden.
 */
export async function setHidden(
  tx: Db,
  type: ReportTarget,
  id: string | number,
  isHidden: boolean,
  { isByModerator = false } = {},
): Promise<void> {
  if (type === 'playdate') return setPlaydateHidden(tx, Number(id), isHidden)
  const table = hideable[type]
  if (!table) return
  const change = isHidden ? sql`set hidden_at = coalesce(hidden_at, now())` : sql`set hidden_at = null`
  const isThere = type === 'message' ? sql`and content <> ''` : sql``
  const takenDown = isHidden && isByModerator ? sql`coalesce(taken_down_at, now())` : sql`null`
  const also = type === 'place' ? sql`, taken_down_at = ${takenDown}` : sql``
  await tx.run(sql`update ${table} ${change}${also} where id = ${id}::bigint ${isThere}`)
  await record(tx, { fact: 'hidden', type, id, isHidden })
  if (isHidden && type === 'user') await reconsiderBuddies(tx, fetchesOn([Number(id)]))
  if (!isHidden && type === 'user') await isFreeAgain(tx, Number(id))
}

/**
 * The coming dates of its series show the same text, so they go with it. Those that another decision had hidden before
 * stay hidden.
 */
async function setPlaydateHidden(tx: Db, id: number, isHidden: boolean): Promise<void> {
  const its = (column: Sql) => sql`(select d.${column} from playdates d where d.id = ${id})`
  const goesWithIt = isHidden ? sql`p.hidden_at is null and ${isNotOver}` : sql`p.hidden_at = ${its(sql`hidden_at`)}`
  // So that no date is being made at the same time.
  await lockAllSeries(tx, sql`s.id = ${its(sql`series_id`)}`)
  const ids = await lockAll(tx, sql`(p.id = ${id} or (p.series_id = ${its(sql`series_id`)} and ${goesWithIt}))`)
  const these = sql`p.id = any(${ids}::int[])`
  // Dates share the moment at which the decision hid them, also where it was hidden alone before.
  const change = isHidden ? sql`coalesce(p.hidden_at, ${its(sql`hidden_at`)}, now())` : sql`null`
  await tx.run(sql`update playdates p set hidden_at = ${change} where ${these}`)
  await record(tx, { fact: 'playdatesHidden', playdates: ids })
  if (!isHidden) await reconsider(tx, these)
}

/** Once he is neither hidden nor suspended, lets him and those who wait for his playdates move up. */
export async function isFreeAgain(tx: Db, userId: number): Promise<void> {
  await reconsider(tx, sql`(p.creator_id = ${userId} or ${isWaitedForBy(userId)})`)
}

export interface Reasons {
  decision: NonNullable<NotificationDetails['decision']>
  target: ReportTarget
  isAutomatic: boolean
  reference: string
  title?: string | undefined
  reason: string
  rule?: string | null | undefined
  until?: string | null | undefined
}

/** Gives the user concerned the statement of reasons (safety S35). */
export function giveReasons(
  tx: Db,
  userId: number,
  { title, reason, rule, until, ...decided }: Reasons,
): Promise<void> {
  const details = {
    ...decided,
    ...(title !== undefined && { title }),
    ...(reason && { reason }),
    ...(rule && { rule }),
    ...(until && { until }),
  }
  return record(tx, { fact: 'reasoned', userId, details })
}

export type PlaceDecision = 'confirm' | 'hide' | 'restore' | 'lock' | 'unlock'

interface PlaceNote {
  decision: PlaceDecision
  reason: string
  rule?: string | null | undefined
  /** Undefined for an automatic decision. */
  moderatorId?: number
}

const Noted = z.object({ id: z.number(), name: z.string(), contributorId: z.nullable(z.number()) })

/** Records a decision on a place and gives its contributor the reasons; a confirmation needs none. */
export async function notePlaceDecision(
  tx: Db,
  placeId: number,
  { decision, reason, rule, moderatorId }: PlaceNote,
): Promise<void> {
  const isAutomatic = moderatorId === undefined
  const noted = await tx.one(
    Noted,
    sql`with noted as (
          insert into place_decisions (place_id, moderator_id, is_automatic, decision, reason, rule)
          values (${placeId}, ${moderatorId ?? null}, ${isAutomatic}, ${decision}, ${reason}, ${rule ?? null})
          returning id, place_id)
        select n.id, p.name, p.created_by as "contributorId" from noted n join places p on p.id = n.place_id`,
  )
  if (!noted) throw new Error('a locked place is not there')
  const { id, name: title, contributorId } = noted
  if (contributorId === null || contributorId === moderatorId || decision === 'confirm') return
  await giveReasons(tx, contributorId, {
    ...{ decision, title, isAutomatic, reason, rule },
    target: 'place',
    reference: `P${id}`,
  })
}
