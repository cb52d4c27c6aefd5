import { sendReport } from '@papadag/contract/moderation'
import { notifications } from '@papadag/contract/notifications'
import {
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
  undoCancel,
} from '@papadag/contract/playdates/playdates'
import { stopWaiting } from '@papadag/contract/playdates/waiting-list'
import { block, deleteAccount } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { type Db, sql } from '../../../platform/db/db.ts'
import { decide } from '../../../testing/moderation.ts'
import { coming, full, inHours, positions, seen, waits } from '../../../testing/scenes/waiting-list.ts'
import type { Father } from '../../../testing/world.ts'

test('a free place goes to the first father who fits, and those who do not fit keep their position', async () => {
  const { guest, host, first, second, third, id, params } = await full()
  await waits(first, id, 2)
  await waits(second, id)
  await waits(third, id)
  await guest.call(leavePlaydate, { params })
  expect(await coming(host, id)).toEqual([host.id, second.id])
  expect(await positions([first, second, third], id)).toEqual([1, null, 2])
  expect(await seen(second, id)).toMatchObject({ myStatus: 'joined', placesTaken: 2, waitingCount: 2 })
})

test('several free places go to the next fathers who fit, in the order of the list', async () => {
  const { host, guest, first, second, third, id, raise } = await full()
  await waits(third, id)
  await waits(first, id, 3)
  await waits(second, id, 1)
  await raise(5)
  expect(await coming(host, id)).toEqual([host.id, guest.id, third.id, second.id])
  expect(await positions([first], id)).toEqual([1])
  await raise(9)
  expect(await coming(host, id)).toEqual([host.id, guest.id, third.id, second.id, first.id])
})

/** Everything that frees a place, one at a time. */
const freeing: Record<string, (all: Awaited<ReturnType<typeof full>>) => Promise<unknown>> = {
  'a participant leaves': ({ guest, params }) => guest.call(leavePlaydate, { params }),
  'a participant brings fewer children': ({ guest, params }) =>
    guest.call(joinPlaydate, { params, body: { children: 0 } }),
  'the creator makes more places': ({ raise }) => raise(4),
  'the creator blocks a participant': ({ host, guest }) => host.call(block, { params: { id: guest.id } }),
  'a participant blocks the creator': ({ host, guest }) => guest.call(block, { params: { id: host.id } }),
  'a participant deletes his account': ({ guest }) => guest.call(deleteAccount),
  'a participant leaves a cancelled playdate, and it is back on': async ({ host, guest, params }) => {
    await host.call(deletePlaydate, { params })
    await guest.call(leavePlaydate, { params })
    await host.call(undoCancel, { params })
  },
}

test.each(Object.entries(freeing))('the next father on the waiting list moves up when %s', async (_, frees) => {
  const all = await full({ maxParticipants: 3 })
  const { host, first, second, id } = all
  await waits(first, id)
  await waits(second, id, 2)
  await frees(all)
  expect(await coming(host, id)).toContain(first.id)
  expect(await positions([first, second], id)).toEqual([null, 1])
})

test.each([
  [24 + 1 / 60, true],
  [24 - 1 / 60, false],
])('%s hours before the start, a free place goes to the first father without asking: %s', async (hours, isGiven) => {
  const { host, guest, first, second, id, params } = await full({}, hours)
  for (const father of [first, second]) await waits(father, id)
  await guest.call(leavePlaydate, { params })
  expect(await coming(host, id)).toEqual(isGiven ? [host.id, first.id] : [host.id])
  if (isGiven) return
  // The first tap gets it, whichever father makes it.
  expect(await second.call(joinPlaydate, { params, body: {} })).toMatchObject({ myStatus: 'joined', waiting: null })
  await expect(first.call(joinPlaydate, { params, body: {} })).rejects.toMatchObject({ code: 'playdate.full' })
  expect(await positions([first, second], id)).toEqual([1, null])
})

/** What keeps a father from moving up; in most cases he stays on the list. */
const keeping: Record<
  string,
  { keeps: (db: Db, all: { id: number; waiter: number; host: number }) => Promise<unknown>; stays?: false }
