import * as z from 'zod/mini'
import { issue } from '../problems.ts'
import { route } from '../route.ts'
import { Id, Person } from '../schema.ts'

/** A father whom the caller had not met before this playdate. */
export const KnownAsked = z.object({ person: Person, playdateId: Id })
export type KnownAsked = z.output<typeof KnownAsked>

export const knownAsked = route('GET /api/users/me/known', {
  access: 'member',
  summary: 'Lists of whom the caller is asked whether he knows them now: at most two of each playdate, for 14 days.',
  reply: z.array(KnownAsked),
})

export const answerKnown = route('PUT /api/users/me/known', {
  access: 'member',
  summary: 'Says whether the caller knows this father, of whom he was asked, or takes that back. Shown to nobody.',
  repeats: 'natural',
  body: z.object({ userId: Id, yes: z.boolean(issue('field.invalid')) }),
  errors: ['user.unknown'],
  touches: ['account', 'person'],
})
