import { randomUUID } from 'node:crypto'
import { answerRequest, chats, oneChat } from '@papadag/contract/chat'
import { limits } from '@papadag/contract/limits'
import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { expect, test } from 'vitest'
import { chatOf, heard, hears, history } from '../../testing/chat.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate, world } from '../../testing/world.ts'

async function scene(env: Record<string, string> = { RATE_LIMIT: 'on' }) {
  const all = await world({ fathers: 1, env })
  const { host, father: stranger } = all
  const chatId = await chatOf(stranger, host)
  return { ...all, stranger, chatId, his: await connect(stranger), mine: await connect(host) }
}

test('a stranger may send three messages until he is answered', async () => {
  const { host, stranger, chatId, his, mine } = await scene()
  const clientId = randomUUID()
  for (let n = 1; n <= limits.requestMessages; n += 1) his.send({ type: 'send_message', chatId, content: `${n}` })
  his.send({ type: 'send_message', chatId, content: 'te veel', clientId })
  expect(await his.frame('error')).toMatchObject({ code: 'chat.awaitAnswer', chatId, clientId })
  expect((await hears(mine, chatId, 3)).map(({ content }) => content)).toEqual(['1', '2', '3'])
  expect(await host.call(oneChat, { params: { id: chatId } })).toMatchObject({ isRequest: true, unreadCount: 3 })
  expect(await stranger.call(oneChat, { params: { id: chatId } })).toMatchObject({
    isRequest: false,
    lastSeq: 3,
    messagesLeft: 0,
  })

  mine.send({ type: 'send_message', chatId, content: 'hoi' })
  await hears(his, chatId, 4)
  his.send({ type: 'send_message', chatId, content: 'te veel', clientId })
  expect(await hears(mine, chatId, 5)).toMatchObject([...Array(4).fill({}), { seq: 5, content: 'te veel' }])
  expect(await host.call(oneChat, { params: { id: chatId } })).toMatchObject({ isRequest: false })
  expect(await stranger.call(oneChat, { params: { id: chatId } })).toMatchObject({ messagesLeft: null })
})

test('a participant of the same playdate is not a stranger, even before he is answered', async () => {
  const { host, stranger, chatId, his, mine } = await scene()
  his.send({ type: 'send_message', chatId, content: 'een https://example.org' })
  await hears(mine, chatId, 1)
  const isRequest = async () => (await host.call(oneChat, { params: { id: chatId } })).isRequest
  expect(await isRequest()).toBe(true)
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  await host.call(joinPlaydate, { params: { id }, body: { children: 0 } })
  await stranger.call(joinPlaydate, { params: { id }, body: { children: 0 } })
  expect(await isRequest()).toBe(false)
  for (const content of ['twee', 'drie', 'vier']) his.send({ type: 'send_message', chatId, content })
  expect(await hears(mine, chatId, 4)).toHaveLength(4)
})

test('a father can accept a request without writing back, and then the stranger may go on', async () => {
  const { host, stranger, chatId, his, mine } = await scene()
  expect(await stranger.call(oneChat, { params: { id: chatId } })).toMatchObject({ isAwaiting: true })
  for (let n = 1; n <= limits.requestMessages; n += 1) his.send({ type: 'send_message', chatId, content: `${n}` })
  await hears(mine, chatId, 3)
  const accept = (who: typeof host) => who.call(answerRequest, { params: { id: chatId }, body: { accept: true } })
  // The sender of a request cannot accept it himself.
  expect(await accept(stranger)).toMatchObject({ isAwaiting: true })
  expect(await accept(host)).toMatchObject({ isRequest: false })
  his.send({ type: 'send_message', chatId, content: 'vier' })
  await hears(mine, chatId, 4)
  expect(await stranger.call(oneChat, { params: { id: chatId } })).toMatchObject({ isAwaiting: false })
})

test('a postponed request leaves the list without the stranger’s knowledge, and comes back when it is answered', async () => {
  const { host, stranger, chatId, his, mine } = await scene()
  his.send({ type: 'send_message', chatId, content: 'hoi' })
  await hears(mine, chatId, 1)
  const before = await stranger.call(oneChat, { params: { id: chatId } })
  await host.call(answerRequest, { params: { id: chatId }, body: { accept: false } })
  expect(await host.call(chats)).toEqual([])
  his.send({ type: 'send_message', chatId, content: 'nog eens' })
  await hears(mine, chatId, 2)
  expect(await host.call(chats)).toEqual([])
  const { lastMessage: _, lastSeq: __, messagesLeft: ___, ...same } = before
  expect(await stranger.call(oneChat, { params: { id: chatId } })).toMatchObject(same)
  mine.send({ type: 'send_message', chatId, content: 'toch maar' })
  await hears(his, chatId, 3)
  expect(await host.call(chats)).toMatchObject([{ id: chatId, isRequest: false }])
})

test('a message refused within a batch leaves no gap', async () => {
  const { chatId, his, mine } = await scene()
  // All at once, so that they share a batch.
  for (let n = 1; n <= 9; n += 1) his.send({ type: 'send_message', chatId, content: `${n}` })
  for (let n = 1; n <= 9; n += 1) mine.send({ type: 'send_message', chatId, content: `antwoord ${n}` })
  await hears(his, chatId, 12)
  const { messages } = await history(his, chatId)
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
  const refused = his.frames.filter(({ type }) => type === 'error').length
  expect(messages.length + refused).toBe(18)
  expect(heard(his, chatId)).toEqual(messages)
})

test('with limits off a stranger need not wait for an answer', async () => {
  const { stranger, chatId, his, mine } = await scene({ RATE_LIMIT: 'off' })
  expect(await stranger.call(oneChat, { params: { id: chatId } })).toMatchObject({
    isAwaiting: true,
    messagesLeft: null,
  })
  for (let n = 1; n <= 10; n += 1) his.send({ type: 'send_message', chatId, content: `${n}` })
  expect(await hears(mine, chatId, 10)).toHaveLength(10)
})
