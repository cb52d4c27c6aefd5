import { createHash, createHmac, randomInt } from 'node:crypto'
import { letters } from '@papadag/contract/users/letters'

/** A code of this many signs, to be copied by people. */
export function newCode(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/** Keyed: short codes are soon tried with a copy of the table. */
export function codeHash(secret: string, kind: 'recovery' | 'handover', code: string): string {
  return createHmac('sha256', secret).update(`${kind} code:${code}`).digest('hex')
}

export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex')
