import { sendMessage, startChat } from '@papadag/contract/chat'
import { notifications, readNotifications } from '@papadag/contract/notifications'
import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  undoCancel,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { choosePollTime, createPoll, deletePoll } from '@papadag/contract/playdates/polls'
import { confirmPlaydate, endPause, pauseSeries, takeStanding } from '@papadag/contract/playdates/series'
import { block, unblock } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { acquainted, chatOf } from '../../testing/chat.ts'
import { nothingWaits, mailWorld as open, quarterLater } from '../../testing/mail.ts'
import { answerTimes, aPoll, timeAt } from '../../testing/polls.ts'
import { anHourIn, inDays } from '../../testing/series.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'

/** A weekly playdate with a regular, who has said that he is coming to each of its dates. */
async function weekly() {
  const opened = await open()
  const { db, host, father: regular } = opened
  const body = aPlaydate({ ...anHourIn(3), repeats: { every: 'week' } })
  const first = await host.call(createPlaydate, { body })
  const series = { id: first.series?.id ?? 0 }
  await regular.call(takeStanding, { params: series, body: {} })
  const ids = (await host.call(upcomingPlaydates)).map(({ id }) => id)
  for (const id of ids) await regular.call(confirmPlaydate, { params: { id }, body: { coming: true } })
  await nothingWaits(db)
  await db.run(sql`delete from outbox where kind = 'notice'`)
  await db.run(sql`delete from notifications`)
  const { repeats: _, startTime: __, endTime: ___, ...plan } = body
  const times = (at: number, hours: number) => ({
    startTime: inDays(3 + 7 * at, hours * 3_600_000),
    endTime: inDays(3 + 7 * at, (hours + 1) * 3_600_000),
  })
  return {
    ...opened,
    regular,
    series,
    ids,
    move: (at: number, hours: number, scope: 'one' | 'following' | 'all' = 'one') =>
      host.call(editPlaydate, {
        params: { id: ids[at] ?? 0 },
        query: { scope },
        body: { ...plan, ...times(at, hours) },
      }),
    cancel: (at: number, scope: 'one' | 'following' | 'all' = 'one') =>
      host.call(deletePlaydate, { params: { id: ids[at] ?? 0 }, query: { scope } }),
    undo: (at: number) => host.call(undoCancel, { params: { id: ids[at] ?? 0 } }),
  }
}
type Weekly = Awaited<ReturnType<typeof weekly>>

test.each<[string, (opened: Weekly) => Promise<unknown>]>([
  ['moves one date', ({ move }) => move(0, 1)],
  ['moves two dates one after the other', async ({ move }) => [await move(0, 1), await move(1, 2)]],
  ['moves all dates at once', ({ move }) => move(0, 1, 'all')],
  ['moves all dates again and again', async ({ move }) => [await move(0, 1, 'all'), await move(0, 2, 'all')]],
  ['cancels each date', async ({ cancel }) => [await cancel(0), await cancel(1)]],
  ['cancels the series', ({ cancel }) => cancel(0, 'all')],
  ['cancels what follows the first date', ({ cancel }) => cancel(1, 'following')],
  [
    'moves one date, cancels another and puts it back',
    async ({ move, cancel, undo }) => [await move(0, 1), await cancel(1), await undo(1)],
  ],
  [
    'pauses the series and ends the pause',
    async ({ host, series }) => {
      await host.call(pauseSeries, {
        params: series,
        body: { from: inDays(1).slice(0, 10), until: inDays(30).slice(0, 10) },
      })
      await host.call(endPause, { params: series })
    },
  ],
])('a regular gets one mail in a quarter of an hour when the creator %s', async (_, act) => {
  const opened = await weekly()
  const { db, regular, mailsTo } = opened
  await act(opened)
  await nothingWaits(db)
  expect(mailsTo(regular)).toBe(1)
  await quarterLater(db)
  expect(mailsTo(regular)).toBeLessThanOrEqual(2)
  await quarterLater(db)
  expect(mailsTo(regular)).toBeLessThanOrEqual(2)
})

test('a change to another date is mailed once the quarter of an hour is over', async () => {
  const { db, move, cancel, regular, mailsTo } = await weekly()
  await move(1, 1)
  await nothingWaits(db)
  await cancel(0)
  await move(1, 2)
  await nothingWaits(db)
  expect(mailsTo(regular)).toBe(1)
  await quarterLater(db)
  expect(mailsTo(regular)).toBe(2)
})

/** What becomes of a question, so that the next one could be sent. */
const fates: [string, (host: Father, guest: Father, poll: Awaited<ReturnType<typeof ask>>) => Promise<unknown>][] = [
  ['left as it is', async () => {}],
  ['deleted', (host, _, { id }) => host.call(deletePoll, { params: { id } })],
  [
    'chosen',
    (host, _, poll) => host.call(choosePollTime, { params: { id: poll.id }, body: { timeId: timeAt(poll, 0) } }),
  ],
  [
    'followed by a block that is taken back',
    async (host, guest) => {
      await guest.call(block, { params: { id: host.id } })
      await guest.call(unblock, { params: { id: host.id } })
    },
  ],
]
const ask = (host: Father, guest: Father) => host.call(createPoll, { body: aPoll({ fathers: [guest.id] }) })

test.each(fates)('an acquaintance gets one mail about all of a father’s questions, each of them %s', async (_, end) => {
  const { db, host, father: guest, mailsTo } = await open()
  await acquainted(host, guest)
  for (let time = 0; time < 4; time += 1) {
    const poll = await ask(host, guest)
    await nothingWaits(db)
    await end(host, guest, poll)
  }
  await ask(host, guest)
  await nothingWaits(db)
  expect(mailsTo(guest)).toBe(1)
  await quarterLater(db)
  expect(mailsTo(guest)).toBe(2)
})

