import * as z from 'zod/mini'
import { issue } from '../problems.ts'
import { Id } from '../schema.ts'

/** How often a playdate repeats: every week, every other week, or on the same weekday of each month. */
export const rhythms = ['week', 'twoWeeks', 'monthByWeekday'] as const
export type Rhythm = (typeof rhythms)[number]

/** A day where the playdate takes place: `2031-06-01`. */
export const Day = z.iso.date(issue('field.invalid')).check(
  // Years that every calendar can represent.
  z.refine(day => day >= '1970-01-01' && day < '2200-01-01', issue('field.invalid')),
)

/** What makes a new playdate the first of a series. */
export const Repeats = z.object({
  every: z.enum(rhythms, issue('field.invalid')),
  /** The last possible day of a date; by default the latest one allowed. */
  until: z.optional(z.nullable(Day)),
})
export type Repeats = z.output<typeof Repeats>

/** The series that a playdate belongs to, as shown to everybody who sees the playdate. */
export const SeriesOfPlaydate = z.object({ id: Id, every: z.enum(rhythms), until: z.iso.date() })

/** Which dates of a series an edit or a cancellation is about. */
export const scopes = ['one', 'following', 'all'] as const
export type Scope = (typeof scopes)[number]
