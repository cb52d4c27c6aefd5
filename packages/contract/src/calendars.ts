import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { issue } from './problems.ts'
import { route } from './route.ts'
import { filled, Id, Timestamp } from './schema.ts'

export const calendarVariants = ['full', 'busy'] as const

export const CalendarFeed = z.object({
  id: Id,
  /** The device or person it is for, in the user's words. */
  name: z.string(),
  /** Everything the user can see, or only that he is busy. */
  variant: z.enum(calendarVariants),
  /** Contains private addresses, visible to whoever can read the calendar. */
  showsHomeAddress: z.boolean(),
  createdAt: Timestamp,
  lastReadAt: z.nullable(Timestamp),
})
export type CalendarFeed = z.output<typeof CalendarFeed>

export const playdateCalendar = route('GET /api/playdates/:id/calendar.ics', {
  access: 'member',
  summary: 'Gets one playdate as a calendar file. Includes a home address only on request.',
  query: z.object({ homeAddress: z.optional(z.enum(['on', 'off'], issue('field.invalid'))) }),
  answers: 'calendar',
  errors: ['playdate.unknown'],
})

export const calendarFeeds = route('GET /api/users/me/calendar-feeds', {
  access: 'member',
  summary: 'Lists the caller’s calendar feeds, newest first.',
  reply: z.array(CalendarFeed),
})

export const makeCalendarFeed = route('POST /api/users/me/calendar-feeds', {
  access: 'member',
  summary: 'Creates a calendar feed. Its address is returned only once.',
  repeats: 'key',
  body: z.object({
    name: filled(limits.deviceName, issue('calendar.nameRequired')),
    variant: z.enum(calendarVariants, issue('field.invalid')),
    showsHomeAddress: z.optional(z.boolean()),
  }),
  reply: z.object({ id: Id, url: z.string() }),
  status: 201,
  errors: ['calendar.tooMany', 'calendar.unknown'],
  touchesOwn: ['/api/users/me/calendar-feeds'],
})

export const removeCalendarFeed = route('DELETE /api/users/me/calendar-feeds/:id', {
  access: 'member',
  summary: 'Deletes a calendar feed.',
  repeats: 'natural',
  isForHidden: true,
  errors: ['calendar.unknown'],
  touchesOwn: ['/api/users/me/calendar-feeds'],
})

export const calendarFeed = route('GET /api/calendar/:secret.ics', {
  access: 'public',
  summary: 'Gets a calendar feed: the playdates of the member who created it.',
  answers: 'calendar',
  errors: ['calendar.unknown'],
})
