import { answerRequest, sendMessage } from '@papadag/contract/chat'
import { notifications, readNotification, readNotifications, unread } from '@papadag/contract/notifications'
import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
  undoCancel,
} from '@papadag/contract/playdates/playdates'
import { pushDevices, subscribe } from '@papadag/contract/push'
import { block, editSettings } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { acquainted, chatOf } from '../../testing/chat.ts'
import { nothingWaits } from '../../testing/mail.ts'
import { awake, withPhone } from '../../testing/push.ts'
import { aPlaydate } from '../../testing/world.ts'

/** The quarter of an hour in which a reader is notified of a playdate only once passes. */
async function later(db: Db) {
  await nothingWaits(db)
  await db.run(sql`update outbox set due_at = now() where kind = 'notice'`)
  await nothingWaits(db)
}
/** Sends once more what all notifications say. */
const repeatNotices = (db: Db) =>
  db.run(
    sql`insert into outbox (kind, user_id, payload) select 'notice', user_id, jsonb_build_object('notificationId', id) from notifications`,
  )
const texts = (notices: readonly { title: string; body: string }[]) => JSON.stringify(notices)

test('cancelling, restoring and moving a playdate is pushed, encrypted and padded, in the receiver’s language', async () => {
  const { db, host, guest, service } = await withPhone()
  await guest.call(editSettings, { body: { language: 'en' } })
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ title: 'Met Noor naar Tuinstraat 5' }) })
  const params = { id }
  await guest.call(joinPlaydate, { params, body: {} })
  await host.call(deletePlaydate, { params, body: { reason: 'Noor heeft koorts', reasonKind: 'illChild' } })
  await service.messages(1)
  await later(db)
  await host.call(undoCancel, { params })
  await service.messages(2)
  await later(db)
  await host.call(editPlaydate, {
    params,
    body: aPlaydate({ endTime: new Date(Date.now() + 3 * 86_400_000).toISOString() }),
  })
  const told = await service.messages(3)
  expect(told.map(({ title }) => title)).toEqual(['Playdate cancelled', 'Playdate is back on', 'Playdate changed'])
  expect(new Set(told.map(({ tag }) => tag))).toEqual(new Set([`playdate-${id}`]))
  expect(told[0]).toMatchObject({ navigate: `/playdates?open=${id}`, lang: 'en', silent: false, app_badge: '1' })
  expect(texts(told)).not.toMatch(/Noor|Tuinstraat|koorts/)
  expect(new Set(service.received.map(({ bytes }) => bytes)).size).toBe(1)
  const [first] = service.received
  expect(first?.message.app_badge).toBe(1)
  expect(told[0]?.data.waits).toMatch(/^notice-\d+$/)
  const headers = first?.headers ?? {}
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: expect.any(String), urgency: 'high' })
  expect(String(headers.authorization)).toMatch(/^vapid t=.+, k=/)
})

test('a push service keeps a message until the playdate starts, and for a day at most', async () => {
  const { host, guest, service } = await withPhone()
  const hourMs = 3_600_000
  for (const startsInMs of [2 * hourMs, 72 * hourMs]) {
    const startTime = new Date(Date.now() + startsInMs).toISOString()
    const endTime = new Date(Date.now() + startsInMs + hourMs).toISOString()
    const { id } = await host.call(createPlaydate, { body: aPlaydate({ startTime, endTime }) })
    await guest.call(joinPlaydate, { params: { id }, body: {} })
    await host.call(deletePlaydate, { params: { id }, body: {} })
  }
  await service.messages(2)
  const kept = service.received.map(({ headers }) => Number(headers.ttl)).sort((a, b) => a - b)
  expect(kept[0]).toBeGreaterThan(3600)
  expect(kept[0]).toBeLessThanOrEqual(7200)
  expect(kept[1]).toBe(86_400)
})

