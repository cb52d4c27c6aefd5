import { limits } from '@papadag/contract/limits'
import type { NewPlaydate } from '@papadag/contract/playdates/playdates'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { Problem } from '../../platform/problem.ts'
import { mustBeFreeToStart } from '../account.ts'
import { record } from '../facts.ts'
import { mustBePlace } from '../places/must-be-place.ts'
import type { PlannedPlace } from '../places/planned.ts'
import { zoneOf } from '../position/time-zone.ts'
import { inPast, keepGridPoint, timesNow } from './edit.ts'
import { askMembers, mustBeInCircle, startWithMembers } from './members-first.ts'
import { dateColumns } from './plan-columns.ts'
import * as seats from './seats.ts'
import { makeDates } from './series/dates.ts'
import { describeSeries, startSeries } from './series/starting.ts'

const Created = z.object({ id: z.number() })

/** Plans a playdate and returns its id; `at` is its place as a poll or proposal has named it, if it is no longer that or hidden. */
export async function plan(tx: Db, wanted: NewPlaydate, creatorId: number, at?: PlannedPlace): Promise<number> {
  const body = wanted.kind === 'open' ? { ...wanted, ...withoutHeads } : wanted
  const { isOver, hasLongBegun } = await timesNow(tx, body)
  if (isOver) throw inPast('endTime')
  if (hasLongBegun) throw inPast('startTime')
  const { children = 0 } = body
  if (1 + children > body.maxParticipants) throw new Problem('playdate.tooFewPlaces')
  await mustBeFreeToStart(tx, creatorId)
  if (body.placeId && !at) await mustBePlace(tx, body.placeId)
  const { circleId } = body
  if (circleId) await mustBeInCircle(tx, circleId, creatorId)
  const timeZone = await zoneOf(tx, { placeId: body.placeId, creatorId, at })
  const { repeats } = body
  const seriesId = repeats ? await startSeries(tx, body, { repeats, timeZone }, creatorId) : null
  const created = await tx.one(
    Created,
    sql`insert into playdates (creator_id, ${dateColumns.names}, start_time, end_time, series_id, slot, is_backdated)
          values (${creatorId}, ${dateColumns.valuesIn({ ...body, at, timeZone })},
                  ${body.startTime}::timestamptz, ${body.endTime}::timestamptz,
                  ${seriesId}, ${seriesId === null ? null : 0}, ${body.startTime}::timestamptz <= now())
          returning id`,
  )
  if (!created) throw new Error('an insert returned no row')
  await keepGridPoint(tx, created.id)
  await startWithMembers(tx, [created.id])
  await seats.seat(tx, created.id, creatorId, children)
  await record(tx, { fact: 'planned', playdateId: created.id })
  if (seriesId !== null) {
    await describeSeries(tx, seriesId, created.id)
    await makeDates(tx, seriesId)
  }
  if (circleId) await askMembers(tx, created.id)
  return created.id
}

/** People are not counted at an open hour. */
const withoutHeads = { maxParticipants: limits.maxParticipants, children: 0, minimumFathers: null }
