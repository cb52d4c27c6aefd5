import { endCircle, removeCircleMember } from '@papadag/contract/circles'
import { readNotifications, unread } from '@papadag/contract/notifications'
import { declineBuddy } from '@papadag/contract/playdates/buddies'
import { deletePlaydate, editPlaydate, leavePlaydate, undoCancel } from '@papadag/contract/playdates/playdates'
import { exportAccount } from '@papadag/contract/users/export'
import { block, deleteAccount } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { keepBuddies } from '../../domain/playdates/buddies.ts'
import { sql } from '../../platform/db/db.ts'
import { send } from '../../testing/examples.ts'
import { atTheEntrance, named } from '../../testing/scenes/buddies.ts'
import { anHourIn } from '../../testing/series.ts'
import { aPlaydate, type Father } from '../../testing/world.ts'

test.each<[string, { came: boolean; saysNo?: true }, 'sem' | null]>([
  ['any member who was on a date of the circle before', { came: true }, 'sem'],
  ['nobody who was, and has said no', { came: true, saysNo: true }, null],
  ['nobody who comes for the first time himself', { came: false }, null],
])('once the planner has declined, %s fetches a newcomer', async (_, { came, saysNo }, asked) => {
  const { db, host, sem, nico, plan, join, read } = await atTheEntrance({ meetings: 0 })
  if (came) {
    const before = await plan()
    await join(sem, before)
    await db.run(
      sql`update playdates set start_time = now() - interval '2 days', end_time = now() - interval '47 hours' where id = ${before}`,
    )
  }
  if (saysNo) await db.run(sql`update circle_members set is_buddy = false where user_id = ${sem.id}`)
  const id = await plan()
  for (const father of [sem, nico]) await join(father, id)
  expect((await read(nico, id)).buddy).toEqual(named(host))
  await host.call(declineBuddy, { params: { id } })
  expect((await read(nico, id)).buddy).toEqual(asked === null ? null : named(sem))
  await sem.call(declineBuddy, { params: { id } })
  expect((await read(nico, id)).buddy).toBeNull()
})

test('whoever declines is not named, the next one is asked, and with the last there is none', async () => {
  const { sem, bram, nico, host, planned, join, read, told } = await atTheEntrance()
  const id = await planned()
  await join(nico, id)
  await sem.call(declineBuddy, { params: { id } })
  expect((await read(nico, id)).buddy).toMatchObject(named(bram))
  expect((await read(sem, id)).fetches).toBeNull()
  expect([await told(sem), await told(bram)]).toEqual([[], [nico.id]])
  await nico.call(declineBuddy, { params: { id } })
  expect([(await read(nico, id)).buddy, (await read(bram, id)).fetches]).toEqual([named(host), null])
  expect(await told(bram)).toEqual([])
  await host.call(declineBuddy, { params: { id } })
  expect((await read(nico, id)).buddy).toBeNull()
  // It changes nothing more, and whoever comes and goes does not bring it back.
  await sem.call(declineBuddy, { params: { id } })
  await bram.call(leavePlaydate, { params: { id }, body: {} })
  await join(bram, id)
  expect((await read(nico, id)).buddy).toBeNull()
  expect(await told(host)).toEqual([])
  expect((await nico.call(exportAccount)).buddies).toEqual([])
})

type Here = Awaited<ReturnType<typeof atTheEntrance>> & { id: number }

test.each<[string, 'next' | 'none', (here: Here) => Promise<unknown>]>([
  ['the buddy leaves the date', 'next', ({ sem, id }) => sem.call(leavePlaydate, { params: { id }, body: {} })],
  ['the buddy says no for good', 'next', ({ sem, offer }) => offer(sem, false)],
  ['the buddy blocks him', 'next', ({ sem, nico }) => sem.call(block, { params: { id: nico.id } })],
  ['he blocks the buddy', 'next', ({ sem, nico }) => nico.call(block, { params: { id: sem.id } })],
  ['the buddy deletes his account', 'next', ({ sem }) => sem.call(deleteAccount)],
  [
    'the buddy leaves the circle',
    'next',
    ({ sem, circleId }) => sem.call(removeCircleMember, { params: { id: circleId, userId: String(sem.id) }, body: {} }),
  ],
  [
    'the buddy is hidden',
    'next',
    ({ db, sem }) => db.run(sql`update users set hidden_at = now() where id = ${sem.id}`),
  ],
  [
    'the buddy is suspended',
    'next',
    ({ db, sem }) => db.run(sql`update users set suspended_until = 'infinity' where id = ${sem.id}`),
  ],
  ['the circle ends', 'none', ({ host, circleId }) => host.call(endCircle, { params: { id: circleId } })],
  ['the date is cancelled', 'none', ({ host, id }) => host.call(deletePlaydate, { params: { id }, body: {} })],
])('once %s he does not fetch the newcomer any more', async (_, then, happens) => {
  const here = await atTheEntrance()
  const id = await here.planned()
  const { db, sem, bram, nico, join, read, told } = here
  await join(nico, id)
  await happens({ ...here, id })
  // Those two are found by the job where no decision was made.
  await keepBuddies(db)
  await db.run(
    sql`update playdates set start_time = now() + interval '1 hour', end_time = now() + interval '2 hours' where id = ${id}`,
  )
  await keepBuddies(db)
  expect((await read(nico, id)).buddy).toEqual(then === 'next' ? expect.objectContaining(named(bram)) : null)
  await db.run(sql`update users set hidden_at = null, suspended_until = null`)
  // An account that is gone reads nothing.
  expect(await told(sem).catch(() => [])).toEqual([])
  expect(await told(bram)).toEqual(then === 'next' ? [nico.id] : [])
})

