import { sendMessage } from '@papadag/contract/chat'
import { createPlaydate, deletePlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { acquainted } from '../../testing/chat.ts'
import { nothingWaits } from '../../testing/mail.ts'
import { withPhone } from '../../testing/push.ts'
import { aPlaydate } from '../../testing/world.ts'

test('a message that moderators have hidden is not pushed until they restore it', async () => {
  const { db, host, guest, service } = await withPhone()
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
  const { host, guest, service } = await withPhone()
  await guest.call(editSettings, { body: { notifications: { quietHours: null, timeZone } } })
  const times = { startTime: '2099-06-01T22:30:00.000Z', endTime: '2099-06-01T23:30:00.000Z' }
  const { id } = await host.call(createPlaydate, { body: aPlaydate(times) })
  await guest.call(joinPlaydate, { params: { id }, body: {} })
  await host.call(deletePlaydate, { params: { id } })
  const [told] = await service.messages(1)
  expect(told?.body).toContain(day)
  expect(told?.body).toContain(time)
})
