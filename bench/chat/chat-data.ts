import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { makeDatabase } from '../data.ts'

/** The number of messages each chat starts with: with an empty table the planner would not use indexes. */
const usualMessages = 100

/** Creates a database with chats of fathers 1 and 2, 3 and 4, …; returns its address and everybody's cookies. */
export async function makeChats(server: string, name: string, fathers: number, before = usualMessages, playdates = 1) {
  const url = await makeDatabase(server, name, playdates, fathers)
  const tokens = Array.from({ length: fathers }, () => randomBytes(32).toString('base64url'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into sessions (token_hash, user_id, expires_at)
     select decode(hash, 'hex'), n, now() + interval '1 day' from unnest($1::text[]) with ordinality as t (hash, n)`,
    [tokens.map(token => createHash('sha256').update(token).digest('hex'))],
  )
  await client.query(
    `insert into chats (first_member, second_member, last_seq) select 2 * n - 1, 2 * n, $2 from generate_series(1, $1::int / 2) n`,
    [fathers, before],
  )
  await client.query(`
    insert into memberships (chat_id, user_id)
    select id, first_member from chats union all select id, second_member from chats`)
  await client.query(
    'create table bare_messages (id serial primary key, chat_id int, sender_id int, content text, sent_at timestamptz default now())',
  )
  await fill(client, 'true', before)
  await client.query('vacuum (analyze)')
  await client.end()
  return { url, cookies: tokens.map(token => `sid=${token}`) }
}

/**
 * Creates a database in which all fathers are on one playdate and in its thread, which is the first chat; returns its
 * address and everybody's cookies.
 */
export async function makeThread(server: string, name: string, fathers: number) {
  const { url, cookies } = await makeChats(server, name, fathers)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    'insert into participants (playdate_id, user_id) select 1, id from users where id <= $1 on conflict do nothing',
    [fathers],
  )
  await client.query('delete from memberships where chat_id = 1')
  await client.query('update chats set playdate_id = 1, first_member = -1, second_member = 0 where id = 1')
  await client.query(
    `insert into memberships (chat_id, user_id, since_seq, read_seq)
     select 1, user_id, 0, 0 from participants where playdate_id = 1`,
  )
  await client.query('vacuum (analyze)')
  await client.end()
  return { url, cookies }
}

/** The same with the chat of a circle of all fathers in place of the thread. */
export async function makeCircle(server: string, name: string, fathers: number) {
  const { url, cookies } = await makeChats(server, name, fathers)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("insert into circles (name) values ('Woensdag')")
  await client.query('delete from memberships where chat_id = 1')
  await client.query(
    'update chats set circle_id = 1, first_member = -2, second_member = -1, last_seq = $1 where id = 1',
    [usualMessages],
  )
  await client.query('insert into circle_members (circle_id, user_id) select 1, id from users where id <= $1', [
    fathers,
  ])
  await client.query('update memberships set since_seq = 0, read_seq = 0 where chat_id = 1')
  await client.query('vacuum (analyze)')
  await client.end()
  return { url, cookies }
}

/** Fills the second, third, … chat up to these lengths. */
export async function lengthen(url: string, lengths: readonly number[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const [index, length] of lengths.entries()) {
    const chatId = index + 2
    await client.query('delete from messages where chat_id = $1', [chatId])
    await fill(client, `c.id = ${chatId}`, length)
    await client.query('update chats set last_seq = $2 where id = $1', [chatId, length])
    await client.query('update memberships set read_seq = $2 where chat_id = $1', [chatId, length])
  }
  await client.query('vacuum (analyze)')
  await client.end()
}

async function fill(client: pg.Client, which: string, count: number) {
  await client.query(
    `insert into messages (chat_id, seq, sender_id, content, sent_at)
     select c.id, n, c.first_member, 'Tot morgen bij de zandbak, ik neem de emmers mee.', now() - interval '1 day'
       from chats c, generate_series(1, $1::int) n where ${which}`,
    [count],
  )
}
