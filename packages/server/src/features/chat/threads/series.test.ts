import { chatMessages, chatReactions, chats, oneChat, react, sendMessage, threadOf } from '@papadag/contract/chat'
import { createPlaydate, joinPlaydate, leavePlaydate, ownPlaydates } from '@papadag/contract/playdates/playdates'
import { giveUpStanding, takeStanding } from '@papadag/contract/playdates/series'
import { today } from '@papadag/contract/today'
import { block } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { keepSeriesChats } from '../../../domain/playdates/threads.ts'
import { sql } from '../../../platform/db/db.ts'
import { aCircle, acquainted, hears } from '../../../testing/chat.ts'
import { connect } from '../../../testing/socket.ts'
import { aPlaydate, type Father, world } from '../../../testing/world.ts'

const unknown = { status: 404, code: 'chat.unknown' }
const older = sql`'2026-11-29-1520-login-codes.sql'`

/** A playdate of every week, with its dates. */
async function weekly() {
  const all = await world({ fathers: 4 })
  const [regular, guest, other, stranger] = all.fathers
  const { series } = await all.host.call(createPlaydate, {
    body: aPlaydate({ title: 'Woensdag', maxParticipants: 20, repeats: { every: 'week' } }),
  })
  const seriesId = series?.id ?? 0
  const own = (await all.host.call(ownPlaydates)).filter(one => one.series?.id === seriesId)
  const dates = own.map(({ id }) => id).sort((a, b) => a - b)
  const date = (at: number) => ({ id: dates[at] ?? 0 })
  const join = (father: Father, at = 0) => father.call(joinPlaydate, { params: date(at), body: {} })
  const leave = (father: Father, at = 0) => father.call(leavePlaydate, { params: date(at), body: {} })
  const stand = (father: Father) => father.call(takeStanding, { params: { id: seriesId }, body: {} })
  const chat = (father: Father, at = 0) => father.call(threadOf, { params: date(at) })
  const write = async (father: Father, content: string) =>
    father.call(sendMessage, { params: { id: (await father.call(chats))[0]?.id ?? 0 }, body: { content } })
  const read = async (father: Father) => {
    const [own] = await father.call(chats)
    return own ? (await father.call(chatMessages, { params: { id: own.id } })).map(({ content }) => content) : 'no chat'
  }
  /** The first date ends this many days ago. */
  const end = (days: number, at = 0) =>
    all.db.run(sql`update playdates set start_time = now() - make_interval(days => ${days}) - interval '2 hours',
      end_time = now() - make_interval(days => ${days}) where id = ${date(at).id}`)
  return { ...all, regular, guest, other, stranger, seriesId, dates, date, join, leave, stand, chat, write, read, end }
}
type World = Awaited<ReturnType<typeof weekly>>

test('all dates of a series share one chat, which is there from the first join on', async () => {
  const { db, host, guest, other, stranger, seriesId, dates, join, chat } = await weekly()
  await expect(chat(host)).rejects.toMatchObject(unknown)
  await join(guest)
  const [listed] = await guest.call(chats)
  expect(listed).toMatchObject({
    ...{ kind: 'series', seriesId, circleId: null, playdateId: dates[0], title: 'Woensdag', readOnly: false },
    ...{ participants: [{ id: guest.id }, { id: host.id }], lastMessage: null, canAnnounce: false },
  })
  await join(other, 1)
  const answered = [await chat(host), await chat(host, 2), await chat(guest), await chat(other, 1)]
  expect(new Set(answered.map(({ id }) => id))).toEqual(new Set([listed?.id]))
  expect(answered[0]?.canAnnounce).toBe(true)
  expect(await db.count(sql`from chats`)).toBe(1)
  expect(await guest.call(today)).toMatchObject({ next: { thread: { id: listed?.id } } })
  await expect(chat(stranger)).rejects.toMatchObject(unknown)
  await expect(stranger.call(oneChat, { params: { id: listed?.id ?? 0 } })).rejects.toMatchObject(unknown)
})

