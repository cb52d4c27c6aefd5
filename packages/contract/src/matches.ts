import * as z from 'zod/mini'
import { issue } from './problems.ts'
import { route } from './route.ts'
import { halfDays, weekdays } from './users/papa-days.ts'
import { distances, PublicUser } from './users/users.ts'

/** A father and why he may suit the caller. */
export const Match = z.extend(PublicUser, {
  match: z.object({
    /** Half days that the caller and this father share, as far as both may know (safety S6b). */
    days: z.array(z.enum(halfDays)),
    /** Whether both have children no more than 24 months apart, by whole years and as far as he shows their ages. */
    similarAges: z.boolean(),
    /** The same as `distance`; null where that is absent. */
    distance: z.nullable(z.enum(distances)),
  }),
})
export type Match = z.output<typeof Match>

const OnDay = z.enum(weekdays, issue('field.invalid'))

/** The edges of the distance bands of homes, and as far as towns are compared. */
export const matchesWithinKm = [2, 5, 10, 25] as const
export type MatchesWithinKm = (typeof matchesWithinKm)[number]

/** Filters by what the list tells about each father, so that none tells more. */
export const MatchesQuery = z.object({
  day: z.optional(OnDay),
  withinKm: z.optional(
    z.pipe(
      z.transform((value: unknown) => matchesWithinKm.find(km => String(km) === String(value)) ?? value),
      z.literal(matchesWithinKm, issue('field.invalid')),
    ),
  ),
  fits: z.optional(z.literal('children', issue('field.invalid'))),
})
export type MatchesQuery = z.output<typeof MatchesQuery>

export const matches = route('GET /api/users/matches', {
  access: 'member',
  summary:
    'Lists fathers within 10 km or in the same town first, then by shared half days, children’s ages, distance and last visit. `withinKm` filters by distance, where up to 10 km the same town counts too, and at 25 km the distance between towns; `day` keeps those who share that weekday, `fits` those with children of similar ages.',
  query: MatchesQuery,
  answers: 'list',
  reply: z.array(Match),
})

export const matchCount = route('GET /api/users/matches/count', {
  access: 'member',
  summary: 'Counts the fathers known to live within 10 km or in the same town who share a weekday with the caller.',
  query: z.object({ day: OnDay }),
  reply: z.object({
    /** Null for fewer than three. */
    fathers: z.nullable(z.int()),
  }),
})
