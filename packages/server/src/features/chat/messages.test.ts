import { randomUUID } from 'node:crypto'
import { chatMessages, type Message, sendMessage } from '@papadag/contract/chat'
import { limits } from '@papadag/contract/limits'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { acquainted, chatOf, heard, hears, history } from '../../testing/chat.ts'
import { connect } from '../../testing/socket.ts'
import { world } from '../../testing/world.ts'

async function scene() {
  const all = await world({ fathers: 2 })
  const { host, father, other: stranger } = all
  const chatId = await chatOf(host, father)
  return { ...all, father, stranger, chatId, mine: await connect(host), his: await connect(father) }
}

const numbers = (messages: readonly Message[]) => messages.map(({ seq }) => seq)
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

test('all screens of both members get the same messages in the same order, numbered without gaps', async () => {
  const { db, host, chatId, mine, his } = await scene()
  const phone = await connect(host)
  for (let n = 1; n <= 100; n += 1) {
    mine.send({ type: 'send_message', chatId, content: `mijn ${n}` })
    his.send({ type: 'send_message', chatId, content: `zijn ${n}` })
    if (n % 2 === 0) phone.send({ type: 'send_message', chatId, content: `telefoon ${n}` })
  }
  const all = await Promise.all([mine, his, phone].map(screen => hears(screen, chatId, 250)))
  for (const messages of all) expect(numbers(messages)).toEqual(upTo(250))
  const order = all[0]?.map(({ content }) => content) ?? []
  for (const messages of all) expect(messages.map(({ content }) => content)).toEqual(order)
  for (const who of ['mijn', 'zijn', 'telefoon']) {
    const sent = order.filter(content => content.startsWith(who)).map(content => Number(content.split(' ')[1]))
    expect(sent).toEqual([...sent].sort((a, b) => a - b))
  }
  expect((await history(his, chatId)).messages.map(({ content }) => content)).toEqual(order)
  expect(await db.count(sql`from messages where chat_id = ${chatId}`)).toBe(250)
})

test('a message repeated with its client id is stored once, and each repeat is answered with it', async () => {
  const { db, host, chatId, mine, his } = await scene()
  const clientId = randomUUID()
  const again = { type: 'send_message', chatId, content: 'een keer', clientId }
  mine.send(again)
  mine.send(again)
  const [first] = await hears(mine, chatId, 2)
  // Another connection, over HTTP, and concurrently.
  const phone = await connect(host)
  phone.send(again)
  await hears(phone, chatId, 1)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      host.call(sendMessage, { params: { id: chatId }, body: { content: 'een keer', clientId } }),
    ),
  )
  expect([...heard(mine, chatId), ...heard(phone, chatId), ...answers]).toEqual(Array(13).fill(first))
  expect(first).toMatchObject({ seq: 1, content: 'een keer', clientId })
  await history(his, chatId)
  expect(heard(his, chatId)).toMatchObject([{ seq: 1, content: 'een keer' }])
  expect(await db.count(sql`from messages`)).toBe(1)
})

test('a second message with a client id that was used before is always refused, and the first message stays', async () => {
  const { db, host, father, stranger, chatId, mine, his } = await scene()
  const other = await chatOf(host, stranger)
  const clientId = randomUUID()
  mine.send({ type: 'send_message', chatId: 999_999, content: 'nergens', clientId })
  expect(await mine.frame('error')).toMatchObject({ code: 'chat.unknown', clientId })
  mine.send({ type: 'send_message', chatId, content: 'hier', clientId })
  await hears(mine, chatId, 1)
  for (const [id, content] of [
    [chatId, 'iets anders'],
    [chatId, 'HIER'],
    [other, 'hier'],
    [other, 'daar'],
    [999_999, 'hier'],
  ] as const) {
    const before = mine.frames.length
    mine.send({ type: 'send_message', chatId: id, content, clientId })
    const refused = { code: 'request.otherContent', chatId: id, clientId }
    expect(await mine.frame('error', before)).toMatchObject(refused)
    const byHttp = host.call(sendMessage, { params: { id }, body: { content, clientId } })
    await expect(byHttp).rejects.toMatchObject({ status: 409, code: 'request.otherContent' })
  }
  // Both at once: one of them is stored.
  const contents = ['de ene', 'de andere']
  const body = { clientId: randomUUID() }
  const both = contents.map(content => host.call(sendMessage, { params: { id: other }, body: { ...body, content } }))
  const outcomes = await Promise.allSettled(both)
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await db.count(sql`from messages where sender_id = ${host.id}`)).toBe(2)
  expect(await host.call(chatMessages, { params: { id: other } })).toHaveLength(1)
  await father.call(sendMessage, { params: { id: chatId }, body: { content: 'van mij', clientId } })
  expect(await hears(his, chatId, 2)).toMatchObject([{ content: 'hier' }, { content: 'van mij', clientId }])
})

test('messages are stored exactly as typed, except that their ends are trimmed', async () => {
  const { chatId, mine, his } = await scene()
  const contents = [
    'مرحبا 👋 שלום',
    '👨‍👩‍👧‍👦🏳️‍🌈'.repeat(20),
    '<b>&amp;</b> <script>alert(1)</script>',
    "'; drop table messages; --",
    'regel 1\n\tregel 2\r\n\u2028regel 3',
    'e\u0301 is niet \u00e9',
    '\\u0000 en %00 en {"a":1}',
    '\u202eomgekeerd\u202c',
    '😀'.repeat(limits.message),
  ]
  for (const content of contents) mine.send({ type: 'send_message', chatId, content: `\u00a0 \n${content}\t ` })
  const stored = await hears(his, chatId, contents.length)
  expect(stored.map(({ content }) => content)).toEqual(contents)
  expect((await history(his, chatId)).messages.map(({ content }) => content)).toEqual(contents)
})

