import {
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
  ownPlaydates,
  undoCancel,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { stopWaiting, waitForPlaydate, waitingList } from '@papadag/contract/playdates/waiting-list'
import { exportAccount } from '@papadag/contract/users/export'
import { block, deleteAccount, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { coming, full, inHours, positions, seen, waits } from '../../testing/scenes/waiting-list.ts'
import { endPlaydate } from '../../testing/world.ts'
import { forgetPlaydates } from './commands.ts'

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
