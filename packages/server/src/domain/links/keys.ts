import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { hashOf, newSalt, tokenOf } from './link-tokens.ts'

/** What ends keys, besides their own time and the owner's wish. */
type Ending = 'restore' | 'reset' | 'newPassword' | 'elsewhere' | 'logout' | 'suspension' | 'deletion'

/**
 * How many of an account's keys end: all, all but the session's own (`others`), all if he asked for it, or those whose
 * row is deleted with the session or account (`row`). After a restore, which ends the keys of every account, a link may
 * get another token instead (`renewed`).
 */
type Extent = 'all' | 'others' | 'ifAsked' | 'row' | 'renewed'

interface Key {
  name: string
  table: Sql
  /** The columns with the secret or its hash. */
  columns: readonly string[]
  /** Which of the table's rows. */
  which?: Sql
  /** The account's number in the table. */
  owner: Sql
  /** The session's number in the table. */
  session?: Sql
  /** What is not listed leaves it as it is. */
  ends: Partial<Record<Ending, Extent>>
}

const everywhere = { restore: 'all', deletion: 'row' } as const
const withPassword = { ...everywhere, reset: 'all', newPassword: 'all', elsewhere: 'all' } as const
/** Of a session: the one that the owner acts in goes on. */
const ofSession = {
  ...withPassword,
  newPassword: 'others',
  elsewhere: 'others',
  logout: 'row',
  suspension: 'all',
} as const

/** A mailed link. */
const mailed = (purpose: string, ends: Key['ends']): Key => ({
  name: `${purpose} link`,
  table: sql`mail_tokens`,
  columns: ['token_hash'],
  which: sql`purpose = ${purpose}`,
  owner: sql`user_id`,
  ends: { deletion: 'row', ...ends },
})

/**
 * Everything that gives access to whoever has it, and what becomes of it (safety S12a). The functions below end each
 * key on this list for its reasons; a test compares the list with the schema.
 */
export const keys: readonly Key[] = [
  {
    name: 'push subscription',
    table: sql`push_subscriptions`,
    columns: ['endpoint'],
    owner: sql`user_id`,
    session: sql`session_id`,
    ends: ofSession,
  },
  {
    name: 'session',
    table: sql`sessions`,
    columns: ['token_hash'],
    owner: sql`user_id`,
    session: sql`id`,
    ends: { ...ofSession, deletion: 'all' },
  },
  // After the sessions, of which only the one that goes on may be left.
  {
    name: 'device',
    table: sql`devices`,
    columns: ['name_hash', 'token_hash', 'former_hash'],
    owner: sql`user_id`,
    session: sql`(select max(s.id) from sessions s where s.device_id = devices.id)`,
    ends: ofSession,
  },
  {
    name: 'calendar feed',
    table: sql`calendar_feeds`,
    columns: ['token_hash'],
    owner: sql`user_id`,
    ends: { ...withPassword, newPassword: 'ifAsked' },
  },
  // Made or read by somebody who had the old password, it would show where a father and his children are.
  {
    name: 'link for the other parent',
    table: sql`parent_links`,
    columns: ['token_hash'],
    owner: sql`user_id`,
    ends: { ...withPassword, newPassword: 'ifAsked', suspension: 'all' },
  },
  // Shared with others on purpose, invitations and polls say nothing that an intruder could not read as a member.
  {
    name: 'invitation',
    table: sql`invitations`,
    columns: ['token_hash'],
    owner: sql`created_by`,
    ends: everywhere,
  },
  {
    name: 'poll link',
    table: sql`polls`,
    columns: ['token_hash'],
    owner: sql`creator_id`,
    // A proposal has no link.
    which: sql`creator_id is not null`,
    ends: { ...everywhere, restore: 'renewed' },
  },
  {
    name: 'login code',
    table: sql`login_codes`,
    columns: ['browser_hash', 'code_hash', 'link_hash'],
    owner: sql`user_id`,
    ends: withPassword,
  },
  // The secret is in his device: the table opens nothing. It outlives a new password and a restore.
  {
    name: 'passkey',
    table: sql`passkeys`,
    columns: [],
    owner: sql`user_id`,
    ends: { deletion: 'row' },
  },
  {
    name: 'recovery code',
    table: sql`recovery_codes`,
    columns: ['code_hash'],
    owner: sql`user_id`,
    ends: { ...everywhere, reset: 'all' },
  },
  {
    name: 'handover',
    table: sql`handovers`,
    columns: ['browser_hash', 'code_hash'],
    owner: sql`user_id`,
    ends: { ...withPassword, suspension: 'all' },
  },
  mailed('reset', { restore: 'all', reset: 'all', newPassword: 'all', elsewhere: 'all' }),
  mailed('confirm', { restore: 'all', reset: 'all' }),
  // It gives no access.
  mailed('unsubscribe', {}),
]

interface Owner {
  userId: number
  /** The session that goes on, after a new password. */
  sessionId?: number
  /** The names of the keys that he wants to end too. */
  asked?: readonly string[]
}

const Session = z.object({ id: z.number() })

/**
 * Ends what this reason ends of an account's keys. Returns the sessions that have ended: call `announceEnd` with them
 * after the commit.
 */
export async function endKeys(
  tx: Db,
  why: Exclude<Ending, 'restore' | 'logout'>,
  { userId, sessionId, asked = [] }: Owner,
): Promise<number[]> {
  const ended: number[] = []
  for (const { name, ends, table, owner, session, which = sql`true` } of keys) {
    const extent = ends[why]
    const isEnded = extent === 'all' || extent === 'others' || (extent === 'ifAsked' && asked.includes(name))
    if (!isEnded) continue
    const goesOn =
      extent === 'others' && session ? sql`${session} is not distinct from ${sessionId ?? null}::bigint` : sql`false`
    const rows = sql`${table} where ${owner} = ${userId} and ${which} and not (${goesOn})`
    if (name === 'session') {
      ended.push(...(await tx.many(Session, sql`delete from ${rows} returning id`)).map(({ id }) => id))
    } else await tx.run(sql`delete from ${rows}`)
  }
  return ended
}

/** Ends what gave access on the day of a backup, since it may have been ended after that day (safety S12a). */
export async function endAllKeys(tx: Db, secret: string): Promise<void> {
  for (const { ends, table, which = sql`true` } of keys) {
    if (ends.restore === 'all') await tx.run(sql`delete from ${table} where ${which}`)
    if (ends.restore === 'renewed') await renew(tx, table, which, secret)
  }
  // The codes of circles are nobody's.
  await tx.run(sql`delete from circle_codes`)
  await tx.run(sql`delete from organisation_codes`)
}

/** Gives polls another link. */
async function renew(tx: Db, table: Sql, which: Sql, secret: string): Promise<void> {
  const links = (await tx.many(Session, sql`select id from ${table} where ${which}`)).map(({ id }) => ({
    id,
    salt: newSalt(),
  }))
  await tx.run(sql`
    update ${table} k set salt = n.salt, token_hash = decode(n.hash, 'hex')
      from unnest(${links.map(({ id }) => id)}::int[], ${links.map(({ salt }) => salt)}::text[],
                  ${links.map(({ salt }) => hashOf(tokenOf(secret, 'poll', salt)))}::text[]) as n (id, salt, hash)
     where k.id = n.id`)
}