> = {
  'who is hidden': { keeps: (db, { waiter }) => db.run(sql`update users set hidden_at = now() where id = ${waiter}`) },
  'who is suspended': {
    keeps: (db, { waiter }) => db.run(sql`update users set suspended_until = 'infinity' where id = ${waiter}`),
  },
  'who is blocked without a trace': {
    keeps: (db, { waiter, host }) =>
      db.run(sql`insert into blocks (blocker_id, blocked_id) values (${waiter}, ${host})`),
  },
  'who is on it already': {
    stays: false,
    keeps: (db, { id, waiter }) =>
      db.run(sql`
        with room as (update playdates set max_participants = 3 where id = ${id})
        insert into participants (playdate_id, user_id) values (${id}, ${waiter})`),
  },
}

test.each(Object.entries(keeping))('a waiting father %s is passed over', async (_, { keeps, stays = true }) => {
  const { db, guest, host, first, second, id, params } = await full()
  for (const father of [first, second]) await waits(father, id)
  await keeps(db, { id, waiter: first.id, host: host.id })
  await guest.call(leavePlaydate, { params })
  expect(await coming(host, id)).toContain(second.id)
  expect(await db.count(sql`from waiting where user_id = ${first.id}`)).toBe(stays ? 1 : 0)
})

test('a suspension that has ended no longer keeps a father from moving up', async () => {
  const { db, guest, host, first, id, params } = await full()
  await waits(first, id)
  await db.run(sql`update users set suspended_until = now() - interval '1 second'`)
  await guest.call(leavePlaydate, { params })
  expect(await coming(host, id)).toEqual([host.id, first.id])
})

test.each([
  ['suspended', sql`update users set suspended_until = 'infinity'`, sql`update users set suspended_until = null`],
  ['hidden', sql`update users set hidden_at = now()`, sql`update users set hidden_at = null`],
])('nobody moves up while the creator is %s', async (_, stops, ends) => {
  const { db, guest, host, first, second, id, params } = await full()
  for (const father of [first, second]) await waits(father, id)
  await db.run(sql`${stops} where id = ${host.id}`)
  await db.run(sql`delete from participants where user_id = ${guest.id}`)
  await second.call(stopWaiting, { params }).catch(() => undefined)
  expect(await db.count(sql`from participants where playdate_id = ${id}`)).toBe(1)
  await db.run(sql`${ends} where id = ${host.id}`)
  await guest.call(leavePlaydate, { params })
  await host.call(editPlaydate, { params, body: inHours(72, { title: 'Anders', maxParticipants: 2 }) })
  expect(await coming(host, id)).toEqual([host.id, first.id])
})

test('a father who waits for a hidden playdate moves up once moderators show it again', async () => {
  const { db, host, guest, first, second, id, params } = await full()
  await db.run(sql`update users set is_moderator = true where id = ${second.id}`)
  await waits(first, id)
  const report = await guest.call(sendReport, {
    body: { targetType: 'playdate', targetId: id, reason: 'spam' },
  })
  await decide(second, report.id, 'hide')
  await host.call(editPlaydate, { params, body: inHours(72, { maxParticipants: 3 }) })
  expect(await coming(host, id)).toEqual([host.id, guest.id])
  await decide(second, report.id, 'restore')
  expect(await coming(host, id)).toEqual([host.id, guest.id, first.id])
})

test('a father who moves up learns which participants he has blocked, and those who have blocked him learn of him', async () => {
  const { guest, first, second, id, raise } = await full()
  await first.call(block, { params: { id: guest.id } })
  await guest.call(block, { params: { id: second.id } })
  for (const father of [first, second]) await waits(father, id)
  await raise(4)
  const warned = async (father: Father) =>
    (await father.call(notifications)).filter(({ kind }) => kind === 'playdate.withBlocked').length
  expect([await warned(first), await warned(guest), await warned(second)]).toEqual([1, 1, 0])
})
