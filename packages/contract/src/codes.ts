import * as z from 'zod/mini'
import { remember } from './auth.ts'
import { limits } from './limits.ts'
import { issue } from './problems.ts'
import { route } from './route.ts'
import { Email, filledLine, maxCharacters, storable } from './schema.ts'
import { visible } from './users/mail-address.ts'
import { User } from './users/users.ts'

// These calls answer 404 when the server cannot send mail.

/** A code as people type or paste it: with spaces, dashes, or the full-width digits of some keyboards. */
export function cleanCode(typed: string): string {
  return visible(typed.normalize('NFKC')).replace(/[\s.-]/g, '')
}

export const askLoginCode = route('POST /api/auth/codes', {
  access: 'public',
  summary:
    'Mails a six-digit login code that works only in the browser that asked for it. The reply is the same for every name and address.',
  repeats: 'natural',
  isForHidden: true,
  body: z
    .object({
      email: z.optional(Email),
      // Addresses are longer than names, and users type them by mistake.
      username: z.optional(filledLine(limits.email, issue('user.usernameRequired'))),
    })
    .check(
      z.refine(({ email, username }) => (email === undefined) !== (username === undefined), issue('field.required')),
    ),
  status: 202,
  errors: ['mail.unavailable'],
})

export const enterLoginCode = route('POST /api/auth/codes/enter', {
  access: 'public',
  summary: 'Signs a user in with a mailed code in the browser that asked for it, and starts a session.',
  repeats: 'natural',
  isForHidden: true,
  body: z.object({
    code: z
      .string(issue('code.sixDigits'))
      .check(
        storable,
        maxCharacters(limits.typedCode, issue('code.sixDigits')),
        z.overwrite(cleanCode),
        z.regex(/^\d{6}$/, issue('code.sixDigits')),
      ),
    remember,
  }),
  reply: User,
  errors: ['auth.wrongCode', 'auth.suspended', 'auth.suspendedForNow'],
  touchesOwn: ['/api'],
})

export const codeByLink = route('GET /api/auth/codes/:token', {
  access: 'public',
  summary: 'Gets the code of a mailed link, and whether this browser is the one that asked for it.',
  reply: z.object({ code: z.string(), isAsking: z.boolean() }),
  errors: ['recovery.unknownToken'],
})
