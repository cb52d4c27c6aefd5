import { instantOf } from '../../../platform/language/dates.ts'
import { clockTime, type PlaydateFields } from './form-fields.ts'

/** When the playdate starts, in the morning as long as no time is typed; undefined without a day. */
export function aboutWhen({ date, startTime }: PlaydateFields): string | undefined {
  if (Number.isNaN(Date.parse(date))) return undefined
  return instantOf({ date, time: clockTime.test(startTime) ? startTime : '10:00' })
}
