import {
  cancelledPlaydates,
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
  onePlaydate,
  undoCancel,
} from '@papadag/contract/playdates/playdates'
import { subscribe } from '@papadag/contract/push'
import { editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { codes } from '../../testing/client.ts'
import { mailWorld, nothingWaits, quarterLater } from '../../testing/mail.ts'
import { pushService } from '../../testing/push.ts'
import { kindsOf } from '../../testing/scenes/notices.ts'
import { aPlaydate, world } from '../../testing/world.ts'

/** A playdate with a guest; he gets mail and the host push messages, neither with quiet hours. */
async function open() {
  const service = await pushService()
  const all = await mailWorld({ fathers: 1, env: service.env })
  const { father: guest } = all
  const planned = aPlaydate()
  const params = { id: (await all.host.call(createPlaydate, { body: planned })).id }
  await guest.call(joinPlaydate, { params, body: {} })
  const move = (minutes: number) =>
    all.host.call(editPlaydate, {
      params,
      body: { ...planned, endTime: new Date(Date.parse(planned.endTime) + minutes * 60_000).toISOString() },
    })
  const subjects = () => all.smtp.mails.map(({ headers }) => headers.get('subject'))
  return { ...all, service, subjects, guest, params, move }
}

/** A quarter of an hour passes. */
test('a playdate that is moved and cancelled again and again is mailed once a quarter of an hour, with its last state', async () => {
  const { db, host, guest, params, move, subjects } = await open()
  for (let time = 1; time <= 20; time += 1) await move(time)
  await nothingWaits(db)
  expect(subjects()).toEqual(['Speelafspraak gewijzigd'])
  for (let time = 0; time < 3; time += 1) {
    await host.call(deletePlaydate, { params })
    await nothingWaits(db)
    await host.call(undoCancel, { params })
    await nothingWaits(db)
  }
  await host.call(deletePlaydate, { params })
  await nothingWaits(db)
  expect(subjects()).toHaveLength(1)
  expect(await kindsOf(guest)).toEqual(['playdate.cancelled'])

  await quarterLater(db)
  expect(subjects()).toEqual(['Speelafspraak gewijzigd', 'Speelafspraak gaat niet door'])
  // Nothing else has happened: nothing more is sent, and nothing waits.
  await quarterLater(db)
  expect(subjects()).toHaveLength(2)
  expect(await db.count(sql`from outbox where user_id = ${guest.id}`)).toBe(0)
})

test('after a quarter of an hour the next change is mailed at once', async () => {
  const { db, move, subjects } = await open()
  await move(1)
  await quarterLater(db)
  expect(subjects()).toHaveLength(1)
  await move(2)
  await nothingWaits(db)
  expect(subjects()).toHaveLength(2)
})

test('change after change does not postpone the next mail for ever', async () => {
  const { db, move, subjects } = await open()
  await move(1)
  await nothingWaits(db)
  for (let minutes = 5; minutes <= 15; minutes += 5) {
    await move(minutes)
    await db.run(sql`update outbox set due_at = due_at - interval '5 minutes'`)
  }
  await nothingWaits(db)
  expect(subjects()).toHaveLength(2)
})

test('in quiet hours a change to a playdate that starts soon is not delayed by an earlier one that waits for the morning', async () => {
  const { db, guest, host, params, move, subjects } = await open()
  const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
  const quietHours = { from: clock(-1), to: clock(8) }
  await guest.call(editSettings, { body: { notifications: { timeZone: 'UTC', quietHours } } })
  await move(1)
  await nothingWaits(db)
  expect(subjects()).toEqual([])
  const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  await host.call(editPlaydate, { params, body: aPlaydate({ startTime: soon(60), endTime: soon(120) }) })
  await quarterLater(db)
  expect(subjects()).toEqual(['Speelafspraak gewijzigd'])
})

test('a father who joins and leaves again and again reaches the creator’s phone once a quarter of an hour', async () => {
  const { db, host, guest, service, params } = await open()
  await nothingWaits(db)
  await db.run(sql`delete from outbox`)
  await host.call(subscribe, { body: service.subscription('phone') })
  for (let time = 0; time < 5; time += 1) {
    await guest.call(leavePlaydate, { params, body: { message: `Toch niet ${time}` } })
    await guest.call(joinPlaydate, { params, body: {} })
    await nothingWaits(db)
  }
  expect(service.received).toHaveLength(1)
  await quarterLater(db)
  expect(service.received.length).toBeLessThanOrEqual(2)
})

test('a cancellation can be undone three times', async () => {
  const { host, guest, params } = await open()
  for (let time = 0; time < 3; time += 1) {
    await host.call(deletePlaydate, { params })
    expect(await host.call(cancelledPlaydates)).toHaveLength(1)
    await host.call(undoCancel, { params })
  }
  await host.call(deletePlaydate, { params })
  expect(await host.call(cancelledPlaydates)).toEqual([])
  await expect(host.call(undoCancel, { params })).rejects.toMatchObject({ status: 409, code: 'playdate.undoOver' })
  expect(await guest.call(onePlaydate, { params })).toMatchObject({ state: 'cancelled' })
})

test('a father can edit and cancel only so often, and each has its own limit', async () => {
  const { host } = await world({ env: { RATE_LIMIT: 'on' } })
  const params = { id: (await host.call(createPlaydate, { body: aPlaydate() })).id }
  const body = aPlaydate()
  const edits = await Promise.allSettled(Array.from({ length: 31 }, () => host.call(editPlaydate, { params, body })))
  expect(codes(edits)).toEqual(['request.tooOften'])
  await host.call(deletePlaydate, { params })
  // Undos count as cancellations do.
  const undos = await Promise.allSettled(Array.from({ length: 30 }, () => host.call(undoCancel, { params })))
  expect(codes(undos).filter(code => code === 'request.tooOften')).toHaveLength(1)
})
