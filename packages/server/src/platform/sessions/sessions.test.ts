import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testDb } from '../../testing/database.ts'
import { createLocalBus } from '../bus/bus.ts'
import { type Db, sql } from '../db/db.ts'
import { createSessions } from './sessions.ts'

const everybody = {
  admitted: (userId: number) => sql`select id from users where id = ${userId}`,
  refuse: async () => {},
  carryOver: () => sql`select`,
}

test('starting a session does not read the sessions of all other users', async () => {
  const db = await testDb()
  await db.script(`
    insert into users (username, username_key, email, email_key, password_hash, first_name, last_name)
    select 'vader' || n, 'vader' || n, n || '@x', n || '@x', '', 'Daan', 'Visser' from generate_series(1, 2000) n;
    insert into sessions (token_hash, user_id, expires_at)
    select decode(md5(id::text), 'hex'), id, now() + interval '1 day' from users;
    analyze users, sessions`)
  const read = await db.transaction(async tx => {
    const before = await rowsReadOneByOne(tx)
    await createSessions(tx, createLocalBus(), everybody).start(7, { userAgent: undefined })
    return (await rowsReadOneByOne(tx)) - before
  })
  expect(read).toBe(0)
})

/** How many rows of the sessions this connection has read without an index, earlier transactions included. */
async function rowsReadOneByOne(tx: Db): Promise<number> {
  const Read = z.object({ rows: z.number() })
  const read = await tx.one(
    Read,
    sql`select seq_tup_read::int as rows from pg_stat_xact_user_tables where relname = 'sessions'`,
  )
  return read?.rows ?? Number.NaN
}
