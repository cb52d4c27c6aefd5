import * as z from 'zod/mini'
import { type Db, DbConflict, sql } from '../../platform/db/db.ts'

/**
 * The key by which usernames and e-mail addresses are compared everywhere: those that differ only in case, encoding,
 * dots over an i or invisible characters are equal. The text must already be bounded, since normalising thousands of
 * combining marks is slow.
 */
export function nameKey(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC')
  return folded.replaceAll('i\u0307', 'i').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}

/** No key looks like this, since keys have no capitals. */
const exactly = 'EXACT '

/** The keys under which a typed name may be stored; at most one account has each. */
export function keysOf(text: string): string[] {
  return [nameKey(text), exactly + text]
}

const Keyless = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string(),
  resetEmail: z.nullable(z.string()),
})

/**
 * Gives keys to accounts from before keys existed. Where two names that used to differ share a key, the older account
 * keeps it and the other one is found by its exact spelling.
 */
export async function addMissingKeys(db: Db): Promise<void> {
  const keyless = await db.many(
    Keyless,
    sql`select id, username, email, reset_email as "resetEmail" from users
         where username_key is null or email_key is null or (reset_email is not null and reset_email_key is null)
         order by id`,
  )
  for (const { id, username, email, resetEmail } of keyless) {
    await setKey(db, id, sql`username_key`, username)
    await setKey(db, id, sql`email_key`, email)
    if (resetEmail !== null)
      await db.run(sql`update users set reset_email_key = ${nameKey(resetEmail)} where id = ${id}`)
  }
}

async function setKey(db: Db, id: number, column: ReturnType<typeof sql>, name: string) {
  const set = (key: string) => db.run(sql`update users set ${column} = ${key} where id = ${id} and ${column} is null`)
  try {
    await set(nameKey(name))
  } catch (error) {
    if (!(error instanceof DbConflict)) throw error
    await set(exactly + name)
  }
}
