import * as z from 'zod/mini'
import { route } from '../route.ts'
import { Email, NewPassword, Timestamp } from '../schema.ts'

// These calls answer 404 when the server cannot send mail.

export const askPasswordReset = route('POST /api/password-resets', {
  access: 'public',
  summary: 'Mails a password reset link if the address belongs to an account. The reply is the same for every address.',
  repeats: 'natural',
  isForHidden: true,
  body: z.object({ email: Email }),
  status: 202,
})

export const resetPassword = route('POST /api/password-resets/:token', {
  access: 'public',
  summary: 'Sets a new password with a mailed single-use token and ends all sessions of the account.',
  repeats: 'natural',
  isForHidden: true,
  body: z.object({ newPassword: NewPassword }),
  errors: ['recovery.unknownToken'],
})

export const confirmEmail = route('POST /api/email-confirmations/:token', {
  access: 'public',
  summary: 'Confirms an e-mail address with a mailed token. Idempotent.',
  repeats: 'natural',
  isForHidden: true,
  errors: ['recovery.unknownToken'],
  touchesOwn: ['/api/users/me/email-confirmation'],
})

export const emailConfirmation = route('GET /api/users/me/email-confirmation', {
  access: 'member',
  summary: 'Reports whether the caller’s e-mail address is confirmed, and since when its mail server refuses it.',
  reply: z.object({ isConfirmed: z.boolean(), refusedAt: z.nullable(Timestamp) }),
})

export const askEmailConfirmation = route('POST /api/users/me/email-confirmation', {
  access: 'member',
  summary: 'Resends the caller’s confirmation link.',
  repeats: 'natural',
  isForHidden: true,
  status: 202,
})
