import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/db.ts'
import { chatOf, heard, hears } from '../../../testing/chat.ts'
import { connect } from '../../../testing/socket.ts'
import { world } from '../../../testing/world.ts'
import { createMailbox } from './mailbox.ts'
import type { StoredMessage } from './store.ts'

const rules = { isLimited: false, retentionDays: 7 }

test('messages that arrive during a store form the next batch, and a lone message is stored at once', async () => {
  const { db, host, newFather } = await world()
  const chats: number[] = []
  for (let n = 0; n < 4; n += 1) chats.push(await chatOf(host, await newFather()))
  let statements = 0
  const counting: Db = {
    ...db,
    many(row, statement) {
      statements += 1
      return db.many(row, statement)
    },
  }
  const told: StoredMessage[] = []
  const mailbox = createMailbox({
    db: counting,
    ...rules,
    onDoubt() {},
    onStored: messages => told.push(...messages),
  })
  const letter = (n: number) => ({
    chatId: chats[n % 4] ?? 0,
    senderId: host.id,
    content: `${n}`,
    clientId: n % 2 ? randomUUID() : undefined,
  })
  expect(await mailbox.put(letter(0))).toMatchObject({ seq: 1, isNew: true })
  expect(statements).toBe(1)
  const stored = await Promise.all(Array.from({ length: 400 }, (_, n) => mailbox.put(letter(n))))
  // The first is stored by itself, a second at the same time, and then all the others together.
  expect(statements).toBeLessThanOrEqual(6)
  for (const chatId of chats) {
    const own = stored.filter(message => message.chatId === chatId)
    const first = chatId === chats[0] ? 2 : 1
    expect(own.map(({ seq }) => seq)).toEqual(own.map((_, index) => index + first))
    expect(own.map(({ content }) => Number(content))).toEqual(
      own.map(({ content }) => Number(content)).sort((a, b) => a - b),
    )
    expect(told.filter(message => message.chatId === chatId).map(({ seq }) => seq)).toEqual(
      Array.from({ length: own.length + first - 1 }, (_, n) => n + 1),
    )
  }
  expect(await db.count(sql`from messages`)).toBe(401)
})

test('the next statement is on its way before the messages of the last one are delivered', async () => {
  const { db, host, newFather } = await world()
  const held: PromiseWithResolvers<void>[] = []
  const holding: Db = {
    ...db,
    async many(row, statement) {
      const one = Promise.withResolvers<void>()
      held.push(one)
      await one.promise
      return db.many(row, statement)
    },
  }
  const statementsWhenTold: number[] = []
  const mailbox = createMailbox({
    db: holding,
    ...rules,
    onDoubt() {},
    onStored: () => void statementsWhenTold.push(held.length),
  })
  const chatIds: number[] = []
  for (let n = 0; n < 3; n += 1) chatIds.push(await chatOf(host, await newFather()))
  // One message alone, sixteen while it is stored, and sixteen that wait.
  const stored: Promise<StoredMessage>[] = []
  for (const [at, times] of [1, 16, 16].entries()) {
    for (let n = 0; n < times; n += 1)
      stored.push(mailbox.put({ chatId: chatIds[at] ?? 0, senderId: host.id, content: `${n}`, clientId: undefined }))
    await vi.waitFor(() => expect(held).toHaveLength(Math.min(at + 1, 2)))
  }
  held[0]?.resolve()
  await vi.waitFor(() => expect(statementsWhenTold).toEqual([3]))
  for (const { resolve } of held) resolve()
  await Promise.all(stored)
})

test('a message is acknowledged and delivered only after its commit', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  const chatId = await chatOf(host, father)
  const [mine, his] = [await connect(host), await connect(father)]
  await db.transaction(async tx => {
    await tx.run(sql`update chats set active_at = now() where id = ${chatId}`)
    mine.send({ type: 'send_message', chatId, content: 'even wachten' })
    // Frames are handled in order: once this one is refused, the message is waiting for the row.
    mine.send({ type: 'watch', paths: ['/api/no-such-read'] })
    await mine.frame('error')
    expect([...heard(mine, chatId), ...heard(his, chatId)]).toEqual([])
  })
  await Promise.all([mine, his].map(screen => hears(screen, chatId, 1)))
})

