import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../../platform/db/db.ts'
import { aUser } from '../../testing/domain/rows.ts'
import { aChat, days, meet, type Relation, reader, relate, three } from '../../testing/scenes/chat-rows.ts'
import { answerRequest, mark, whoSeesTyping } from './commands.ts'
import { messageNotice } from './message-notice.ts'
import { byId, messages, mustBeIn } from './queries.ts'

test.each<[Relation, 'me' | 'him' | null, object]>([
  ['strangers', null, { readOnly: false, isRequest: false, isAwaiting: false, messagesLeft: null, marks: [2, 1] }],
  ['strangers', 'me', { readOnly: false, isRequest: false, isAwaiting: true, messagesLeft: 1, marks: [] }],
  ['strangers', 'him', { readOnly: false, isRequest: true, isAwaiting: false, messagesLeft: null, marks: [] }],
  ['met', 'me', { readOnly: false, isRequest: false, isAwaiting: false, messagesLeft: null, marks: [] }],
  ['met', 'him', { readOnly: false, isRequest: false, isAwaiting: false, messagesLeft: null, marks: [] }],
  ['he blocked me', null, { readOnly: true, isAwaiting: false, marks: [], name: 'gone' }],
  ['he blocked me', 'me', { readOnly: true, isAwaiting: false, messagesLeft: null, marks: [], name: 'gone' }],
  ['I blocked him', null, { readOnly: true, marks: [], name: 'him' }],
  ['he is hidden', null, { readOnly: true, marks: [], name: 'gone' }],
  ['he is gone', null, { readOnly: true, marks: [], name: 'gone' }],
])(
  'when the members of a chat are “%s” and the request came from %s, a member sees %j',
  async (relation, by, expected) => {
    const { db, me, him, other } = await three()
    const id = await aChat(db, [me, him], [{ by: him }, { by: me }], by === 'me' ? me : by === 'him' ? him : null)
    await db.run(sql`update memberships set read_seq = 1, delivered_seq = 2 where chat_id = ${id} and user_id = ${him}`)
    // Neither concerns this chat.
    await db.run(sql`insert into blocks (blocker_id, blocked_id) values (${him}, ${other}), (${other}, ${me})`)
    await relate(db, relation, me, him)
    const seen = await byId(db, id, reader(me), days)
    const { firstName } = seen.participants[1] ?? {}
    const name = firstName === 'him' ? 'him' : 'gone'
    const marks = seen.marks.flatMap(mark => [mark.deliveredSeq, mark.readSeq])
    expect({ ...seen, name, marks }).toMatchObject({ name: 'him', ...expected })
  },
)

test.each([
  [true, true, [1]],
  [false, true, []],
  [true, false, []],
])('receipts are shown only while both members show theirs (he: %s, I: %s)', async (his, mine, shown) => {
  const { db, me, him } = await three()
  const id = await aChat(db, [me, him], [{ by: me }])
  await db.run(sql`update memberships set read_seq = 1 where user_id = ${him}`)
  await db.run(sql`update users set read_receipts = ${his} where id = ${him}`)
  await db.run(sql`update users set read_receipts = ${mine} where id = ${me}`)
  expect((await byId(db, id, reader(me), days)).marks.map(({ readSeq }) => readSeq)).toEqual(shown)
})