test('a push about a message names the sender but not the content, and a read message is not pushed', async () => {
  const { db, host, guest, service } = await withPhone()
  const chatId = await acquainted(host, guest)
  await db.run(sql`delete from outbox`)
  const params = { id: chatId }
  await host.call(sendMessage, { params, body: { content: 'Neem je laarzen mee', clientId: crypto.randomUUID() } })
  // A row that had been sent would not wait for the second message.
  await db.run(sql`update outbox set due_at = now() + interval '1 hour'`)
  await host.call(sendMessage, { params, body: { content: 'En een emmer', clientId: crypto.randomUUID() } })
  expect(await db.count(sql`from outbox where kind = 'message'`)).toBe(1)
  await db.run(sql`update outbox set due_at = now()`)
  const told = await service.messages(1)
  expect(told).toMatchObject([
    { title: 'Nieuw bericht van Vader 1', navigate: `/chat/${chatId}`, tag: `chat-${chatId}` },
  ])
  expect(texts(told)).not.toMatch(/laarzen|emmer/)
  await host.call(sendMessage, { params, body: { content: 'Nog iets', clientId: crypto.randomUUID() } })
  await db.run(sql`update memberships set read_seq = 1000`)
  await db.run(sql`update outbox set due_at = now()`)
  await nothingWaits(db)
  expect(service.received).toHaveLength(1)
})

test('a stranger’s request is not pushed, and one that is postponed does not count as unread', async () => {
  const { db, host, guest, service } = await withPhone()
  const id = await chatOf(host, guest)
  const params = { id }
  await host.call(sendMessage, { params, body: { content: 'Ken ik jou?' } })
  await db.run(sql`update outbox set due_at = now()`)
  await vi.waitFor(async () => expect(await db.count(sql`from outbox where kind = 'message'`)).toBe(0))
  expect(service.tries).toEqual([])
  expect(await guest.call(unread)).toMatchObject({ messages: 1, waiting: [`chat-${id}`] })
  await guest.call(answerRequest, { params, body: { accept: false } })
  expect(await guest.call(unread)).toMatchObject({ messages: 0, waiting: [] })
  await guest.call(answerRequest, { params, body: { accept: true } })
  await host.call(sendMessage, { params, body: { content: 'Fijn' } })
  await db.run(sql`update outbox set due_at = now()`)
  expect(await service.messages(1)).toMatchObject([{ tag: `chat-${id}` }])
})

test('a reminder comes at the chosen time, and never for a playdate that was left, moved, cancelled, hidden or blocked', async () => {
  const { db, host, guest, service } = await withPhone()
  await guest.call(editSettings, { body: { notifications: { remindBeforeMin: [60] } } })
  const ids: number[] = []
  for (let time = 0; time < 6; time += 1) {
    const { id } = await host.call(createPlaydate, { body: aPlaydate() })
    await guest.call(joinPlaydate, { params: { id }, body: {} })
    ids.push(id)
  }
  const [kept, left, moved, cancelled, hidden, blocked] = ids as [number, number, number, number, number, number]
  expect(await db.count(sql`from outbox where kind = 'reminder' and user_id = ${guest.id}`)).toBe(6)
  await guest.call(leavePlaydate, { params: { id: left } })
  await db.run(
    sql`update playdates set start_time = start_time + interval '10 minutes', end_time = end_time + interval '10 minutes' where id = ${moved}`,
  )
  await host.call(deletePlaydate, { params: { id: cancelled } })
  await db.run(sql`update playdates set hidden_at = now() where id = ${hidden}`)
  await db.run(sql`update outbox set due_at = now() where kind = 'reminder' and playdate_id <> ${blocked}`)
  await vi.waitFor(() => expect(service.received.length).toBeGreaterThanOrEqual(2))
  await host.call(block, { params: { id: guest.id } })
  await db.run(sql`update outbox set due_at = now() where kind = 'reminder'`)
  await nothingWaits(db)
  const reminders = service.received.filter(({ message }) => message.notification.title === 'Denk aan je speelafspraak')
  expect(reminders.map(({ message }) => message.notification.tag)).toEqual([`playdate-${kept}`])
})

