import * as z from 'zod/mini'
import { route } from '../route.ts'
import { Person } from '../schema.ts'

/** What a date of a circle says about who fetches a newcomer at the entrance. */
export const ofBuddies = {
  /** For the caller only, on his first date: who fetches him, and where. */
  buddy: z.optional(
    z.nullable(z.object({ firstName: z.string(), profileImage: z.nullable(z.string()), where: z.string() })),
  ),
  /** For the caller only: whom he fetches. */
  fetches: z.optional(z.nullable(z.array(Person))),
}

export const declineBuddy = route('DELETE /api/playdates/:id/buddy', {
  access: 'member',
  summary:
    'Declines the father who would fetch the caller, or those whom the caller would fetch. Nobody is told, and the next father is asked; a repeat with the same key does not decline him.',
  repeats: 'key',
  errors: ['playdate.unknown'],
  touches: ['playdate', 'notices'],
})
