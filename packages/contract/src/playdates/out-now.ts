import * as z from 'zod/mini'
import { issue } from '../problems.ts'
import { route } from '../route.ts'
import { Id } from '../schema.ts'
import { ChildrenAlong, Playdate } from './playdates.ts'

/** For how many hours a father can say that he is out. */
export const outHours = [1, 2] as const

export const goOutNow = route('POST /api/playdates/now', {
  access: 'member',
  summary:
    'Announces that the caller is at a public place now, for one or two hours: a playdate that only fathers in his circles and fathers he has met can find. At most two in 24 hours.',
  repeats: 'key',
  body: z.object({
    placeId: Id,
    hours: z.literal(outHours, issue('field.invalid')),
    children: z.optional(ChildrenAlong),
  }),
  reply: Playdate,
  status: 201,
  errors: ['place.unknown', 'user.stopped', 'playdate.nowTwice', 'circle.notYet'],
  touches: ['playdate', 'notices'],
})
