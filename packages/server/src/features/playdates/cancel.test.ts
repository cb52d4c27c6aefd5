import { makeCalendarFeed } from '@papadag/contract/calendars'
import { sendReport } from '@papadag/contract/moderation'
import { notifications } from '@papadag/contract/notifications'
import {
  cancelledPlaydates,
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
  onePlaydate,
  ownPlaydates,
  undoCancel,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { deleteAccount } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { decide } from '../../testing/moderation.ts'
import { kindsOf } from '../../testing/scenes/notices.ts'
import { aPlaydate, world } from '../../testing/world.ts'
import { forgetPlaydates } from './commands.ts'

/** A playdate of the host's that the guest has joined and the stranger has not. */
async function planned() {
  const opened = await world({ fathers: 2 })
  const [guest, stranger] = opened.fathers
  const playdate = await opened.host.call(createPlaydate, {
    body: aPlaydate({
      title: 'Vliegeren',
      location: 'Tuinstraat 5',
      locationVisibility: 'participants',
      area: 'Jordaan',
    }),
  })
  const params = { id: playdate.id }
  await guest.call(joinPlaydate, { params, body: { children: 1 } })
  return { ...opened, guest, stranger, playdate, params }
}

test('only participants still see a cancelled playdate, with the reason and without the address', async () => {
  const { host, guest, stranger, params } = await planned()
  await host.call(deletePlaydate, { params, body: { reason: ' Noor heeft koorts. ', reasonKind: 'illChild' } })
  const seen = await guest.call(onePlaydate, { params })
  expect(seen).toMatchObject({
    state: 'cancelled',
    sequence: 1,
    cancelReason: 'Noor heeft koorts.',
    cancelReasonKind: 'illChild',
    undoUntil: null,
    location: 'Jordaan',
  })
  expect(await guest.call(upcomingPlaydates)).toMatchObject([{ id: params.id, state: 'cancelled' }])
  expect(await guest.call(ownPlaydates)).toHaveLength(1)
  for (const other of [host, stranger]) {
    await expect(other.call(onePlaydate, { params })).rejects.toMatchObject({ status: 404 })
    expect(await other.call(upcomingPlaydates)).toEqual([])
    expect(await other.call(ownPlaydates)).toEqual([])
  }
  await expect(stranger.call(joinPlaydate, { params, body: {} })).rejects.toMatchObject({ status: 404 })
  await expect(guest.call(joinPlaydate, { params, body: { children: 2 } })).rejects.toMatchObject({
    code: 'playdate.cancelled',
  })
  await expect(host.call(editPlaydate, { params, body: aPlaydate() })).rejects.toMatchObject({ status: 404 })
  expect(await kindsOf(guest)).toEqual(['playdate.cancelled'])
})

test('only the creator can undo a cancellation, for ten minutes, and participants are notified again', async () => {
  const { db, host, guest, stranger, params } = await planned()
  await expect(host.call(undoCancel, { params })).rejects.toMatchObject({ status: 409, code: 'playdate.undoOver' })
  await host.call(deletePlaydate, { params })
  const [mine] = await host.call(cancelledPlaydates)
  const untilMs = Date.parse(mine?.undoUntil ?? '') - Date.now()
  expect(untilMs).toBeGreaterThan(9 * 60_000)
  expect(untilMs).toBeLessThanOrEqual(10 * 60_000 + 1000)
  await expect(guest.call(undoCancel, { params })).rejects.toMatchObject({ status: 403 })
  await expect(stranger.call(undoCancel, { params })).rejects.toMatchObject({ status: 404 })
  const back = await host.call(undoCancel, { params })
  expect(back).toMatchObject({ state: 'planned', sequence: 2, placesTaken: 3 })
  expect(await kindsOf(guest)).toEqual(['playdate.restored'])
  expect(await host.call(cancelledPlaydates)).toEqual([])
  expect(await guest.call(onePlaydate, { params })).toMatchObject({ state: 'planned', location: 'Tuinstraat 5' })

  await host.call(deletePlaydate, { params })
  await db.run(sql`update playdates set undo_until = now() where id = ${params.id}`)
  await expect(host.call(undoCancel, { params })).rejects.toMatchObject({ status: 409, code: 'playdate.undoOver' })
  expect(await host.call(cancelledPlaydates)).toEqual([])
})

test('a cancellation that can no longer be undone because the playdate is over offers no undo', async () => {
  const { db, host, params } = await planned()
  await host.call(deletePlaydate, { params })
  expect(await host.call(cancelledPlaydates)).toHaveLength(1)
  await db.run(sql`
    update playdates set start_time = now() - interval '2 hours', end_time = now() - interval '1 minute' where id = ${params.id}`)
  expect(await host.call(cancelledPlaydates)).toEqual([])
  await expect(host.call(undoCancel, { params })).rejects.toMatchObject({ code: 'playdate.undoOver' })
})

test('a cancelled playdate disappears after its day, its reason a day later, and its row after a month', async () => {
  const { db, host, guest, params } = await planned()
  await host.call(deletePlaydate, { params, body: { reasonKind: 'weather' } })
  await db.run(sql`
    update playdates set start_time = now() - interval '26 hours', end_time = now() - interval '25 hours' where id = ${params.id}`)
  await expect(guest.call(onePlaydate, { params })).rejects.toMatchObject({ status: 404 })
  expect(await guest.call(ownPlaydates)).toEqual([])
  await forgetPlaydates(db)
  expect(await db.count(sql`from playdates where cancel_reason_kind is null`)).toBe(1)
  await db.run(sql`
    update playdates set cancelled_at = now() - interval '31 days', start_time = now() - interval '32 days',
           end_time = now() - interval '31 days' where id = ${params.id}`)
  await forgetPlaydates(db)
  expect(await db.count(sql`from playdates`)).toBe(0)
})

test('a reason that is too long or unknown is refused', async () => {
  const { host, guest, params } = await planned()
  for (const body of [
    { reason: 'x'.repeat(201) },
    { reason: 'x'.repeat(10_000) },
    { reasonKind: 'geen zin' as 'work' },
  ]) {
    await expect(host.call(deletePlaydate, { params, body })).rejects.toMatchObject({ status: 400 })
  }
  await expect(guest.call(leavePlaydate, { params, body: { message: 'x'.repeat(10_000) } })).rejects.toMatchObject({
    status: 400,
  })
  expect(await guest.call(onePlaydate, { params })).toMatchObject({ state: 'planned', sequence: 0 })
})

test('a participant who leaves can tell the creator why, and only the creator reads it', async () => {
  const { host, guest, stranger, params } = await planned()
  await stranger.call(joinPlaydate, { params, body: {} })
  await guest.call(leavePlaydate, { params, body: { message: 'Mijn trein rijdt niet.' } })
  const [told] = await host.call(notifications)
  expect(told).toMatchObject({
    kind: 'playdate.left',
    details: { message: 'Mijn trein rijdt niet.' },
    person: { id: guest.id, firstName: expect.any(String) },
  })
  expect(await kindsOf(stranger)).toEqual([])
  // Joining again and again makes one line.
  await guest.call(joinPlaydate, { params, body: {} })
  await guest.call(leavePlaydate, { params, body: { message: 'Toch niet.' } })
  expect((await kindsOf(host)).filter(kind => kind === 'playdate.left')).toHaveLength(1)
})

/** What a participant sees when somebody other than its creator ends a playdate. */
async function endedBy(end: (opened: Awaited<ReturnType<typeof planned>>) => Promise<unknown>) {
  const opened = await planned()
  const { db, guest, stranger, visitor, params } = opened
  await db.run(sql`update users set is_moderator = true where id = ${stranger.id}`)
  const { url } = await guest.call(makeCalendarFeed, { body: { name: 'Telefoon', variant: 'full' } })
  await end(opened)
  const listed = await guest.call(upcomingPlaydates)
  const told = await guest.call(notifications)
  const calendar = await (await visitor.fetch('GET', new URL(url).pathname)).text()
  const one = await guest.fetch('GET', `/api/playdates/${params.id}`)
  const all = JSON.stringify([listed, told, calendar])
  expect(all, 'nobody says why').not.toMatch(/account|schors|spam|modera|reclame|Huisregel/i)
  return { db, listed, told, calendar, status: one.status }
}

test('a suspension or a moderator cancels a playdate as its creator would: card, notice and calendar say so without a reason', async () => {
  for (const [targetType, decision] of [
    ['user', 'suspend'],
    ['playdate', 'remove'],
  ] as const) {
    const { db, listed, told, calendar, status } = await endedBy(
      async ({ db: inside, guest, stranger, host, params }) => {
        const targetId = targetType === 'user' ? host.id : params.id
        const report = await guest.call(sendReport, { body: { targetType, targetId, reason: 'spam' } })
        await decide(stranger, report.id, decision, 7)
        // The reporter's notice about his report is not tested here.
        await inside.run(sql`delete from notifications where kind = 'report.decided'`)
      },
    )
    expect(status).toBe(200)
    expect(listed).toMatchObject([{ state: 'cancelled', cancelReason: null, cancelReasonKind: null }])
    expect(told.map(({ kind }) => kind)).toEqual(['playdate.cancelled'])
    expect(calendar).toMatch(/STATUS:CANCELLED/)
    expect(await db.count(sql`from playdates where undo_until is not null`)).toBe(0)
  }
})

test('deleting the creator’s account deletes his playdates, and participants are told that they are cancelled', async () => {
  const { listed, told, calendar, status } = await endedBy(({ host }) => host.call(deleteAccount))
  expect([status, listed]).toEqual([404, []])
  expect(told).toMatchObject([{ kind: 'playdate.cancelled', details: { title: 'Vliegeren' } }])
  expect(told[0]?.details.playdateId).toBeUndefined()
  expect(calendar, 'calendars take away what is gone').not.toContain('VEVENT')
})
