import { deviceName } from '@papadag/contract/users/device-name'
import * as contract from '@papadag/contract/users/handover'
import { inHalves } from '@papadag/contract/users/letters'
import * as z from 'zod/mini'
import { ownUser } from '../../domain/account.ts'
import { auditGuess, auditStart } from '../../domain/audit.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { type Served, serve } from '../../platform/http/serve.ts'
import { Problem } from '../../platform/problem.ts'
import { hour, minute, type RateLimit, type RateLimiter } from '../../platform/rate-limits.ts'
import { codeHash, newCode, secretHash } from './codes.ts'

/** How long a code works. */
const codeSeconds = 60
/** How long the browser that shows it can be let in: whoever decides in the last second must not be too late. */
const browserSeconds = 120
const length = 8

const asked: RateLimit = { name: 'handovers-asked', windows: [{ times: 20, seconds: hour, inNetwork: 100 }] }
const wrong: RateLimit = { name: 'wrong-handovers', windows: [{ times: 20, seconds: 15 * minute }] }
const wrongAt: RateLimit = { name: 'wrong-handovers-at', windows: [{ times: 50, seconds: 15 * minute }] }

const within = (seconds: number): Sql => sql`asked_at > now() - make_interval(secs => ${seconds})`

interface Parts {
  limiter: RateLimiter
  sessionSecret: string
}

/** A new browser shows a code, which a device of his takes, to let it in. */
export function handoverRoutes({ limiter, sessionSecret }: Parts): Served[] {
  return [
    serve(contract.askHandover, { visitorLimit: asked }, async ({ db, browser }) => {
      const secret = browser.bind('handover', browserSeconds)
      const code = newCode(length)
      const name = deviceName(browser.userAgent ?? null) ?? null
      return { code: inHalves(code), expiresAt: await ask(db, { secret, hash: hashOf(code), name }) }
    }),
    serve(contract.handoverState, async ({ db, browser, session }) => {
      const secret = browser.secretFor('handover')
      const state = secret === undefined ? undefined : await stateOf(db, secret)
      if (!state) throw new Problem('handover.unknown')
      if (typeof state === 'string') return { state }
      await session.start(state.userId, { also: [auditStart], remember: true })
      browser.release('handover')
      const user = await ownUser(db, state.userId)
      if (!user) throw new Problem('auth.required')
      return user
    }),
    serve(contract.decideHandover, async ({ db, body, member, visitor }) => {
      // Counted before the code is looked up; only wrong ones stay counted.
      await limiter.consume(wrong, member.id)
      await limiter.consume(wrongAt, visitor)
      const found = await decide(db, hashOf(body.code), member.id, body.accept)
      if (!found) {
        await auditGuess(db, member.id)
        throw new Problem('handover.unknown')
      }
      await limiter.giveBack(wrong, member.id)
      await limiter.giveBack(wrongAt, visitor)
      return found
    }),
  ]

  function hashOf(code: string) {
    return codeHash(sessionSecret, 'handover', code)
  }
}

const Asked = z.object({ expiresAt: z.string() })

async function ask(db: Db, { secret, hash, name }: { secret: string; hash: string; name: string | null }) {
  const asked = await db.one(
    Asked,
    sql`insert into handovers (browser_hash, code_hash, name)
        values (decode(${secretHash(secret)}, 'hex'), decode(${hash}, 'hex'), ${name})
        returning ${isoOf(sql`(asked_at + make_interval(secs => ${codeSeconds}))`)} as "expiresAt"`,
  )
  if (!asked) throw new Error('an insert returned no row')
  return asked.expiresAt
}

const State = z.object({ isAccepted: z.nullable(z.boolean()), isOpen: z.boolean() })
const Owner = z.object({ userId: z.number() })

/** What has become of the browser with this secret; whoever let it in, once. */
async function stateOf(db: Db, secret: string): Promise<'waiting' | 'refused' | { userId: number } | undefined> {
  const its = sql`browser_hash = decode(${secretHash(secret)}, 'hex') and ${within(browserSeconds)}`
  const found = await db.one(
    State,
    sql`select is_accepted as "isAccepted", ${within(codeSeconds)} as "isOpen" from handovers where ${its}`,
  )
  if (found?.isAccepted)
    return db.one(Owner, sql`delete from handovers where ${its} and is_accepted returning user_id as "userId"`)
  if (found?.isAccepted === false) return 'refused'
  return found?.isOpen ? 'waiting' : undefined
}

const Named = z.object({ name: z.nullable(z.string()) })

/** The name of the browser with this code, which this member decides about, unless somebody else has. */
function decide(db: Db, hash: string, userId: number, accept: boolean | undefined) {
  const its = sql`code_hash = decode(${hash}, 'hex') and ${within(codeSeconds)}
    and (is_accepted is null or user_id = ${userId} and is_accepted = coalesce(${accept ?? null}, is_accepted))`
  return db.one(
    Named,
    accept === undefined
      ? sql`select name from handovers where ${its}`
      : sql`update handovers set user_id = ${userId}, is_accepted = ${accept} where ${its} returning name`,
  )
}

/** Deletes what nobody can use any more. */
export async function forgetHandovers(db: Db): Promise<void> {
  await deleteInBatches(db, sql`handovers`, sql`not (${within(browserSeconds)})`)
}
