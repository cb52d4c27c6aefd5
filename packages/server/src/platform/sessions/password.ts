import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { createFairQueue } from '../fair-queue/fair-queue.ts'
import { Problem } from '../problem.ts'

/** The Argon2id parameters of safety S9: 19 MiB, two passes, one lane. */
const options = { algorithm: 2 satisfies Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const prefix = '$argon2id$v=19$m=19456,t=2,p=1$'

/**
 * One core is left for everything else, which would wait behind the hashes; more than two would take too much memory.
 */
const atOnce = availableParallelism() > 2 ? 2 : 1

const turns = createFairQueue({
  atOnce,
  atOncePerUser: atOnce,
  waitingPerUser: 10,
  waiting: 200,
  waitMs: 10_000,
  refuse: because =>
    because === 'his'
      ? new Problem('request.tooOften', { retryAfterS: 2 })
      : new Problem('server.unavailable', { retryAfterS: 5 }),
})

/** Hashes in a user's turn; without one it is the server's own work. */
export function hashPassword(password: string, turn?: string): Promise<string> {
  return turns.take(turn, () => hash(password.normalize('NFC'), options))
}

/** The ways in which keyboards compose the same letters; older hashes are of the password as it was typed. */
function spellingsOf(password: string): ReadonlySet<string> {
  return new Set([password.normalize('NFC'), password.normalize('NFD'), password])
}

let nobody: Promise<string> | undefined

/** Verifies a password. For an unknown user it takes as long and returns false. */
export async function verifyPassword(stored: string | undefined, password: string, turn?: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password')
  // Awaited for a known user too, so that both cases start at the same time.
  const against = await (stored ?? nobody)
  const isRight = await turns.take(turn, async () => {
    for (const spelling of spellingsOf(password)) if (await verify(against, spelling)) return true
    return false
  })
  return isRight && stored !== undefined
}

/** Whether a stored hash has outdated parameters. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(prefix)
}

/** What an account without a password has in place of a hash: one that no password is known to fit. */
export function noPassword(): string {
  const random = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
  return `${prefix}${random(16)}$${random(32)}`
}
