import { chatMessages, chats, oneChat, sendMessage, threadOf } from '@papadag/contract/chat'
import { sendReport } from '@papadag/contract/moderation'
import { notifications, unread } from '@papadag/contract/notifications'
import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
  onePlaydate,
} from '@papadag/contract/playdates/playdates'
import { block, deleteAccount } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { heard, hears, history } from '../../testing/chat.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate, endPlaydate, type Father, password, world } from '../../testing/world.ts'
import { forget } from './commands.ts'

const unknown = { status: 404, code: 'chat.unknown' }

/** A playdate with two guests, its thread, and a stranger. */
async function talking() {
  const all = await world({ fathers: 3 })
  const [guest, other, stranger] = all.fathers
  const { id: playdateId } = await all.host.call(createPlaydate, { body: aPlaydate({ title: 'Zandbak' }) })
  const params = { id: playdateId }
  for (const father of [guest, other]) await father.call(joinPlaydate, { params, body: {} })
  const thread = await all.host.call(threadOf, { params })
  const write = (father: Father, content: string, more: { announcement?: boolean } = {}) =>
    father.call(sendMessage, { params: { id: thread.id }, body: { content, ...more } })
  const read = async (father: Father) =>
    (await father.call(chatMessages, { params: { id: thread.id } })).map(({ content }) => content)
  return { ...all, guest, other, stranger, params, playdateId, chatId: thread.id, write, read }
}

test('a playdate has one thread for its participants, which nobody else can find', async () => {
  const { db, host, guest, stranger, params, playdateId, chatId } = await talking()
  expect(await guest.call(threadOf, { params })).toMatchObject({
    ...{ id: chatId, kind: 'playdate', playdateId, title: 'Zandbak', readOnly: false, lastMessage: null },
    participants: [{ id: guest.id }, { id: host.id }, {}],
  })
  expect(await db.count(sql`from chats`)).toBe(1)
  await expect(stranger.call(threadOf, { params })).rejects.toMatchObject(unknown)
  for (const route of [oneChat, chatMessages] as const)
    await expect(stranger.call(route, { params: { id: chatId } })).rejects.toMatchObject(unknown)
  await expect(stranger.call(sendMessage, { params: { id: chatId }, body: { content: 'hoi' } })).rejects.toMatchObject(
    unknown,
  )
})

test('a playdate has one thread as soon as it has two participants, however many of them open it at once', async () => {
  const { db, host, guest, stranger } = await talking()
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  await expect(host.call(threadOf, { params: { id } })).rejects.toMatchObject(unknown)
  await stranger.call(joinPlaydate, { params: { id }, body: {} })
  await expect(guest.call(threadOf, { params: { id } })).rejects.toMatchObject(unknown)
  expect(await db.count(sql`from chats where playdate_id = ${id}`)).toBe(0)
  const opened = await Promise.all(
    [host, stranger, host, stranger].map(father => father.call(threadOf, { params: { id } })),
  )
  expect(new Set(opened.map(thread => thread.id)).size).toBe(1)
  expect(await db.count(sql`from chats where playdate_id = ${id}`)).toBe(1)
})

test('all participants receive a thread’s messages in the same order, and it is among their chats once somebody has written', async () => {
  const { host, guest, other, stranger, chatId } = await talking()
  const screens = await Promise.all([host, guest, other].map(father => connect(father)))
  const outside = await connect(stranger)
  expect(await guest.call(chats)).toEqual([])
  for (const [at, screen] of screens.entries()) screen.send({ type: 'send_message', chatId, content: `van ${at}` })
  for (const screen of screens) {
    await hears(screen, chatId, 3)
    expect(heard(screen, chatId).map(({ seq }) => seq)).toEqual([1, 2, 3])
  }
  expect(await guest.call(chats)).toMatchObject([{ id: chatId, kind: 'playdate', unreadCount: 2 }])
  expect(await guest.call(unread)).toMatchObject({ messages: 2, waiting: [`chat-${chatId}`] })
  screens[1]?.send({ type: 'mark_read', chatId, seq: 3 })
  await vi.waitFor(async () => expect(await guest.call(chats)).toMatchObject([{ unreadCount: 0, ownReadSeq: 3 }]))
  expect(await host.call(chats)).toMatchObject([{ unreadCount: 2, marks: [] }])
  outside.send({ type: 'get_messages', chatId })
  expect(await outside.frame('error')).toMatchObject({ code: 'chat.unknown' })
  expect(outside.frames.some(({ type }) => type === 'message')).toBe(false)
})

