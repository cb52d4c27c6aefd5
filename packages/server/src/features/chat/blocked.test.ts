import { chats, oneChat, startChat } from '@papadag/contract/chat'
import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { block, editSettings, unblock } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { acquainted, age, chatOf, hears, history } from '../../testing/chat.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate, world } from '../../testing/world.ts'

test('a blocked member sees the chat as if the other had left, and the blocker sees that he blocked him', async () => {
  const all = await world({ fathers: 1 })
  const { host, father } = all
  const chatId = await acquainted(host, father)
  const [mine, his] = [await connect(host), await connect(father)]
  await host.call(block, { params: { id: father.id } })

  const params = { id: chatId }
  expect(await father.call(oneChat, { params })).toMatchObject({
    readOnly: true,
    participants: [
      { id: father.id },
      { id: host.id, firstName: 'Verwijderd account', lastName: '', profileImage: null },
    ],
    lastMessage: { content: 'hallo' },
  })
  expect(await host.call(oneChat, { params })).toMatchObject({
    readOnly: true,
    participants: [{ id: host.id }, { id: father.id, firstName: 'Vader 2' }],
    lastMessage: { senderName: 'Vader 2' },
  })
  expect((await history(his, chatId)).messages).toHaveLength(2)
  for (const screen of [mine, his]) {
    screen.send({ type: 'typing', chatId })
    screen.send({ type: 'mark_read', chatId, seq: 2 })
    screen.send({ type: 'send_message', chatId, content: 'hallo?' })
    expect(await screen.frame('error')).toMatchObject({ code: 'chat.partnerGone', chatId })
  }
  for (const [one, other] of [
    [host, father],
    [father, host],
  ] as const) {
    await expect(one.call(startChat, { body: { participants: [other.id] } })).rejects.toMatchObject({
      status: 404,
      code: 'user.unknown',
    })
  }
  await history(mine, chatId)
  const told = [...mine.frames, ...his.frames].map(({ type, userId }) => [type, userId])
  expect(told.filter(([type]) => type === 'typing' || type === 'message')).toEqual([])
  expect(mine.frames.some(({ type, userId }) => type === 'read' && userId === father.id)).toBe(false)

  await age(all, chatId, 8)
  expect(await father.call(chats)).toEqual([])
  await host.call(unblock, { params: { id: father.id } })
  his.send({ type: 'send_message', chatId, content: 'zand erover?' })
  await hears(mine, chatId, 1)
  expect(await father.call(chats)).toMatchObject([{ id: chatId, readOnly: false }])
})

test('a father’s setting decides who may start a chat with him, and existing chats continue', async () => {
  const { host, father: stranger, other: met, third: known } = await world({ fathers: 3 })
  const existing = await chatOf(known, host)
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  await met.call(joinPlaydate, { params: { id }, body: {} })
  const refused = { status: 403, code: 'chat.notWanted' }

  await host.call(editSettings, { body: { messagesFrom: 'co' } })
  await expect(chatOf(stranger, host)).rejects.toMatchObject(refused)
  await host.call(editSettings, { body: { messagesFrom: 'nobody' } })
  await expect(chatOf(met, host)).rejects.toMatchObject(refused)
  expect(await chatOf(known, host)).toBe(existing)
  await host.call(editSettings, { body: { messagesFrom: 'co' } })
  await chatOf(met, host)
  // The blocker himself may start a chat with anybody.
  await chatOf(host, stranger)
})

test('a father who shows only the initial of his last name shows no more of it in chats', async () => {
  const { host, father } = await world({ fathers: 1 })
  await host.call(editSettings, { body: { lastNameInitialOnly: true } })
  const id = await chatOf(host, father)
  expect(await father.call(oneChat, { params: { id } })).toMatchObject({
    participants: [{ lastName: 'de Tester' }, { lastName: 'd.' }],
  })
  expect(await host.call(oneChat, { params: { id } })).toMatchObject({ participants: [{ lastName: 'de Tester' }, {}] })
})
