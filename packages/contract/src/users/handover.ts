import * as z from 'zod/mini'
import { route } from '../route.ts'
import { Timestamp } from '../schema.ts'
import { typedCode } from './typed-code.ts'
import { User } from './users.ts'

export const askHandover = route('POST /api/auth/handover', {
  access: 'public',
  summary:
    'Issues a code of eight letters and digits for this browser. Within 60 seconds a father can let the browser in from one of his devices.',
  repeats: 'natural',
  isForHidden: true,
  reply: z.object({ code: z.string(), expiresAt: Timestamp }),
  status: 201,
})

export const handoverState = route('GET /api/auth/handover', {
  access: 'public',
  summary:
    'Tells the browser that shows a code whether it was let in. If so, it is signed in, once, and stays logged in.',
  // A `state`, or else a whole User.
  reply: z.extend(z.partial(User), { state: z.optional(z.enum(['waiting', 'refused'])) }),
  errors: ['handover.unknown', 'auth.suspended', 'auth.suspendedForNow'],
})

export const decideHandover = route('PUT /api/users/me/handover', {
  access: 'member',
  summary: 'Names the browser that shows this code. With `accept`, lets it in or refuses it.',
  repeats: 'natural',
  isForHidden: true,
  body: z.object({
    code: typedCode(/^[0-9A-Z]{8}$/),
    accept: z.optional(z.boolean()),
  }),
  reply: z.object({ name: z.nullable(z.string()) }),
  errors: ['handover.unknown'],
})
