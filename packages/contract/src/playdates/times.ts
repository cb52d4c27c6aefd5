import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { issue } from '../problems.ts'
import { Moment } from '../schema.ts'
import type { Repeats } from './repeats.ts'

type SomeTimes = { startTime?: string | undefined; endTime?: string | undefined }
const endsAfterStart = z.refine<SomeTimes>(
  ({ startTime, endTime }) => startTime === undefined || endTime === undefined || startTime < endTime,
  { error: issue('playdate.endBeforeStart'), path: ['endTime'] },
)
const isNotTooLong = z.refine<SomeTimes>(
  ({ startTime, endTime }) =>
    startTime === undefined ||
    endTime === undefined ||
    Date.parse(endTime) - Date.parse(startTime) <= limits.playdateMs,
  { error: issue('playdate.tooLong'), path: ['endTime'] },
)

const isNearEnough = z.refine<SomeTimes>(
  ({ startTime }) =>
    startTime === undefined || Date.parse(startTime) <= Date.now() + limits.playdateAheadDays * 86_400_000,
  { error: issue('playdate.tooFar'), path: ['startTime'] },
)
/** What holds for the times of everything that is planned. */
export const planned = [endsAfterStart, isNotTooLong, isNearEnough] as const

export const isShortEnough = z.refine<SomeTimes & { repeats?: Repeats | null | undefined }>(
  ({ startTime, endTime, repeats }) =>
    !repeats ||
    startTime === undefined ||
    endTime === undefined ||
    Date.parse(endTime) - Date.parse(startTime) <= limits.repeatedPlaydateMs,
  { error: issue('series.datesTooLong'), path: ['endTime'] },
)

export const times = { startTime: Moment, endTime: Moment }
/** One of several proposed times. */
export const ProposedTime = z.object(times).check(...planned)