test('messages are read whole or in part, and only their sender sees a client’s id', async () => {
  const { db, me, him } = await three()
  const said = Array.from({ length: 6 }, (_, at) => ({ by: at % 2 === 0 ? me : him, isHidden: at === 3 }))
  const id = await aChat(db, [me, him], said)
  await db.run(sql`update messages set client_id = gen_random_uuid(), announcement = seq = 1`)
  const read = async (wanted: Parameters<typeof messages>[2], viewer = me) => {
    const { messages: found, hasMore } = await messages(db, id, wanted, viewer, days)
    return [found.map(({ seq }) => seq), hasMore]
  }
  expect(await read({})).toEqual([[1, 2, 3, 5, 6], false])
  expect(await read({ limit: 2 })).toEqual([[5, 6], true])
  expect(await read({ limit: 5 })).toEqual([[1, 2, 3, 5, 6], false])
  expect(await read({ afterSeq: 2 })).toEqual([[3, 5, 6], false])
  expect(await read({ afterSeq: 2, limit: 1 })).toEqual([[3], true])
  expect(await read({ before: 3 })).toEqual([[1, 2], false])
  expect(await read({ before: 6, limit: 2 })).toEqual([[3, 5], true])
  const { messages: seen } = await messages(db, id, {}, him, days)
  expect(seen.map(({ clientId, announcement }) => [clientId !== undefined, announcement])).toEqual([
    [false, true],
    [true, undefined],
    [false, undefined],
    [false, undefined],
    [true, undefined],
  ])
})

test('a chat exists only for its members', async () => {
  const { db, me, him, other } = await three()
  const id = await aChat(db, [me, him])
  const another = await aChat(db, [him, other])
  for (const [chat, member] of [
    [id, me],
    [id, him],
    [another, other],
  ] as const)
    await mustBeIn(db, chat, member)
  await expect(mustBeIn(db, id, other)).rejects.toThrow('chat.unknown')
  await expect(mustBeIn(db, another, me)).rejects.toThrow('chat.unknown')
})

test('a mark never goes back nor beyond the last message, and what is read has been delivered', async () => {
  const { db, me, him, other } = await three()
  await aChat(db, [me, other], Array(9).fill({ by: other }))
  const id = await aChat(db, [me, him], [{ by: him }, { by: him }, { by: him }])
  await aChat(db, [him, await aUser(db, 'fourth')], [{ by: him }])
  const to = (what: 'read' | 'delivered', seq: number) => mark(db, what, { chatId: id, seq }, me)
  const stored = () =>
    db.one(
      z.object({ read: z.int(), delivered: z.int() }),
      sql`select read_seq as read, delivered_seq as delivered from memberships where chat_id = ${id} and user_id = ${me}`,
    )
  expect(await to('delivered', 1)).toMatchObject({ seq: 1, seenBy: [him] })
  expect(await stored()).toEqual({ read: 0, delivered: 1 })
  expect(await to('read', 2)).toMatchObject({ seq: 2, seenBy: [him] })
  expect(await stored()).toEqual({ read: 2, delivered: 2 })
  expect([await to('read', 2), await to('read', 1), await to('delivered', 2)]).toEqual(Array(3).fill(undefined))
  expect(await to('delivered', 99)).toMatchObject({ seq: 3 })
  expect(await to('read', 99)).toMatchObject({ seq: 3 })
  expect(await stored()).toEqual({ read: 3, delivered: 3 })
  expect(await db.count(sql`from memberships where read_seq > 0`)).toBe(1)
})

test.each<[string, 'me' | 'him' | null, ReturnType<typeof sql>, boolean, boolean]>([
  ['show receipts', null, sql`read_receipts = true`, true, true],
  ['request an answer of him', 'me', sql`read_receipts = true`, false, true],
  ['were asked by him', 'him', sql`read_receipts = true`, false, false],
  ['hide receipts', null, sql`read_receipts = false`, false, false],
  ['are hidden', null, sql`hidden_at = now()`, false, false],
])(
  'when members %s (asked by %s), he may know what I have read: %s, and that I am typing: %s',
  async (_, by, set, isShown, sees) => {
    const { db, me, him, other } = await three()
    const id = await aChat(db, [me, him], [{ by: him }], by === 'me' ? me : by === 'him' ? him : null)
    await aChat(db, [me, other], [{ by: other }])
    await db.run(sql`update users set ${set} where id = ${me}`)
    expect((await mark(db, 'read', { chatId: id, seq: 1 }, me))?.seenBy).toEqual(isShown ? [him] : [])
    expect(await whoSeesTyping(db, id, me)).toEqual(sees ? [him] : [])
  },
)

