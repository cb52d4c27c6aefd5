import { Passkey } from '@papadag/contract/passkeys'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { isoOf } from '../../../platform/db/moment.ts'
import { Problem } from '../../../platform/problem.ts'
import { secondsNow } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'

const shown = sql`id, name, ${isoOf(sql`created_at`)} as "createdAt", last_used_on::text as "lastUsedOn"`
const ofUser = (userId: number, which: Sql = sql`true`) =>
  sql`select ${shown} from passkeys where user_id = ${userId} and ${which} order by id`

/** A user's passkeys, oldest first; those for another address of the server too, so that he can remove them. */
export function ownPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  return db.many(Passkey, ofUser(userId))
}

export function ownPasskey(db: Db, id: number, userId: number): Promise<Passkey | undefined> {
  return db.one(Passkey, ofUser(userId, sql`id = ${id}`))
}

/** For a route's `allow`. */
export async function mustOwnPasskey(db: Db, id: number, userId: number): Promise<void> {
  if (!(await ownPasskey(db, id, userId))) throw new Problem('passkey.unknown')
}

const Maker = z.object({
  name: z.string(),
  displayName: z.string(),
  handle: z.nullable(z.string()),
  known: z.array(z.string()),
})

/** What a device shows and knows of an account when it makes a passkey for it. */
export async function makerOf(db: Db, userId: number, { id }: RelyingParty): Promise<z.output<typeof Maker>> {
  const here = sql`from passkeys k where k.user_id = u.id and k.rp_id = ${id}`
  const found = await db.one(
    Maker,
    sql`select u.username as name, u.first_name as "displayName",
               (select encode(k.user_handle, 'hex') ${here} order by k.id limit 1) as handle,
               array(select encode(k.credential_id, 'hex') ${here} order by k.id) as known
          from users u where u.id = ${userId}`,
  )
  if (!found) throw new Problem('auth.required')
  return found
}

const Asked = z.object({ seconds: z.number(), isMoved: z.boolean() })

/** What a login has to know: the time, and whether there are passkeys that were made for another address of this server. */
export async function askedAt(db: Db, { id }: RelyingParty): Promise<z.output<typeof Asked>> {
  const asked = await db.one(
    Asked,
    sql`select ${secondsNow} as seconds,
               exists (select from passkeys where rp_id < ${id}) or exists (select from passkeys where rp_id > ${id}) as "isMoved"`,
  )
  if (!asked) throw new Error('a select without a row')
  return asked
}
