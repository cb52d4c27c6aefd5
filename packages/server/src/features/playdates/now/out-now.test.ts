import { makeInvite } from '@papadag/contract/invites'
import { notifications, readNotifications } from '@papadag/contract/notifications'
import { goOutNow } from '@papadag/contract/playdates/out-now'
import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  onePlaydate,
  pastPlaydates,
  playdatesAtPlace,
  upcomingCount,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { today } from '@papadag/contract/today'
import { block } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { aCircle, acquainted } from '../../../testing/chat.ts'
import { aMeeting } from '../../../testing/domain/meetings.ts'
import { aPlayground } from '../../../testing/places.ts'
import { kindsOf } from '../../../testing/scenes/notices.ts'
import { connect } from '../../../testing/socket.ts'
import { aPlaydate, type Father, world } from '../../../testing/world.ts'

const gone = { status: 404, code: 'playdate.unknown' }

/** The host has met one father, is in a circle with another, has a chat with a third and knows nothing of a fourth. */
async function around() {
  const all = await world({ fathers: 4 })
  const { db, host, father: met, other: fellow, third: chatting, fourth: stranger } = all
  await aMeeting(db, [host, met], { daysAgo: 100 })
  await acquainted(host, fellow)
  await aCircle(host, [fellow], { name: 'Woensdag' })
  await acquainted(host, chatting)
  const place = await aPlayground(host)
  const out = (father: Father = host, hours: 1 | 2 = 1) =>
    father.call(goOutNow, { body: { placeId: place.id, hours, children: 1 } })
  const read = (father: Father, id: number) => father.call(onePlaydate, { params: { id } })
  return { ...all, met, fellow, chatting, stranger, place, out, read }
}

const linesOf = async (father: Father) =>
  (await father.call(notifications)).filter(({ kind }) => kind === 'playdate.now')
const due = async (father: Father) => (await father.call(today)).due.filter(({ kind }) => kind === 'now')

test('a father who is out now is found by those he has met and by his circles, and by nobody else', async () => {
  const { host, met, fellow, chatting, stranger, place, out, read } = await around()
  const seen = async (father: Father) => [
    await father.call(upcomingPlaydates),
    await father.call(upcomingCount, { query: {} }),
    await father.call(playdatesAtPlace, { params: { id: place.id } }),
    await father.call(today),
    await father.call(notifications),
  ]
  const before = [await seen(chatting), await seen(stranger)]
  const { id, kind, title, startTime, endTime, placesTaken } = await out()
  expect([kind, title, placesTaken]).toEqual(['now', place.name, 2])
  expect(Date.parse(endTime) - Date.parse(startTime)).toBe(3_600_000)
  expect([await seen(chatting), await seen(stranger)]).toEqual(before)
  for (const father of [chatting, stranger]) {
    await expect(read(father, id)).rejects.toMatchObject(gone)
    await expect(father.call(joinPlaydate, { params: { id }, body: {} })).rejects.toMatchObject(gone)
  }
  for (const father of [met, fellow]) {
    expect(await kindsOf(father)).toContain('playdate.now')
    expect(await due(father)).toMatchObject([
      { playdate: { id, title: place.name }, by: { id: host.id }, expiresAt: endTime },
    ])
  }
  expect(await met.call(joinPlaydate, { params: { id }, body: {} })).toMatchObject({ myStatus: 'joined' })
  expect(await due(met)).toEqual([])
  expect((await met.call(notifications)).find(({ kind }) => kind === 'playdate.now')).toMatchObject({ isRead: true })
})

test('a stranger’s open screen hears nothing of it, and that of a father who knows him does', async () => {
  const { stranger, met, place, out } = await around()
  const paths = ['/api/playdates/upcoming', `/api/playdates/at-place/${place.id}`, '/api/today']
  const screens = [await connect(stranger, 'vreemd'), await connect(met, 'bekend')]
  for (const screen of screens) screen.send({ type: 'watch', paths })
  const [strange, knowing] = screens
  await out()
  await knowing?.until(() => knowing.frames.find(({ type }) => type === 'changed'))
  expect(strange?.frames.filter(({ type }) => type === 'changed')).toEqual([])
})

test('it ends by itself, and is then among the past ones of those who were on it', async () => {
  const { db, host, met, fellow, out, read } = await around()
  const { id } = await out()
  await met.call(joinPlaydate, { params: { id }, body: {} })
  await db.run(
    sql`update playdates set start_time = now() - interval '61 minutes', end_time = now() - interval '1 minute' where id = ${id}`,
  )
  expect(await fellow.call(upcomingPlaydates)).toEqual([])
  expect(await due(fellow)).toEqual([])
  await expect(read(fellow, id)).rejects.toMatchObject(gone)
  for (const father of [host, met]) expect((await father.call(pastPlaydates)).map(one => one.id)).toContain(id)
  await expect(fellow.call(joinPlaydate, { params: { id }, body: {} })).rejects.toMatchObject(gone)
})

