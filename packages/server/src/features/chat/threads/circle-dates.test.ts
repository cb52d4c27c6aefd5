import { chatMessages, chatReactions, chats, oneChat, react, takeReactionBack, threadOf } from '@papadag/contract/chat'
import { sendReport } from '@papadag/contract/moderation'
import { today } from '@papadag/contract/today'
import { block } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../../../platform/db/db.ts'
import { age, heard, hears, history, withGuest } from '../../../testing/chat.ts'
import { connect } from '../../../testing/socket.ts'
import type { Father } from '../../../testing/world.ts'
import { messagesIn } from '../sending/undelivered.ts'

const firstName = ({ username }: Father) => username.replace('vader', 'Vader ')
const unknown = { status: 404, code: 'chat.unknown' }

test('members write about a circle’s date in the chat of the circle, and guests in a chat of the date that says nothing of the circle', async () => {
  const { host, friend, absent, guest, other, circleId, date, home, line, about } = await withGuest()
  for (const member of [host, friend, absent])
    expect(await member.call(threadOf, { params: { id: date } })).toMatchObject({ id: home, kind: 'circle', circleId })
  await about(host, 'Neem een jas mee')
  const seen = await guest.call(threadOf, { params: { id: date } })
  expect(seen).toMatchObject({
    ...{ id: line, kind: 'playdate', playdateId: date, circleId: null, seriesId: null, title: 'Vliegeren' },
    ...{ readOnly: false, unreadCount: 1, lastSeq: 1, lastMessage: { content: 'Neem een jas mee' } },
  })
  expect(seen.participants.map(({ id }) => id)).toEqual([guest.id, host.id, friend.id])
  expect(JSON.stringify(seen)).not.toContain('Woensdag')
  expect((await guest.call(chats)).map(({ id }) => id)).toEqual([line])
  expect(await guest.call(today)).toMatchObject({ next: { thread: { id: line, unreadCount: 1 } } })
  expect(await friend.call(today)).toMatchObject({ next: { thread: { id: home, unreadCount: 1 } } })
  // What is not his is not there for him, whichever number he tries.
  for (const read of [oneChat, chatMessages])
    await expect(guest.call(read, { params: { id: home } })).rejects.toMatchObject(unknown)
  await expect(friend.call(oneChat, { params: { id: line } })).rejects.toMatchObject(unknown)
  await expect(other.call(threadOf, { params: { id: date } })).rejects.toMatchObject(unknown)
})

test('what is written about the date on either side is in both, with a number of its own in each', async () => {
  const { host, friend, guest, home, line, say, about, read, date } = await withGuest()
  await say(host, home, 'Alleen voor ons')
  await about(host, 'Tot woensdag')
  const written = await say(guest, line, 'Ik neem koffie mee')
  expect(written).toMatchObject({ chatId: line, seq: 2, playdateId: date, content: 'Ik neem koffie mee' })
  await say(guest, line, 'En thee', { playdateId: date })
  expect(await read(guest, line)).toEqual(['Tot woensdag', 'Ik neem koffie mee', 'En thee'])
  expect(await friend.call(chatMessages, { params: { id: home } })).toMatchObject([
    { seq: 1, playdateId: null, content: 'Alleen voor ons' },
    { seq: 2, playdateId: date, content: 'Tot woensdag' },
    { seq: 3, playdateId: date, senderId: guest.id, content: 'Ik neem koffie mee' },
    { seq: 4, content: 'En thee' },
  ])
  const inCircle = await friend.call(oneChat, { params: { id: home } })
  expect(inCircle).toMatchObject({ unreadCount: 4, lastMessage: { senderName: firstName(guest) } })
  expect(inCircle.participants.at(-1)?.id).toBe(guest.id)
  expect((await guest.call(chatMessages, { params: { id: line } })).map(({ seq }) => seq)).toEqual([1, 2, 3])
})

