import { answerRequest, sendMessage, threadOf } from '@papadag/contract/chat'
import { notifications as listed, unread } from '@papadag/contract/notifications'
import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { block, unblock } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { chatOf } from '../../testing/chat.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'
import { badges } from './queries.ts'

test('messages count as unread only in a father’s own chats, in a thread from when he joined, and never across a block', async () => {
  const { db, host, father: reader, other } = await world({ fathers: 2 })
  const count = async () => {
    const [badge] = await badges(db, [reader.id], 7)
    const { messages } = await reader.call(unread)
    expect(badge?.messages).toBe(messages)
    return messages
  }
  const write = (father: Father, id: number) => father.call(sendMessage, { params: { id }, body: { content: 'hoi' } })

  const pair = await chatOf(host, other)
  await write(host, pair)
  await write(other, pair)
  expect(await count()).toBe(0)

  const params = await host.call(createPlaydate, { body: aPlaydate() })
  await other.call(joinPlaydate, { params: { id: params.id }, body: {} })
  const { id: threadId } = await host.call(threadOf, { params: { id: params.id } })
  await write(other, threadId)
  await reader.call(joinPlaydate, { params: { id: params.id }, body: {} })
  expect(await count()).toBe(0)
  await write(host, threadId)
  await write(other, threadId)
  expect(await count()).toBe(2)
  await write(reader, threadId)
  expect(await count()).toBe(2)

  await reader.call(block, { params: { id: other.id } })
  await write(other, threadId)
  expect(await count()).toBe(2)
  await reader.call(unblock, { params: { id: other.id } })
  expect(await count()).toBe(3)

  const own = await chatOf(other, reader)
  await write(other, own)
  expect(await count()).toBe(4)
  await db.run(sql`update messages set hidden_at = now() where chat_id = ${own}`)
  expect(await count()).toBe(3)
  await db.run(sql`update messages set sent_at = now() - interval '8 days' where chat_id = ${threadId}`)
  expect((await badges(db, [reader.id], 7))[0]?.messages).toBe(0)
  expect((await badges(db, [reader.id], 9))[0]?.messages).toBe(3)
})

test('a postponed request counts as unread again once it is accepted', async () => {
  const { host, father: reader } = await world({ fathers: 1 })
  const params = { id: await chatOf(host, reader) }
  await host.call(sendMessage, { params, body: { content: 'Ken ik jou?' } })
  const counted = async () => (await reader.call(unread)).messages
  await reader.call(answerRequest, { params, body: { accept: false } })
  expect(await counted()).toBe(0)
  await reader.call(answerRequest, { params, body: { accept: true } })
  expect(await counted()).toBe(1)
})

test('a postponed request counts as unread while both fathers take part in a playdate', async () => {
  const { host, father: reader } = await world({ fathers: 1 })
  const params = { id: await chatOf(host, reader) }
  await host.call(sendMessage, { params, body: { content: 'Ken ik jou?' } })
  await reader.call(answerRequest, { params, body: { accept: false } })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  await reader.call(joinPlaydate, { params: { id }, body: {} })
  expect(await reader.call(unread)).toMatchObject({ messages: 1, waiting: [`chat-${params.id}`] })
})

test('notices count as unread unless the father behind them is blocked, and never for anybody else', async () => {
  const { db, host, father: reader, other } = await world({ fathers: 2 })
  await db.run(sql`
    insert into notifications (user_id, kind, actor_id)
    values (${reader.id}, 'playdate.joined', null), (${reader.id}, 'playdate.left', ${host.id}),
           (${reader.id}, 'playdate.restored', ${host.id}), (${reader.id}, 'playdate.left', ${other.id}), (${host.id}, 'playdate.left', null)`)
  const counts = async (father: Father) => {
    const [badge] = await badges(db, [father.id], 7)
    const { notifications } = await father.call(unread)
    expect(badge?.notifications).toBe(notifications)
    expect(await father.call(listed)).toHaveLength(notifications)
    return notifications
  }
  expect([await counts(reader), await counts(host), await counts(other)]).toEqual([4, 1, 0])
  await reader.call(block, { params: { id: other.id } })
  expect(await counts(reader)).toBe(3)
  await reader.call(unblock, { params: { id: other.id } })
  await other.call(block, { params: { id: reader.id } })
  expect(await counts(reader)).toBe(3)
})

test('the badge names five hundred unread items: chats first, then playdates, then notices, the newest first', async () => {
  const { db, host, father: reader, other } = await world({ fathers: 2 })
  const chats = [await chatOf(host, reader), await chatOf(other, reader)]
  for (const [at, father] of [host, other].entries())
    await father.call(sendMessage, { params: { id: chats[at] ?? 0 }, body: { content: 'hoi' } })
  const tell = (times: number) =>
    db.run(sql`insert into notifications (user_id, kind, details)
               select ${reader.id}, 'playdate.joined', '{"playdateId": 7}' from generate_series(1, ${times}::int)`)
  await tell(497)
  const named = async () => {
    const { waiting, hasMore, notifications } = await reader.call(unread)
    const ids = waiting.slice(3).map(name => Number(name.replace('notice-', '')))
    return { first: waiting.slice(0, 3), ids, hasMore, notifications }
  }
  const before = await named()
  expect(before).toMatchObject({ hasMore: false, notifications: 497 })
  expect(before.first).toEqual([...chats.toReversed().map(id => `chat-${id}`), 'playdate-7'])
  const [newest = 0] = before.ids
  expect(before.ids).toEqual(Array.from({ length: 497 }, (_, at) => newest - at))
  await tell(1)
  expect(await named()).toEqual({ ...before, hasMore: true, notifications: 498, ids: before.ids.map(id => id + 1) })
  await tell(9)
  expect((await named()).ids).toEqual(before.ids.map(id => id + 10))
})

test('the playdates of unread notices come in the same order each time', async () => {
  const { db, father: reader } = await world({ fathers: 1 })
  await db.run(sql`
    insert into notifications (user_id, kind, details)
    select ${reader.id}, 'playdate.joined', jsonb_build_object('playdateId', n) from generate_series(1, 30) n`)
  const { waiting } = await reader.call(unread)
  const playdates = waiting.slice(0, 30)
  expect(playdates).toEqual(playdates.toSorted())
  expect(playdates).toContain('playdate-30')
})
