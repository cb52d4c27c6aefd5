import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { testDb } from '../../testing/database.ts'

const Row = z.object({ row: z.string() })
const all = async (db: Db, what: ReturnType<typeof sql>) =>
  (await db.many(Row, sql`select (${what})::text as row`)).map(({ row }) => row)

const members = sql`select coalesce(string_agg(concat_ws(' ', chat_id, user_id, since_seq, read_seq, delivered_seq, put_off), ', '
  order by chat_id, user_id), '') from memberships`

test('members of pairs and threads move into one table, where a node of the version before reads and writes them by their old names', async () => {
  const db = await testDb()
  const known = readMigrations()
  const upTo = (name: string) => migrate(db, { migrations: known.filter(migration => migration.name <= name) })
  await db.script('drop schema public cascade; create schema public')
  await upTo('2026-11-25-0660')
  await db.script(`
    insert into users (username, email, password_hash, first_name, last_name)
      select 'vader' || n, n || '@example.nl', '', 'Vader', 'Tester' from generate_series(1, 4) n;
    insert into chats (first_member, second_member) values (1, 2), (-7, 0);
    insert into chat_members values (1, 1, 5, 6, false), (1, 2, 0, 0, true);
    insert into thread_members values (2, 1, 0, 3), (2, 3, 2, 2)`)
  await db.script(`
    insert into playdates (id, title, description, location, start_time, end_time, creator_id, max_participants)
      overriding system value values (7, 'Zandbak', '', '', now(), now() + interval '1 hour', 1, 9);
    update chats set playdate_id = 7 where first_member = -7`)
  await upTo('2026-11-25-0700-memberships.sql')
  expect(await all(db, members)).toEqual(['1 1 0 5 6 f, 1 2 0 0 0 t, 2 1 0 3 0 f, 2 3 2 2 0 f'])

  // As nodes of the version before write.
  await db.script(`
    insert into chats (first_member, second_member) values (1, 4);
    insert into chat_members (chat_id, user_id) values (3, 1), (3, 4);
    update chat_members me set read_seq = they.read_seq + 4 from chat_members they
     where me.chat_id = 3 and me.user_id = 4 and they.chat_id = 3 and they.user_id = 1;
    insert into thread_members (chat_id, user_id, since_seq, read_seq) values (2, 4, 5, 5), (2, 1, 9, 9) on conflict do nothing;
    delete from thread_members where user_id = 3;
    insert into participants (playdate_id, user_id) values (7, 2)`)
  expect(await all(db, members)).toEqual([
    '1 1 0 5 6 f, 1 2 0 0 0 t, 2 1 0 3 0 f, 2 2 0 0 0 f, 2 4 5 5 0 f, 3 1 0 0 0 f, 3 4 0 4 0 f',
  ])
  expect(
    await all(db, sql`select string_agg(chat_id || ' ' || user_id, ', ' order by chat_id, user_id) from chat_members`),
  ).toEqual(['1 1, 1 2, 3 1, 3 4'])
  expect(
    await all(db, sql`select string_agg(chat_id || ' ' || user_id, ', ' order by user_id) from thread_members`),
  ).toEqual(['2 1, 2 2, 2 4'])

  await migrate(db, { isAlone: true })
  expect(await db.count(sql`from pg_views where schemaname = 'public'`)).toBe(0)
  await db.run(sql`delete from users where id = 2`)
  expect(await db.count(sql`from memberships where chat_id = 2`)).toBe(2)
})