test.each([
  ['a quarter of an hour before its end', 15, true],
  ['later than that', 14, false],
])('who came %s has met the others: %s', async (_, minutes, hasMet) => {
  const { db, host, fellow, out, read } = await around()
  const { id } = await out()
  await fellow.call(joinPlaydate, { params: { id }, body: {} })
  await db.run(sql`delete from circles`)
  await db.run(sql`
    update playdates set start_time = now() - interval '61 minutes', end_time = now() - interval '1 minute' where id = ${id}`)
  await db.run(sql`
    update participants x set joined_at = case when x.user_id = ${fellow.id} then p.end_time - make_interval(mins => ${minutes}::int)
             else p.start_time end
      from playdates p where p.id = x.playdate_id and p.id = ${id}`)
  const next = await host.call(goOutNow, { body: { placeId: (await aPlayground(host)).id, hours: 1 } })
  const isFound = read(fellow, next.id)
  if (hasMet) expect(await isFound).toMatchObject({ kind: 'now' })
  else await expect(isFound).rejects.toMatchObject(gone)
})

test('a father says so at most twice in 24 hours, and nobody is told of more than two a day', async () => {
  const { db, host, met, fellow, out } = await around()
  await out()
  await out()
  await expect(out()).rejects.toMatchObject({ status: 409, code: 'playdate.nowTwice' })
  await aMeeting(db, [fellow, met], { daysAgo: 3 })
  await out(fellow)
  expect(await linesOf(met)).toHaveLength(2)
  expect(await due(met)).toHaveLength(3)
  await db.run(
    sql`update playdates set created_at = now() - interval '25 hours' where kind = 'now' and creator_id = ${host.id}`,
  )
  expect(await out()).toMatchObject({ myStatus: 'creator' })
})

test('one line stands for whatever a father says of being out on one day, with the latest place', async () => {
  const { host, met, out } = await around()
  const { id } = await out()
  await met.call(readNotifications, { body: {} })
  const second = await out(host, 2)
  expect(await linesOf(met)).toMatchObject([
    { isRead: false, details: { playdateId: second.id }, person: { id: host.id } },
  ])
  expect(second.id).not.toBe(id)
})

test.each<[string, boolean[], number]>([
  ['two who have said no more', [false, false], 2],
  ['one who has cancelled, and one', [true, false], 1],
  ['two who have cancelled', [true, true], 0],
])('after %s nobody is told of a third father who is out that day', async (_, cancelled, left) => {
  const { db, host, met, fellow, chatting, out } = await around()
  for (const father of [fellow, chatting]) await aMeeting(db, [father, met], { daysAgo: 3 })
  for (const [at, father] of [host, fellow].entries()) {
    const { id } = await out(father)
    if (cancelled[at]) await father.call(deletePlaydate, { params: { id }, body: {} })
  }
  await out(chatting)
  expect(await linesOf(met)).toHaveLength(left)
})

test('it cannot be changed or passed on, and its father ends it by cancelling', async () => {
  const { host, met, out, read } = await around()
  const { id } = await out()
  await met.call(joinPlaydate, { params: { id }, body: {} })
  const params = { id }
  await expect(host.call(editPlaydate, { params, body: aPlaydate() })).rejects.toMatchObject({
    code: 'playdate.nowStays',
  })
  for (const father of [host, met])
    await expect(father.call(makeInvite, { params, body: {} })).rejects.toMatchObject({ code: 'invite.notPossible' })
  await host.call(deletePlaydate, { params, body: {} })
  expect(await read(met, id)).toMatchObject({ state: 'cancelled' })
})

test('who has a block with him reads what he would read of a deleted account', async () => {
  const { host, met, fellow, out, read } = await around()
  const { id } = await out()
  await host.call(block, { params: { id: met.id } })
  await fellow.call(block, { params: { id: host.id } })
  for (const father of [met, fellow]) {
    await expect(read(father, id)).rejects.toMatchObject(gone)
    expect([await due(father), (await kindsOf(father)).includes('playdate.now')]).toEqual([[], false])
  }
})

test.each([
  ['no such place', { placeId: 2_000_000, hours: 1 as const }, 404],
  ['three hours', { placeId: 1, hours: 3 as never }, 400],
])('being out with %s is refused with a sentence', async (_, body, status) => {
  const { host } = await world()
  await expect(host.call(goOutNow, { body })).rejects.toMatchObject({ status })
})

test('nobody goes out while a node runs that would show it to everybody', async () => {
  const { db, out } = await around()
  await db.run(sql`insert into nodes (id, version, knows) values (gen_random_uuid(), '1.0.0', '1.0.0.sql')`)
  await expect(out()).rejects.toMatchObject({ status: 409, code: 'circle.notYet' })
})

test('a call for an ordinary playdate cannot make one', async () => {
  const { host } = await world()
  await expect(host.call(createPlaydate, { body: aPlaydate({ kind: 'now' as never }) })).rejects.toMatchObject({
    status: 400,
  })
})
