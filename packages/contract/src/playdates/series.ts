import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { issue } from '../problems.ts'
import { route } from '../route.ts'
import { orAbsent } from '../schema.ts'
import { Playdate } from './playdates.ts'
import { Day, SeriesOfPlaydate } from './repeats.ts'

const Pause = z.object({ from: z.iso.date(), until: z.iso.date() })

export const Series = z.extend(SeriesOfPlaydate, {
  /** One of its days by the rule, from which the others follow. */
  day: z.iso.date(),
  /** Whether the caller created it. */
  isMine: z.boolean(),
  /** The caller’s standing place; null without one. */
  standing: z.nullable(z.object({ children: z.int() })),
  /** The days without dates, from today on; for its creator. */
  pauses: z.array(Pause),
  /** The day until which its creator can extend it now; null if it already lasts as long as possible. */
  renewableUntil: z.nullable(z.iso.date()),
  hasEnded: z.boolean(),
})
export type Series = z.output<typeof Series>

const byDays = z.refine<{ from?: string | undefined; until?: string | undefined }>(
  ({ from, until }) => from === undefined || until === undefined || from <= until,
  { error: issue('series.pauseEndsBefore'), path: ['until'] },
)
const notLong = z.refine<{ from: string; until: string }>(
  ({ from, until }) => Date.parse(until) - Date.parse(from) <= limits.pauseDays * 86_400_000,
  { error: issue('series.pauseTooLong'), path: ['until'] },
)

export const oneSeries = route('GET /api/series/:id', {
  access: 'member',
  summary: 'Gets a series of playdates.',
  reply: Series,
  errors: ['series.unknown'],
})

/** How many children he brings; a new regular, by default, as many as he has on the next of its dates. */
const children = z.optional(
  z
    .int(issue('playdate.childrenAlong'))
    .check(z.gte(0, issue('playdate.childrenAlong')), z.lte(limits.childrenAlong, issue('playdate.childrenAlong'))),
)

export const takeStanding = route('PUT /api/series/:id/standing', {
  access: 'member',
  summary: 'Takes a standing place on every date of a series, or changes how many children come along.',
  repeats: 'natural',
  body: z.object({ children }),
  reply: z.object({ standing: z.literal(true) }),
  errors: ['series.unknown', 'series.yours', 'series.ended', 'series.tooManyStanding'],
  touches: ['playdate', 'chat', 'notices'],
})

export const giveUpStanding = route('DELETE /api/series/:id/standing', {
  access: 'member',
  summary: 'Gives up the caller’s standing place and his unconfirmed seats. Idempotent.',
  repeats: 'natural',
  isForHidden: true,
  errors: ['series.unknown'],
  touches: ['playdate', 'chat'],
})

export const pauseSeries = route('PUT /api/series/:id/pause', {
  access: 'member',
  summary: 'Pauses a series for a range of days and cancels the dates in it. Creator only.',
  repeats: 'natural',
  body: z.object({ from: Day, until: Day }).check(byDays, notLong),
  reply: Series,
  errors: ['series.unknown', 'series.notYours', 'series.pausePast', 'series.tooManyPauses'],
  touches: ['playdate', 'notices'],
})

export const endPause = route('DELETE /api/series/:id/pause', {
  access: 'member',
  summary:
    'Ends all pauses of a series, or those in a range of days, and restores the dates they cancelled. Creator only.',
  repeats: 'natural',
  query: z.object({ from: orAbsent(Day), until: orAbsent(Day) }).check(byDays),
  reply: Series,
  errors: ['series.unknown', 'series.notYours'],
  touches: ['playdate', 'notices'],
})

export const renewSeries = route('POST /api/series/:id/renew', {
  access: 'member',
  summary: 'Extends a series by the maximum length of a new one. Creator only.',
  repeats: 'natural',
  reply: Series,
  errors: ['series.unknown', 'series.notYours', 'series.tooMany', 'user.stopped'],
  touches: ['playdate'],
})

export const confirmPlaydate = route('POST /api/playdates/:id/confirm', {
  access: 'member',
  summary:
    'Confirms or declines a date for a caller with a standing place, with as many children as he names. From the creator, `true` keeps a date with too few fathers.',
  repeats: 'natural',
  body: z.object({ coming: z.boolean(issue('field.invalid')), children }),
  reply: Playdate,
  errors: [
    'playdate.unknown',
    'playdate.over',
    'playdate.cancelled',
    'playdate.full',
    'playdate.yours',
    'playdate.notAsked',
    'playdate.open',
  ],
  touches: ['playdate', 'chat', 'notices'],
})