test('once the newcomer leaves nobody fetches him, and after a move or an undone cancellation somebody is asked again', async () => {
  const { host, sem, nico, bram, planned, join, read, told } = await atTheEntrance()
  const id = await planned()
  const params = { id }
  await join(nico, id)
  await sem.call(declineBuddy, { params })
  const moved = aPlaydate({ ...anHourIn(4), location: 'De hei' })
  await host.call(editPlaydate, { params, body: moved })
  expect((await read(nico, id)).buddy).not.toBeNull()
  await host.call(deletePlaydate, { params, body: {} })
  expect([...(await told(sem)), ...(await told(bram))]).toEqual([])
  await host.call(undoCancel, { params })
  expect((await read(nico, id)).buddy).not.toBeNull()
  expect([...(await told(sem)), ...(await told(bram))]).toEqual([nico.id])
  await nico.call(leavePlaydate, { params, body: {} })
  expect([...(await told(sem)), ...(await told(bram))]).toEqual([])
  for (const father of [sem, bram]) expect((await read(father, id)).fetches).toBeNull()
})

test('a newcomer who comes and goes has the same buddy, who has heard of him once', async () => {
  const { db, sem, bram, nico, guest, planned, join, read, told } = await atTheEntrance()
  const id = await planned()
  const params = { id }
  const sent = () => db.count(sql`from outbox where kind = 'notice' and user_id in (${sem.id}, ${bram.id})`)
  await join(nico, id)
  await sem.call(readNotifications, { body: {} })
  await db.run(sql`delete from outbox`)
  for (let times = 0; times < 2; times += 1) {
    await nico.call(leavePlaydate, { params, body: {} })
    expect([await told(sem), (await read(sem, id)).fetches]).toEqual([[], null])
    await join(nico, id)
    expect((await read(nico, id)).buddy).toMatchObject(named(sem))
    expect([await told(sem), (await sem.call(unread)).notifications]).toEqual([[nico.id], 0])
  }
  expect([await told(bram), await sent()]).toEqual([[], 0])
  // Somebody else who comes meanwhile does not change that.
  await nico.call(leavePlaydate, { params, body: {} })
  await join(guest, id)
  await join(nico, id)
  expect([(await read(nico, id)).buddy, (await read(guest, id)).buddy]).toEqual([named(sem), named(bram)])
  expect([(await sem.call(unread)).notifications, await sent()]).toEqual([0, 1])
})

test('a newcomer who comes back once his buddy has left has another', async () => {
  const { sem, bram, nico, planned, join, read, told } = await atTheEntrance()
  const id = await planned()
  await join(nico, id)
  for (const father of [nico, sem]) await father.call(leavePlaydate, { params: { id }, body: {} })
  await join(nico, id)
  expect((await read(nico, id)).buddy).toMatchObject(named(bram))
  await join(sem, id)
  expect([await told(sem), await told(bram)]).toEqual([[], [nico.id]])
})

test('declining again after a lost reply does not decline the next buddy', async () => {
  const { host, sem, bram, nico, guest, planned, join, read } = await atTheEntrance()
  const id = await planned()
  const decline = (father: Father, key: string) =>
    send(father, declineBuddy, { params: { id } }, { 'idempotency-key': key })
  await join(nico, id)
  for (let times = 0; times < 2; times += 1) expect((await decline(nico, 'sem')).status).toBe(204)
  expect((await read(nico, id)).buddy).toMatchObject(named(bram))
  await decline(nico, 'bram')
  expect((await read(nico, id)).buddy).toMatchObject(named(host))
  await decline(sem, 'none')
  await join(guest, id)
  await decline(sem, 'none')
  expect((await read(guest, id)).buddy).toMatchObject(named(sem))
})
