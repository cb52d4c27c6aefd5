import { chats, oneChat } from '@papadag/contract/chat'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { acquainted, chatOf, hears, history } from '../../testing/chat.ts'
import { connect } from '../../testing/socket.ts'
import { type Father, world } from '../../testing/world.ts'

async function scene() {
  const all = await world({ fathers: 1 })
  const { host, father } = all
  const chatId = await acquainted(host, father)
  const [mine, his, hisPhone] = [await connect(host), await connect(father), await connect(father)]
  const unread = async (who: Father) => (await who.call(oneChat, { params: { id: chatId } })).unreadCount
  /** The frames of this kind that a screen received. */
  const told = (screen: typeof mine, type: string) =>
    screen.frames.filter(frame => frame.type === type).map(({ seq, userId }) => ({ seq, userId }))
  return { ...all, father, chatId, mine, his, hisPhone, unread, told }
}

test('the other member’s messages are unread until a father reads the chat, and his own never are', async () => {
  const { host, father, chatId, mine, his, hisPhone, unread } = await scene()
  for (const content of ['een', 'twee', 'drie']) mine.send({ type: 'send_message', chatId, content })
  await hears(his, chatId, 3)
  // The two before it, one of each kind.
  expect([await unread(host), await unread(father)]).toEqual([1, 4])
  await history(his, chatId, { peek: true })
  expect(await unread(father)).toBe(4)
  his.send({ type: 'mark_read', chatId, seq: 3 })
  await hisPhone.frame('read')
  expect(await unread(father)).toBe(2)
  // Never backwards, and never beyond the last message.
  his.send({ type: 'mark_read', chatId, seq: 1 })
  his.send({ type: 'mark_read', chatId, seq: 999 })
  await hisPhone.until(() => hisPhone.frames.find(({ type, seq }) => type === 'read' && seq === 5))
  mine.send({ type: 'send_message', chatId, content: 'vier' })
  await hears(his, chatId, 4)
  expect(await unread(father)).toBe(1)
  expect(await father.call(chats)).toMatchObject([{ unreadCount: 1, ownReadSeq: 5, lastSeq: 6 }])
  his.send({ type: 'get_messages', chatId })
  await hisPhone.until(() => hisPhone.frames.find(({ type, seq }) => type === 'read' && seq === 6))
  expect(await unread(father)).toBe(0)
  expect(await unread(host)).toBe(1)
})

test('catching up marks the chat read, even without new messages', async () => {
  const { father, chatId, his, hisPhone, unread } = await scene()
  his.send({ type: 'get_messages', chatId, afterSeq: 2 })
  await hisPhone.frame('read')
  expect(await unread(father)).toBe(0)
})

test('reading older messages, or only peeking at the chat, marks nothing as read', async () => {
  const { father, chatId, his, unread } = await scene()
  expect(await unread(father)).toBe(1)
  for (const wanted of [{ before: 3, peek: false }, { peek: true }]) {
    await history(his, chatId, wanted)
    // Frames are handled in order: the answer to this one comes after a mark.
    his.send({ type: 'mark_delivered', chatId, seq: 1 })
    await history(his, chatId, { peek: true })
    expect(await unread(father)).toBe(1)
  }
})

test('both members see how far the other has received and read', async () => {
  const { host, father, chatId, mine, his, hisPhone, told } = await scene()
  mine.send({ type: 'send_message', chatId, content: 'gezien?' })
  await hears(his, chatId, 1)
  his.send({ type: 'mark_delivered', chatId, seq: 3 })
  expect(await mine.frame('delivered')).toEqual({ type: 'delivered', chatId, seq: 3, userId: father.id })
  expect(await host.call(oneChat, { params: { id: chatId } })).toMatchObject({
    marks: [{ userId: father.id, deliveredSeq: 3, readSeq: 0 }],
  })
  his.send({ type: 'mark_read', chatId, seq: 3 })
  expect(await mine.frame('read')).toEqual({ type: 'read', chatId, seq: 3, userId: father.id })
  expect(await host.call(oneChat, { params: { id: chatId } })).toMatchObject({
    marks: [{ userId: father.id, deliveredSeq: 3, readSeq: 3 }],
  })
  // The reader's other device updates its count.
  await hisPhone.frame('read')
  expect(told(hisPhone, 'read')).toEqual([{ seq: 3, userId: father.id }])
  // Receipts are not repeated.
  his.send({ type: 'mark_read', chatId, seq: 3 })
  await history(his, chatId)
  expect(told(mine, 'read')).toHaveLength(1)
})

for (const whoHides of ['reader', 'writer'] as const) {
  test(`when the ${whoHides} hides read receipts, neither sees the other’s receipts or typing`, async () => {
    const { db, host, father, chatId, mine, his, hisPhone } = await scene()
    const hider = whoHides === 'reader' ? father : host
    await db.run(sql`update users set read_receipts = false where id = ${hider.id}`)
    his.send({ type: 'mark_delivered', chatId, seq: 1 })
    his.send({ type: 'typing', chatId })
    his.send({ type: 'mark_read', chatId, seq: 1 })
    await hisPhone.frame('read')
    his.send({ type: 'send_message', chatId, content: 'klaar' })
    await hears(mine, chatId, 1)
    expect(mine.frames.map(({ type }) => type)).toEqual(['authenticated', 'message'])
    expect(await host.call(oneChat, { params: { id: chatId } })).toMatchObject({ marks: [] })
    // The reader himself still knows what he has read.
    expect(await father.call(oneChat, { params: { id: chatId } })).toMatchObject({ ownReadSeq: 1 })
  })
}

test('only the other member sees that a member is typing', async () => {
  const { father, chatId, mine, his, hisPhone } = await scene()
  his.send({ type: 'typing', chatId })
  expect(await mine.frame('typing')).toEqual({ type: 'typing', chatId, userId: father.id })
  expect([...his.frames, ...hisPhone.frames].some(({ type }) => type === 'typing')).toBe(false)
})

test('a stranger gets no receipts until he is answered', async () => {
  const { host, father: stranger } = await world({ fathers: 1 })
  const chatId = await chatOf(stranger, host)
  const [his, mine, myPhone] = [await connect(stranger), await connect(host), await connect(host)]
  his.send({ type: 'send_message', chatId, content: 'ken ik jou?' })
  await hears(mine, chatId, 1)
  mine.send({ type: 'mark_delivered', chatId, seq: 1 })
  mine.send({ type: 'typing', chatId })
  mine.send({ type: 'mark_read', chatId, seq: 1 })
  await myPhone.frame('read')
  await history(his, chatId)
  expect(his.frames.map(({ type }) => type).sort()).toEqual(['authenticated', 'initial_messages', 'message'])
  expect(await stranger.call(oneChat, { params: { id: chatId } })).toMatchObject({ marks: [] })

  mine.send({ type: 'send_message', chatId, content: 'ja, van de speeltuin' })
  await hears(his, chatId, 2)
  expect(await stranger.call(oneChat, { params: { id: chatId } })).toMatchObject({
    marks: [{ deliveredSeq: 1, readSeq: 1 }],
  })
  mine.send({ type: 'typing', chatId })
  await his.frame('typing')
})
