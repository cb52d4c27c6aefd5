import { type Algorithm, hash, verify } from '@node-rs/argon2'

/** Argon2id as safety S9 asks for: 19 MiB, two passes, one lane. */
const options = { algorithm: 2 satisfies Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const prefix = '$argon2id$v=19$m=19456,t=2,p=1$'
const atOnce = 2

let running = 0
const waiting: (() => void)[] = []

/** Two hashes at a time: more of them only take memory and time from everything else. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>(resolve => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, options))
}

let nobody: Promise<string> | undefined

/** Whether this is the password. For an unknown user it takes as long and says no. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password')
  const against = stored ?? (await nobody)
  const isRight = await inTurn(() => verify(against, password))
  return isRight && stored !== undefined
}

/** Whether a stored hash was made with other settings than today's. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(prefix)
}
