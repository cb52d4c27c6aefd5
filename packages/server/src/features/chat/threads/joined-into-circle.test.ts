import { chatMessages, oneChat } from '@papadag/contract/chat'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { readMigrations } from '../../../platform/db/migrate.ts'
import { withGuest } from '../../../testing/chat.ts'
import type { Father } from '../../../testing/world.ts'

test('earlier threads of circles’ dates are joined into the chat of the circle in order, and nothing is lost or shown to others', async () => {
  const { db, host, friend, absent, guest, other, date, home, line, say, join, read, plan } = await withGuest()
  await say(host, home, 'In de kring')
  await friend.call(chatMessages, { params: { id: home } })
  await db.run(sql`update memberships set read_seq = 1 where chat_id = ${home}`)
  // As they were stored: each in the thread alone.
  const before = async (seq: number, father: Father, content: string, replyTo: number | null = null) =>
    db.run(sql`insert into messages (chat_id, seq, sender_id, client_id, content, sent_at, reply_to)
      values (${line}, ${seq}, ${father.id}, gen_random_uuid(), ${content}, now() - make_interval(mins => ${60 - seq}), ${replyTo}::int)`)
  await before(1, host, 'een')
  await before(2, guest, 'twee', 1)
  await before(3, friend, 'drie')
  await db.run(sql`update chats set last_seq = 3 where id = ${line}`)
  await db.run(sql`update memberships set read_seq = 3 where chat_id = ${line} and user_id = ${friend.id}`)
  await db.run(sql`insert into reactions (chat_id, seq, user_id, emoji) values (${line}, 1, ${guest.id}, '🙏')`)
  const unopened = await plan('Zwemmen')
  await join(other, unopened)
  await db.run(sql`delete from chats where playdate_id = ${unopened}`)
  const joining = readMigrations().find(({ name }) => name.includes('circle-threads'))
  await db.transaction(tx => tx.script(joining?.text ?? ''))
  expect(await host.call(chatMessages, { params: { id: home } })).toMatchObject([
    { seq: 1, content: 'In de kring', playdateId: null },
    { seq: 2, content: 'een', playdateId: date, replyTo: null, reactions: { '🙏': { count: 1 } } },
    { seq: 3, content: 'twee', senderId: guest.id, replyTo: 2 },
    { seq: 4, content: 'drie' },
  ])
  expect(await read(guest, line)).toEqual(['een', 'twee', 'drie'])
  // Only those who were in the thread.
  expect(await read(absent, home)).toEqual(['In de kring'])
  expect((await absent.call(oneChat, { params: { id: home } })).unreadCount).toBe(0)
  expect((await friend.call(oneChat, { params: { id: home } })).unreadCount).toBe(0)
  expect((await host.call(oneChat, { params: { id: home } })).unreadCount).toBe(2)
  expect(await say(host, home, 'vier', { playdateId: date })).toMatchObject({ seq: 5 })
  expect(await guest.call(chatMessages, { params: { id: line } })).toMatchObject([
    {},
    {},
    {},
    { seq: 4, content: 'vier' },
  ])
  expect(
    await db.count(sql`from chats c join memberships t on t.chat_id = c.id where c.playdate_id = ${unopened}`),
  ).toBe(2)
})

test('what a member wrote to a thread before it was joined arrives in the chat of the circle', async () => {
  const { host, guest, home, line, date, say, read } = await withGuest()
  expect(await say(host, line, 'hoi')).toMatchObject({ chatId: home, playdateId: date })
  expect([await read(host, home), await read(guest, line)]).toEqual([['hoi'], ['hoi']])
})
