import { createHash, createHmac, randomBytes } from 'node:crypto'

const tokenBytes = { invite: 16, poll: 16, parent: 20 }
const saltBytes = 16

/** The stored form of a link's token. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export function newSalt(): string {
  return randomBytes(saltBytes).toString('base64url')
}

/** A link's token (128 or 160 bits), derived each time instead of stored. */
export function tokenOf(secret: string, purpose: keyof typeof tokenBytes, salt: string): string {
  return createHmac('sha256', secret)
    .update(`${purpose}:${salt}`)
    .digest()
    .subarray(0, tokenBytes[purpose])
    .toString('base64url')
}
