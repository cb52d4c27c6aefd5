import { notifications } from '@papadag/contract/notifications'
import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
  undoCancel,
} from '@papadag/contract/playdates/playdates'
import { stopWaiting, waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { subscribe } from '@papadag/contract/push'
import { block, deleteAccount, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { join } from '../../domain/playdates/seats.ts'
import { sql } from '../../platform/db/db.ts'
import { nothingWaits } from '../../testing/mail.ts'
import { pushService } from '../../testing/push.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'

const hourMs = 3_600_000

/** A full playdate this many hours from now, and two waiting fathers, the first of whom gets push messages. */
async function open(hours: number, children = 0) {
  const service = await pushService()
  const all = await world({ fathers: 3, env: service.env })
  const [guest, first, second] = all.fathers
  await first.call(subscribe, { body: service.subscription('first') })
  await first.call(editSettings, { body: { notifications: { quietHours: null, remindBeforeMin: [] } } })
  const startMs = Date.now() + hours * hourMs
  const body = aPlaydate({
    maxParticipants: 4,
    startTime: new Date(startMs).toISOString(),
    endTime: new Date(startMs + hourMs).toISOString(),
  })
  const params = { id: (await all.host.call(createPlaydate, { body })).id }
  await guest.call(joinPlaydate, { params, body: { children: 2 } })
  await first.call(waitForPlaydate, { params, body: { children } })
  await second.call(waitForPlaydate, { params })
  const bring = (number: number) => guest.call(joinPlaydate, { params, body: { children: number } })
  return { ...all, service, guest, first, second, params, body, bring }
}

const kinds = async (father: Father) =>
  (await father.call(notifications)).map(({ kind, details: { relation } }) =>
    relation === 'waiting' ? `${kind} waiting` : kind,
  )
const places = async (father: Father) => (await father.call(notifications))[0]?.places
test('a father who moves up is notified by push and in the app, and can give the place up', async () => {
  const { service, guest, host, first, second, params } = await open(72)
  await guest.call(leavePlaydate, { params })
  const [push] = await service.messages(1)
  expect(push).toMatchObject({ title: 'Je hebt een plek', navigate: expect.stringContaining(`open=${params.id}`) })
  expect(push?.body).toContain('je gaat mee op')
  expect(await kinds(first)).toEqual(['playdate.joined waiting'])
  expect(await kinds(second)).toEqual(['playdate.joined waiting'])
  expect(await kinds(host)).toEqual(['playdate.left', 'playdate.joined'])
  await first.call(stopWaiting, { params })
  expect(await kinds(first)).toEqual([])
})

test('on the last day all who fit are asked at once, and read how many places are free', async () => {
  const { db, service, first, second, params, bring } = await open(12)
  await bring(1)
  const [push] = await service.messages(1)
  expect(push?.title).toBe('Er is plek vrijgekomen')
  for (const father of [first, second]) {
    expect(await kinds(father)).toEqual(['playdate.hasRoom waiting'])
    expect(await places(father)).toEqual({ free: 1, wanted: 1 })
  }
  const screen = await connect(first, 'screen')
  screen.send({ type: 'watch', paths: ['/api/notifications'] })
  await second.call(joinPlaydate, { params, body: {} })
  await screen.frame('changed')
  expect(await places(first)).toEqual({ free: 0, wanted: 1 })
  // His question has been answered.
  expect(await kinds(second)).toEqual([])
  await nothingWaits(db)
  expect(service.received).toHaveLength(1)
})

test('a notice that is no longer true when due is not sent', async () => {
  const { db, service, guest, first, params } = await open(12)
  await db.transaction(async tx => {
    for (const children of [1, 2]) await join(tx, params.id, guest.id, children)
  })
  expect(await places(first)).toEqual({ free: 0, wanted: 1 })
  await nothingWaits(db)
  expect(service.received).toEqual([])
})

test('a father with too many children hears how many places are free, and again only when there are more', async () => {
  const { db, service, first, second, bring } = await open(72, 3)
  await bring(1)
  // The second father fitted.
  expect(await kinds(second)).toEqual(['playdate.joined waiting'])
  expect(await kinds(first)).toEqual([])
  await bring(0)
  expect(await kinds(first)).toEqual(['playdate.hasRoom waiting'])
  expect(await places(first)).toEqual({ free: 1, wanted: 4 })
  const [push] = await service.messages(1)
  expect(push?.title).toBe('Er is plek, maar niet voor jullie allemaal')
  await db.run(sql`update notifications set read_at = now()`)
  await bring(0)
  expect(await kinds(first)).toEqual(['playdate.hasRoom waiting'])
  await bring(1)
  await bring(0)
  expect(await kinds(first)).toEqual(['playdate.hasRoom waiting', 'playdate.hasRoom waiting'])
})

test('a waiting father hears of a move, of a cancellation without its reason, and that the playdate is back on', async () => {
  const { host, guest, first, second, params, body } = await open(72)
  await host.call(editPlaydate, { params, body: { ...body, location: 'Elders' } })
  await host.call(editPlaydate, {
    params,
    body: { ...body, location: 'Elders', endTime: new Date(Date.parse(body.endTime) + hourMs).toISOString() },
  })
  const [moved, ...others] = await first.call(notifications)
  expect(moved).toMatchObject({
    kind: 'playdate.changed',
    person: { id: host.id },
    details: { relation: 'waiting', isElsewhere: true, before: body.startTime },
  })
  expect(others).toEqual([])
  expect(await kinds(guest)).toEqual(['playdate.changed'])
  await host.call(deletePlaydate, { params, body: { reason: 'Koorts.', reasonKind: 'illChild' } })
  const [cancelled] = await first.call(notifications)
  expect(cancelled).toMatchObject({
    kind: 'playdate.cancelled',
    details: { relation: 'waiting', playdateId: params.id },
  })
  expect(cancelled).not.toHaveProperty('cancelReason')
  await host.call(undoCancel, { params })
  expect(await kinds(first)).toEqual(['playdate.restored waiting'])
  await second.call(stopWaiting, { params })
  expect(await kinds(second)).toEqual([])
})

test('a blocked father on the waiting list is told the same as if the account had been deleted', async () => {
  const told = async (ends: (host: Father, first: Father) => Promise<unknown>) => {
    const { host, first } = await open(72)
    await ends(host, first)
    return (await first.call(notifications)).map(({ kind, details }) => [
      kind,
      Object.keys(details).sort(),
      details.relation,
    ])
  }
  const blocked = await told((host, first) => host.call(block, { params: { id: first.id } }))
  expect(blocked).toEqual([['playdate.cancelled', ['relation', 'startTime', 'title'], 'waiting']])
  expect(await told(host => host.call(deleteAccount))).toEqual(blocked)
})

test('a participant learns that somebody he has blocked has moved up', async () => {
  const { guest, first, params, bring } = await open(72)
  await guest.call(block, { params: { id: first.id } })
  await bring(1)
  expect(await kinds(guest)).toEqual(['playdate.withBlocked'])
  expect(await kinds(first)).toEqual(['playdate.joined waiting'])
  expect((await first.call(waitForPlaydate, { params })).participants.map(({ id }) => id)).not.toContain(guest.id)
})

test('a father who moves up gets the reminders he chose', async () => {
  const { db, first, params, bring } = await open(72)
  await first.call(editSettings, { body: { notifications: { remindBeforeMin: [60] } } })
  await bring(1)
  const isHis = sql`from outbox where kind = 'reminder' and user_id = ${first.id}`
  expect(await db.count(isHis)).toBe(1)
  await first.call(stopWaiting, { params })
  expect(await db.count(isHis)).toBe(0)
})
