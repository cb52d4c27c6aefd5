/** A position on earth, in degrees. */
import * as z from 'zod/mini'
import { type IssueCode, issue } from '../problems.ts'
import { orAbsent } from '../schema.ts'

/** Longer than any number a client writes. */
const longest = 50
const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i

/**
 * A step of about a centimetre. Finer digits are noise, and tiny values (1e-200) make the database's trigonometry fail.
 */
const steps = 1e7

function numberIn(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > longest) return value
  const digits = value.trim()
  return decimal.test(digits) ? Number(digits) : value
}

/** Degrees up to `max` either way. */
export function degrees(max: 90 | 180, code: IssueCode) {
  return z.number(code).check(
    z.gte(-max, code),
    z.lte(max, code),
    // Adding 0 turns -0 into 0.
    z.overwrite(value => Math.round(value * steps) / steps + 0),
  )
}

/** The same from numeric text, as in queries and forms. */
export function degreesOrText(max: 90 | 180, code: IssueCode) {
  return z.pipe(z.transform(numberIn), degrees(max, code))
}

export const Latitude = degreesOrText(90, issue('place.position'))
export const Longitude = degreesOrText(180, issue('place.position'))

/** A position in a query. */
export const where = { latitude: orAbsent(Latitude), longitude: orAbsent(Longitude) }
/** A position needs both numbers or none. */
export const bothOrNone = z.refine<{ latitude?: number | undefined; longitude?: number | undefined }>(
  ({ latitude, longitude }) => (latitude === undefined) === (longitude === undefined),
  { error: issue('place.position'), path: ['latitude'] },
)