test.each([
  ['whoever has a standing place', ({ stand, regular }) => stand(regular), 'regular', true],
  ['whoever is on a coming date', ({ join, other }) => join(other, 2), 'other', true],
  [
    'whoever was on a date six days ago',
    async ({ join, other, end }) => [await join(other), await end(6)],
    'other',
    true,
  ],
  [
    'not whoever was on one eight days ago',
    async ({ join, other, end }) => [await join(other), await end(8)],
    'other',
    false,
  ],
  [
    'whoever was on one eight days ago and is on another',
    async ({ join, other, end }) => [await join(other), await end(8), await join(other, 1)],
    'other',
    true,
  ],
  [
    'not whoever has left his only date',
    async ({ join, leave, other }) => [await join(other), await leave(other)],
    'other',
    false,
  ],
  [
    'whoever has left one of two dates',
    async ({ join, leave, other }) => [await join(other), await join(other, 1), await leave(other)],
    'other',
    true,
  ],
  [
    'not whoever has given up his standing place and every date',
    async ({ stand, leave, regular, seriesId }) => [
      await stand(regular),
      await regular.call(giveUpStanding, { params: { id: seriesId } }),
      await leave(regular),
    ],
    'regular',
    false,
  ],
  [
    'not whom its creator has blocked',
    async ({ stand, host, regular }) => [await stand(regular), await host.call(block, { params: { id: regular.id } })],
    'regular',
    false,
  ],
  [
    'nobody but its creator while moderators hide a date',
    async ({ db, stand, regular, date }) => [
      await stand(regular),
      await db.run(sql`update playdates set hidden_at = now() where id = ${date(1).id}`),
    ],
    'regular',
    false,
  ],
] satisfies [string, (all: World) => Promise<unknown>, 'regular' | 'other', boolean][])(
  'the chat of a series includes %s',
  async (_, become, who, isIn) => {
    const all = await weekly()
    const { host, guest, join, write, read } = all
    await join(guest, 1)
    await become(all)
    const father = all[who]
    const told = await write(host, 'hoi').then(
      () => 'stored',
      ({ code }) => code,
    )
    expect(await read(father)).toEqual(isIn ? ['hoi'] : 'no chat')
    expect((await father.call(chats)).length).toBe(isIn ? 1 : 0)
    expect(told).toMatch(isIn ? /stored/ : /stored|chat/)
    const [here] = await host.call(chats)
    if (!isIn) await expect(father.call(oneChat, { params: { id: here?.id ?? 0 } })).rejects.toMatchObject(unknown)
    await keepSeriesChats(all.db)
    expect((await father.call(chats)).length).toBe(isIn ? 1 : 0)
  },
)

test('whoever joins reads from then on, and nothing from before when he comes back', async () => {
  const { host, guest, other, join, leave, write, read } = await weekly()
  await join(guest)
  await write(host, 'een')
  await join(other, 1)
  await write(guest, 'twee')
  expect([await read(guest), await read(other)]).toEqual([['een', 'twee'], ['twee']])
  await join(other, 2)
  await leave(other, 1)
  expect(await read(other)).toEqual(['twee'])
  await leave(other, 2)
  await write(host, 'drie')
  expect(await read(other)).toBe('no chat')
  await join(other)
  await write(host, 'vier')
  expect(await read(other)).toEqual(['vier'])
})

test('a message reaches the open screens of everybody in the series, on any date', async () => {
  const { host, guest, other, stranger, regular, join, stand, write } = await weekly()
  await join(guest)
  await join(other, 2)
  await stand(regular)
  const screens = await Promise.all([host, guest, other, regular].map(father => connect(father)))
  const outside = await connect(stranger)
  const { chatId } = await write(guest, 'Wie neemt een bal mee?')
  for (const screen of screens)
    expect(await hears(screen, chatId, 1)).toMatchObject([{ content: 'Wie neemt een bal mee?' }])
  expect(outside.frames.some(({ type }) => type === 'message')).toBe(false)
})

test('a message can be about one date of its series, and only those who may see that date read which one', async () => {
  const { db, host, guest, other, date, join, chat } = await weekly()
  await join(guest)
  await join(other, 1)
  const { id } = await chat(host)
  const elsewhere = await host.call(createPlaydate, { body: aPlaydate() })
  const about = (father: Father, playdateId: number, chatId = id) =>
    father.call(sendMessage, { params: { id: chatId }, body: { content: 'Laarzen?', playdateId } })
  const screen = await connect(other)
  expect(await about(guest, date(1).id)).toMatchObject({ playdateId: date(1).id })
  expect(await hears(screen, id, 1)).toMatchObject([{ playdateId: date(1).id }])
  expect(await other.call(chatMessages, { params: { id } })).toMatchObject([{ playdateId: date(1).id }])
  for (const unknown of [elsewhere.id, 999_999])
    await expect(about(guest, unknown)).rejects.toMatchObject({ status: 404, code: 'playdate.unknown' })
  const pair = await acquainted(host, guest)
  await expect(about(guest, date(1).id, pair)).rejects.toMatchObject({ code: 'playdate.unknown' })
  await db.run(sql`delete from playdates where id = ${date(1).id}`)
  expect(await host.call(chatMessages, { params: { id } })).toMatchObject([{ content: 'Laarzen?', playdateId: null }])
})

