import { chats, oneChat, startChat } from '@papadag/contract/chat'
import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../../platform/db/db.ts'
import { chatOf } from '../../testing/chat.ts'
import { aPlaydate, world } from '../../testing/world.ts'
import { start } from './commands.ts'

const Found = z.object({ id: z.number() })

test('two fathers have one chat, however often and from whichever side it is started', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  await Promise.all([host, father].map(one => one.fetch('GET', '/api/user')))
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => {
      const [one, other] = n % 2 === 0 ? [host, father] : [father, host]
      return one.fetch('POST', '/api/chats', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ participants: n % 3 === 0 ? [other.id, one.id] : [other.id] }),
      })
    }),
  )
  const made = await Promise.all(answers.map(async answer => Found.parse(await answer.json())))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
  expect(await db.count(sql`from chats`)).toBe(1)
  expect(await db.count(sql`from memberships`)).toBe(2)
  for (const one of [host, father]) expect(await one.call(chats)).toHaveLength(1)
})

test('a chat shows both members’ names and pictures, and nothing else', async () => {
  const { host, father } = await world({ fathers: 1 })
  const chat = await host.call(startChat, { body: { participants: [father.id] } })
  expect(chat).toEqual({
    id: chat.id,
    kind: 'pair',
    playdateId: null,
    seriesId: null,
    circleId: null,
    title: null,
    startTime: null,
    participants: [
      { id: host.id, firstName: 'Vader 1', lastName: 'de Tester', profileImage: null },
      { id: father.id, firstName: 'Vader 2', lastName: 'de Tester', profileImage: null },
    ],
    unreadCount: 0,
    lastMessage: null,
    readOnly: false,
    isRequest: false,
    isAwaiting: true,
    messagesLeft: null,
    canAnnounce: false,
    marks: [],
    ownReadSeq: 0,
    lastSeq: 0,
  })
})

test('a chat requires exactly one other existing father', async () => {
  const { host, father, other } = await world({ fathers: 2 })
  const start = (participants: unknown) =>
    host.call(startChat, { body: { participants: participants as number[] } }).then(
      () => 201,
      ({ status }) => status,
    )
  expect(await start([])).toBe(400)
  expect(await start([host.id])).toBe(400)
  expect(await start([host.id, host.id])).toBe(400)
  expect(await start([father.id, other.id])).toBe(400)
  expect(await start([father.id, other.id, host.id])).toBe(400)
  expect(await start(undefined)).toBe(400)
  expect(await start(String(father.id))).toBe(400)
  expect(await start([String(father.id)])).toBe(400)
  expect(await start([999_999])).toBe(404)
  expect(await start([father.id, father.id])).toBe(201)
})

test('for anybody but its members, a chat does not exist', async () => {
  const { host, father, other: stranger } = await world({ fathers: 2 })
  const id = await chatOf(host, father)
  const json = { headers: { 'content-type': 'application/json' }, body: '{"content":"hoi"}' }
  await stranger.fetch('GET', '/api/user')
  const bodyOf = async (chatId: number, [method, rest = '']: readonly string[]) => {
    const response = await stranger.fetch(method ?? '', `/api/chats/${chatId}${rest}`, method === 'POST' ? json : {})
    return [response.status, await response.text()]
  }
  for (const call of [['GET'], ['GET', '/messages'], ['POST', '/messages']]) {
    expect(await bodyOf(id, call)).toEqual(await bodyOf(id + 1, call))
    expect((await bodyOf(id, call))[0]).toBe(404)
  }
  expect(await stranger.call(chats)).toEqual([])
})

test('fathers on the same playdate are not strangers', async () => {
  const { host, father } = await world({ fathers: 1 })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  await father.call(joinPlaydate, { params: { id }, body: {} })
  const chatId = await chatOf(father, host)
  expect(await host.call(oneChat, { params: { id: chatId } })).toMatchObject({ isRequest: false })
})

test('chats come in pages, latest activity first', async () => {
  const { db, host } = await world()
  const made = await db.many(
    Found,
    sql`with others as (
          insert into users (username, email, password_hash, first_name, last_name)
          select 'v' || n, 'v' || n || '@papadag.test', 'x', 'Vader', 'x' from generate_series(1, 25) n returning id
        ), made as (
          -- Several at the same time: a page must not end between them.
          insert into chats (first_member, second_member, active_at)
          select ${host.id}, id, '2026-01-01'::timestamptz + make_interval(mins => id / 4) from others returning *
        ), members as (
          insert into memberships (chat_id, user_id)
          select id, first_member from made union all select id, second_member from made
        )
        select id from made order by active_at desc, id desc`,
  )
  const seen: number[] = []
  let path: string | undefined = '/api/chats?limit=4'
  while (path) {
    const response: Response = await host.fetch('GET', path)
    const page = z.array(Found).parse(await response.json())
    expect(page.length).toBeLessThanOrEqual(4)
    seen.push(...page.map(({ id }) => id))
    path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  expect(seen).toEqual(made.map(({ id }) => id))
})

test('chats started by a newcomer are limited', async () => {
  const { db, host, father, other } = await world({ fathers: 2 })
  await db.run(sql`update users set created_at = now()`)
  let counted = 0
  const count = async () => {
    counted += 1
    if (counted > 1) throw new Error('too often')
  }
  const begun = await start(db, host.id, [father.id], count)
  expect(await start(db, host.id, [father.id], count)).toEqual({ ...begun, isNew: false })
  await expect(start(db, host.id, [other.id], count)).rejects.toThrow('too often')
  expect(await db.count(sql`from chats`)).toBe(1)
  await db.run(sql`update users set created_at = now() - interval '25 hours' where id = ${host.id}`)
  expect(await start(db, host.id, [other.id], count)).toMatchObject({ isNew: true })
  expect(counted).toBe(2)
})