test('a guest sees what those on the date write, and nothing of a member who is not', async () => {
  const { absent, friend, guest, home, line, about, read } = await withGuest()
  await about(absent, 'Ik kan niet')
  await about(friend, 'Jammer', { replyTo: 1 })
  expect(await read(friend, home)).toEqual(['Ik kan niet', 'Jammer'])
  expect(await guest.call(chatMessages, { params: { id: line } })).toMatchObject([
    { seq: 1, content: 'Jammer', replyTo: null },
  ])
  expect(JSON.stringify(await guest.call(oneChat, { params: { id: line } }))).not.toContain(firstName(absent))
})

test('a reply on either side quotes the same message in both', async () => {
  const { host, guest, home, line, say, about } = await withGuest()
  await say(host, home, 'Eerst iets anders')
  await about(host, 'Wie neemt een bal mee?')
  await say(guest, line, 'Ik', { replyTo: 1 })
  await about(host, 'Fijn', { replyTo: 3 })
  const replies = async (father: Father, id: number) =>
    (await father.call(chatMessages, { params: { id } })).map(({ seq, replyTo }) => [seq, replyTo])
  expect(await replies(guest, line)).toEqual([
    [1, null],
    [2, 1],
    [3, 2],
  ])
  expect(await replies(host, home)).toEqual([
    [1, null],
    [2, null],
    [3, 2],
    [4, 3],
  ])
})

test('reactions of both sides are counted together, and a guest reads no name of a member who is not on the date', async () => {
  const { friend, absent, guest, host, home, line, about, leave } = await withGuest()
  await about(host, 'Tot woensdag')
  const put = (father: Father, id: number) => father.call(react, { params: { id, seq: '1' }, body: { emoji: '👍' } })
  await put(friend, home)
  await put(absent, home)
  expect(await put(guest, line)).toEqual({
    '👍': { count: 2, mine: true, names: [firstName(friend), firstName(guest)] },
  })
  const all = { count: 3, names: [friend, absent, guest].map(father => firstName(father)) }
  expect(await host.call(chatReactions, { params: { id: home } })).toMatchObject([{ seq: 1, reactions: { '👍': all } }])
  expect(await guest.call(chatReactions, { params: { id: line } })).toMatchObject([
    { seq: 1, reactions: { '👍': { count: 2 } } },
  ])
  await guest.call(takeReactionBack, { params: { id: line, seq: '1' }, body: { emoji: '👍' } })
  await put(guest, line)
  await leave(guest)
  expect(await host.call(chatReactions, { params: { id: home } })).toMatchObject([
    { reactions: { '👍': { count: 2 } } },
  ])
})

test('a message reaches each open screen once, in the chat that its father has', async () => {
  const { host, friend, absent, guest, other, home, line, say, about } = await withGuest()
  const [own, near, far] = [await connect(host), await connect(friend), await connect(absent)]
  const [outside, stranger] = [await connect(guest), await connect(other)]
  await about(host, 'een')
  await say(guest, line, 'twee')
  await say(host, home, 'drie')
  for (const screen of [own, near, far])
    expect((await hears(screen, home, 3)).map(({ content, seq }) => [content, seq])).toEqual([
      ['een', 1],
      ['twee', 2],
      ['drie', 3],
    ])
  expect((await hears(outside, line, 2)).map(({ content, seq }) => [content, seq])).toEqual([
    ['een', 1],
    ['twee', 2],
  ])
  expect(outside.frames.some(frame => JSON.stringify(frame).includes('drie'))).toBe(false)
  expect([heard(own, line), heard(outside, home), heard(stranger, line)]).toEqual([[], [], []])
  expect((await history(outside, line, { afterSeq: 1 })).messages).toMatchObject([{ seq: 2, content: 'twee' }])
})

