import { randomUUID } from 'node:crypto'
import { chatMessages, sendMessage, threadOf } from '@papadag/contract/chat'
import { makeInvite } from '@papadag/contract/invites'
import { createPlaydate, joinPlaydate, leavePlaydate } from '@papadag/contract/playdates/playdates'
import { block } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { createLocalBus } from '../../../platform/bus/bus.ts'
import { DbUnavailable, sql } from '../../../platform/db/db.ts'
import { aCircle, acquainted, age, heard, hears, history } from '../../../testing/chat.ts'
import { connect } from '../../../testing/socket.ts'
import { aPlaydate, type Father, world } from '../../../testing/world.ts'
import { store } from './store.ts'

/** A thread of three on two nodes. */
async function talking() {
  const bus = createLocalBus()
  const all = await world({ fathers: 2, openBus: () => bus })
  const [reader, other] = all.fathers
  const there = await all.newNode()
  const params = { id: (await all.host.call(createPlaydate, { body: aPlaydate() })).id }
  for (const father of [reader, other]) await father.call(joinPlaydate, { params, body: {} })
  const { id: chatId } = await all.host.call(threadOf, { params })
  const write = (father: Father, content: string, also: object = {}) =>
    father.call(sendMessage, { params: { id: chatId }, body: { content, ...also } })
  const ask = () => write(other, 'Wie neemt een bal mee?')
  return { ...all, reader, other, there, params, chatId, write, ask }
}
type World = Awaited<ReturnType<typeof talking>>

/** What happens to the first message, which another answers, and whether the reader can read it then. */
const cases: [string, number | null, (all: World) => Promise<unknown>][] = [
  ['was written to him', 1, ({ ask }) => ask()],
  [
    'was written before there was a block',
    1,
    async ({ ask, reader, other }) => {
      await ask()
      await reader.call(block, { params: { id: other.id } })
    },
  ],
  [
    'was written across a block',
    null,
    async ({ ask, reader, other }) => {
      await reader.call(block, { params: { id: other.id } })
      await ask()
    },
  ],
  [
    'was written before he came',
    null,
    async ({ ask, reader, params }) => {
      await reader.call(leavePlaydate, { params, body: {} })
      await ask()
      await reader.call(joinPlaydate, { params, body: {} })
    },
  ],
  [
    'has expired',
    null,
    async ({ ask, db, chatId }) => {
      await ask()
      await age({ db }, chatId, 8)
    },
  ],
  [
    'was hidden',
    null,
    async ({ ask, db, chatId }) => {
      await ask()
      await db.run(sql`update messages set hidden_at = now() where chat_id = ${chatId}`)
    },
  ],
]

test.each(cases)(
  'wherever a member reads a reply to a message that %s, the number of that is %s',
  async (_, expected, happens) => {
    const all = await talking()
    const { host, reader, there, chatId, write } = all
    await happens(all)
    const [here, away] = [await connect(reader), await connect(all.at(there, reader))]
    await write(host, 'Ik', { replyTo: 1 })
    const isReply = ({ content }: { content: string }) => content === 'Ik'
    for (const screen of [here, away])
      expect(await screen.until(() => heard(screen, chatId).find(isReply))).toMatchObject({ replyTo: expected })
    const stored = await reader.call(chatMessages, { params: { id: chatId } })
    const fetched = (await history(here, chatId)).messages
    for (const messages of [stored, fetched]) expect(messages.find(isReply)).toMatchObject({ replyTo: expected })
  },
)

test.each(cases)('whoever answers a message that %s sees as its number %s', async (_, expected, happens) => {
  const all = await talking()
  const { reader, chatId, write } = all
  await happens(all)
  const screen = await connect(reader)
  const reply = { content: 'Ik', clientId: randomUUID(), replyTo: 1 }
  expect(await write(reader, 'Ik', reply)).toMatchObject({ replyTo: expected })
  expect(await hears(screen, chatId, 1)).toMatchObject([{ replyTo: expected }])
  // A repeat over the socket is answered with what was stored.
  screen.send({ type: 'send_message', chatId, ...reply })
  expect(await hears(screen, chatId, 2)).toMatchObject([{ replyTo: expected }, { replyTo: expected }])
})

test('a reply is stored and hidden by one statement, so that nothing can fail after it is stored', async () => {
  const { db, reader, chatId, ask } = await talking()
  await ask()
  let statements = 0
  const counted: typeof db = {
    ...db,
    many(row, statement) {
      statements += 1
      return db.many(row, statement)
    },
    one: () => Promise.reject(new DbUnavailable('lost')),
  }
  const letter = { chatId, senderId: reader.id, content: 'Ik', clientId: randomUUID(), replyTo: 1 }
  expect(await store(counted, [letter], { isLimited: false, retentionDays: 7 })).toMatchObject([
    { replyTo: 1, replyUnseenBy: [] },
  ])
  expect(statements).toBe(1)
})

test('a message that is sent again without what it answered names that to nobody', async () => {
  const { host, reader, chatId, ask, write } = await talking()
  await ask()
  const clientId = randomUUID()
  expect(await write(host, 'Ik', { clientId, replyTo: 1 })).toMatchObject({ replyTo: 1 })
  expect(await write(host, 'Ik', { clientId })).toMatchObject({ replyTo: null })
  expect((await reader.call(chatMessages, { params: { id: chatId } })).at(-1)).toMatchObject({ replyTo: 1 })
})

test('a guest who came to a circle’s date later receives a reply without the message that it answers', async () => {
  const { host, father: friend, other: early, third: late } = await world({ fathers: 3 })
  await acquainted(host, friend)
  const circleId = await aCircle(host, [friend], { name: 'Woensdag' })
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ circleId }) })
  const params = { id }
  await host.call(makeInvite, { params, body: {} })
  for (const father of [friend, early]) await father.call(joinPlaydate, { params, body: {} })
  const { id: home } = await host.call(threadOf, { params })
  const write = (father: Father, also: object = {}) =>
    father.call(sendMessage, { params: { id: home }, body: { content: 'Ik', playdateId: id, ...also } })
  await write(host)
  await late.call(joinPlaydate, { params, body: {} })
  const { id: line } = await late.call(threadOf, { params })
  const [lateScreen, earlyScreen] = [await connect(late), await connect(early)]
  await write(friend, { replyTo: 1 })
  expect(await hears(earlyScreen, line, 1)).toMatchObject([{ seq: 2, replyTo: 1 }])
  expect(await hears(lateScreen, line, 1)).toMatchObject([{ seq: 2, replyTo: null }])
})
