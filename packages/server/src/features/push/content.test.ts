import { sendMessage } from '@papadag/contract/chat'
import { createPlaydate, deletePlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { subscribe } from '@papadag/contract/push'
import { editSettings } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import { type Db, sql } from '../../platform/db/db.ts'
import { acquainted } from '../../testing/chat.ts'
import { pushService } from '../../testing/push.ts'
import { aPlaydate, world } from '../../testing/world.ts'

/** A guest whose phone gets push messages, without quiet hours. */
async function open() {
  const service = await pushService()
  const all = await world({ fathers: 1, env: service.env })
  const [guest] = all.fathers
  await guest.call(editSettings, { body: { notifications: { quietHours: null } } })
  await guest.call(subscribe, { body: service.subscription('phone') })
  return { ...all, service, guest }
}

/** Waits until nothing is due or under way: a row is leased for less than a minute. */
const nothingWaits = (db: Db) =>
  vi.waitFor(async () => expect(await db.count(sql`from outbox where due_at <= now() + interval '1 minute'`)).toBe(0))

test('a message that moderators have hidden is not pushed until they restore it', async () => {
  const { db, host, guest, service } = await open()
  const chatId = await acquainted(host, guest)
  await db.run(sql`update memberships set read_seq = 1000`)
  await db.run(sql`delete from outbox`)
  await host.call(sendMessage, { params: { id: chatId }, body: { content: 'Nog iets', clientId: crypto.randomUUID() } })
  await db.run(sql`update outbox set due_at = now() + interval '1 hour'`)
  await db.run(sql`update memberships set read_seq = (select max(seq) - 1 from messages)`)
  const repeated = async () => {
    await db.run(sql`delete from outbox`)
    const payload = JSON.stringify({ chatId })
    await db.run(sql`insert into outbox (kind, user_id, payload) values ('message', ${guest.id}, ${payload}::jsonb)`)
    await nothingWaits(db)
  }
  await db.run(sql`update messages set hidden_at = now() where seq = (select max(seq) from messages)`)
  await repeated()
  expect(service.received).toHaveLength(0)
  await db.run(sql`update messages set hidden_at = null`)
  await repeated()
  expect(await service.messages(1)).toMatchObject([{ navigate: `/chat/${chatId}` }])
})

test.each([
  ['Pacific/Auckland', '2 juni', '10:30'],
  ['America/New_York', '1 juni', '18:30'],
])('a push shows the time on its reader’s clock, in %s', async (timeZone, day, time) => {
  const { host, guest, service } = await open()
  await guest.call(editSettings, { body: { notifications: { quietHours: null, timeZone } } })
  const times = { startTime: '2099-06-01T22:30:00.000Z', endTime: '2099-06-01T23:30:00.000Z' }
  const { id } = await host.call(createPlaydate, { body: aPlaydate(times) })
  await guest.call(joinPlaydate, { params: { id }, body: {} })
  await host.call(deletePlaydate, { params: { id } })
  const [told] = await service.messages(1)
  expect(told?.body).toContain(day)
  expect(told?.body).toContain(time)
})