test('quiet hours delay pushes, except those about the next twelve hours', async () => {
  const { db, host, guest, service } = await withPhone()
  const zone = { timeZone: 'UTC' }
  const now = new Date()
  const clock = (shiftMs: number) => new Date(now.getTime() + shiftMs).toISOString().slice(11, 16)
  const quietHours = { from: clock(-3_600_000), to: clock(3_600_000) }
  await guest.call(editSettings, { body: { notifications: { ...zone, quietHours } } })
  const { id: late } = await host.call(createPlaydate, { body: aPlaydate() })
  const soon = {
    startTime: new Date(now.getTime() + 3_600_000).toISOString(),
    endTime: new Date(now.getTime() + 7_200_000).toISOString(),
  }
  const { id: near } = await host.call(createPlaydate, { body: aPlaydate(soon) })
  for (const id of [late, near]) await guest.call(joinPlaydate, { params: { id }, body: {} })
  for (const id of [late, near]) await host.call(deletePlaydate, { params: { id } })
  expect(await service.messages(1)).toMatchObject([{ tag: `playdate-${near}` }])
  await vi.waitFor(async () =>
    expect(
      await db.count(
        sql`from outbox where kind = 'notice' and user_id = ${guest.id} and due_at > now() + interval '50 minutes'`,
      ),
    ).toBe(1),
  )
  await guest.call(editSettings, { body: awake })
  await db.run(sql`update outbox set due_at = now() where kind = 'notice' and user_id = ${guest.id}`)
  expect(await service.messages(2)).toMatchObject([{ tag: `playdate-${near}` }, { tag: `playdate-${late}` }])
})

test('in quiet hours a user hears each time that a playdate starting soon is moved, to whatever time', async () => {
  const { db, host, guest, service } = await withPhone()
  const clock = (shiftMs: number) => new Date(Date.now() + shiftMs).toISOString().slice(11, 16)
  const quietHours = { from: clock(-3_600_000), to: clock(3_600_000) }
  await guest.call(editSettings, { body: { notifications: { timeZone: 'UTC', quietHours } } })
  const at = (hours: number) => ({
    startTime: new Date(Date.now() + hours * 3_600_000).toISOString(),
    endTime: new Date(Date.now() + (hours + 1) * 3_600_000).toISOString(),
  })
  const { id } = await host.call(createPlaydate, { body: aPlaydate(at(3)) })
  await guest.call(joinPlaydate, { params: { id }, body: {} })
  for (const [times, hours] of [48, 72].entries()) {
    await host.call(editPlaydate, { params: { id }, body: aPlaydate(at(hours)) })
    expect((await service.messages(times + 1)).at(-1)).toMatchObject({ title: 'Speelafspraak gewijzigd' })
    await later(db)
  }
  expect(await guest.call(notifications)).toHaveLength(1)
})

test('switched-off kinds and notices read in the app are not pushed', async () => {
  const { db, host, guest, service } = await withPhone()
  await guest.call(editSettings, { body: { notifications: { push: { playdates: false } } } })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  await guest.call(joinPlaydate, { params: { id }, body: {} })
  await host.call(deletePlaydate, { params: { id } })
  await nothingWaits(db)
  await guest.call(editSettings, { body: { notifications: { push: { playdates: true } } } })
  expect(await guest.call(notifications)).toHaveLength(1)
  await guest.call(readNotifications)
  await repeatNotices(db)
  await nothingWaits(db)
  expect(service.received).toEqual([])
})

test('a change is not pushed to a user who may no longer see the playdate when it is sent', async () => {
  const { db, host, guest, other, service } = await withPhone()
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  const params = { id }
  await guest.call(joinPlaydate, { params, body: {} })
  await host.call(editPlaydate, { params, body: aPlaydate({ location: 'Het Twiske' }) })
  await service.messages(1)
  await nothingWaits(db)
  const changes: [string, Sql, Sql][] = [
    ['hidden', sql`update playdates set hidden_at = now()`, sql`update playdates set hidden_at = null`],
    ['blocked', sql`insert into blocks values (${host.id}, ${guest.id})`, sql`delete from blocks`],
    [
      'left',
      sql`update participants set user_id = ${other.id} where user_id = ${guest.id}`,
      sql`update participants set user_id = ${guest.id} where user_id = ${other.id}`,
    ],
  ]
  for (const [state, change, undo] of changes) {
    await db.run(change)
    await repeatNotices(db)
    await nothingWaits(db)
    expect(service.received, state).toHaveLength(1)
    await db.run(undo)
  }
  await repeatNotices(db)
  await service.messages(2)
})

