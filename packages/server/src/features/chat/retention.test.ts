import { chatMessages, chats, oneChat, sendMessage } from '@papadag/contract/chat'
import { expect, test, vi } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { acquainted, age, chatOf, history } from '../../testing/chat.ts'
import { connect } from '../../testing/socket.ts'
import { world } from '../../testing/world.ts'
import { forget } from './commands.ts'

async function scene(env: Record<string, string> = {}) {
  const all = await world({ fathers: 1, env })
  const { host, father } = all
  const chatId = await acquainted(host, father)
  return { ...all, father, chatId, mine: await connect(host), his: await connect(father) }
}

test('messages older than a week are not served, even before they are deleted', async () => {
  const all = await scene()
  const { db, host, father, chatId, his } = all
  await host.call(sendMessage, { params: { id: chatId }, body: { content: 'nog net' } })
  await age(all, chatId, 7.001, 2)
  await db.run(sql`update messages set sent_at = now() - interval '6.9 days' where chat_id = ${chatId} and seq = 3`)
  expect((await history(his, chatId)).messages).toMatchObject([{ seq: 3 }])
  expect((await history(his, chatId, { afterSeq: 0, limit: 10 })).messages).toMatchObject([{ seq: 3 }])
  expect(await father.call(chatMessages, { params: { id: chatId }, query: { before: 3 } })).toEqual([])
  expect(await father.call(chats)).toMatchObject([{ unreadCount: 1, lastMessage: { content: 'nog net' } }])

  await age(all, chatId, 1)
  expect((await history(his, chatId)).messages).toEqual([])
  expect(await father.call(chats)).toMatchObject([{ unreadCount: 0, lastMessage: null, lastSeq: 3 }])
  expect(await db.count(sql`from messages where chat_id = ${chatId}`)).toBe(3)

  await forget(db, 7)
  expect(await db.count(sql`from messages`)).toBe(0)
  // The chat stays and keeps its numbering.
  const next = await host.call(sendMessage, { params: { id: chatId }, body: { content: 'daar ben ik weer' } })
  expect(next.seq).toBe(4)
})

test('the operator sets how long messages are kept, even in fractions of a day, and screens learn how long', async () => {
  const all = await scene({ CHAT_RETENTION_DAYS: '0.5' })
  const { db, chatId, mine } = all
  expect(await mine.frame('authenticated')).toMatchObject({ retentionDays: 0.5 })
  await age(all, chatId, 0.49)
  expect((await history(mine, chatId)).messages).toHaveLength(2)
  await age(all, chatId, 0.02)
  expect((await history(mine, chatId)).messages).toEqual([])
  await forget(db, 0.5)
  expect(await db.count(sql`from messages`)).toBe(0)
})

test('a starting server deletes messages past their retention', async () => {
  const all = await scene()
  await age(all, all.chatId, 8, 1)
  all.server.startJobs()
  await vi.waitFor(async () => expect(await all.db.count(sql`from messages`)).toBe(1))
})

test('after an account is deleted the other member can read the chat until its week is over', async () => {
  const all = await scene()
  const { db, host, father, chatId, mine } = all
  const empty = await chatOf(host, await all.newFather())
  await db.run(sql`delete from users where id <> ${host.id}`)

  expect(await host.call(oneChat, { params: { id: chatId } })).toMatchObject({
    readOnly: true,
    unreadCount: 1,
    lastMessage: { content: 'hallo', senderName: 'Verwijderd account' },
    participants: [
      { id: host.id },
      { id: father.id, firstName: 'Verwijderd account', lastName: '', profileImage: null },
    ],
  })
  expect((await history(mine, chatId)).messages).toMatchObject([{ content: 'hoi' }, { content: 'hallo' }])
  mine.send({ type: 'send_message', chatId, content: 'ben je er nog?' })
  expect(await mine.frame('error')).toMatchObject({ code: 'chat.partnerGone', chatId })
  await expect(host.call(sendMessage, { params: { id: chatId }, body: { content: 'hallo?' } })).rejects.toMatchObject({
    status: 403,
    code: 'chat.partnerGone',
  })
  const german = await host.fetch('GET', `/api/chats/${chatId}`, { headers: { 'accept-language': 'de' } })
  expect(await german.text()).toContain('Gelöschtes Konto')

  // Somebody may be writing in it right now.
  await db.run(sql`update chats set active_at = now() + interval '1 hour'`)
  await forget(db, 7)
  expect(await db.count(sql`from chats where id = ${empty}`)).toBe(1)
  await db.run(sql`update chats set active_at = now() - interval '1 minute'`)
  await forget(db, 7)
  expect(await host.call(chats)).toMatchObject([{ id: chatId }])
  await expect(host.call(oneChat, { params: { id: empty } })).rejects.toMatchObject({ status: 404 })
  await age(all, chatId, 8)
  await forget(db, 7)
  expect(await host.call(chats)).toEqual([])
  expect(await db.count(sql`from memberships`)).toBe(0)
})
