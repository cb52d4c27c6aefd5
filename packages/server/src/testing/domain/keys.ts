import { keys } from '../../domain/links/keys.ts'
import { type Db, sql } from '../../platform/db/db.ts'

let last = 0
function aHash() {
  last += 1
  return Buffer.from(`key ${last}`)
}

/** Gives a participant of this playdate one of each key, in addition to the session that he has. */
export async function giveKeys(db: Db, userId: number, playdateId: number): Promise<void> {
  const soon = sql`now() + interval '1 day'`
  await db.run(
    sql`insert into sessions (token_hash, user_id, expires_at) values (${aHash()}::bytea, ${userId}, ${soon})`,
  )
  await db.run(
    sql`insert into devices (user_id, name_hash, token_hash) values (${userId}, ${aHash()}::bytea, ${aHash()}::bytea)`,
  )
  await db.run(sql`insert into push_subscriptions (user_id, endpoint, p256dh, auth)
    values (${userId}, ${`https://push.test/${aHash().toString()}`}, 'x', 'x')`)
  await db.run(sql`insert into calendar_feeds (user_id, name, variant, token_hash)
    values (${userId}, 'Telefoon', 'full', ${aHash()}::bytea)`)
  await db.run(sql`insert into parent_links (playdate_id, user_id, salt, token_hash)
    values (${playdateId}, ${userId}, 'x', ${aHash()}::bytea)`)
  await db.run(sql`insert into invitations (playdate_id, created_by, salt, token_hash)
    values (${playdateId}, ${userId}, 'x', ${aHash()}::bytea)`)
  await db.run(sql`insert into polls (creator_id, title, location, location_visibility, max_participants, salt, token_hash, ends_at)
    values (${userId}, 'Wanneer?', 'Griftpark', 'public', 4, ${`salt of ${userId}`}, ${aHash()}::bytea, ${soon})`)
  await db.run(sql`insert into login_codes (browser_hash, user_id, code_hash, link_hash)
    values (${aHash()}::bytea, ${userId}, ${aHash()}::bytea, ${aHash()}::bytea)`)
  await db.run(sql`insert into passkeys (user_id, credential_id, public_key, user_handle, rp_id, name)
    values (${userId}, ${aHash()}::bytea, 'x', 'x', 'localhost', 'Telefoon')`)
  await db.run(sql`insert into recovery_codes (user_id, code_hash) values (${userId}, ${aHash()}::bytea)`)
  await db.run(sql`insert into handovers (browser_hash, code_hash, user_id, is_accepted)
    values (${aHash()}::bytea, ${aHash()}::bytea, ${userId}, true)`)
  for (const purpose of ['reset', 'confirm', 'unsubscribe'])
    await db.run(sql`insert into mail_tokens (token_hash, user_id, purpose, email, expires_at)
      select ${aHash()}::bytea, id, ${purpose}, email, ${soon} from users where id = ${userId}`)
}

/** The names of the keys that an account has. */
export async function keysOf(db: Db, userId: number): Promise<string[]> {
  const found = []
  for (const { name, table, owner, which = sql`true` } of keys)
    if ((await db.count(sql`from ${table} where ${owner} = ${userId} and ${which}`)) > 0) found.push(name)
  return found
}
