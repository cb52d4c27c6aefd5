import {
  chatMessages,
  chatReactions,
  type Emoji,
  react,
  sendMessage,
  takeReactionBack,
  threadOf,
} from '@papadag/contract/chat'
import { unread } from '@papadag/contract/notifications'
import { createPlaydate, deletePlaydate, joinPlaydate, leavePlaydate } from '@papadag/contract/playdates/playdates'
import { block } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { acquainted, age, hears } from '../../../testing/chat.ts'
import { connect } from '../../../testing/socket.ts'
import { aPlaydate, type Father, world } from '../../../testing/world.ts'
import { forget } from '../commands.ts'

/** A thread of three, in which the host has written. */
async function talking() {
  const all = await world({ fathers: 3 })
  const [guest, other, stranger] = all.fathers
  const { id: playdateId } = await all.host.call(createPlaydate, { body: aPlaydate() })
  const params = { id: playdateId }
  for (const father of [guest, other]) await father.call(joinPlaydate, { params, body: {} })
  const { id: chatId } = await all.host.call(threadOf, { params })
  const write = (father: Father, content: string, replyTo?: number) =>
    father.call(sendMessage, { params: { id: chatId }, body: { content, ...(replyTo && { replyTo }) } })
  const at = (seq: number | string) => ({ id: chatId, seq: String(seq) })
  const reacts = (father: Father, emoji: Emoji = '👍', seq: number | string = 1) =>
    father.call(react, { params: at(seq), body: { emoji } })
  const read = async (father: Father) =>
    Object.fromEntries(
      (await father.call(chatMessages, { params: { id: chatId } })).map(one => [one.seq, one] as const),
    )
  await write(all.host, 'Wie neemt een bal mee?')
  return { ...all, guest, other, stranger, params, chatId, write, at, reacts, read }
}
type World = Awaited<ReturnType<typeof talking>>

test('a reply names the message that it answers, over HTTP, over the socket and to all', async () => {
  const { host, guest, other, chatId, write, read } = await talking()
  const screens = await Promise.all([host, other].map(father => connect(father)))
  expect(await write(guest, 'Ik', 1)).toMatchObject({ seq: 2, replyTo: 1, reactions: {} })
  screens[1]?.send({ type: 'send_message', chatId, content: 'Fijn', replyTo: 2 })
  for (const screen of screens) expect((await hears(screen, chatId, 2)).map(({ replyTo }) => replyTo)).toEqual([1, 2])
  expect(await read(host)).toMatchObject({ 1: { replyTo: null }, 2: { replyTo: 1 }, 3: { replyTo: 2 } })
})

test.each([
  ['has expired', ({ db, chatId }) => age({ db }, chatId, 8, 1)],
  [
    'was hidden',
    ({ db, chatId }) => db.run(sql`update messages set hidden_at = now() where chat_id = ${chatId} and seq = 1`),
  ],
  [
    'was written before he came',
    async ({ guest, params }) => {
      await guest.call(leavePlaydate, { params, body: {} })
      await guest.call(joinPlaydate, { params, body: {} })
    },
  ],
] satisfies [string, (all: World) => Promise<unknown>][])(
  'a reply stays without its quotation for whoever cannot read what it answers: it %s',
  async (_, end) => {
    const all = await talking()
    await end(all)
    await all.write(all.other, 'Ik!', 1)
    expect((await all.read(all.guest))[2]).toMatchObject({ content: 'Ik!', replyTo: null })
  },
)

test('a reply to a number that no message has yet is a message, and never answers a later one', async () => {
  const { host, guest, write, read } = await talking()
  await write(guest, 'Ik', 3)
  await write(host, 'Mooi')
  expect(await read(host)).toMatchObject({ 2: { replyTo: null } })
})

test('reactions are counted and named, for each reader as he may see them, and notify nobody', async () => {
  const { host, guest, other, chatId, params, reacts, read, at } = await talking()
  const { participants } = await host.call(threadOf, { params })
  const nameOf = ({ id }: Father) => participants.find(one => one.id === id)?.firstName
  const before = await host.call(unread)
  await reacts(guest)
  await reacts(guest)
  await reacts(other, '❤️')
  const both = await reacts(other)
  expect(both).toEqual({
    '👍': { count: 2, mine: true, names: [nameOf(guest), nameOf(other)] },
    '❤️': { count: 1, mine: true, names: [nameOf(other)] },
  })
  expect((await read(host))[1]?.reactions).toEqual({
    '👍': { count: 2, mine: false, names: [nameOf(guest), nameOf(other)] },
    '❤️': { count: 1, mine: false, names: [nameOf(other)] },
  })
  expect(await host.call(chatReactions, { params: { id: chatId } })).toEqual([
    { seq: 1, reactions: (await read(host))[1]?.reactions },
  ])
  expect(await host.call(unread)).toEqual({ ...before, asOf: expect.any(Number) })
  expect(await other.call(takeReactionBack, { params: at(1), body: { emoji: '👍' } })).toMatchObject({
    '👍': { count: 1, mine: false },
  })
})