test.each(['he hides receipts', 'he blocked me', 'I blocked him'])(
  'reading and typing are hidden when %s',
  async how => {
    const { db, me, him } = await three()
    const id = await aChat(db, [me, him], [{ by: him }])
    if (how === 'he hides receipts') await db.run(sql`update users set read_receipts = false where id = ${him}`)
    else await relate(db, how === 'he blocked me' ? 'he blocked me' : 'I blocked him', me, him)
    expect((await mark(db, 'read', { chatId: id, seq: 1 }, me))?.seenBy).toEqual([])
    expect(await whoSeesTyping(db, id, me)).toEqual([])
  },
)

test('a request is postponed or accepted only by the father it was sent to', async () => {
  const { db, me, him, other } = await three()
  const mine = await aChat(db, [me, him], [{ by: him }], him)
  const others = await aChat(db, [me, other], [{ by: other }], other)
  const own = await aChat(db, [him, other], [{ by: him }], him)
  const postponed = () =>
    db.many(
      z.object({ chat: z.int(), user: z.int() }),
      sql`select chat_id as chat, user_id as user from memberships where put_off order by chat_id`,
    )
  await answerRequest(db, own, him, false)
  await answerRequest(db, own, him, true)
  expect([await postponed(), await db.count(sql`from chats where requested_by is null`)]).toEqual([[], 0])
  await answerRequest(db, mine, me, false)
  expect(await postponed()).toEqual([{ chat: mine, user: me }])
  await answerRequest(db, others, me, true)
  expect(await db.count(sql`from chats where requested_by is null and id = ${others}`)).toBe(1)
  expect(await db.count(sql`from chats where requested_by is null`)).toBe(1)
})

test.each<[string, (all: Awaited<ReturnType<typeof three>> & { id: number }) => Promise<unknown>, boolean]>([
  ['is unread', async () => {}, true],
  ['has been read', ({ db, me }) => db.run(sql`update memberships set read_seq = 1 where user_id = ${me}`), false],
  [
    'he has read himself',
    ({ db, him }) => db.run(sql`update memberships set read_seq = 1 where user_id = ${him}`),
    true,
  ],
  ['is hidden', ({ db }) => db.run(sql`update messages set hidden_at = now()`), false],
  ['is his own', ({ db, me }) => db.run(sql`update messages set sender_id = ${me}`), false],
  ['is a week old', ({ db }) => db.run(sql`update messages set sent_at = now() - interval '7 days 1 minute'`), false],
  [
    'is almost a week old',
    ({ db }) => db.run(sql`update messages set sent_at = now() - interval '7 days' + interval '1 minute'`),
    true,
  ],
  ['is a stranger’s request', ({ db, him }) => db.run(sql`update chats set requested_by = ${him}`), false],
  ['answers his own request', ({ db, me }) => db.run(sql`update chats set requested_by = ${me}`), true],
  [
    'is a request of one he meets',
    async ({ db, me, him }) => [await db.run(sql`update chats set requested_by = ${him}`), await meet(db, me, him)],
    true,
  ],
  ['is of one he has blocked', ({ db, me, him }) => relate(db, 'I blocked him', me, him), false],
])('a father is notified outside the app of a message that %s: %s', async (_, change, isTold) => {
  const found = await three()
  const { db, me, him, other } = found
  const id = await aChat(db, [me, him], [{ by: him }])
  await change({ ...found, id })
  const chatId = id
  await aChat(db, [other, him], [{ by: other }])
  await aChat(db, [other, me], [{ by: other }, { by: other }])
  const due = { id: 1, kind: 'message', userId: me, playdateId: null, payload: { chatId }, attempts: 1, onWire() {} }
  const [news] = await messageNotice(days).contentOf(db, [due])
  expect(news).toEqual(
    isTold ? { tag: `chat-${id}`, waits: `chat-${id}`, path: `/chat/${id}`, name: 'him' } : undefined,
  )
})
