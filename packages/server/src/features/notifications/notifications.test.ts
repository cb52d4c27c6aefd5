import { notifications, readNotification, readNotifications } from '@papadag/contract/notifications'
import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
  undoCancel,
} from '@papadag/contract/playdates/playdates'
import { block, deleteAccount } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { kindsOf } from '../../testing/scenes/notices.ts'
import { aPlaydate, endPlaydate, type Father, world } from '../../testing/world.ts'
import { forgetNotifications } from './commands.ts'
import { unread } from './queries.ts'

test.each<[string, (host: Father, id: number) => Promise<unknown>]>([
  ['is cancelled', (host, id) => host.call(deletePlaydate, { params: { id } })],
  ['goes with the account of its creator', host => host.call(deleteAccount)],
])('participants are told that a coming playdate %s, and nobody else is', async (_, ends) => {
  const { db, host, father: guest, other: stranger } = await world({ fathers: 2 })
  const { id, startTime } = await host.call(createPlaydate, { body: aPlaydate({ title: 'Naar de dierentuin' }) })
  await guest.call(joinPlaydate, { params: { id }, body: {} })
  await ends(host, id)
  expect(await guest.call(notifications)).toMatchObject([
    { kind: 'playdate.cancelled', details: { title: 'Naar de dierentuin', startTime }, isRead: false },
  ])
  expect(await db.count(sql`from notifications where user_id <> ${guest.id}`)).toBe(0)
  expect(await stranger.call(notifications)).toEqual([])
})

test('deleting a past playdate notifies nobody', async () => {
  const { db, host, father: guest } = await world({ fathers: 1 })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  await guest.call(joinPlaydate, { params: { id }, body: {} })
  await endPlaydate(db, id)
  await host.call(deletePlaydate, { params: { id } })
  expect(await guest.call(notifications)).toEqual([])
})

test('the creator learns that somebody joined, once until he reads it and without a name', async () => {
  const {
    host,
    fathers: [first, second, third],
  } = await world({ fathers: 3 })
  const { id, startTime } = await host.call(createPlaydate, { body: aPlaydate({ title: 'Kastanjes zoeken' }) })
  await first.call(joinPlaydate, { params: { id }, body: {} })
  await first.call(joinPlaydate, { params: { id }, body: { children: 1 } })
  await second.call(joinPlaydate, { params: { id }, body: {} })
  const told = await host.call(notifications)
  expect(told).toMatchObject([{ kind: 'playdate.joined', person: null, isRead: false }])
  expect(told[0]?.details).toEqual({ relation: 'creator', playdateId: id, title: 'Kastanjes zoeken', startTime })
  expect(await first.call(notifications)).toEqual([])

  await host.call(readNotifications)
  await third.call(joinPlaydate, { params: { id }, body: {} })
  expect((await host.call(notifications)).map(({ isRead }) => isRead)).toEqual([false, true])
})

test('only the blocker learns that the member he blocked takes part too, whoever joined first', async () => {
  const { host, father: blocker, other: blocked } = await world({ fathers: 2 })
  const first = await host.call(createPlaydate, { body: aPlaydate({ title: 'Voor de ruzie' }) })
  await blocker.call(joinPlaydate, { params: { id: first.id }, body: {} })
  await blocked.call(joinPlaydate, { params: { id: first.id }, body: {} })
  await blocker.call(block, { params: { id: blocked.id } })

  const second = await host.call(createPlaydate, { body: aPlaydate({ title: 'Na de ruzie' }) })
  await blocker.call(joinPlaydate, { params: { id: second.id }, body: {} })
  await blocked.call(joinPlaydate, { params: { id: second.id }, body: {} })
  await blocked.call(joinPlaydate, { params: { id: second.id }, body: { children: 1 } })
  // A blocked father cannot draw attention by joining and leaving.
  await blocked.call(leavePlaydate, { params: { id: second.id } })
  await blocked.call(joinPlaydate, { params: { id: second.id }, body: {} })

  expect((await blocker.call(notifications)).map(({ kind, details }) => [kind, details.title])).toEqual([
    ['playdate.withBlocked', 'Na de ruzie'],
    ['playdate.withBlocked', 'Voor de ruzie'],
  ])
  expect(await blocked.call(notifications)).toEqual([])
  expect(await kindsOf(host)).toEqual(['playdate.left', 'playdate.joined', 'playdate.joined'])
})

