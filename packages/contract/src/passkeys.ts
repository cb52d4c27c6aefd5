import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { issue } from './problems.ts'
import { route } from './route.ts'
import { filled, Id, Timestamp } from './schema.ts'
import { base64url, MadePasskey } from './users/made-passkey.ts'
import { User } from './users/users.ts'

// These calls answer 404 at an address where passkeys cannot work: they need https, or localhost.

/** What a browser needs to ask for a passkey, or to make one, as `PublicKeyCredential.parse…FromJSON` takes it. */
const Options = z.object({
  challenge: z.string(),
  timeout: z.int(),
  /** To log in. */
  rpId: z.optional(z.string()),
  userVerification: z.optional(z.literal('preferred')),
  /** There are passkeys that were made for another address of this server, where alone they work. */
  isMoved: z.optional(z.literal(true)),
  /** To make one; the browser may give it the father's own names. */
  rp: z.optional(z.object({ id: z.string(), name: z.string() })),
  user: z.optional(z.object({ id: z.string(), name: z.string(), displayName: z.string() })),
  pubKeyCredParams: z.optional(z.array(z.object({ type: z.literal('public-key'), alg: z.int() }))),
  authenticatorSelection: z.optional(
    z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('preferred'),
    }),
  ),
  attestation: z.optional(z.literal('none')),
  /** The passkeys that he has. */
  excludeCredentials: z.optional(z.array(z.object({ type: z.literal('public-key'), id: z.string() }))),
})
export type PasskeyOptions = z.output<typeof Options>

export const passkeyOptions = route('GET /api/auth/passkeys/options', {
  access: 'public',
  summary:
    'Gets the options for logging in with a passkey, or with `for=register` for creating one for a new account. The challenge works once, for five minutes, and only in this browser.',
  query: z.object({ for: z.optional(z.literal('register', issue('field.invalid'))) }),
  reply: Options,
})

export const logInWithPasskey = route('POST /api/auth/passkeys', {
  access: 'public',
  summary: 'Signs a user in with a passkey, given as the WebAuthn JSON of the credential, and starts a session.',
  repeats: 'natural',
  isForHidden: true,
  body: z.object({
    id: base64url(limits.passkeyId),
    rawId: base64url(limits.passkeyId),
    remember: z.optional(z.boolean()),
    type: z.literal('public-key', issue('field.invalid')),
    response: z.object({
      clientDataJSON: base64url(limits.passkeyPart),
      authenticatorData: base64url(limits.passkeyPart),
      signature: base64url(limits.passkeyPart),
      userHandle: z.optional(z.nullable(base64url(limits.passkeyId))),
    }),
  }),
  reply: User,
  errors: ['auth.wrongPasskey', 'passkey.expired', 'auth.suspended', 'auth.suspendedForNow'],
  touchesOwn: ['/api'],
})

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Timestamp,
  /** The day of the last login with it, where its owner is; null before the first. */
  lastUsedOn: z.nullable(z.iso.date()),
})
export type Passkey = z.output<typeof Passkey>

const own = ['/api/users/me/passkeys', '/api/users/me/export', '/api/today'] as const

export const passkeys = route('GET /api/users/me/passkeys', {
  access: 'member',
  summary: 'Lists the caller’s passkeys, oldest first.',
  reply: z.array(Passkey),
})

export const newPasskeyOptions = route('GET /api/users/me/passkeys/options', {
  access: 'member',
  summary:
    'Gets the options for creating a passkey. The challenge works once, for five minutes, and only in this browser.',
  reply: Options,
})

export const addPasskey = route('POST /api/users/me/passkeys', {
  access: 'member',
  summary: 'Adds a passkey, given as the WebAuthn JSON of the new credential, under a name guessed from the device.',
  repeats: 'natural',
  isForHidden: true,
  body: MadePasskey,
  reply: Passkey,
  status: 201,
  errors: ['passkey.expired', 'passkey.invalid', 'passkey.known', 'passkey.tooMany'],
  touches: ['notices'],
  touchesOwn: own,
})

export const renamePasskey = route('PATCH /api/users/me/passkeys/:id', {
  access: 'member',
  summary: 'Renames one of the caller’s passkeys.',
  repeats: 'natural',
  isForHidden: true,
  body: z.object({ name: filled(limits.passkeyName) }),
  reply: Passkey,
  errors: ['passkey.unknown'],
  touchesOwn: own,
})

export const removePasskey = route('DELETE /api/users/me/passkeys/:id', {
  access: 'member',
  summary:
    'Removes one of the caller’s passkeys and ends the sessions that it opened, unless he could not log in without it.',
  repeats: 'natural',
  isForHidden: true,
  errors: ['passkey.unknown', 'passkey.lastWayIn'],
  touchesOwn: own,
})