test.each([
  ['leaves', ({ guest, params }) => guest.call(leavePlaydate, { params, body: {} })],
  ['is blocked by the creator', ({ host, guest }) => host.call(block, { params: { id: guest.id } })],
  ['blocks the creator', ({ host, guest }) => guest.call(block, { params: { id: host.id } })],
  ['loses it with the creator’s account', ({ host }) => host.call(deleteAccount, { body: { password } })],
] satisfies [string, (all: Awaited<ReturnType<typeof talking>>) => Promise<unknown>][])(
  'when a father %s, his open screens read the thread and the chats again, and find it in neither',
  async (_, lose) => {
    const all = await talking()
    const { guest, host, params, write, playdateId } = all
    await write(host, 'hoi')
    const paths = [`/api/playdates/${playdateId}/thread`, '/api/chats']
    // A tab other than the writing one.
    const screen = await connect(guest, 'another tab')
    screen.send({ type: 'watch', paths })
    // Frames are handled in order: the answer to this one comes when the watch is in place.
    screen.send({ type: 'watch', paths: ['/api/no-such-read'] })
    await screen.frame('error')
    await lose(all)
    await screen.until(() => {
      const told = screen.frames.flatMap(({ type, paths: of }) => (type === 'changed' ? (of as string[]) : []))
      return paths.every(path => told.includes(path)) || undefined
    })
    await expect(guest.call(threadOf, { params })).rejects.toMatchObject(unknown)
    expect(await guest.call(chats)).toEqual([])
  },
)

test('the list of chats shows a thread’s title and day, and is updated when they change', async () => {
  const { host, guest, stranger, params, chatId, write } = await talking()
  await write(host, 'hoi')
  const [his, strange] = await Promise.all(
    [guest, stranger].map(async father => {
      const screen = await connect(father, 'screen')
      screen.send({ type: 'watch', paths: ['/api/chats'] })
      // Its answer comes when the watch before it is in place.
      screen.send({ type: 'watch', paths: ['/api/no-such-read'] })
      await screen.frame('error')
      return screen
    }),
  )
  const before = await guest.call(onePlaydate, { params })
  expect(await guest.call(chats)).toMatchObject([{ id: chatId, title: before.title, startTime: before.startTime }])
  const startTime = new Date(Date.parse(before.startTime) + 60_000).toISOString()
  const body = aPlaydate({ title: 'Later', startTime, endTime: before.endTime })
  await host.call(editPlaydate, { params, body })
  const isOfChats = ({ paths }: Record<string, unknown>) => Array.isArray(paths) && paths.includes('/api/chats')
  await his?.until(() => his.frames.find(isOfChats))
  expect(await guest.call(chats)).toMatchObject([{ title: 'Later', startTime }])
  expect(strange?.frames.some(isOfChats)).toBe(false)
  await host.call(deletePlaydate, { params })
  await his?.until(() => his.frames.filter(isOfChats)[1])
})

test('a thread has no receipts and shows nobody typing', async () => {
  const { host, guest, chatId, write } = await talking()
  const [mine, his] = [await connect(host), await connect(guest)]
  await write(host, 'hoi')
  await hears(his, chatId, 1)
  for (const type of ['typing', 'mark_delivered', 'mark_read']) his.send({ type, chatId, seq: 1 })
  await history(his, chatId)
  await history(mine, chatId)
  expect(mine.frames.filter(({ type }) => type === 'read' || type === 'typing' || type === 'delivered')).toEqual([])
})

