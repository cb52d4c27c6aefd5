import { createHmac, randomInt } from 'node:crypto'
import { inHalves } from '@papadag/contract/users/letters'
import * as contract from '@papadag/contract/users/recovery-codes'
import * as z from 'zod/mini'
import { ownUser } from '../../domain/account.ts'
import { audit, auditGuess, auditStart } from '../../domain/audit.ts'
import { record } from '../../domain/facts.ts'
import { nameKey } from '../../domain/names/name-key.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Visitor } from '../../platform/http/address.ts'
import { type Member, type Served, serve } from '../../platform/http/serve.ts'
import { Problem } from '../../platform/problem.ts'
import { hour, minute, type RateLimit, type RateLimiter } from '../../platform/rate-limits.ts'
import { codeHash, newCode } from './codes.ts'

const codesAtOnce = 8
/** At a moment that says nothing about the reply. */
const auditWithinMs = 200
/** 50 bits. */
const length = 10

const made: RateLimit = { name: 'recovery-codes-made', windows: [{ times: 10, seconds: hour }] }
const wrong: RateLimit = { name: 'wrong-recovery-codes', windows: [{ times: 20, seconds: hour, inNetwork: 100 }] }
/** For one name, whether or not an account has it, from one neighbourhood: a stranger elsewhere must not keep its owner out. */
const wrongForOne: RateLimit = { name: 'wrong-recovery-codes-for', windows: [{ times: 10, seconds: 15 * minute }] }

interface Parts {
  limiter: RateLimiter
  sessionSecret: string
}

/** Codes on paper, for whoever has neither mail nor another way in. */
export function recoveryCodeRoutes({ limiter, sessionSecret }: Parts): Served[] {
  /** Counts what was typed, where. */
  function keyOf(name: string, { network }: Visitor): `recovery:${number}` {
    const hash = createHmac('sha256', sessionSecret)
      .update(`recovery from ${network} of ${nameKey(name)}`)
      .digest()
    return `recovery:${hash.readUIntBE(0, 6)}`
  }

  return [
    serve(contract.recoveryCodes, async ({ db, member }) => ({
      left: await db.count(sql`from recovery_codes where user_id = ${member.id}`),
    })),
    serve(contract.makeRecoveryCodes, { limit: made }, async ({ db, member }) => ({
      codes: (await makeCodes(db, sessionSecret, member)).map(inHalves),
    })),
    serve(contract.recoverAccount, async ({ db, body, session, visitor }) => {
      // Counted before the code is compared; only wrong ones stay counted.
      await limiter.consume(wrong, visitor)
      const key = keyOf(body.username, visitor)
      await limiter.consume(wrongForOne, key)
      const userId = await useCode(db, sessionSecret, body.username, body.code)
      await limiter.giveBack(wrong, visitor)
      await limiter.giveBack(wrongForOne, key)
      await session.start(userId, { also: [auditStart], remember: body.remember })
      const user = await ownUser(db, userId)
      if (!user) throw new Problem('auth.required')
      return user
    }),
  ]
}

/** Eight new codes in place of all earlier ones; nobody can read them again. */
async function makeCodes(db: Db, secret: string, { id: userId, sessionId }: Member): Promise<string[]> {
  const codes = Array.from({ length: codesAtOnce }, () => newCode(length))
  await db.transaction(async tx => {
    // Of two requests the later one's codes count.
    await tx.run(sql`select from users where id = ${userId} for no key update`)
    await tx.run(sql`delete from recovery_codes where user_id = ${userId}`)
    await tx.run(sql`
      insert into recovery_codes (user_id, code_hash)
      select ${userId}, decode(hash, 'hex') from unnest(${codes.map(code => codeHash(secret, 'recovery', code))}::text[]) hash`)
    await audit(tx, 'recoveryCodes.made', userId)
    await record(tx, { fact: 'recoveryCodesMade', userId, sessionId })
  })
  return codes
}

const Tried = z.object({ id: z.nullable(z.number()), isUsed: z.boolean() })

/** The account that this code opens, once. An unknown name and a wrong code get the same refusal and do the same work. */
async function useCode(db: Db, secret: string, username: string, code: string): Promise<number> {
  const tried = await db.one(
    Tried,
    sql`with named as (select id from users where username_key = ${nameKey(username)}),
        used as (
          delete from recovery_codes where user_id = (select id from named)
             and code_hash = decode(${codeHash(secret, 'recovery', code)}, 'hex') returning user_id)
        select (select id from named) as id, exists (select from used) as "isUsed"`,
  )
  if (tried?.isUsed && tried.id !== null) return tried.id
  // After the reply: an account gets a line of its own, while names that nobody has share one, which takes less time.
  setTimeout(() => void auditGuess(db, tried?.id ?? undefined).catch(() => {}), randomInt(auditWithinMs))
  throw new Problem('auth.wrongRecoveryCode')
}
