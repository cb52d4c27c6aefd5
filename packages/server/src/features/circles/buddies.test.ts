import { type Circle, changeCircleMember, endCircle, oneCircle, removeCircleMember } from '@papadag/contract/circles'
import { notifications, readNotifications, unread } from '@papadag/contract/notifications'
import { declineBuddy } from '@papadag/contract/playdates/buddies'
import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
  type NewPlaydate,
  onePlaydate,
  undoCancel,
} from '@papadag/contract/playdates/playdates'
import { exportAccount } from '@papadag/contract/users/export'
import { block, deleteAccount } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { keepBuddies } from '../../domain/playdates/buddies.ts'
import { sql } from '../../platform/db/db.ts'
import { aCircle, acquainted } from '../../testing/chat.ts'
import { aMeeting } from '../../testing/domain/meetings.ts'
import { send } from '../../testing/examples.ts'
import { inDays } from '../../testing/series.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'

const hourMs = 3_600_000

/** A circle of the host with two regulars, with one who has never come, and a guest from outside. */
async function atTheEntrance({ meetings = 3 } = {}) {
  const all = await world({ fathers: 5 })
  const { db, host, fathers } = all
  await db.run(sql`update users set first_name = username`)
  const [sem, bram, nico, guest, friend] = fathers
  for (const father of [sem, bram, nico]) await acquainted(host, father)
  const meet = async (father: Father, times: number) => {
    for (let daysAgo = 16; daysAgo < 16 + times; daysAgo += 1) await aMeeting(db, [host, father], { daysAgo })
  }
  for (const father of [sem, bram]) await meet(father, meetings)
  const circleId = await aCircle(host, [sem, bram, nico], { name: 'Woensdag' })
  const offer = (father: Father, buddy = true): Promise<Circle> =>
    father.call(changeCircleMember, { params: { id: circleId, userId: String(father.id) }, body: { buddy } })
  const plan = async (days = 3, differences: Partial<NewPlaydate> = {}) => {
    const times = { startTime: inDays(days), endTime: inDays(days, hourMs) }
    const { id } = await host.call(createPlaydate, {
      body: aPlaydate({ ...times, location: 'De hei', maxParticipants: 20, circleId, ...differences }),
    })
    await db.run(sql`update playdates set opens_at = now() where id = ${id}`)
    return id
  }
  const join = (father: Father, id: number) => father.call(joinPlaydate, { params: { id }, body: {} })
  const leave = (father: Father, id: number) =>
    father.call(removeCircleMember, { params: { id, userId: String(father.id) }, body: {} })
  const read = (father: Father, id: number) => father.call(onePlaydate, { params: { id } })
  const told = async (father: Father) =>
    (await father.call(notifications))
      .filter(({ kind }) => kind === 'playdate.buddy')
      .flatMap(({ people }) => people?.map(({ id }) => id))
  const planned = async () => {
    const id = await plan()
    for (const father of [sem, bram]) await join(father, id)
    return id
  }
  return { ...all, sem, bram, nico, guest, friend, circleId, meet, offer, plan, join, leave, read, told, planned }
}

const named = (father: Father) => ({ firstName: father.username, profileImage: null, where: 'De hei' })

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

test('who cannot see the playdate cannot tell that there are buddies', async () => {
  const { db, guest, plan } = await atTheEntrance()
  const id = await plan()
  await db.run(sql`update playdates set opens_at = 'infinity' where id = ${id}`)
  await expect(guest.call(declineBuddy, { params: { id } })).rejects.toMatchObject({ status: 404 })
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
  const moved = aPlaydate({ startTime: inDays(4), endTime: inDays(4, hourMs), location: 'De hei' })
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
