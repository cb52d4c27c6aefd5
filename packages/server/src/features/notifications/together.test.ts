import { sendMessage } from '@papadag/contract/chat'
import { makeInvite } from '@papadag/contract/invites'
import { createPlaydate, deletePlaydate, editPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { createPoll } from '@papadag/contract/playdates/polls'
import { takeStanding } from '@papadag/contract/playdates/series'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { block, deleteAccount, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { type Db, sql } from '../../platform/db/db.ts'
import { acquainted, chatOf } from '../../testing/chat.ts'
import { type MailWorld, mailWorld, nothingWaits, quarterLater } from '../../testing/mail.ts'
import { aPoll } from '../../testing/polls.ts'
import { anHourIn } from '../../testing/series.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate, type Father } from '../../testing/world.ts'

/** An acquaintance who is asked, written to and invited. */
async function known() {
  const opened = await mailWorld()
  const { db, host, father: guest } = opened
  const id = await acquainted(host, guest)
  await guest.call(editSettings, { body: { notifications: { mail: { messages: true } } } })
  await db.run(sql`delete from outbox`)
  const write = (content: string) => host.call(sendMessage, { params: { id }, body: { content } })
  return {
    ...opened,
    guest,
    write,
    ask: () => host.call(createPoll, { body: aPoll({ fathers: [guest.id] }) }),
    async invite() {
      const playdate = await host.call(createPlaydate, { body: aPlaydate() })
      const { url } = await host.call(makeInvite, { params: { id: playdate.id }, body: {} })
      await host.call(sendMessage, { params: { id }, body: { content: url, asksTo: playdate.id } })
      return playdate.id
    },
    async read() {
      const screen = await connect(guest)
      screen.send({ type: 'mark_read', chatId: id, seq: 1000 })
      await screen.frame('read')
    },
  }
}
type Known = Awaited<ReturnType<typeof known>>
/** Sends what waits for five seconds, in case somebody reads it. */
async function soon(db: Db) {
  await db.run(sql`update outbox set due_at = now() where due_at < now() + interval '10 seconds'`)
  await nothingWaits(db)
}

test.each<[string, ...((known: Known) => Promise<unknown>)[]]>([
  ['messages', ...Array(4).fill(({ write }: Known) => write('Hoi'))],
  ['invitations', ...Array(4).fill(({ invite }: Known) => invite())],
  ['a message, an invitation and a question', k => k.write('Hoi'), k => k.invite(), k => k.ask()],
  ['a question, an invitation and a message', k => k.ask(), k => k.invite(), k => k.write('Hoi')],
  [
    'an invitation to what is moved and cancelled',
    k => k.invite(),
    async ({ host, invite }) => {
      const params = { id: await invite() }
      await host.call(editPlaydate, {
        params,
        body: aPlaydate(anHourIn(3)),
      })
    },
    async ({ host, invite }) => host.call(deletePlaydate, { params: { id: await invite() } }),
  ],
])('an acquaintance gets one mail in a quarter of an hour about %s', async (_, ...acts) => {
  const opened = await known()
  const { db, guest, mailsTo } = opened
  for (const act of acts) {
    await act(opened)
    await soon(db)
  }
  expect(mailsTo(guest)).toBe(1)
  await quarterLater(db)
  expect(mailsTo(guest)).toBe(2)
  await quarterLater(db)
  expect(mailsTo(guest)).toBe(2)
})

test('a father who has read a message is mailed the next one at once, even if another was waiting', async () => {
  const { db, guest, write, read, mailsTo } = await known()
  await write('Hoi')
  await soon(db)
  await write('Ben je er?')
  await soon(db)
  expect(mailsTo(guest)).toBe(1)
  await read()
  await nothingWaits(db)
  await write('Tot morgen')
  await soon(db)
  expect(mailsTo(guest)).toBe(2)
})

test('a message that a father wants no notice of does not hold back a question', async () => {
  const { db, guest, write, ask, mailsTo } = await known()
  await guest.call(editSettings, { body: { notifications: { mail: { messages: false } } } })
  await db.run(
    sql`insert into push_subscriptions (user_id, endpoint, p256dh, auth) values (${guest.id}, 'https://push.example/1', 'k', 'a')`,
  )
  await write('Hoi')
  await soon(db)
  await ask()
  await nothingWaits(db)
  expect(mailsTo(guest)).toBe(1)
})

/** How a father takes part in a playdate of the host. */
const takesPart: Record<string, (opened: MailWorld, father: Father, id: number) => Promise<unknown>> = {
  'takes part': (_, father, id) => father.call(joinPlaydate, { params: { id }, body: {} }),
  'is on the waiting list': async ({ fathers }, father, id) => {
    await fathers[1].call(joinPlaydate, { params: { id }, body: {} })
    await father.call(waitForPlaydate, { params: { id }, body: {} })
  },
  'was invited': async ({ host }, father, id) => {
    const params = { id: await chatOf(host, father) }
    await host.call(sendMessage, { params, body: { content: 'Ga je mee?', asksTo: id } })
  },
}
const ends: [string, (opened: MailWorld) => Promise<unknown>][] = [
  ['blocks him', ({ host, fathers }) => host.call(block, { params: { id: fathers[0].id } })],
  ['deletes his account', ({ host }) => host.call(deleteAccount)],
]

test.each(Object.keys(takesPart).flatMap(part => ends.map(([act, end]) => [part, act, end] as const)))(
  'a father who %s gets one mail about all playdates that end when their creator %s',
  async (part, _, end) => {
    const opened = await mailWorld()
    const { db, host, father: guest, other, mailsTo } = opened
    await acquainted(host, guest)
    const ids: number[] = []
    for (let day = 2; day < 6; day += 1) {
      const body = aPlaydate({ maxParticipants: 2, ...anHourIn(day) })
      const { id } = await host.call(createPlaydate, { body })
      await takesPart[part]?.(opened, guest, id)
      ids.push(id)
    }
    await nothingWaits(db)
    await db.run(sql`delete from outbox`)
    // One of the last was moved just before, and has been mailed.
    const body = aPlaydate({ maxParticipants: 2, ...anHourIn(7) })
    await host.call(editPlaydate, { params: { id: ids[3] ?? 0 }, body })
    await nothingWaits(db)
    expect(mailsTo(guest)).toBe(1)
    await end(opened)
    await nothingWaits(db)
    expect([mailsTo(guest), mailsTo(other)]).toEqual([1, expect.any(Number)])
    await quarterLater(db)
    await quarterLater(db)
    expect(mailsTo(guest)).toBeLessThanOrEqual(2)
  },
)

test('a regular gets one mail about the series and single playdates that end with their creator’s account', async () => {
  const { db, host, father: regular, mailsTo } = await mailWorld()
  const dates = (day: number) => anHourIn(day)
  const { series } = await host.call(createPlaydate, { body: aPlaydate({ ...dates(3), repeats: { every: 'week' } }) })
  await regular.call(takeStanding, { params: { id: series?.id ?? 0 }, body: {} })
  for (let day = 5; day < 8; day += 1) {
    const { id } = await host.call(createPlaydate, { body: aPlaydate(dates(day)) })
    await regular.call(joinPlaydate, { params: { id }, body: {} })
  }
  await nothingWaits(db)
  const before = mailsTo(regular)
  await db.run(sql`delete from outbox where kind = 'notice'`)
  await host.call(deleteAccount)
  await quarterLater(db)
  expect(mailsTo(regular)).toBe(before + 1)
})
