import * as z from 'zod/mini'
import { audit } from '../../domain/audit.ts'
import { keysOf } from '../../domain/names/name-key.ts'
import { type Config, ConfigProblem } from '../../platform/config.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { withDatabase } from './with-database.ts'

/** The roles that an operator assigns by command. */
export type Role = 'moderator' | 'operator' | 'host'

const roles = {
  moderator: { column: sql`is_moderator`, a: 'a moderator', no: 'no moderator', none: 'There are no moderators.' },
  operator: { column: sql`is_operator`, a: 'an operator', no: 'no operator', none: 'There are no operators.' },
  host: { column: sql`is_host`, a: 'a host', no: 'no host', none: 'There are no hosts.' },
} as const

const usage = 'add USERNAME, remove USERNAME, or list.'
const usageOfOperator = 'add USERNAME, remove USERNAME, list, host USERNAME, unhost USERNAME, or hosts.'

const Account = z.object({ id: z.number(), username: z.string(), hasRole: z.boolean() })

/**
 * Gives a role to a user or takes it away: moderators decide on reports (safety S34), operators see the state of the
 * installation. Returns a summary; throws `ConfigProblem` if that is not possible.
 */
export function setRole(role: Role, config: Config, [what, username, ...rest]: readonly string[]): Promise<string> {
  const wantsName = what === 'add' || what === 'remove'
  if (rest.length > 0 || !(wantsName ? username : what === 'list' && username === undefined)) {
    throw new ConfigProblem(`Say what to do: npm run ${role} -- ${role === 'operator' ? usageOfOperator : usage}`)
  }
  return withDatabase(config, async open =>
    username === undefined ? list(await open(), role) : change(await open(), role, username, what === 'add'),
  )
}

async function list(db: Db, role: Role): Promise<string> {
  const { column, none } = roles[role]
  const holders = await db.many(
    Account,
    sql`select id, username, ${column} as "hasRole" from users where ${column} order by username_key`,
  )
  return holders.length === 0 ? none : holders.map(({ username }) => username).join('\n')
}

function change(db: Db, role: Role, name: string, wants: boolean): Promise<string> {
  const { column, a, no } = roles[role]
  return db.transaction(async tx => {
    const account = await tx.one(
      Account,
      sql`select id, username, ${column} as "hasRole" from users where username_key = any(${keysOf(name)}::text[])
           order by username = ${name} desc limit 1 for update`,
    )
    if (!account) throw new ConfigProblem(`There is no account with the username ${name}.`)
    const { id, username } = account
    if (account.hasRole === wants) return wants ? `${username} is ${a} already.` : `${username} is ${no}.`
    await tx.run(sql`update users set ${column} = ${wants} where id = ${id}`)
    // An organisation matches nobody.
    if (role === 'host' && wants)
      await tx.run(sql`update users set discoverable = false, spotlight = false where id = ${id}`)
    await audit(tx, `${role}.${wants ? 'added' : 'removed'}`, id)
    return wants ? `${username} is ${a} now.` : `${username} is ${no} any more.`
  })
}
