import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { route } from '../route.ts'
import { optionalText, Person, Timestamp } from '../schema.ts'

/** What a playdate says about the answers of those who were invited. */
export const answersOfAsked = {
  /** For the caller only: who has invited him, and whether he has said that he cannot come. */
  askedBy: z.optional(z.nullable(Person)),
  declined: z.optional(z.boolean()),
  /** For its creator: who cannot come, and which invited fathers have not answered yet. */
  declines: z.optional(
    z.nullable(z.array(z.object({ person: Person, message: z.nullable(z.string()), at: Timestamp }))),
  ),
  unanswered: z.optional(z.nullable(z.array(Person))),
}

export const declinePlaydate = route('POST /api/playdates/:id/decline', {
  access: 'member',
  summary:
    'Declines an invitation to a playdate, with an optional sentence for its creator. A repeat replaces the sentence.',
  repeats: 'natural',
  body: z.object({ message: optionalText(limits.leaveMessage) }),
  errors: ['playdate.unknown', 'playdate.over', 'playdate.cancelled', 'playdate.notAsked'],
  touches: ['playdate', 'notices'],
})

export const takeBackDecline = route('DELETE /api/playdates/:id/decline', {
  access: 'member',
  summary: 'Withdraws the caller’s refusal, so that he may be asked again. Idempotent.',
  repeats: 'natural',
  errors: ['playdate.unknown', 'playdate.over'],
  touches: ['playdate', 'notices'],
})
