import { sendReport } from '@papadag/contract/moderation'
import { notifications } from '@papadag/contract/notifications'
import {
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
import { stopWaiting, waitForPlaydate, waitingList } from '@papadag/contract/playdates/waiting-list'
import { exportAccount } from '@papadag/contract/users/export'
import { block, deleteAccount, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { type Db, sql } from '../../platform/db/db.ts'
import { decide } from '../../testing/moderation.ts'
import { aPlaydate, endPlaydate, type Father, world } from '../../testing/world.ts'
import { forgetPlaydates } from './commands.ts'

const hourMs = 3_600_000

/** A playdate this many hours from now. */
function inHours(hours: number, differences: Parameters<typeof aPlaydate>[0] = {}) {
  const startMs = Date.now() + hours * hourMs
  return aPlaydate({
    startTime: new Date(startMs).toISOString(),
    endTime: new Date(startMs + hourMs).toISOString(),
    ...differences,
  })
}

/** A full playdate of the host and a guest, and three others. */
async function full(differences: Parameters<typeof aPlaydate>[0] = {}, hours = 72) {
  const opened = await world({ fathers: 4 })
  const [guest, first, second, third] = opened.fathers
  const body = inHours(hours, { maxParticipants: 2, ...differences })
  const { id } = await opened.host.call(createPlaydate, { body })
  const params = { id }
  await guest.call(joinPlaydate, { params, body: { children: body.maxParticipants - 2 } })
  const raise = (maxParticipants: number) =>
    opened.host.call(editPlaydate, { params, body: { ...body, maxParticipants } })
  return { ...opened, guest, first, second, third, id, params, body, raise }
}

const waits = (father: Father, id: number, children = 0) =>
  father.call(waitForPlaydate, { params: { id }, body: { children } })
const seen = (father: Father, id: number) => father.call(onePlaydate, { params: { id } })
const positions = (fathers: readonly Father[], id: number) =>
  Promise.all(fathers.map(async father => (await seen(father, id)).waiting?.position ?? null))
const coming = async (father: Father, id: number) => (await seen(father, id)).participants.map(person => person.id)

test('a waiting father sees his own position, participants see how many are waiting, and the creator sees who', async () => {
  const { host, guest, first, second, third, id, params } = await full()
  expect(await waits(first, id, 2)).toMatchObject({
    waiting: { position: 1, children: 2 },
    waitingCount: null,
    myStatus: 'none',
    placesTaken: 2,
  })
  expect((await waits(second, id)).waiting).toEqual({ position: 2, children: 0 })
  for (const participant of [host, guest])
    expect(await seen(participant, id)).toMatchObject({ waiting: null, waitingCount: 2 })
  expect(await seen(third, id)).toMatchObject({ waiting: null, waitingCount: null })
  expect(await host.call(waitingList, { params })).toEqual([
    { id: first.id, firstName: 'Vader 3', lastName: 'de Tester', profileImage: null, children: 2 },
    { id: second.id, firstName: 'Vader 4', lastName: 'de Tester', profileImage: null, children: 0 },
  ])
  for (const other of [guest, first, third])
    await expect(other.call(waitingList, { params })).rejects.toMatchObject({ code: 'playdate.notYours' })
  expect(await first.call(upcomingPlaydates)).toMatchObject([{ id, waiting: { position: 1 } }])
  expect(await first.call(ownPlaydates)).toEqual([])
})

test('the creator’s waiting list shows last names only as far as each father allows', async () => {
  const { host, first, id, params } = await full()
  await waits(first, id)
  await first.call(editSettings, { body: { lastNameInitialOnly: true } })
  expect(await host.call(waitingList, { params })).toMatchObject([{ lastName: 'd.' }])
})

test('only a father who does not fit can wait, and waiting again only changes the number of children', async () => {
  const { host, guest, first, second, id, raise } = await full({ maxParticipants: 3 })
  await waits(first, id, 1)
  await waits(second, id)
  await waits(first, id, 3)
  await first.call(waitForPlaydate, { params: { id } })
  expect((await seen(first, id)).waiting).toEqual({ position: 1, children: 3 })
  await raise(5)
  expect(await positions([first, second], id)).toEqual([1, null])
  // One place is left.
  const notFull = { status: 409, code: 'playdate.notFull' }
  await expect(waits(first, id, 0)).rejects.toMatchObject(notFull)
  expect((await seen(first, id)).waiting).toEqual({ position: 1, children: 3 })
  expect((await waits(first, id, 1)).waiting).toEqual({ position: 1, children: 1 })
  for (const participant of [host, guest, second])
    expect(await waits(participant, id, 12)).toMatchObject({ waiting: null, placesTaken: 4 })
})

test.each([-1, 13, 0.5, 'two', null])('nobody can wait with %s children', async children => {
  const { first, id } = await full()
  const response = await first.fetch('GET', '/api/health/live').then(() =>
    first.fetch('POST', `/api/playdates/${id}/wait`, {
      body: JSON.stringify({ children }),
      headers: { 'content-type': 'application/json' },
    }),
  )
  expect(response.status).toBe(400)
  expect((await seen(first, id)).waiting).toBeNull()
})

test('a hundred fathers can wait, and those who are waiting can still change what they said', async () => {
  const { db, first, second, id } = await full()
  await waits(first, id)
  await db.run(sql`
    with many as (
      insert into users (username, username_key, email, email_key, password_hash, first_name, last_name)
      select name, name, name || '@papadag.test', name || '@papadag.test', 'x', 'Vader', 'Wacht'
        from (select 'wacht' || n as name from generate_series(1, 99) n) names returning id)
    insert into waiting (playdate_id, user_id) select ${id}, id from many`)
  await expect(waits(second, id)).rejects.toMatchObject({ status: 409, code: 'playdate.waitingListFull' })
  expect((await waits(first, id, 2)).waiting).toEqual({ position: 1, children: 2 })
  expect((await seen(second, id)).waiting).toBeNull()
})

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

test('a block or a deleted account ends the waiting, and the others move closer', async () => {
  const { host, first, second, third, id, params } = await full()
  for (const father of [first, second, third]) await waits(father, id)
  await host.call(block, { params: { id: first.id } })
  await expect(waits(first, id)).rejects.toMatchObject({ status: 404, code: 'playdate.unknown' })
  expect(await positions([second, third], id)).toEqual([1, 2])
  await second.call(deleteAccount)
  expect(await positions([third], id)).toEqual([1])
  await third.call(block, { params: { id: host.id } })
  expect((await seen(host, id)).waitingCount).toBe(0)
  expect(await host.call(waitingList, { params })).toEqual([])
})

test('leaving the waiting list twice changes nothing, and a father who has just moved up gives his place back that way', async () => {
  const { guest, host, first, second, id, params } = await full()
  for (const father of [first, second]) await waits(father, id)
  await second.call(stopWaiting, { params })
  await second.call(stopWaiting, { params })
  expect((await seen(host, id)).waitingCount).toBe(1)
  await waits(second, id)
  await guest.call(leavePlaydate, { params })
  expect(await coming(host, id)).toEqual([host.id, first.id])
  await first.call(stopWaiting, { params })
  expect(await coming(host, id)).toEqual([host.id, second.id])
  expect((await seen(first, id)).waiting).toBeNull()
})

test('a father who leaves the waiting list keeps a place that he took himself or confirmed', async () => {
  const { guest, host, first, id, params } = await full()
  await waits(first, id)
  await guest.call(leavePlaydate, { params })
  await first.call(joinPlaydate, { params })
  for (const father of [first, host]) await father.call(stopWaiting, { params })
  expect(await coming(host, id)).toEqual([host.id, first.id])
})

test('a waiting father never learns a home address before he has moved up', async () => {
  const home = { location: 'Tuinstraat 5', locationVisibility: 'participants', area: 'Jordaan' } as const
  const { guest, first, id, params } = await full(home)
  const address = async () => (await seen(first, id)).location
  expect((await waits(first, id)).location).toBe('Jordaan')
  expect(await address()).toBe('Jordaan')
  await guest.call(leavePlaydate, { params })
  expect(await address()).toBe('Tuinstraat 5')
  await first.call(stopWaiting, { params })
  expect(await address()).toBe('Jordaan')
})

test('a cancelled playdate is still shown to those waiting, who keep waiting when it is restored', async () => {
  const { host, guest, first, third, id, params } = await full()
  await waits(first, id)
  await host.call(deletePlaydate, { params, body: { reason: 'Koorts.', reasonKind: 'illChild' } })
  expect(await seen(first, id)).toMatchObject({ state: 'cancelled', cancelReason: null, cancelReasonKind: null })
  await expect(seen(third, id)).rejects.toMatchObject({ status: 404 })
  await expect(waits(first, id, 2)).rejects.toMatchObject({ code: 'playdate.cancelled' })
  await guest.call(leavePlaydate, { params })
  expect((await seen(first, id)).myStatus).toBe('none')
  await host.call(undoCancel, { params })
  expect(await seen(first, id)).toMatchObject({ state: 'planned', myStatus: 'joined' })
})

test('moving a playdate keeps its waiting list', async () => {
  const { host, first, second, id, params } = await full()
  for (const father of [first, second]) await waits(father, id)
  await host.call(editPlaydate, { params, body: inHours(96, { maxParticipants: 2, location: 'Elders' }) })
  expect(await positions([first, second], id)).toEqual([1, 2])
})

test('nobody can wait for a playdate that is over, and those who did are forgotten', async () => {
  const { db, guest, first, second, id, params } = await full()
  await waits(first, id)
  await forgetPlaydates(db)
  expect((await first.call(exportAccount)).waits).toMatchObject([{ playdateId: id, children: 0 }])
  await endPlaydate(db, id)
  await expect(waits(second, id)).rejects.toMatchObject({ status: 404 })
  await expect(waits(guest, id)).rejects.toMatchObject({ code: 'playdate.over' })
  await expect(first.call(stopWaiting, { params })).rejects.toMatchObject({ status: 404 })
  await forgetPlaydates(db)
  expect(await db.count(sql`from waiting`)).toBe(0)
})

test('a hidden member cannot wait, but can stop waiting', async () => {
  const { db, host, first, second, id, params } = await full()
  await waits(first, id)
  await db.run(sql`update users set hidden_at = now() where id in (${first.id}, ${second.id})`)
  await expect(waits(second, id)).rejects.toMatchObject({ status: 403, code: 'user.stopped' })
  await first.call(stopWaiting, { params })
  expect((await seen(host, id)).waitingCount).toBe(0)
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
