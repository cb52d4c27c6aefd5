import * as z from 'zod/mini'
import { audit } from '../../domain/audit.ts'
import { nameKey } from '../../domain/names/name-key.ts'
import { type Config, ConfigProblem } from '../../platform/config.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Said } from './command.ts'
import { withDatabase } from './with-database.ts'

/** The roles that an operator assigns by command. */
export type Role = 'moderator' | 'operator' | 'host'

const roles = {
  moderator: {
    column: sql`is_moderator`,
    key: 'moderators',
    a: 'a moderator',
    no: 'no moderator',
    none: 'There are no moderators.',
  },
  operator: {
    column: sql`is_operator`,
    key: 'operators',
    a: 'an operator',
    no: 'no operator',
    none: 'There are no operators.',
  },
  host: { column: sql`is_host`, key: 'hosts', a: 'a host', no: 'no host', none: 'There are no hosts.' },
} as const

const Account = z.object({ id: z.number(), username: z.string(), hasRole: z.boolean() })

/**
 * Names those who have a role: moderators decide on reports (safety S34), and operators see the state of the
 * installation.
 */
export function listRole(role: Role, config: Config): Promise<Said> {
  const { column, none, key } = roles[role]
  return withDatabase(config, async open => {
    const holders = await (await open()).many(
      Account,
      sql`select id, username, ${column} as "hasRole" from users where ${column} order by username_key`,
    )
    const names = holders.map(({ username }) => username)
    return { text: names.length === 0 ? none : names.join('\n'), facts: { [key]: names } }
  })
}

/** Gives a role to a user or takes it away; throws `ConfigProblem` if there is no such user. */
export function giveRole(role: Role, config: Config, name: string, wants: boolean): Promise<Said> {
  return withDatabase(config, async open => change(await open(), role, name, wants))
}

function change(db: Db, role: Role, name: string, wants: boolean): Promise<Said> {
  const { column, a, no } = roles[role]
  return db.transaction(async tx => {
    const account = await tx.one(
      Account,
      sql`select id, username, ${column} as "hasRole" from users where username_key = ${nameKey(name)} for update`,
    )
    if (!account) throw new ConfigProblem(`There is no account with the username ${name}.`)
    const { id, username } = account
    const isChanged = account.hasRole !== wants
    const facts = { username, role, has: wants, isChanged }
    if (!isChanged) return { text: wants ? `${username} is ${a} already.` : `${username} is ${no}.`, facts }
    await tx.run(sql`update users set ${column} = ${wants} where id = ${id}`)
    // An organisation matches nobody.
    if (role === 'host' && wants)
      await tx.run(sql`update users set discoverable = false, spotlight = false where id = ${id}`)
    await audit(tx, `${role}.${wants ? 'added' : 'removed'}`, id)
    return { text: wants ? `${username} is ${a} now.` : `${username} is ${no} any more.`, facts }
  })
}
