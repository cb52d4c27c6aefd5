import { chatMessages, chats, oneChat, sendMessage, startChat } from '@papadag/contract/chat'
import { unread } from '@papadag/contract/notifications'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { acquainted, history } from '../../testing/chat.ts'
import { connect } from '../../testing/socket.ts'
import { world } from '../../testing/world.ts'

test('nobody can write to a hidden member; the chat stays readable without his name and picture', async () => {
  const { db, host, father: friend, other: stranger } = await world({ fathers: 2 })
  const chatId = await acquainted(host, friend)
  await db.run(sql`update users set hidden_at = now() where id = ${host.id}`)
  for (const father of [friend, stranger]) {
    await expect(father.call(startChat, { body: { participants: [host.id] } })).rejects.toMatchObject({
      status: 404,
      code: 'user.unknown',
    })
  }
  expect(await db.count(sql`from chats`)).toBe(1)
  const params = { id: chatId }
  const gone = { id: host.id, firstName: 'Verwijderd account', lastName: '', profileImage: null }
  expect(await friend.call(oneChat, { params })).toMatchObject({ readOnly: true })
  const [chat] = await friend.call(chats)
  expect(chat?.participants).toContainEqual(gone)
  expect(await friend.call(chatMessages, { params })).toMatchObject([{ content: 'hoi' }, { content: 'hallo' }])
  const screen = await connect(friend)
  screen.send({ type: 'send_message', chatId, content: 'ben je er nog?' })
  expect(await screen.frame('error')).toMatchObject({ code: 'chat.partnerGone', chatId })

  await db.run(sql`update users set hidden_at = null where id = ${host.id}`)
  expect(await friend.call(oneChat, { params })).toMatchObject({ readOnly: false })
  expect(await friend.call(startChat, { body: { participants: [host.id] } })).toMatchObject({ id: chatId })
})

test('a hidden member cannot write or start a chat, and gives no sign of activity', async () => {
  const { db, host, father: friend, other: stranger } = await world({ fathers: 2 })
  const chatId = await acquainted(host, friend)
  const [his, hisPhone, theirs] = [await connect(host), await connect(host), await connect(friend)]
  await db.run(sql`update users set hidden_at = now() where id = ${host.id}`)
  const stopped = { status: 403, code: 'user.stopped' }
  const params = { id: chatId }
  await expect(host.call(sendMessage, { params, body: { content: 'psst' } })).rejects.toMatchObject(stopped)
  await expect(host.call(startChat, { body: { participants: [stranger.id] } })).rejects.toMatchObject(stopped)
  for (const frame of [
    { type: 'typing', chatId },
    { type: 'mark_read', chatId, seq: 2 },
    { type: 'send_message', chatId, content: 'psst' },
  ]) {
    his.send(frame)
  }
  expect(await his.frame('error')).toMatchObject({ code: 'user.stopped', chatId })
  // Only his other device learns that he has read it.
  await hisPhone.frame('read')
  await history(theirs, chatId)
  expect(theirs.frames.filter(({ type }) => type === 'typing' || type === 'message' || type === 'read')).toEqual([])
  expect(await friend.call(chatMessages, { params })).toHaveLength(2)

  await db.run(sql`update users set hidden_at = null where id = ${host.id}`)
  expect(await host.call(sendMessage, { params, body: { content: 'daar ben ik weer' } })).toMatchObject({ seq: 3 })
})

test('a message that moderators have hidden is not counted as unread, in the chat or on the badge', async () => {
  const { db, host, father: friend } = await world({ fathers: 1 })
  const params = { id: await acquainted(host, friend) }
  const counted = async () => [
    (await friend.call(oneChat, { params })).unreadCount,
    (await friend.call(unread)).messages,
    (await friend.call(unread)).waiting,
  ]
  expect(await counted()).toEqual([1, 1, [`chat-${params.id}`]])
  await db.run(sql`update messages set hidden_at = now() where sender_id = ${host.id}`)
  expect(await counted()).toEqual([0, 0, []])
  await db.run(sql`update messages set hidden_at = null where sender_id = ${host.id}`)
  expect(await counted()).toEqual([1, 1, [`chat-${params.id}`]])
})
