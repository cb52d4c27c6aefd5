import * as z from 'zod/mini'
import { Timestamp } from '../schema.ts'

/** The reasons for a cancellation that can be chosen with one tap. */
export const cancelReasonKinds = ['illChild', 'weather', 'work', 'other'] as const

/** What a playdate says about its cancellation. */
export const ofCancellation = {
  /** Why it was cancelled, for participants. */
  cancelReason: z.optional(z.nullable(z.string())),
  cancelReasonKind: z.optional(z.nullable(z.enum(cancelReasonKinds))),
  /** The end of the period in which its creator can undo the cancellation. */
  undoUntil: z.optional(z.nullable(Timestamp)),
}