test('a series of a circle has no chat of its own, and messages in the circle’s chat can be about its dates', async () => {
  const { db, host, regular, guest, date } = await weekly()
  await acquainted(host, regular)
  const circleId = await aCircle(host, [regular], { name: 'Woensdag' })
  const planned = await host.call(createPlaydate, { body: aPlaydate({ circleId, repeats: { every: 'week' } }) })
  await regular.call(joinPlaydate, { params: { id: planned.id }, body: {} })
  await keepSeriesChats(db)
  expect(await db.count(sql`from chats where series_id is not null`)).toBe(0)
  const id = (await regular.call(chats)).find(({ kind }) => kind === 'circle')?.id ?? 0
  const about = (playdateId: number) =>
    regular.call(sendMessage, { params: { id }, body: { content: 'Laarzen?', playdateId } })
  expect(await about(planned.id)).toMatchObject({ playdateId: planned.id })
  await expect(about(date(0).id)).rejects.toMatchObject({ status: 404, code: 'playdate.unknown' })
  expect(await guest.call(chats)).toEqual([])
})

const Told = z.object({ user: z.int(), playdate: z.int() })

test('an announcement in a series is about its next date, and tells everybody in it', async () => {
  const { db, host, guest, other, dates, join } = await weekly()
  await join(guest)
  await join(other, 2)
  const id = (await host.call(chats))[0]?.id ?? 0
  const announce = (father: Father) =>
    father.call(sendMessage, { params: { id }, body: { content: 'Laarzen!', announcement: true } })
  await expect(announce(guest)).rejects.toMatchObject({ code: 'chat.notYoursToAnnounce' })
  await announce(host)
  await db.run(sql`update outbox set due_at = now() where kind = 'thread.announcement'`)
  const told = () =>
    db.many(
      Told,
      sql`select user_id as "user", (details ->> 'playdateId')::int as playdate from notifications where kind = 'playdate.announced' order by 1`,
    )
  const expected = [guest, other].map(father => ({ user: father.id, playdate: dates[0] }))
  await vi.waitFor(async () => expect(await told()).toEqual(expected))
})

test('threads that older nodes have made are joined into the chat of their series in order, and nothing is lost', async () => {
  const { db, host, guest, other, stranger, dates, date, join, chat, read } = await weekly()
  await db.run(sql`insert into nodes (id, version, knows) values (gen_random_uuid(), '1.0.0', ${older})`)
  await join(guest)
  await join(other, 1)
  await join(stranger, 1)
  const [first, second] = [await chat(host), await chat(host, 1)]
  expect([first.kind, second.kind]).toEqual(['playdate', 'playdate'])
  const say = (father: Father, id: number, content: string, replyTo?: number) =>
    father.call(sendMessage, { params: { id }, body: { content, ...(replyTo && { replyTo }) } })
  await say(host, first.id, 'een')
  await say(host, second.id, 'twee')
  await say(guest, first.id, 'drie', 1)
  await say(other, second.id, 'vier', 1)
  await guest.call(react, { params: { id: first.id, seq: '1' }, body: { emoji: '👍' } })
  await stranger.call(leavePlaydate, { params: date(1), body: {} })
  await db.run(sql`delete from nodes`)
  await keepSeriesChats(db)
  const joined = await chat(host, 2)
  expect(joined).toMatchObject({ kind: 'series', unreadCount: 2, lastMessage: { content: 'vier' }, lastSeq: 4 })
  expect(await db.count(sql`from chats`)).toBe(1)
  expect(await host.call(chatMessages, { params: { id: joined.id } })).toMatchObject([
    { seq: 1, content: 'een', replyTo: null, playdateId: dates[0], reactions: { '👍': { count: 1 } } },
    { seq: 2, content: 'twee', replyTo: null },
    { seq: 3, content: 'drie', replyTo: 1 },
    { seq: 4, content: 'vier', replyTo: 2, playdateId: dates[1] },
  ])
  expect(await host.call(chatReactions, { params: { id: joined.id } })).toHaveLength(1)
  expect([await read(guest), await read(other), await read(stranger)]).toEqual([
    ['een', 'twee', 'drie', 'vier'],
    ['twee', 'drie', 'vier'],
    'no chat',
  ])
  // Who has left may still report what he has received.
  expect(
    await db.count(
      sql`from received where target_type = 'chat' and target_id = ${joined.id} and user_id = ${stranger.id}`,
    ),
  ).toBe(1)
  await say(host, joined.id, 'vijf')
  expect((await read(guest)).at(-1)).toBe('vijf')
  expect(dates.length).toBeGreaterThan(2)
})
