import * as z from 'zod/mini'
import { route } from './route.ts'
import { Email, NewPassword } from './schema.ts'

// These calls answer 404 when the server cannot send mail.

export const askPasswordReset = route('POST /api/password-resets', {
  access: 'public',
  summary: 'Mails a link for a new password, if anybody has this address; the answer is the same for every address.',
  repeats: 'natural',
  isForHidden: true,
  body: z.object({ email: Email }),
  status: 202,
})

export const resetPassword = route('POST /api/password-resets/:token', {
  access: 'public',
  summary: 'Sets a new password with the token of a mailed link, once, and ends all sessions of that account.',
  repeats: 'natural',
  isForHidden: true,
  body: z.object({ newPassword: NewPassword }),
  errors: ['recovery.unknownToken'],
})

export const confirmEmail = route('POST /api/email-confirmations/:token', {
  access: 'public',
  summary: 'Confirms an e-mail address with the token of a mailed link; harmless when it is confirmed already.',
  repeats: 'natural',
  isForHidden: true,
  errors: ['recovery.unknownToken'],
  touchesOwn: ['/api/users/me/email-confirmation'],
})

export const emailConfirmation = route('GET /api/users/me/email-confirmation', {
  access: 'member',
  summary: 'Whether the caller’s e-mail address is confirmed.',
  reply: z.object({ isConfirmed: z.boolean() }),
})

export const askEmailConfirmation = route('POST /api/users/me/email-confirmation', {
  access: 'member',
  summary: 'Mails the link that confirms the caller’s e-mail address once more.',
  repeats: 'natural',
  isForHidden: true,
  status: 202,
})
