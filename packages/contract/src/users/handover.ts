import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { issue } from '../problems.ts'
import { route } from '../route.ts'
import { maxCharacters, storable, Timestamp } from '../schema.ts'
import { cleanLetters } from './letters.ts'
import { User } from './users.ts'

export const askHandover = route('POST /api/auth/handover', {
  access: 'public',
  summary:
    'Gives this browser a code of eight letters and digits, with which a father lets it in from a device of his, within 60 seconds.',
  repeats: 'natural',
  isForHidden: true,
  reply: z.object({ code: z.string(), expiresAt: Timestamp }),
  status: 201,
})

export const handoverState = route('GET /api/auth/handover', {
  access: 'public',
  summary: 'Tells the browser that shows a code whether it is let in: then it is signed in, once, and stays logged in.',
  // A `state`, or else a whole User.
  reply: z.extend(z.partial(User), { state: z.optional(z.enum(['waiting', 'refused'])) }),
  errors: ['handover.unknown', 'auth.suspended', 'auth.suspendedForNow'],
})

export const decideHandover = route('PUT /api/users/me/handover', {
  access: 'member',
  summary: 'Names the browser that shows this code; with `accept` it is let in, or refused.',
  repeats: 'natural',
  isForHidden: true,
  body: z.object({
    code: z
      .string(issue('field.invalid'))
      .check(
        storable,
        maxCharacters(limits.typedCode, issue('field.invalid')),
        z.overwrite(cleanLetters),
        z.regex(/^[0-9A-Z]{8}$/, issue('field.invalid')),
      ),
    accept: z.optional(z.boolean()),
  }),
  reply: z.object({ name: z.nullable(z.string()) }),
  errors: ['handover.unknown'],
})
