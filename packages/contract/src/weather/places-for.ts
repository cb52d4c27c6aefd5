import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { equipment } from '../places/facts.ts'
import { Place } from '../places/places.ts'
import { Latitude, Longitude } from '../places/position.ts'
import { issue } from '../problems.ts'
import { route } from '../route.ts'
import { Moment, orAbsent } from '../schema.ts'

/** What is known of a playground that suits those who come and the weather. */
export const fitReasons = ['fenced', 'shade', ...equipment] as const
export type FitReason = (typeof fitReasons)[number]

export const PlaceFor = z.extend(Place, {
  /** Why it is suggested: it has a roof in rough weather, or is simply near. */
  because: z.enum(['dry', 'near']),
  /** Why it suits the children who come, and the weather; nodes of 1.0.0 do not tell. */
  reasons: z.optional(z.array(z.enum(fitReasons))),
})
export type PlaceFor = z.output<typeof PlaceFor>

const bad = issue('field.invalid')
/** Ages in whole years, separated by commas. */
const AgesOfChildren = z.pipe(
  z.string(bad).check(z.regex(/^\d{1,2}(,\d{1,2})*$/, bad)),
  z.pipe(
    z.transform((text: string) => text.split(',').map(Number)),
    z.array(z.int().check(z.lte(limits.childAgeMax, bad))).check(z.maxLength(limits.children, bad)),
  ),
)

export const placesFor = route('GET /api/places/for', {
  access: 'member',
  summary:
    'Suggests up to three places near a position for a playdate that starts at this time: dry ones first in rough weather, otherwise playgrounds that suit children of these ages, with shade on a hot or sunny day.',
  query: z.object({
    latitude: Latitude,
    longitude: Longitude,
    startTime: Moment,
    ages: orAbsent(AgesOfChildren),
  }),
  reply: z.array(PlaceFor),
})
