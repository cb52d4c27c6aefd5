import { sendMessage, threadOf } from '@papadag/contract/chat'
import { unread } from '@papadag/contract/notifications'
import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates'
import { block, unblock } from '@papadag/contract/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { chatOf } from '../../testing/chat.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'
import { badges } from './queries.ts'

test('messages count as unread in one’s own chats alone, in a thread from one’s joining on and not from who is blocked', async () => {
  const { db, host, fathers } = await world({ fathers: 2 })
  const [reader, other] = fathers
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
  expect(await count()).toBe(1)
  await reader.call(unblock, { params: { id: other.id } })
  expect(await count()).toBe(2)

  const own = await chatOf(other, reader)
  await write(other, own)
  expect(await count()).toBe(3)
  await db.run(sql`update messages set hidden_at = now() where chat_id = ${own}`)
  expect(await count()).toBe(2)
  await db.run(sql`update messages set sent_at = now() - interval '8 days' where chat_id = ${threadId}`)
  expect((await badges(db, [reader.id], 7))[0]?.messages).toBe(0)
  expect((await badges(db, [reader.id], 9))[0]?.messages).toBe(2)
})