test('with two nodes a member and a guest hear each other in order, whichever node they are on', async () => {
  const all = await withGuest()
  const { friend, guest, home, line, say, about } = all
  const origin = await all.newNode()
  const [there, here] = [await connect(all.at(origin, guest)), await connect(friend)]
  await about(friend, 'een')
  await say(all.at(origin, guest), line, 'twee')
  await about(friend, 'drie')
  await say(all.at(origin, guest), line, 'vier')
  const all4 = ['een', 'twee', 'drie', 'vier']
  expect((await hears(there, line, 4)).map(({ content }) => content)).toEqual(all4)
  expect((await hears(here, home, 4)).map(({ content, seq }) => [seq, content])).toEqual(
    all4.map((text, at) => [at + 1, text]),
  )
  const crowd = Array.from({ length: 20 }, (_, at) =>
    at % 2 ? about(friend, `v${at}`) : say(all.at(origin, guest), line, `g${at}`),
  )
  await Promise.all(crowd)
  const [inLine, inCircle] = [await hears(there, line, 24), await hears(here, home, 24)]
  expect(inLine.map(({ seq }) => seq)).toEqual(Array.from({ length: 24 }, (_, at) => at + 1))
  expect(inCircle.map(({ content }) => content)).toEqual(inLine.map(({ content }) => content))
})

test('a repeated message of a guest is stored once', async () => {
  const { guest, friend, home, line, say, read } = await withGuest()
  const clientId = crypto.randomUUID()
  const [one, two] = await Promise.all([1, 2].map(() => say(guest, line, 'hoi', { clientId })))
  expect(two).toEqual(one)
  expect(await say(guest, line, 'hoi', { clientId })).toEqual(one)
  await expect(say(guest, line, 'anders', { clientId })).rejects.toMatchObject({ code: 'request.otherContent' })
  expect([await read(guest, line), await read(friend, home)]).toEqual([['hoi'], ['hoi']])
  expect(await guest.call(chatMessages, { params: { id: line } })).toMatchObject([{ clientId }])
})

test('a guest writes only in the chat of his date, and about no other', async () => {
  const { guest, other, host, home, line, say, plan, join } = await withGuest()
  const second = await plan('Zwemmen')
  await expect(say(guest, home, 'hoi', { playdateId: second })).rejects.toMatchObject(unknown)
  await expect(say(guest, line, 'hoi', { playdateId: second })).rejects.toMatchObject({ code: 'playdate.unknown' })
  await expect(say(other, line, 'hoi')).rejects.toMatchObject(unknown)
  await expect(say(host, home, 'hoi', { playdateId: 999_999 })).rejects.toMatchObject({ code: 'playdate.unknown' })
  await join(other, second)
  const lines = await Promise.all([other].map(father => father.call(threadOf, { params: { id: second } })))
  await say(other, lines[0]?.id ?? 0, 'Waar is het bad?')
  expect(await guest.call(chatMessages, { params: { id: line } })).toEqual([])
})

test('a member and a guest with a block between them read nothing of each other', async () => {
  const { friend, guest, home, line, about, say, read } = await withGuest()
  await friend.call(block, { params: { id: guest.id } })
  await about(friend, 'van een vriend')
  await say(guest, line, 'van een gast')
  expect([await read(guest, line), await read(friend, home)]).toEqual([['van een gast'], ['van een vriend']])
})

test('a member who cannot see a date reads messages about it without the date, and cannot write any', async () => {
  const { db, host, friend, absent, date, home, about } = await withGuest()
  await absent.call(block, { params: { id: host.id } })
  const [his, hosts] = [await connect(absent, 'screen'), await connect(host, 'screen')]
  await about(friend, 'Ik neem koffie mee')
  expect(await hears(hosts, home, 1)).toMatchObject([{ content: 'Ik neem koffie mee', playdateId: date }])
  expect(await hears(his, home, 1)).toMatchObject([{ content: 'Ik neem koffie mee', playdateId: null }])
  // Another node reads it again.
  const [elsewhere] = await messagesIn(db, 7, [{ chatId: home, from: 1, seconds: 0 }])
  expect(elsewhere?.dateUnseenBy).toEqual([absent.id])
  await expect(about(absent, 'hoi')).rejects.toMatchObject({ status: 404, code: 'playdate.unknown' })
})