test('notifications can be marked as read, and are deleted after three months', async () => {
  const { db, host, father: guest } = await world({ fathers: 1 })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  await guest.call(joinPlaydate, { params: { id }, body: {} })
  await host.call(deletePlaydate, { params: { id } })
  await guest.call(readNotifications)
  expect(await guest.call(notifications)).toMatchObject([{ isRead: true }])
  await db.run(sql`update notifications set created_at = now() - interval '100 days'`)
  await forgetNotifications(db)
  expect(await guest.call(notifications)).toEqual([])
})

test('a cancellation says who cancelled and why, and a change says what is different, as long as the reader may see it', async () => {
  const { host, father: guest, other } = await world({ fathers: 2 })
  const planned = aPlaydate()
  const { id } = await host.call(createPlaydate, { body: planned })
  await guest.call(joinPlaydate, { params: { id }, body: {} })
  const his = { id: (await other.call(createPlaydate, { body: aPlaydate() })).id }
  await guest.call(joinPlaydate, { params: his, body: {} })
  await other.call(deletePlaydate, { params: his })
  const told = async () => (await guest.call(notifications))[0]
  const later = new Date(Date.parse(planned.endTime) + 60_000).toISOString()

  await host.call(editPlaydate, { params: { id }, body: { ...planned, location: 'Het Twiske' } })
  expect(await told()).toMatchObject({
    person: { id: host.id },
    details: { isElsewhere: true, before: planned.startTime },
  })
  expect((await guest.call(notifications)).map(({ person }) => person?.id)).toEqual([host.id, other.id])
  // Unread, so that the place is still news after the next change.
  await host.call(editPlaydate, { params: { id }, body: { ...planned, location: 'Het Twiske', endTime: later } })
  expect((await told())?.details).toMatchObject({ isElsewhere: true })
  await guest.call(readNotifications)
  await host.call(editPlaydate, { params: { id }, body: { ...planned, location: 'Het Twiske' } })
  expect((await told())?.details).toMatchObject({ isElsewhere: false })

  await host.call(deletePlaydate, { params: { id }, body: { reason: 'Koorts', reasonKind: 'illChild' } })
  const why = { cancelReason: 'Koorts', cancelReasonKind: 'illChild' }
  expect(await told()).toMatchObject({ kind: 'playdate.cancelled', person: { id: host.id }, ...why })
  await host.call(undoCancel, { params: { id } })
  expect(await told()).toMatchObject({ kind: 'playdate.restored', person: { id: host.id } })
  expect(await told()).not.toHaveProperty('cancelReason')
  await host.call(deletePlaydate, { params: { id }, body: { reason: 'Koorts' } })
  await guest.call(block, { params: { id: host.id } })
  expect(JSON.stringify(await guest.call(notifications))).not.toMatch(new RegExp(`Koorts|"id":${host.id},`))
})

test('participants hear of a new time or place, once until they have read it, but not of a new title', async () => {
  const { host, father: guest, other: stranger } = await world({ fathers: 2 })
  const planned = aPlaydate({ title: 'Vlotten bouwen' })
  const { id } = await host.call(createPlaydate, { body: planned })
  await guest.call(joinPlaydate, { params: { id }, body: {} })
  const edit = (changes: Partial<typeof planned>) =>
    host.call(editPlaydate, { params: { id }, body: { ...planned, ...changes } })
  await edit({ title: 'Hutten bouwen', description: 'Neem touw mee' })
  expect(await guest.call(notifications)).toEqual([])

  const later = new Date(Date.parse(planned.endTime) + 60_000).toISOString()
  await edit({ location: 'Het Twiske' })
  await edit({ startTime: planned.endTime, endTime: later })
  const details = { playdateId: id, title: 'Vlotten bouwen', startTime: planned.endTime }
  expect(await guest.call(notifications)).toMatchObject([{ kind: 'playdate.changed', details, isRead: false }])
  expect(await stranger.call(notifications)).toEqual([])
  expect(await kindsOf(host)).toEqual(['playdate.joined'])

  await guest.call(readNotifications)
  await edit({ location: 'Het Twiske' })
  expect(await guest.call(notifications)).toHaveLength(2)
  await host.call(deletePlaydate, { params: { id } })
  expect(await kindsOf(guest)).toEqual(['playdate.cancelled'])
})