test('a father who leaves loses the group chat at once, and one who joins reads nothing from before', async () => {
  const { host, guest, other, stranger, params, chatId, write, read } = await talking()
  const his = await connect(guest)
  await write(host, 'een')
  await hears(his, chatId, 1)
  await guest.call(leavePlaydate, { params, body: {} })
  his.send({ type: 'get_messages', chatId })
  expect(await his.frame('error')).toMatchObject({ code: 'chat.unknown', chatId })
  await expect(write(guest, 'nog even')).rejects.toMatchObject(unknown)
  await expect(read(guest)).rejects.toMatchObject(unknown)
  await stranger.call(joinPlaydate, { params, body: {} })
  expect(await stranger.call(threadOf, { params })).toMatchObject({ lastMessage: null, unreadCount: 0 })
  expect(await stranger.call(chats)).toEqual([])
  await write(host, 'twee')
  await guest.call(joinPlaydate, { params, body: {} })
  await write(other, 'drie')
  expect(await read(guest)).toEqual(['drie'])
  expect(await read(stranger)).toEqual(['twee', 'drie'])
  expect(await read(other)).toEqual(['een', 'twee', 'drie'])
  await hears(his, chatId, 2)
  expect(heard(his, chatId).map(({ content }) => content)).toEqual(['een', 'drie'])
  expect(await guest.call(threadOf, { params })).toMatchObject({ unreadCount: 1, lastMessage: { content: 'drie' } })
})

test('guests who block each other no longer receive each other’s messages, and the others receive those of both', async () => {
  const { host, guest, other, chatId, write, read, params } = await talking()
  await write(guest, 'voor het blok')
  const [mine, his, theirs] = [await connect(host), await connect(guest), await connect(other)]
  await guest.call(block, { params: { id: other.id } })
  await write(guest, 'van de blokkeerder')
  await write(other, 'van de geblokkeerde')
  await write(host, 'aan allen')
  await hears(mine, chatId, 3)
  for (const [screen, mayHear] of [
    [his, ['van de blokkeerder', 'aan allen']],
    [theirs, ['van de geblokkeerde', 'aan allen']],
  ] as const) {
    await hears(screen, chatId, 2)
    expect(heard(screen, chatId).map(({ content }) => content)).toEqual(mayHear)
  }
  expect(await read(other)).toEqual(['voor het blok', 'van de geblokkeerde', 'aan allen'])
  expect(await read(guest)).toEqual(['voor het blok', 'van de blokkeerder', 'aan allen'])
  expect((await other.call(threadOf, { params })).participants.map(({ id }) => id)).toEqual([other.id, host.id])
})

test('a father whom the creator blocks loses the thread, before the playdate and after it', async () => {
  const { db, host, guest, other, stranger, chatId, write, read, params, playdateId } = await talking()
  // They still see this one.
  await stranger.call(createPlaydate, { body: aPlaydate() })
  await write(host, 'hoi')
  const [his, theirs] = [await connect(guest), await connect(other)]
  await host.call(block, { params: { id: guest.id } })
  await expect(read(guest)).rejects.toMatchObject(unknown)
  await endPlaydate(db, playdateId)
  await write(host, 'leuk was het')
  await hears(theirs, chatId, 1)
  await other.call(block, { params: { id: host.id } })
  await expect(read(other)).rejects.toMatchObject(unknown)
  await expect(other.call(threadOf, { params })).rejects.toMatchObject(unknown)
  expect(await other.call(chats)).toEqual([])
  await expect(write(host, 'en nu?')).rejects.toMatchObject({ status: 409, code: 'chat.alone' })
  expect(heard(his, chatId)).toEqual([])
})