test.each<[string, (host: Father, absent: Father) => Promise<unknown>]>([
  ['blocks its planner', (host, absent) => absent.call(block, { params: { id: host.id } })],
  ['is blocked by its planner', (host, absent) => host.call(block, { params: { id: absent.id } })],
])('a member who %s meets no guest of that date in the chat of the circle', async (_, happens) => {
  const { db, host, friend, absent, guest, home, line, say, about } = await withGuest()
  await say(guest, line, 'van voor die tijd')
  const [his, friends] = [await connect(absent, 'screen'), await connect(friend, 'screen')]
  await happens(host, absent)
  const { seq } = await say(guest, line, 'van een gast')
  await guest.call(react, { params: { id: line, seq: String(seq) }, body: { emoji: '👍' } })
  await about(friend, 'van een vriend', { replyTo: 2 })
  expect((await hears(friends, home, 2)).map(({ content }) => content)).toEqual(['van een gast', 'van een vriend'])
  expect((await hears(his, home, 1)).map(({ content }) => content)).toEqual(['van een vriend'])
  // Another node reads it again.
  const [elsewhere] = await messagesIn(db, 7, [{ chatId: home, from: 2, seconds: 0 }])
  expect(elsewhere?.audience).toEqual([host.id, friend.id])
  expect(await absent.call(chatMessages, { params: { id: home } })).toMatchObject([
    // As when the planner had deleted his account.
    { seq: 1, content: 'van voor die tijd', playdateId: null },
    { seq: 3, content: 'van een vriend', replyTo: null },
  ])
  const { participants, unreadCount } = await absent.call(oneChat, { params: { id: home } })
  expect([participants.map(({ id }) => id), unreadCount]).toEqual([[absent.id, friend.id], 2])
  const seen = await friend.call(oneChat, { params: { id: home } })
  expect(seen.participants.at(-1)?.id).toBe(guest.id)
})

const Told = z.object({ user: z.int(), playdate: z.int() })

test('the planner’s announcement tells those on the date, members and guests, and nobody else', async () => {
  const { db, host, friend, guest, date, home, about, line, say } = await withGuest()
  expect(await host.call(oneChat, { params: { id: home } })).toMatchObject({ canAnnounce: true })
  expect(await friend.call(oneChat, { params: { id: home } })).toMatchObject({ canAnnounce: false })
  const announcement = true
  await expect(about(friend, 'Nee', { announcement })).rejects.toMatchObject({ code: 'chat.notYoursToAnnounce' })
  await expect(say(host, home, 'Nee', { announcement })).rejects.toMatchObject({ code: 'chat.notYoursToAnnounce' })
  await expect(say(guest, line, 'Nee', { announcement })).rejects.toMatchObject({ code: 'chat.notYoursToAnnounce' })
  await about(host, 'Laarzen!', { announcement })
  await db.run(sql`update outbox set due_at = now() where kind = 'thread.announcement'`)
  const told = () =>
    db.many(
      Told,
      sql`select user_id as "user", (details ->> 'playdateId')::int as playdate from notifications where kind = 'playdate.announced' order by 1`,
    )
  await vi.waitFor(async () =>
    expect(await told()).toEqual([friend, guest].map(({ id }) => ({ user: id, playdate: date }))),
  )
  expect(await guest.call(chatMessages, { params: { id: line } })).toMatchObject([{ announcement: true }])
  expect(await db.count(sql`from outbox where kind = 'thread.message'`)).toBe(0)
})

test('a message can be reported from either side, is hidden on both, and is deleted from both after a week', async () => {
  const { db, host, friend, guest, home, line, say, about, read, leave } = await withGuest()
  const { id } = await say(guest, line, 'onzin')
  await about(host, 'Doe normaal')
  const report = (father: Father, targetId: number) =>
    father.call(sendReport, { body: { targetType: 'message', targetId: String(targetId), reason: 'other', text: '' } })
  await report(friend, id)
  const [evidence] = await db.many(z.object({ text: z.string() }), sql`select evidence::text as text from reports`)
  expect(evidence?.text).toContain('Doe normaal')
  const own = (await guest.call(chatMessages, { params: { id: line } }))[1]?.id ?? 0
  await leave(guest)
  await report(guest, own)
  expect(await db.count(sql`from reports`)).toBe(2)
  await db.run(sql`update messages set hidden_at = now() where id = ${id}`)
  expect(await read(friend, home)).toEqual(['Doe normaal'])
  await age({ db }, home, 8)
  expect(await read(friend, home)).toEqual([])
})
