import * as z from 'zod/mini'
import { Id, Timestamp } from './schema.ts'

/** What is shown to a member once, when it helps; where several are due, the first comes first. */
export const hints = ['missed', 'weekly', 'parent', 'evening', 'calendar'] as const
export type HintName = (typeof hints)[number]

export const Hint = z.object({
  name: z.enum(hints),
  /** For `missed`, `weekly` and `parent`: which playdate it is about. */
  playdateId: z.nullable(Id),
  /** For `missed`: what he was not told outside the app, and when it happened. */
  missed: z.nullable(z.object({ what: z.enum(['free', 'cancelled', 'moved']), at: Timestamp })),
})
export type Hint = z.output<typeof Hint>