test('a father who has read a question is mailed the next one at once', async () => {
  const { db, host, father: guest, mailsTo } = await open()
  await acquainted(host, guest)
  await ask(host, guest)
  await nothingWaits(db)
  await guest.call(readNotifications, { body: {} })
  await ask(host, guest)
  await nothingWaits(db)
  expect(mailsTo(guest)).toBe(2)
})

/** A father whom nobody here knows, with limits. */
async function strangers() {
  const opened = await world({ fathers: 2, env: { RATE_LIMIT: 'on' } })
  const [guest, other] = opened.fathers
  const refusal = { status: 409, code: 'poll.awaitAnswer' }
  const remove = (id: number) => opened.host.call(deletePoll, { params: { id } })
  return { ...opened, guest, other, refusal, remove }
}

test('a stranger has one open question at a time, and three in all until he is answered', async () => {
  const { db, host, guest, other, refusal, remove } = await strangers()
  for (let time = 1; time <= 2; time += 1) {
    const { id } = await ask(host, guest)
    await expect(ask(host, guest)).rejects.toMatchObject(refusal)
    // The refused one has asked nobody, and another father is asked as before.
    await remove(id)
  }
  const third = await ask(host, guest)
  await ask(host, other)
  await remove(third.id)
  await expect(ask(host, guest)).rejects.toMatchObject(refusal)
  expect(await db.count(sql`from notifications where user_id = ${guest.id}`)).toBe(0)
})

test('a stranger whose question is answered can ask another', async () => {
  const { host, guest, refusal, remove } = await strangers()
  for (let time = 1; time <= 2; time += 1) await remove((await ask(host, guest)).id)
  const third = await ask(host, guest)
  await answerTimes(guest, third, { [timeAt(third, 0)]: 'no' })
  await remove((await ask(host, guest)).id)
  const next = await ask(host, guest)
  await expect(ask(host, guest)).rejects.toMatchObject(refusal)
  await remove(next.id)
  // Two fathers who have written to each other are no strangers.
  await acquainted(host, guest)
  for (let time = 1; time <= 2; time += 1) await ask(host, guest)
})

/** A stranger asks a father along by one message with this id. */
async function askAlong({ host, guest }: Awaited<ReturnType<typeof strangers>>, title: string, clientId?: string) {
  const body = aPlaydate({ title })
  const { id } = await host.call(createPlaydate, { body })
  const chatId = await chatOf(host, guest)
  const message = { content: 'Kom je ook?', asksTo: id, ...(clientId && { clientId }) }
  await host.call(sendMessage, { params: { id: chatId }, body: message })
  return { id, body }
}

test('a message that a stranger sends again invites to the playdate it first named, and to no other', async () => {
  const opened = await strangers()
  const { host, guest } = opened
  const clientId = '00000000-0000-4000-8000-000000000001'
  for (const title of ['Eerste', 'Tweede', 'Derde']) {
    const { id } = await askAlong(opened, title, clientId)
    await host.call(deletePlaydate, { params: { id } })
  }
  expect((await guest.call(notifications)).map(({ details }) => details.title)).toEqual(['Eerste'])
})

test('all changes to a stranger’s playdate are one notice in the app with its latest state, which stays read', async () => {
  const opened = await strangers()
  const { host, guest } = opened
  const { id, body } = await askAlong(opened, 'Zwemmen')
  const params = { id }
  const lines = async () => (await guest.call(notifications)).map(({ kind, isRead }) => [kind, isRead])
  await host.call(editPlaydate, { params, body: { ...body, location: 'Elders' } })
  expect(await lines()).toEqual([['playdate.changed', false]])
  await host.call(deletePlaydate, { params })
  expect(await lines()).toEqual([['playdate.cancelled', false]])
  await guest.call(readNotifications, { body: {} })
  await host.call(undoCancel, { params })
  expect(await lines()).toEqual([['playdate.restored', true]])
  await host.call(editPlaydate, { params, body: { ...body, location: 'Weer elders' } })
  expect(await lines()).toEqual([['playdate.changed', true]])
  const { id: other } = await askAlong(opened, 'Fietsen')
  await host.call(deletePlaydate, { params: { id: other } })
  expect(await lines()).toEqual([
    ['playdate.cancelled', false],
    ['playdate.changed', true],
  ])
})

test('a stranger who sends messages and questions at once gets three of them through in all', async () => {
  const { db, host, guest } = await strangers()
  const chatId = await chatOf(host, guest)
  const write = (n: number) => host.call(sendMessage, { params: { id: chatId }, body: { content: `Hoi ${n}` } })
  for (let round = 0; round < 8; round += 1) {
    for (const table of [sql`messages`, sql`polls`, sql`stranger_questions`]) await db.run(sql`delete from ${table}`)
    await db.run(sql`update chats set last_seq = 0`)
    for (const n of [1, 2]) await write(n)
    await Promise.allSettled([3, 4, 5].flatMap(n => [ask(host, guest), write(n)]))
    expect((await db.count(sql`from messages`)) + (await db.count(sql`from polls`))).toBe(3)
  }
})

test('messages and questions of a stranger count together', async () => {
  const { host, guest, refusal, remove } = await strangers()
  const id = await chatOf(host, guest)
  const write = (content: string) => host.call(sendMessage, { params: { id }, body: { content } })
  await write('Hoi')
  await remove((await ask(host, guest)).id)
  expect(await host.call(startChat, { body: { participants: [guest.id] } })).toMatchObject({ messagesLeft: 1 })
  await write('Ben je er?')
  await expect(write('Hallo?')).rejects.toMatchObject({ code: 'chat.awaitAnswer' })
  await expect(ask(host, guest)).rejects.toMatchObject(refusal)
})
