import { changeCircleMember, oneCircle } from '@papadag/contract/circles'
import { declineBuddy } from '@papadag/contract/playdates/buddies'
import { leavePlaydate } from '@papadag/contract/playdates/playdates'
import { exportAccount } from '@papadag/contract/users/export'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { aMeeting } from '../../testing/domain/meetings.ts'
import { atTheEntrance, named } from '../../testing/scenes/buddies.ts'
import type { Father } from '../../testing/world.ts'

test('a newcomer learns who fetches him at the entrance, the buddy is told once, and nobody else learns it', async () => {
  const { host, sem, bram, nico, planned, join, read, told } = await atTheEntrance()
  const id = await planned()
  expect((await read(sem, id)).fetches).toBeNull()
  await join(nico, id)
  expect(await read(nico, id)).toMatchObject({ buddy: named(sem), fetches: null })
  expect(await read(sem, id)).toMatchObject({ buddy: null, fetches: [{ id: nico.id }] })
  for (const other of [host, bram]) expect(await read(other, id)).toMatchObject({ buddy: null, fetches: null })
  expect([await told(sem), await told(bram), await told(host)]).toEqual([[nico.id], [], []])
  expect((await sem.call(exportAccount)).buddies).toMatchObject([{ playdateId: id, userId: nico.id, buddyId: sem.id }])
})

test('a guest from outside has a buddy, and learns of no circle', async () => {
  const { sem, guest, planned, join, read } = await atTheEntrance()
  const id = await planned()
  await join(guest, id)
  expect(await read(guest, id)).toMatchObject({ buddy: named(sem), circle: null })
})

test('a regular fetches newcomers until he says no, and nobody says it for him', async () => {
  const { db, host, sem, nico, circleId, offer } = await atTheEntrance()
  const refused = { status: 403, code: 'circle.notRegular' }
  const own = async (father: Father) => (await father.call(oneCircle, { params: { id: circleId } })).isBuddy
  expect([await own(sem), await own(nico)]).toEqual([true, null])
  await expect(offer(nico)).rejects.toMatchObject(refused)
  const params = { id: circleId, userId: String(sem.id) }
  for (const buddy of [true, false])
    await expect(host.call(changeCircleMember, { params, body: { buddy } })).rejects.toMatchObject(refused)
  expect((await offer(sem, false)).isBuddy).toBe(false)
  expect((await offer(sem)).isBuddy).toBe(true)
  for (const daysAgo of [9, 8]) await aMeeting(db, [nico, host], { daysAgo })
  await expect(offer(nico)).rejects.toMatchObject(refused)
  await aMeeting(db, [nico, sem], { daysAgo: 7 })
  expect(await own(nico)).toBe(true)
})

test.each<[string, { sem: number; saysNo?: true; bram: number }, 'sem' | 'bram' | 'nobody']>([
  ['a regular', { sem: 3, bram: 0 }, 'sem'],
  ['no regular who has said no', { sem: 3, saysNo: true, bram: 0 }, 'nobody'],
  ['without a regular, who has met the circle twice', { sem: 2, bram: 0 }, 'sem'],
  ['nobody who has done so and has said no', { sem: 2, saysNo: true, bram: 0 }, 'nobody'],
  ['nobody who has met it once', { sem: 1, bram: 1 }, 'nobody'],
  ['a regular before who has met it twice', { sem: 2, bram: 3 }, 'bram'],
  ['who has met it twice once the regular has said no', { sem: 3, saysNo: true, bram: 2 }, 'bram'],
])('%s is asked to fetch a newcomer', async (_, { sem, saysNo, bram }, asked) => {
  const here = await atTheEntrance({ meetings: 0 })
  await here.meet(here.sem, sem)
  await here.meet(here.bram, bram)
  for (const father of saysNo ? [here.host, here.sem] : [here.host]) await here.offer(father, false)
  const id = await here.planned()
  await here.join(here.nico, id)
  expect((await here.read(here.nico, id)).buddy).toEqual(asked === 'nobody' ? null : named(here[asked]))
})

test('where nobody knows the circle, the member who plans the date fetches newcomers', async () => {
  const { host, sem, nico, circleId, plan, join, read, leave } = await atTheEntrance({ meetings: 0 })
  const id = await plan()
  for (const father of [sem, nico]) await join(father, id)
  for (const father of [sem, nico]) expect((await read(father, id)).buddy).toMatchObject(named(host))
  await leave(host, circleId)
  for (const father of [sem, nico]) expect((await read(father, id)).buddy).toBeNull()
})

test.each([
  [1, true],
  [2, false],
])(
  'whether somebody fetches a father who has met the circle %i times before his first date: %s',
  async (times, isFetched) => {
    const { nico, meet, planned, join, read } = await atTheEntrance()
    await meet(nico, times)
    const id = await planned()
    await join(nico, id)
    expect((await read(nico, id)).buddy !== null).toBe(isFetched)
  },
)

test('nobody fetches a father who was on a date of the circle before, or comes to an earlier one', async () => {
  const { db, sem, nico, guest, planned, plan, join, read } = await atTheEntrance()
  const id = await planned()
  const next = await plan(10)
  for (const father of [sem, nico]) await join(father, next)
  expect((await read(nico, next)).buddy).toMatchObject(named(sem))
  await join(nico, id)
  expect((await read(nico, id)).buddy).not.toBeNull()
  // Only his first.
  expect((await read(nico, next)).buddy).toBeNull()
  await join(guest, id)
  await db.run(
    sql`update playdates set start_time = now() - interval '2 days', end_time = now() - interval '47 hours' where id = ${id}`,
  )
  await join(guest, next)
  expect((await read(guest, next)).buddy).toBeNull()
})

test('the member who did it longest ago is asked first, and the planner last', async () => {
  const { host, sem, bram, nico, guest, friend, planned, join, read, told } = await atTheEntrance()
  const id = await planned()
  for (const [newcomer, buddy] of [
    [nico, sem],
    [guest, bram],
    [friend, sem],
  ] as const) {
    await join(newcomer, id)
    expect((await read(newcomer, id)).buddy).toMatchObject(named(buddy))
  }
  expect([await told(sem), await told(bram)]).toEqual([[friend.id, nico.id], [guest.id]])
  for (const father of [sem, bram]) await father.call(declineBuddy, { params: { id } })
  await sem.call(leavePlaydate, { params: { id }, body: {} })
  await bram.call(leavePlaydate, { params: { id }, body: {} })
  for (const newcomer of [nico, guest, friend]) expect((await read(newcomer, id)).buddy).toMatchObject(named(host))
})

test('who cannot see the playdate cannot tell that there are buddies', async () => {
  const { db, guest, plan } = await atTheEntrance()
  const id = await plan()
  await db.run(sql`update playdates set opens_at = 'infinity' where id = ${id}`)
  await expect(guest.call(declineBuddy, { params: { id } })).rejects.toMatchObject({ status: 404 })
})