test('a notification names the father who joined and his children, while he takes part and may be seen', async () => {
  const {
    host,
    fathers: [first, second, third],
  } = await world({ fathers: 3 })
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ maxParticipants: 10 }) })
  await first.call(joinPlaydate, { params: { id }, body: { children: 2 } })
  await second.call(joinPlaydate, { params: { id }, body: {} })
  await third.call(joinPlaydate, { params: { id }, body: {} })
  const named = async () =>
    (await host.call(notifications))
      .filter(({ kind }) => kind === 'playdate.joined')
      .map(({ people = [] }) => people.map(each => each.id))
  expect(await host.call(notifications)).toMatchObject([
    { kind: 'playdate.joined', people: [{ id: first.id, children: 2 }, { id: second.id }, { id: third.id }] },
  ])
  await second.call(leavePlaydate, { params: { id } })
  expect(await named()).toEqual([[first.id, third.id]])
  await host.call(block, { params: { id: third.id } })
  expect(await named()).toEqual([[first.id]])

  await host.call(readNotifications)
  await second.call(joinPlaydate, { params: { id }, body: {} })
  expect(await named(), 'each line names its own').toEqual([[second.id], [first.id]])
})

test('a count of notifications is never dated later than what it has counted', async () => {
  const { db, host } = await world()
  await db.transaction(async tx => {
    const began = await tx.one(z.object({ ms: z.number() }), sql`select extract(epoch from now())::float8 * 1000 as ms`)
    // By the next statement the clock has moved on.
    await tx.run(sql`select pg_sleep(0.002)`)
    expect((await unread(tx, host.id, 90)).asOf).toBe(began?.ms)
  })
})

/** Tells a father these things, from the oldest on, and returns their ids. */
async function tellAbout(db: Db, father: Father, details: readonly object[], kind = 'playdate.joined') {
  const ids: number[] = []
  for (const each of details) {
    const made = await db.one(
      z.object({ id: z.int() }),
      sql`insert into notifications (user_id, kind, details)
          values (${father.id}, ${kind}, ${JSON.stringify({ title: 'Hutten', ...each })}::jsonb) returning id`,
    )
    ids.push(made?.id ?? 0)
  }
  return ids
}

test.each([
  ['2 months', 1],
  ['3 months 1 minute', 0],
])('when notifications are %s old, %i are kept', async (age, kept) => {
  const { db, host } = await world()
  await tellAbout(db, host, [{}])
  await db.run(sql`update notifications set created_at = now() - ${age}::interval`)
  await forgetNotifications(db)
  expect(await host.call(notifications)).toHaveLength(kept)
})

test.each<[string, (ids: readonly number[]) => (father: Father) => Promise<unknown>, boolean[]]>([
  ['all', () => father => father.call(readNotifications), [true, true, true, true]],
  [
    'those about one playdate',
    () => father => father.call(readNotifications, { body: { playdateId: 7 } }),
    [true, false, false, false],
  ],
  [
    'those about one poll',
    () => father => father.call(readNotifications, { body: { pollId: 7 } }),
    [false, false, true, false],
  ],
  [
    'those about one proposal',
    () => father => father.call(readNotifications, { body: { proposalId: 7 } }),
    [false, false, false, true],
  ],
  ['one', ids => father => father.call(readNotification, { params: { id: ids[1] ?? 0 } }), [false, true, false, false]],
])('reading %s marks only those as read, and nobody else’s', async (_, read, isRead) => {
  const { db, host, father: other } = await world({ fathers: 1 })
  const details = [{ playdateId: 7 }, { playdateId: 8 }, { pollId: 7 }, { proposalId: 7 }]
  const ids = await tellAbout(db, host, details)
  await tellAbout(db, other, details)
  await read(ids)(host)
  const seen = async (father: Father) => (await father.call(notifications)).map(each => each.isRead).reverse()
  expect(await seen(host)).toEqual(isRead)
  expect(await seen(other)).toEqual([false, false, false, false])
})

test('a father cannot mark a notification as read that is unknown or another father’s', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  const [id = 0] = await tellAbout(db, father, [{}])
  for (const wrong of [id, id + 1]) {
    await expect(host.call(readNotification, { params: { id: wrong } })).rejects.toMatchObject({
      status: 404,
      code: 'notification.unknown',
    })
  }
  expect(await father.call(notifications)).toMatchObject([{ isRead: false }])
})