test.each([
  ['his membership', ({ guest, params }) => guest.call(leavePlaydate, { params, body: {} }), {}],
  ['a block', ({ guest, other }) => guest.call(block, { params: { id: other.id } }), {}],
  ['a block by the reader', ({ guest, other }) => other.call(block, { params: { id: guest.id } }), {}],
  [
    'nothing that somebody else does',
    ({ guest, stranger }) => stranger.call(block, { params: { id: guest.id } }),
    { '👍': { count: 1 } },
  ],
] satisfies [string, (all: World) => Promise<unknown>, object][])(
  'a reaction ends for another reader with %s',
  async (_, end, left) => {
    const all = await talking()
    await all.reacts(all.guest)
    await end(all)
    expect((await all.read(all.other))[1]?.reactions).toMatchObject(left)
    expect(Object.keys((await all.read(all.other))[1]?.reactions ?? {})).toEqual(Object.keys(left))
  },
)

test('screens hear of a reaction only where its father and the message are read', async () => {
  const { host, guest, other, chatId, write, reacts } = await talking()
  await guest.call(block, { params: { id: other.id } })
  const { seq } = await write(guest, 'niet voor hem')
  const path = `/api/chats/${chatId}/reactions`
  const screens = [await connect(guest), await connect(other)]
  for (const screen of screens) {
    screen.send({ type: 'watch', paths: [path] })
    // The answer to this one comes when the watch is in place.
    screen.send({ type: 'watch', paths: ['/api/no-such-read'] })
    await screen.frame('error')
  }
  const told = () => screens.map(({ frames }) => frames.filter(({ type }) => type === 'changed').length)
  await reacts(host, '👍', seq)
  await vi.waitFor(() => expect(told()).toEqual([1, 0]))
  // Later than that one would have come.
  await reacts(host, '👍', 1)
  await vi.waitFor(() => expect(told()).toEqual([2, 1]))
})

test('reactions are deleted with their message', async () => {
  const { db, guest, chatId, reacts } = await talking()
  await reacts(guest)
  await age({ db }, chatId, 8)
  await forget(db, 7)
  expect(await db.count(sql`from reactions`)).toBe(0)
})

test('whoever shows a message learns at once that somebody has reacted, and whoever does not see him learns nothing', async () => {
  const { host, guest, other, stranger, chatId, reacts } = await talking()
  await other.call(block, { params: { id: guest.id } })
  const path = `/api/chats/${chatId}/reactions`
  const watching = async (father: Father) => {
    const screen = await connect(father, 'another tab')
    screen.send({ type: 'watch', paths: [path] })
    screen.send({ type: 'watch', paths: [path, '/api/no-such-read'] })
    await screen.frame('error')
    return screen
  }
  const [seeing, blind] = [await watching(host), await watching(other)]
  await reacts(guest)
  await seeing.until(() => seeing.frames.find(({ type }) => type === 'changed'))
  await reacts(other)
  await blind.until(() => blind.frames.find(({ type }) => type === 'changed'))
  expect(blind.frames.filter(({ type }) => type === 'changed')).toHaveLength(1)
  await expect(stranger.call(chatReactions, { params: { id: chatId } })).rejects.toMatchObject({ status: 404 })
})

test.each([
  ['a stranger', 404, ({ stranger, reacts }) => reacts(stranger)],
  [
    'a father who came later',
    404,
    async ({ stranger, params, reacts }) => {
      await stranger.call(joinPlaydate, { params, body: {} })
      return reacts(stranger)
    },
  ],
  ['a number that no message has', 404, ({ guest, reacts }) => reacts(guest, '👍', 99)],
  ['no number', 404, ({ guest, reacts }) => reacts(guest, '👍', '1e3')],
  ['an unknown emoji', 400, ({ guest, reacts }) => reacts(guest, '🔥' as Emoji)],
  [
    'a thread that is closed',
    409,
    async ({ host, guest, params, reacts }) => {
      await host.call(deletePlaydate, { params, body: {} })
      return reacts(guest)
    },
  ],
] satisfies [string, number, (all: World) => Promise<unknown>][])(
  'a reaction is refused with a sentence: %s',
  async (_, status, act) => {
    const all = await talking()
    await expect(act(all)).rejects.toMatchObject({ status, body: { error: expect.any(String) } })
  },
)

test('in a chat of two there are neither replies nor reactions', async () => {
  const { host, guest } = await talking()
  const id = await acquainted(host, guest)
  const refused = { status: 409, code: 'chat.notAGroup' }
  await expect(guest.call(sendMessage, { params: { id }, body: { content: 'x', replyTo: 1 } })).rejects.toMatchObject(
    refused,
  )
  await expect(guest.call(react, { params: { id, seq: '1' }, body: { emoji: '👍' } })).rejects.toMatchObject(refused)
})
