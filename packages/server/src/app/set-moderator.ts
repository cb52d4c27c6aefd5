import * as z from 'zod/mini'
import { audit } from '../domain/audit.ts'
import { keysOf } from '../domain/name-key.ts'
import { type Config, ConfigProblem } from '../platform/config.ts'
import { type Db, sql } from '../platform/db/db.ts'
import { withDatabase } from './with-database.ts'

const usage = 'npm run moderator -- add USERNAME, remove USERNAME, or list'

const Account = z.object({ id: z.number(), username: z.string(), isModerator: z.boolean() })

/**
 * Names or removes a moderator (safety S34); returns a summary for the operator. Throws `ConfigProblem` if that is not
 * possible.
 */
export function setModerator(config: Config, [what, username, ...rest]: readonly string[]): Promise<string> {
  const wantsName = what === 'add' || what === 'remove'
  if (rest.length > 0 || !(wantsName ? username : what === 'list' && username === undefined)) {
    throw new ConfigProblem(`Say what to do: ${usage}.`)
  }
  return withDatabase(config, async open =>
    username === undefined ? list(await open()) : change(await open(), username, what === 'add'),
  )
}

async function list(db: Db): Promise<string> {
  const moderators = await db.many(
    Account,
    sql`select id, username, is_moderator as "isModerator" from users where is_moderator order by username_key`,
  )
  if (moderators.length === 0) return 'There are no moderators.'
  return moderators.map(({ username }) => username).join('\n')
}

function change(db: Db, name: string, isModerator: boolean): Promise<string> {
  return db.transaction(async tx => {
    const account = await tx.one(
      Account,
      sql`select id, username, is_moderator as "isModerator" from users where username_key = any(${keysOf(name)}::text[])
           order by username = ${name} desc limit 1 for update`,
    )
    if (!account) throw new ConfigProblem(`There is no account with the username ${name}.`)
    const { id, username } = account
    if (account.isModerator === isModerator) {
      return isModerator ? `${username} is a moderator already.` : `${username} is no moderator.`
    }
    await tx.run(sql`update users set is_moderator = ${isModerator} where id = ${id}`)
    await audit(tx, isModerator ? 'moderator.added' : 'moderator.removed', id)
    return isModerator ? `${username} is a moderator now.` : `${username} is no moderator any more.`
  })
}