test('a failed store is reported to the sender, and the next message takes the next number', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  const chatId = await chatOf(host, father)
  const [mine, his] = [await connect(host), await connect(father)]
  await db.run(sql`alter table messages add constraint no_rain check (content <> 'regen')`)
  for (const content of ['zon', 'regen', 'wind']) mine.send({ type: 'send_message', chatId, content })
  await mine.frame('error')
  expect((await hears(his, chatId, 2)).map(({ seq, content }) => [seq, content])).toEqual([
    [1, 'zon'],
    [2, 'wind'],
  ])
})

test('messages of both members are checked and numbered in order of arrival', async () => {
  const { db, host, father: stranger } = await world({ fathers: 1 })
  const chatId = await chatOf(stranger, host)
  const told: StoredMessage[] = []
  const mailbox = createMailbox({
    db,
    ...rules,
    isLimited: true,
    onDoubt() {},
    onStored: messages => told.push(...messages),
  })
  const put = ({ id: senderId }: { id: number }) =>
    mailbox.put({ chatId, senderId, content: 'hoi', clientId: undefined })
  // A stranger's first three are accepted, the fourth is not; the answer opens the chat for the next one.
  const writers = [stranger, stranger, stranger, stranger, host, stranger]
  const answers = await Promise.allSettled(writers.map(put))
  expect(answers.map(answer => (answer.status === 'fulfilled' ? answer.value.seq : answer.reason.code))).toEqual([
    ...[1, 2, 3, 'chat.awaitAnswer', 4, 5],
  ])
  expect(told.map(({ seq, senderId }) => [seq, senderId])).toEqual([
    ...[1, 2, 3].map(seq => [seq, stranger.id]),
    [4, host.id],
    [5, stranger.id],
  ])
  await mailbox.settled(chatId)
})

test('a message waits for those of its chat that are being stored, while messages of other chats go ahead', async () => {
  const { db, host, newFather } = await world()
  const chatId = await chatOf(host, await newFather())
  const others: number[] = []
  for (let n = 0; n < 16; n += 1) others.push(await chatOf(host, await newFather()))
  const firstStatement = Promise.withResolvers<void>()
  let statements = 0
  const slowAtFirst: Db = {
    ...db,
    async many(row, statement) {
      statements += 1
      if (statements === 1) await firstStatement.promise
      return db.many(row, statement)
    },
  }
  const mailbox = createMailbox({ db: slowAtFirst, ...rules, onDoubt() {}, onStored() {} })
  const put = (to: number, content: string) =>
    mailbox.put({ chatId: to, senderId: host.id, content, clientId: undefined })

  const first = put(chatId, 'eerst')
  await vi.waitFor(() => expect(statements).toBe(1))
  const second = put(chatId, 'daarna')
  await Promise.all(others.map(other => put(other, 'hoi')))
  firstStatement.resolve()
  expect(await Promise.all([first, second])).toMatchObject([
    { content: 'eerst', seq: 1 },
    { content: 'daarna', seq: 2 },
  ])
})

test.each([
  { waiting: 15, statementsBefore: 1 },
  { waiting: 16, statementsBefore: 2 },
])(
  'while one statement runs, $waiting messages of other chats make $statementsBefore statements of it',
  async ({ waiting, statementsBefore }) => {
    const { db, host, newFather } = await world()
    const chatId = await chatOf(host, await newFather())
    const others: number[] = []
    for (let n = 0; n < waiting; n += 1) others.push(await chatOf(host, await newFather()))
    const held = Promise.withResolvers<void>()
    let statements = 0
    const holding: Db = {
      ...db,
      async many(row, statement) {
        statements += 1
        await held.promise
        return db.many(row, statement)
      },
    }
    const mailbox = createMailbox({ db: holding, ...rules, onDoubt() {}, onStored() {} })
    const put = (to: number) => mailbox.put({ chatId: to, senderId: host.id, content: 'hoi', clientId: undefined })

    const first = put(chatId)
    await vi.waitFor(() => expect(statements).toBe(1))
    const rest = others.map(put)
    // The mailbox begins statements in the turn after the messages of this one.
    await turn()
    await turn()
    expect(statements).toBe(statementsBefore)
    held.resolve()
    await Promise.all([first, ...rest])
    expect(statements).toBe(2)
  },
)