test('an invalid message is refused with its reason, and nothing is stored', async () => {
  const { db, chatId, mine, his, stranger } = await scene()
  const clientId = randomUUID()
  const refusedAs = async (content: unknown, code: string) => {
    const before = mine.frames.length
    mine.send({ type: 'send_message', chatId, content, clientId })
    expect(await mine.frame('error', before)).toMatchObject({ code, chatId, clientId, error: expect.any(String) })
  }
  for (const content of ['', '   ', '\n\t\u00a0', 'nul\u0000teken', '\ud800', 'x'.repeat(limits.message + 1)]) {
    await refusedAs(content, 'request.invalid')
  }
  const theirs = await connect(stranger)
  theirs.send({ type: 'send_message', chatId, content: 'hoi' })
  theirs.send({ type: 'get_messages', chatId })
  theirs.send({ type: 'get_messages', chatId: 999_999 })
  theirs.send({ type: 'mark_read', chatId, seq: 1 })
  theirs.send({ type: 'typing', chatId })
  await theirs.until(() => (theirs.frames.length >= 6 ? true : undefined))
  expect(theirs.frames.slice(1).map(({ type, code }) => [type, code])).toEqual(Array(5).fill(['error', 'chat.unknown']))
  expect(new Set(theirs.frames.slice(1).map(({ error }) => error)).size).toBe(1)
  await history(his, chatId)
  expect([...heard(his, chatId), ...heard(theirs, chatId)]).toEqual([])
  expect(his.frames.some(({ type }) => type === 'typing')).toBe(false)
  expect(await db.count(sql`from messages`)).toBe(0)
})

test('a history can be read whole or in parts: the last messages, those before a number, or those after one', async () => {
  const { host, father } = await scene()
  const id = await acquainted(host, father)
  const mine = await connect(host)
  for (let n = 3; n <= 10; n += 1) mine.send({ type: 'send_message', chatId: id, content: `${n}` })
  const part = async (wanted: object) => {
    const { messages, hasMore } = await history(mine, id, wanted)
    return [numbers(messages), hasMore]
  }
  expect(await part({})).toEqual([upTo(10), undefined])
  expect(await part({ limit: 3 })).toEqual([[8, 9, 10], true])
  expect(await part({ limit: 3, before: 8 })).toEqual([[5, 6, 7], true])
  expect(await part({ limit: 3, before: 4 })).toEqual([[1, 2, 3], false])
  expect(await part({ before: 3 })).toEqual([[1, 2], undefined])
  expect(await part({ afterSeq: 7 })).toEqual([[8, 9, 10], undefined])
  expect(await part({ afterSeq: 0, limit: 4 })).toEqual([[1, 2, 3, 4], true])
  expect(await part({ afterSeq: 10, limit: 4 })).toEqual([[], false])
  const byHttp = async (query: object) => numbers(await host.call(chatMessages, { params: { id }, query }))
  expect(await byHttp({})).toEqual(upTo(10))
  expect(await byHttp({ limit: 2, before: 9 })).toEqual([7, 8])
  expect(await byHttp({ afterSeq: 8 })).toEqual([9, 10])
  await expect(byHttp({ limit: 0 })).rejects.toMatchObject({ status: 400 })
  await expect(byHttp({ cursor: 'x' })).rejects.toMatchObject({ status: 400 })
})

test('a long history is read over HTTP in pages, backward from the last message or forward from a number', async () => {
  const { db, host, chatId } = await scene()
  await db.run(sql`
    insert into messages (chat_id, seq, sender_id, content, sent_at)
    select ${chatId}, n, ${host.id}, n::text, now() from generate_series(1, 1200) n`)
  async function pages(query: string) {
    const found: number[][] = []
    let path: string | undefined = `/api/chats/${chatId}/messages?${query}`
    while (path) {
      const response: Response = await host.fetch('GET', path)
      found.push(numbers(chatMessages.reply.parse(await response.json())))
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    }
    return found
  }
  const backward = await pages('')
  expect(backward.map(({ length }) => length)).toEqual([500, 500, 200])
  expect(backward.reverse().flat()).toEqual(upTo(1200))
  expect((await pages('afterSeq=0&limit=400')).flat()).toEqual(upTo(1200))
  expect((await pages('before=101&limit=60')).map(page => [page[0], page.at(-1)])).toEqual([
    [41, 100],
    [1, 40],
  ])
})

test('a connection’s history includes what it has just sent', async () => {
  const { chatId, mine } = await scene()
  for (let n = 1; n <= 40; n += 1) mine.send({ type: 'send_message', chatId, content: `${n}` })
  expect(numbers((await history(mine, chatId)).messages)).toEqual(upTo(40))
})

test('a message sent over HTTP is answered as stored and reaches open screens; only its sender sees the client id', async () => {
  const { host, father, chatId, mine, his } = await scene()
  const clientId = randomUUID()
  const stored = await host.call(sendMessage, { params: { id: chatId }, body: { content: ' hoi ', clientId } })
  expect(stored).toMatchObject({ chatId, senderId: host.id, content: 'hoi', seq: 1, clientId })
  expect(await hears(mine, chatId, 1)).toEqual([stored])
  const { clientId: _own, ...seen } = stored
  expect(await hears(his, chatId, 1)).toEqual([seen])
  expect(await father.call(chatMessages, { params: { id: chatId } })).toEqual([seen])
  expect((await history(his, chatId)).messages).toEqual([seen])
})
