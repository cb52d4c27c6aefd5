import { createHash, createHmac, randomBytes } from 'node:crypto'

const tokenBytes = 16

/** What is stored of a link's token. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export function newSalt(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** A link's token (128 bits), derived each time instead of being stored. */
export function tokenOf(secret: string, purpose: 'invite' | 'poll', salt: string): string {
  return createHmac('sha256', secret)
    .update(`${purpose}:${salt}`)
    .digest()
    .subarray(0, tokenBytes)
    .toString('base64url')
}
