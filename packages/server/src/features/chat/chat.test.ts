import { chatMessages, chats, oneChat, sendMessage, startChat } from '@papadag/contract/chat'
import { expect, test } from 'vitest'
import { connect } from '../../testing/socket.ts'
import { world } from '../../testing/world.ts'

test('a message reaches all screens of both members in order, and is acknowledged with its client id', async () => {
  const { host, father, other: stranger } = await world({ fathers: 2 })
  const { id: chatId } = await host.call(startChat, { body: { participants: [father.id] } })
  expect(await father.call(startChat, { body: { participants: [host.id] } })).toMatchObject({ id: chatId })
  const [his, hisPhone, mine] = [await connect(father), await connect(father), await connect(host)]
  const clientId = crypto.randomUUID()
  for (let n = 1; n <= 20; n += 1)
    mine.send({ type: 'send_message', chatId, content: ` bericht ${n} `, ...(n === 1 && { clientId }) })
  mine.send({ type: 'send_message', chatId, content: 'bericht 1', clientId })
  mine.send({ type: 'get_messages', chatId })
  const { messages } = (await mine.frame('initial_messages')) as unknown as {
    messages: { seq: number; content: string }[]
  }
  expect(messages.map(({ seq, content }) => [seq, content])).toEqual(
    Array.from({ length: 20 }, (_, n) => [n + 1, `bericht ${n + 1}`]),
  )
  await his.until(() => (his.frames.filter(({ type }) => type === 'message').length === 20 ? true : undefined))
  await hisPhone.until(() =>
    hisPhone.frames.filter(({ type }) => type === 'message').length === 20 ? true : undefined,
  )
  expect(his.frames.some(frame => JSON.stringify(frame).includes(clientId))).toBe(false)
  expect(await mine.frame('message')).toMatchObject({ message: { clientId, senderId: host.id } })

  expect(await father.call(chats)).toMatchObject([
    { id: chatId, unreadCount: 20, isRequest: true, lastMessage: { content: 'bericht 20', senderName: 'Vader 1' } },
  ])
  his.send({ type: 'mark_read', chatId, seq: 19 })
  await hisPhone.frame('read')
  expect(await father.call(oneChat, { params: { id: chatId } })).toMatchObject({ unreadCount: 1 })
  await father.call(sendMessage, { params: { id: chatId }, body: { content: 'antwoord' } })
  expect(await father.call(oneChat, { params: { id: chatId } })).toMatchObject({ isRequest: false })
  expect(await host.call(chatMessages, { params: { id: chatId }, query: { afterSeq: 20 } })).toMatchObject([
    { seq: 21, content: 'antwoord' },
  ])
  his.send({ type: 'mark_read', chatId, seq: 20 })
  expect(
    await mine.until(() => mine.frames.find(({ type, userId }) => type === 'read' && userId === father.id)),
  ).toMatchObject({ seq: 20 })

  await expect(stranger.call(oneChat, { params: { id: chatId } })).rejects.toMatchObject({ status: 404 })
  const theirs = await connect(stranger)
  theirs.send({ type: 'send_message', chatId, content: 'hoi' })
  expect(await theirs.frame('error')).toMatchObject({ code: 'chat.unknown', chatId })
})