test('a thread closes a day after its playdate ends, and at once when the playdate is cancelled or hidden', async () => {
  const { db, host, guest, chatId, write, read, params, playdateId } = await talking()
  await write(guest, 'tot zo')
  const closed = { status: 409, code: 'chat.closed' }
  const endedAgo = (minutes: number) =>
    db.run(
      sql`update playdates set start_time = now() - interval '3 days', end_time = now() - make_interval(mins => ${minutes}::int)`,
    )
  await endedAgo(24 * 60 - 5)
  await write(guest, 'leuk was het')
  await endedAgo(24 * 60 + 5)
  await expect(write(guest, 'te laat')).rejects.toMatchObject(closed)
  expect(await read(guest)).toEqual(['tot zo', 'leuk was het'])
  expect(await guest.call(threadOf, { params })).toMatchObject({ readOnly: true })
  await db.run(sql`update playdates set start_time = now() + interval '1 day', end_time = now() + interval '2 days'`)
  await db.run(sql`update playdates set hidden_at = now()`)
  await expect(write(guest, 'verborgen')).rejects.toMatchObject(unknown)
  await expect(write(host, 'verborgen')).rejects.toMatchObject(closed)
  await db.run(sql`update playdates set hidden_at = null`)
  await host.call(deletePlaydate, { params: { id: playdateId }, body: {} })
  await expect(write(guest, 'jammer')).rejects.toMatchObject(closed)
  expect(await guest.call(oneChat, { params: { id: chatId } })).toMatchObject({ readOnly: true })
})

test('only the creator can make an announcement, and it notifies everybody who has not read it', async () => {
  const { db, host, guest, other, stranger, chatId, write, params, playdateId } = await talking()
  // Nobody learns that there is a thread he is not in.
  await expect(write(stranger, 'hoor mij', { announcement: true })).rejects.toMatchObject({
    ...{ status: 404, code: 'chat.unknown' },
  })
  await stranger.call(joinPlaydate, { params, body: {} })
  const his = await connect(guest)
  await expect(write(guest, 'hoor mij', { announcement: true })).rejects.toMatchObject({
    ...{ status: 403, code: 'chat.notYoursToAnnounce' },
  })
  for (const content of ['We gaan naar de andere ingang', 'En neem laarzen mee'])
    expect(await write(host, content, { announcement: true })).toMatchObject({ announcement: true })
  expect((await hears(his, chatId, 2))[0]).toMatchObject({ announcement: true })
  expect((await history(his, chatId)).messages[0]).toMatchObject({ announcement: true })
  // A father who reads it at once needs no notice.
  const theirs = await connect(stranger)
  theirs.send({ type: 'get_messages', chatId })
  await vi.waitFor(async () => expect(await stranger.call(chats)).toMatchObject([{ unreadCount: 0 }]))
  await db.run(sql`update outbox set due_at = now() where kind = 'thread.announcement'`)
  for (const father of [guest, other]) {
    await vi.waitFor(async () =>
      expect(await father.call(notifications)).toMatchObject([
        { kind: 'playdate.announced', details: { playdateId, title: 'Zandbak' }, person: { id: host.id } },
      ]),
    )
  }
  // Reading it in the thread is reading it under the bell.
  const unreadOf = async (father: Father) =>
    (await father.call(notifications)).filter(({ kind, isRead }) => kind === 'playdate.announced' && !isRead).length
  his.send({ type: 'mark_read', chatId, seq: 1 })
  await history(his, chatId)
  expect(await unreadOf(guest)).toBe(1)
  his.send({ type: 'mark_read', chatId, seq: 2 })
  await vi.waitFor(async () => expect(await unreadOf(guest)).toBe(0))
  expect(await unreadOf(other)).toBe(1)
  for (const father of [host, stranger]) {
    const kinds = (await father.call(notifications)).map(({ kind }) => kind)
    expect(kinds).not.toContain('playdate.announced')
  }
})

test('an announcement that is too long is refused with a sentence, over HTTP and the socket', async () => {
  const { host, chatId, write } = await talking()
  const content = 'a'.repeat(10_000)
  await expect(write(host, content, { announcement: true })).rejects.toThrow(
    /^400: .*Een bericht heeft hoogstens 4000 tekens/,
  )
  const mine = await connect(host)
  mine.send({ type: 'send_message', chatId, content, announcement: true })
  expect(await mine.frame('error')).toMatchObject({ code: 'request.invalid', chatId })
})

