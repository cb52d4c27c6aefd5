import { askCode, browserOf, type IssuedCode, issueCode } from '../../features/recovery/codes/codes.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { type Father, sessionSecret } from '../world.ts'

/** A live code of this father, asked for in his own browser. */
export async function aLoginCode(db: Db, father: Father): Promise<IssuedCode | undefined> {
  const secret = 'b'.repeat(43)
  const browser = browserOf(secret)
  await askCode(db, { username: father.username, browser, device: null })
  // The test needs no mail.
  await db.run(sql`delete from outbox where kind = 'mail.code'`)
  father.cookies.set('login-code', secret)
  return issueCode(db, sessionSecret, { userId: father.id, browser })
}
