import { chatMessages, chats, oneChat, sendMessage, threadOf } from '@papadag/contract/chat'
import { sendReport } from '@papadag/contract/moderation'
import { unread } from '@papadag/contract/notifications'
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
import { talking } from '../../testing/scenes/threads.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate, endPlaydate, type Father, password } from '../../testing/world.ts'
import { forget } from './commands.ts'

const unknown = { status: 404, code: 'chat.unknown' }

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
