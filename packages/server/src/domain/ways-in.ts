import { type Sql, sql } from '../platform/db/db.ts'

/** What this server has to let somebody in. */
export interface LoginSetup {
  hasMail: boolean
  /** The host of its passkeys; undefined where none work. */
  passkeyHost: string | undefined
}

/** How many ways to log in the account of the users row `u` has, apart from another device. */
export const waysIn = (u: Sql, { hasMail, passkeyHost }: LoginSetup): Sql => sql`(
  ${u}.has_password::int
  + exists (select from passkeys k where k.user_id = ${u}.id and k.rp_id = ${passkeyHost ?? ''})::int
  + (${hasMail}::boolean and ${u}.email_confirmed and ${u}.email_refused_at is null)::int
  + exists (select from recovery_codes c where c.user_id = ${u}.id)::int)`