test('other messages in a thread notify a father once until he reads them', async () => {
  const { db, host, guest, chatId, write } = await talking()
  await db.run(
    sql`update users set notification_settings = jsonb_set(notification_settings || '{"quietHours": null}', '{mail,messages}', 'true')`,
  )
  const waiting = () => db.count(sql`from outbox where kind = 'thread.message' and user_id = ${guest.id}`)
  const wasSent = () =>
    db.count(sql`from outbox where kind = 'thread.message' and user_id = ${guest.id} and payload ->> 'isSent' = 'true'`)
  await write(host, 'een')
  await db.run(sql`update outbox set due_at = now()`)
  await vi.waitFor(async () => expect(await wasSent()).toBe(1))
  await write(host, 'twee')
  expect([await waiting(), await wasSent()]).toEqual([1, 1])
  // As long as the message is kept.
  const days = sql`from outbox where kind = 'thread.message' and user_id = ${guest.id} and due_at between now() + interval '6.9 days' and now() + interval '7 days'`
  expect(await db.count(days)).toBe(1)
  const his = await connect(guest)
  his.send({ type: 'mark_read', chatId, seq: 2 })
  await vi.waitFor(async () => expect(await waiting()).toBe(0))
  await write(host, 'drie')
  expect([await waiting(), await wasSent()]).toEqual([1, 0])
})

test('a father who has left or has blocked the writer meanwhile is not notified of the message', async () => {
  const { db, host, guest, other, stranger, params, write } = await talking()
  await stranger.call(joinPlaydate, { params, body: {} })
  await db.run(
    sql`update users set notification_settings = jsonb_set(notification_settings || '{"quietHours": null}', '{mail,messages}', 'true')`,
  )
  await write(guest, 'wie neemt er koffie mee?')
  await other.call(leavePlaydate, { params, body: {} })
  await stranger.call(block, { params: { id: guest.id } })
  await db.run(sql`update outbox set due_at = now() where kind = 'thread.message'`)
  const sentTo = ({ id }: { id: number }) =>
    db.count(sql`from outbox where kind = 'thread.message' and user_id = ${id} and payload ->> 'isSent' = 'true'`)
  const waiting = ({ id }: { id: number }) =>
    db.count(sql`from outbox where kind = 'thread.message' and user_id = ${id}`)
  await vi.waitFor(async () => expect(await sentTo(host)).toBe(1))
  for (const father of [other, stranger]) {
    await vi.waitFor(async () => expect(await waiting(father)).toBe(0))
    expect(await sentTo(father)).toBe(0)
  }
})

test('those who received a message in a thread can report it, together with the messages around it that they could read', async () => {
  const { db, host, guest, stranger, params, write } = await talking()
  await write(host, 'voor zijn komst')
  await stranger.call(joinPlaydate, { params, body: {} })
  const { id } = await write(guest, 'lelijk')
  const report = (father: Father, targetId: number) =>
    father.call(sendReport, { body: { targetType: 'message', targetId, reason: 'harassment' } })
  await report(stranger, id)
  await expect(report(stranger, id - 1)).rejects.toMatchObject({ status: 404 })
  expect(await db.count(sql`from reports where subject_id = ${guest.id} and evidence::text like '%lelijk%'`)).toBe(1)
  expect(await db.count(sql`from reports where evidence::text like '%voor zijn komst%'`)).toBe(0)
})

test('nobody can read a thread once its playdate is deleted; once a writer’s account is deleted, his messages stay', async () => {
  const { db, host, guest, other, write, read, chatId } = await talking()
  await write(guest, 'ik neem koekjes mee')
  await guest.call(deleteAccount, { body: { password } })
  expect(await read(other)).toEqual(['ik neem koekjes mee'])
  expect(await other.call(oneChat, { params: { id: chatId } })).toMatchObject({
    lastMessage: { senderName: 'Verwijderd account' },
    participants: [{ id: other.id }, { id: host.id }],
  })
  await host.call(deleteAccount, { body: { password } })
  expect(await db.count(sql`from chats`)).toBe(0)
  expect(await other.call(chats)).toEqual([])
  await expect(read(other)).rejects.toMatchObject({ status: 404 })
  // For reports alone.
  expect(await db.count(sql`from messages`)).toBe(1)
  await forget(db, 0)
  expect(await db.count(sql`from messages`)).toBe(0)
})
