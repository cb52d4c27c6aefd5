import * as z from 'zod/mini'
import { issue } from './problems.ts'
import { route } from './route.ts'
import { Id, Timestamp } from './schema.ts'

/**
 * Something that is shown to a member once, when it helps; if several are due, the first in this list is shown first.
 */
export const hints = ['missed', 'weekly', 'parent', 'evening', 'calendar', 'passkey', 'ways'] as const
export type HintName = (typeof hints)[number]

export const Hint = z.object({
  name: z.enum(hints),
  /** For `missed`, `weekly` and `parent`: which playdate it is about. */
  playdateId: z.nullable(Id),
  /** For `missed`: which notice did not reach him outside the app, and when. */
  missed: z.nullable(z.object({ what: z.enum(['free', 'cancelled', 'moved']), at: Timestamp })),
})
export type Hint = z.output<typeof Hint>

export const answerHint = route('PUT /api/users/me/hints/:name', {
  access: 'member',
  summary:
    'Records that a hint was seen, or the caller’s answer to it; it is not shown again. The first answer counts, and replaces `seen`.',
  repeats: 'natural',
  body: z.object({ answer: z.enum(['seen', 'yes', 'no'], issue('field.invalid')) }),
  errors: ['hint.unknown'],
  touchesOwn: ['/api/today'],
})
