import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { audit } from '../../../domain/audit.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts'
import { isoOf } from '../../../platform/db/moment.ts'
import { enqueue } from '../../../platform/outbox/outbox.ts'
import { Problem } from '../../../platform/problem.ts'

/** How long a code works, from the moment it was asked for. */
export const codeSeconds = 600
/** Held by the database, so that no setting switches them off. */
const tries = 5

/** How an account was named: by its address or by its username. */
const Named = z.object({ email: z.optional(z.string()), username: z.optional(z.string()) })
export const Asked = z.extend(Named, { browser: z.string(), device: z.nullable(z.string()) })
export type Asked = z.output<typeof Asked>

/** The row's key: only the browser has the secret. */
export const browserOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/**
 * Notes that a code was asked for in this browser. The account is looked up when the mail is sent: row and reply are the
 * same for a name that nobody has.
 */
export async function askCode(db: Db, asked: Asked): Promise<void> {
  await db.transaction(async tx => {
    await tx.run(sql`insert into login_codes (browser_hash) values (decode(${asked.browser}, 'hex'))`)
    await enqueue(tx, { kind: 'mail.code', payload: asked })
  })
}

export interface IssuedCode {
  code: string
  /** The secret of its link. */
  token: string
  askedAt: string
}

const Live = z.object({ askedAt: z.string() })

/**
 * Makes the code of this account for the asking browser, and ends its others; undefined if it was asked too long ago,
 * or a newer one was asked for since.
 */
export async function issueCode(
  db: Db,
  secret: string,
  { userId, browser }: { userId: number; browser: string },
): Promise<IssuedCode | undefined> {
  const token = randomBytes(32).toString('base64url')
  const code = codeOf(secret, token)
  return db.transaction(async tx => {
    // Two requests of one account are handled one after another.
    await tx.run(sql`select from users where id = ${userId} for update`)
    const asked = await tx.one(
      Live,
      sql`select ${isoOf(sql`asked_at`)} as "askedAt" from login_codes c
           where browser_hash = decode(${browser}, 'hex') and asked_at > now() - make_interval(secs => ${codeSeconds})
             and not exists (select from login_codes o where o.user_id = ${userId} and o.asked_at > c.asked_at)`,
    )
    if (!asked) return undefined
    await tx.run(sql`
      update login_codes set user_id = null, code_hash = null, link_hash = null
       where user_id = ${userId} and browser_hash <> decode(${browser}, 'hex')`)
    await tx.run(sql`
      update login_codes set user_id = ${userId}, code_hash = decode(${proofOf(secret, browser, code)}, 'hex'),
                             link_hash = decode(${browserOf(token)}, 'hex')
       where browser_hash = decode(${browser}, 'hex')`)
    return { code, token, askedAt: asked.askedAt }
  })
}

const Tried = z.object({ userId: z.nullable(z.number()), proof: z.nullable(z.string()), tries: z.number() })

/** The account that a code opens, once; throws the same refusal for whatever is wrong with it. */
export async function enterCode(db: Db, secret: string, browser: string | undefined, code: string): Promise<number> {
  // Counted before it is compared, so that parallel attempts count too.
  const tried =
    browser === undefined
      ? undefined
      : await db.one(
          Tried,
          sql`update login_codes set tries = tries + 1
               where browser_hash = decode(${browser}, 'hex') and tries < ${tries}
                 and asked_at > now() - make_interval(secs => ${codeSeconds})
           returning user_id as "userId", encode(code_hash, 'hex') as proof, tries`,
        )
  const proof = proofOf(secret, browser ?? '', code)
  if (tried?.userId && tried.proof && isSame(tried.proof, proof)) {
    const isUsed = await db.run(sql`
      delete from login_codes where user_id = ${tried.userId} and code_hash = decode(${proof}, 'hex')`)
    if (isUsed) return tried.userId
  }
  if (tried?.tries === tries) await audit(db, 'session.refused', tried.userId ?? undefined)
  throw new Problem('auth.wrongCode')
}

const Linked = z.object({ browser: z.string() })

/** The code behind a mailed link, and the browser that asked for it. */
export async function codeOfLink(db: Db, secret: string, token: string): Promise<{ code: string; browser: string }> {
  const linked = await db.one(
    Linked,
    sql`select encode(browser_hash, 'hex') as browser from login_codes
         where link_hash = decode(${browserOf(token)}, 'hex') and tries < ${tries}
           and asked_at > now() - make_interval(secs => ${codeSeconds})`,
  )
  if (!linked) throw new Problem('recovery.unknownToken')
  return { code: codeOf(secret, token), browser: linked.browser }
}

/** Deletes codes that no longer work. */
export async function forgetCodes(db: Db): Promise<void> {
  await deleteInBatches(db, sql`login_codes`, sql`asked_at < now() - make_interval(secs => ${codeSeconds})`)
}

/** Six digits that follow from the link, so that its page can show them though nobody has stored them. */
function codeOf(secret: string, token: string): string {
  const bits = createHmac('sha256', secret).update(`login code:${token}`).digest().readUIntBE(0, 6)
  return String(bits % 1_000_000).padStart(6, '0')
}

/** Keyed: a million codes are soon tried with a copy of the table. */
function proofOf(secret: string, browser: string, code: string): string {
  return createHmac('sha256', secret).update(`login code in ${browser}:${code}`).digest('hex')
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
