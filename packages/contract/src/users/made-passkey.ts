import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { issue } from '../problems.ts'
import { opaque } from '../schema.ts'

/** Bytes as WebAuthn writes them in JSON. */
export function base64url(max: number) {
  return z
    .string(issue('field.invalid'))
    .check(z.maxLength(max, issue('field.invalid')), z.regex(/^[\w-]+$/, issue('field.invalid')))
}

/** A new passkey, as `PublicKeyCredential.toJSON` writes it. */
export const MadePasskey = z.object({
  id: base64url(limits.passkeyId),
  rawId: base64url(limits.passkeyId),
  type: z.literal('public-key', issue('field.invalid')),
  response: z.object({
    clientDataJSON: base64url(limits.passkeyPart),
    attestationObject: base64url(limits.passkeyPart),
    /** How the browser reaches the device. */
    transports: z.optional(z.array(opaque(40))),
  }),
})
export type MadePasskey = z.output<typeof MadePasskey>
