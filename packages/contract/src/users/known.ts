import * as z from 'zod/mini'
import { issue } from '../problems.ts'
import { route } from '../route.ts'
import { Id, Person } from '../schema.ts'

/** A father whom the caller had not met before this playdate. */
export const KnownAsked = z.object({ person: Person, playdateId: Id })
export type KnownAsked = z.output<typeof KnownAsked>

export const knownAsked = route('GET /api/users/me/known', {
  access: 'member',
  summary:
    'Lists the fathers about whom the caller is asked whether he knows them now: at most two per playdate, for 14 days.',
  reply: z.array(KnownAsked),
})

export const answerKnown = route('PUT /api/users/me/known', {
  access: 'member',
  summary:
    'Answers whether the caller knows this father, or withdraws the answer. Only about fathers he is asked about; shown to nobody.',
  repeats: 'natural',
  body: z.object({ userId: Id, yes: z.boolean(issue('field.invalid')) }),
  errors: ['user.unknown'],
  touches: ['account', 'person'],
})