test('an expired device is removed, a failing service is retried, and other devices are not notified twice', async () => {
  const { db, guest, service, device } = await withPhone()
  const tablet = await guest.call(subscribe, { body: service.subscription('tablet') })
  await guest.call(subscribe, { body: service.subscription('old') })
  service.answer('old', 410)
  service.answer('tablet', 503)
  await db.run(sql`insert into outbox (kind, user_id) values ('test', ${guest.id})`)
  await vi.waitFor(async () =>
    expect(await db.count(sql`from outbox where payload -> 'only' = jsonb_build_array(${tablet.id}::int)`)).toBe(1),
  )
  const known = async () => (await guest.call(pushDevices)).map(({ id }) => id)
  await vi.waitFor(async () => expect(await known()).toEqual([tablet.id, device.id]))
  service.answer('tablet', 201)
  await db.run(sql`update push_subscriptions set retry_at = null`)
  await db.run(sql`update outbox set due_at = now()`)
  await service.messages(2)
  expect(service.received.map(({ path }) => path).sort()).toEqual(['/phone', '/tablet'])
})

test('an expired device is removed, a refusing one is kept, and a busy push service is retried when it asks for it', async () => {
  const { db, guest, service } = await withPhone()
  await guest.call(subscribe, { body: service.subscription('gone') })
  await guest.call(subscribe, { body: service.subscription('refusing') })
  service.answer('gone', 404)
  service.answer('refusing', 413)
  service.answer('phone', 429, { 'retry-after': '600' })
  await db.run(sql`insert into outbox (kind, user_id) values ('test', ${guest.id})`)
  const waits = sql`from push_subscriptions where retry_at > now() + interval '5 minutes' and retry_at < now() + interval '610 seconds'`
  await vi.waitFor(async () => expect(await db.count(waits)).toBe(1))
  await vi.waitFor(async () => expect(await db.count(sql`from outbox where payload -> 'only' is not null`)).toBe(1))
  expect((await guest.call(pushDevices)).map(({ name }) => name)).toEqual([null, 'Telefoon'])
  // The row waits until then, so the push service is not contacted earlier.
  await db.run(sql`update outbox set due_at = now()`)
  await vi.waitFor(async () => expect(await db.count(sql`from outbox where due_at > now() and attempts >= 2`)).toBe(1))
  expect(service.tries.filter(path => path === '/phone')).toHaveLength(1)
})

test('a father can list his unread notifications, and mark them as read singly or by playdate', async () => {
  const { host, guest, service } = await withPhone()
  const ids: number[] = []
  for (let time = 0; time < 3; time += 1) {
    const { id } = await host.call(createPlaydate, { body: aPlaydate() })
    await guest.call(joinPlaydate, { params: { id }, body: {} })
    await host.call(deletePlaydate, { params: { id } })
    ids.push(id)
  }
  const told = await service.messages(3)
  const names = (await guest.call(notifications)).map(({ id }) => `notice-${id}`)
  expect(new Set(told.map(({ data }) => data.waits))).toEqual(new Set(names))
  const before = await guest.call(unread)
  expect([...before.waiting].sort()).toEqual([...names, ...ids.map(id => `playdate-${id}`)].sort())
  expect(before.notifications).toBe(3)
  await guest.call(readNotifications, { body: { playdateId: ids[0] } })
  await guest.call(readNotification, { params: { id: Number(names[0]?.slice(7)) } })
  expect(await guest.call(unread)).toMatchObject({ notifications: 1, waiting: [`playdate-${ids[1]}`, names[1]] })
  await host.call(readNotifications, { body: { playdateId: ids[1] } })
  await guest.call(readNotifications, { body: {} })
  expect(await guest.call(unread)).toMatchObject({ notifications: 0, messages: 0, waiting: [] })
})
