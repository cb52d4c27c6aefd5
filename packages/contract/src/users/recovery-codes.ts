import * as z from 'zod/mini'
import { remember } from '../auth.ts'
import { limits } from '../limits.ts'
import { issue } from '../problems.ts'
import { route } from '../route.ts'
import { filledLine } from '../schema.ts'
import { typedCode } from './typed-code.ts'
import { User } from './users.ts'

const touchesOwn = ['/api/users/me'] as const

export const recoveryCodes = route('GET /api/users/me/recovery-codes', {
  access: 'member',
  summary: 'Counts the caller’s unused recovery codes.',
  reply: z.object({ left: z.int() }),
})

export const makeRecoveryCodes = route('POST /api/users/me/recovery-codes', {
  access: 'member',
  summary: 'Creates eight recovery codes that replace earlier ones. They are returned only once, and each works once.',
  repeats: 'natural',
  isForHidden: true,
  reply: z.object({ codes: z.array(z.string()) }),
  status: 201,
  touches: ['notices'],
  touchesOwn,
})

export const recoverAccount = route('POST /api/auth/recovery', {
  access: 'public',
  summary: 'Signs a user in with one of his recovery codes, and starts a session.',
  repeats: 'natural',
  isForHidden: true,
  body: z.object({
    // Addresses are longer than names, and users type them by mistake.
    username: filledLine(limits.email, issue('user.usernameRequired')),
    code: typedCode(/^[0-9A-Z]{10}$/),
    remember,
  }),
  reply: User,
  errors: ['auth.wrongRecoveryCode', 'auth.suspended', 'auth.suspendedForNow'],
  touchesOwn: ['/api'],
})
