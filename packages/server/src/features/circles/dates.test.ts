import { sendMessage } from '@papadag/contract/chat'
import { endCircle, oneCircle } from '@papadag/contract/circles'
import { makeInvite } from '@papadag/contract/invites'
import { limits } from '@papadag/contract/limits'
import { notifications } from '@papadag/contract/notifications'
import { declinePlaydate } from '@papadag/contract/playdates/declines'
import {
  createPlaydate,
  editPlaydate,
  joinPlaydate,
  ownPlaydates,
  playdatesAtPlace,
  upcomingCount,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { createPoll } from '@papadag/contract/playdates/polls'
import { oneSeries, takeStanding } from '@papadag/contract/playdates/series'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { today } from '@papadag/contract/today'
import { block } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { acquainted, chatOf } from '../../testing/chat.ts'
import { aPlayground } from '../../testing/places.ts'
import { aPoll } from '../../testing/polls.ts'
import { hourMs, together } from '../../testing/scenes/circle-dates.ts'
import { kindsOf } from '../../testing/scenes/notices.ts'
import { anHourIn, inDays } from '../../testing/series.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate, beginPlaydate, endPlaydate, type Father } from '../../testing/world.ts'
import { opening } from '../playdates/nearby.ts'

const gone = { status: 404, code: 'playdate.unknown' }

/** Lets the two days pass in which a date is for members alone. */
async function open(db: Db, id: number) {
  await db.run(sql`update playdates set opens_at = now() where id = ${id} and isfinite(opens_at)`)
  await opening.run(db, { id: 1, kind: '', userId: null, playdateId: id, payload: {}, attempts: 0, onWire() {} })
}

test('at first only members find a circle’s date, and after two days everybody does, without the circle', async () => {
  const { db, host, friend, stranger, circleId, plan, read } = await together()
  const place = await aPlayground(host)
  const atPlace = { params: { id: place.id } }
  const before = [await stranger.call(upcomingPlaydates), await stranger.call(upcomingCount, { query: {} })]
  const { id } = await plan({ placeId: place.id })
  expect(await read(friend, id)).toMatchObject({ circle: { id: circleId, name: 'Woensdag' }, openToOthers: true })
  await expect(read(stranger, id)).rejects.toMatchObject(gone)
  await expect(stranger.call(joinPlaydate, { params: { id }, body: {} })).rejects.toMatchObject(gone)
  expect([await stranger.call(upcomingPlaydates), await stranger.call(upcomingCount, { query: {} })]).toEqual(before)
  expect(await stranger.call(playdatesAtPlace, atPlace)).toEqual([])
  expect(await friend.call(playdatesAtPlace, atPlace)).toMatchObject([{ id }])
  await open(db, id)
  expect(await stranger.call(playdatesAtPlace, atPlace)).toMatchObject([{ id }])
  const seen = await read(stranger, id)
  expect([seen.circle, seen.openToOthers, seen.opensAt]).toEqual([null, null, null])
  expect(JSON.stringify(seen)).not.toContain('Woensdag')
  expect(await stranger.call(joinPlaydate, { params: { id }, body: {} })).toMatchObject({ myStatus: 'joined' })
})

const Hours = z.object({ hours: z.nullable(z.number()) })
test.each([
  ['ten days ahead opens after two days', 240, {}, limits.membersFirstHours],
  ['a day ahead opens halfway', 24, {}, 12],
  ['for the circle alone never opens', 240, { openToOthers: false }, null],
])('a date %s', async (_, ahead, differences, hours) => {
  const { db, plan } = await together()
  const startTime = inDays(ahead / 24)
  const { id, opensAt } = await plan({ startTime, endTime: inDays(ahead / 24, hourMs), ...differences })
  const found = await db.one(
    Hours,
    sql`select round(extract(epoch from opens_at - created_at) / 3600, 1)::float8 as hours from playdates
         where id = ${id} and isfinite(opens_at)`,
  )
  expect(found?.hours ?? null).toBe(hours)
  expect(opensAt === null).toBe(hours === null)
  expect(await db.count(sql`from outbox where kind = 'playdate.open'`)).toBe(hours === null ? 0 : 1)
})

test('a date that is moved nearer opens halfway to its new time', async () => {
  const { db, host, plan } = await together()
  const { id } = await plan()
  const body = aPlaydate(anHourIn(1))
  const { opensAt } = await host.call(editPlaydate, { params: { id }, body })
  expect(Date.parse(opensAt ?? '')).toBeLessThan(Date.now() + 12.1 * hourMs)
  expect(await db.count(sql`from outbox o join playdates p on p.id = o.playdate_id and p.opens_at = o.due_at`)).toBe(1)
})

test('a date for the circle alone stays hidden from everybody else, even when its time has come', async () => {
  const { db, stranger, friend, plan, read } = await together()
  const { id } = await plan({ openToOthers: false })
  await open(db, id)
  await expect(read(stranger, id)).rejects.toMatchObject(gone)
  expect(await read(friend, id)).toMatchObject({ openToOthers: false, opensAt: null })
})

test('each member is asked once, and whoever says no is not asked again', async () => {
  const { friend, member, stranger, plan, host } = await together()
  const { id } = await plan()
  for (const father of [friend, member])
    expect(await father.call(today)).toMatchObject({ due: [{ kind: 'asked', playdate: { id }, by: { id: host.id } }] })
  expect(await kindsOf(friend)).toContain('playdate.planned')
  await friend.call(declinePlaydate, { params: { id }, body: {} })
  expect(await friend.call(today)).toMatchObject({ due: [], next: null })
  await member.call(joinPlaydate, { params: { id }, body: {} })
  expect((await member.call(notifications)).filter(({ isRead }) => !isRead)).toEqual([])
  expect(await kindsOf(stranger)).toEqual([])
})

test('only a member plans with a circle, and no open hour is a circle’s', async () => {
  const { stranger, circleId, plan, leave, friend, host } = await together()
  const unknown = { status: 404, code: 'circle.unknown' }
  await expect(plan({}, stranger)).rejects.toMatchObject(unknown)
  await leave(friend)
  await expect(plan({}, friend)).rejects.toMatchObject(unknown)
  await expect(plan({ circleId: limits.idMax })).rejects.toMatchObject(unknown)
  const place = await aPlayground(host)
  await expect(plan({ kind: 'open', placeId: place.id })).rejects.toMatchObject({ status: 400 })
  await expect(stranger.call(createPoll, { body: aPoll({ circleId }) })).rejects.toMatchObject(unknown)
})

test('an invitation opens a date at once, by link or to somebody outside, and not to a member', async () => {
  const { host, friend, member, stranger, plan, read } = await together()
  const invite = async (father: Father, to: Father, asksTo: number) =>
    father.call(sendMessage, { params: { id: await chatOf(father, to) }, body: { content: 'kom', asksTo } })
  const [one, other] = [await plan(), await plan()]
  await friend.call(joinPlaydate, { params: { id: one.id }, body: {} })
  await acquainted(friend, member)
  await invite(friend, member, one.id)
  await expect(read(stranger, one.id)).rejects.toMatchObject(gone)
  await acquainted(host, stranger)
  await invite(host, stranger, one.id)
  expect(await read(stranger, one.id)).toMatchObject({ askedBy: { id: host.id }, circle: null })
  await expect(read(stranger, other.id)).rejects.toMatchObject(gone)
  await host.call(makeInvite, { params: { id: other.id }, body: {} })
  expect((await read(stranger, other.id)).id).toBe(other.id)
})

test('only its planner invites others to a date for the circle alone', async () => {
  const { host, friend, stranger, plan, read } = await together()
  const { id } = await plan({ openToOthers: false })
  await friend.call(joinPlaydate, { params: { id }, body: {} })
  await expect(friend.call(makeInvite, { params: { id }, body: {} })).rejects.toMatchObject({
    code: 'invite.notPossible',
  })
  await host.call(makeInvite, { params: { id }, body: {} })
  expect((await read(stranger, id)).id).toBe(id)
})

test('a series is the circle’s with all its dates, and its standing place is offered to each member once', async () => {
  const { db, friend, member, stranger, circleId, plan } = await together()
  const { id, series } = await plan({ repeats: { every: 'week' } })
  const dates = await friend.call(upcomingPlaydates)
  expect(dates.map(({ circle }) => circle?.id)).toEqual([circleId, circleId, circleId])
  expect(await stranger.call(upcomingPlaydates)).toEqual([])
  await expect(stranger.call(oneSeries, { params: { id: series?.id ?? 0 } })).rejects.toMatchObject({ status: 404 })
  for (const father of [friend, member])
    expect((await father.call(notifications)).filter(({ kind }) => kind === 'playdate.planned')).toMatchObject([
      { details: { playdateId: id, rhythm: { every: 'week' } } },
    ])
  await friend.call(takeStanding, { params: { id: series?.id ?? 0 }, body: {} })
  expect((await friend.call(ownPlaydates)).length).toBe(3)
  expect(await db.count(sql`from playdates where circle_id = ${circleId} and opens_at > now()`)).toBe(3)
})

test('whoever leaves loses his seats on the circle’s dates, and keeps those that he has planned', async () => {
  const { db, host, friend, member, circleId, plan, leave, read } = await together()
  const theirs = await plan({ maxParticipants: 2, openToOthers: false })
  const full = await plan({ maxParticipants: 2 })
  const his = await plan({ openToOthers: false, repeats: { every: 'week' } }, friend)
  const plain = await host.call(createPlaydate, { body: aPlaydate() })
  for (const id of [theirs.id, plain.id]) await friend.call(joinPlaydate, { params: { id }, body: {} })
  await member.call(waitForPlaydate, { params: { id: theirs.id }, body: {} })
  await member.call(joinPlaydate, { params: { id: full.id }, body: {} })
  await friend.call(waitForPlaydate, { params: { id: full.id }, body: {} })
  await member.call(joinPlaydate, { params: { id: his.id }, body: {} })
  await leave(friend)
  // Whoever waited has his place.
  expect((await read(host, theirs.id)).participants.map(({ id }) => id)).toEqual([host.id, member.id])
  await expect(read(friend, theirs.id)).rejects.toMatchObject(gone)
  await expect(read(friend, full.id)).rejects.toMatchObject(gone)
  expect(await db.count(sql`from waiting`)).toBe(0)
  expect((await read(friend, plain.id)).myStatus).toBe('joined')
  expect(await read(friend, his.id)).toMatchObject({ circle: null, myStatus: 'creator' })
  expect(await read(member, his.id)).toMatchObject({ circle: null, myStatus: 'joined' })
  await expect(read(host, his.id)).rejects.toMatchObject(gone)
  expect(await db.count(sql`from playdates where circle_id = ${circleId}`)).toBe(2)
  expect(await db.count(sql`from series where circle_id is not null`)).toBe(0)
  expect(await kindsOf(friend)).not.toContain('playdate.planned')
})

test('when a circle ends, its dates stay with those who planned them and those who take part', async () => {
  const { host, friend, member, circleId, plan, read } = await together()
  const { id } = await plan({ openToOthers: false }, friend)
  await member.call(joinPlaydate, { params: { id }, body: {} })
  await host.call(endCircle, { params: { id: circleId } })
  expect(await read(friend, id)).toMatchObject({ circle: null, myStatus: 'creator' })
  expect(await read(member, id)).toMatchObject({ circle: null })
  await expect(read(host, id)).rejects.toMatchObject(gone)
  expect(await kindsOf(host)).not.toContain('playdate.planned')
})

test('two members with a block between them see nothing of each other’s dates', async () => {
  const { friend, member, plan, read, circleId } = await together()
  await friend.call(block, { params: { id: member.id } })
  const { id } = await plan({}, friend)
  await expect(read(member, id)).rejects.toMatchObject(gone)
  expect(await kindsOf(member)).not.toContain('playdate.planned')
  expect((await member.call(oneCircle, { params: { id: circleId } })).nextDate).toBeNull()
  const poll = await friend.call(createPoll, { body: aPoll({ circleId }) })
  expect(poll.asked?.map(one => one.id)).not.toContain(member.id)
})

test('a circle names its next date, and his first screen shows it before a later one of his own', async () => {
  const { friend, circleId, plan } = await together()
  await friend.call(createPlaydate, { body: aPlaydate(anHourIn(3)) })
  const { id } = await plan({ title: 'Vliegeren' })
  expect((await friend.call(oneCircle, { params: { id: circleId } })).nextDate).toMatchObject({
    ...{ id, title: 'Vliegeren', coming: 1, myStatus: 'none' },
  })
  expect(await friend.call(today)).toMatchObject({ next: { id, circle: { id: circleId, name: 'Woensdag' } } })
  const soon = await friend.call(createPlaydate, {
    body: aPlaydate({ startTime: inDays(0, hourMs), endTime: inDays(0, 2 * hourMs) }),
  })
  expect(await friend.call(today)).toMatchObject({ next: { id: soon.id } })
})

test('a circle names a date that goes on before the next one', async () => {
  const { db, friend, circleId, plan } = await together()
  const { id } = await plan()
  await plan({ title: 'Later' })
  const next = async () => (await friend.call(oneCircle, { params: { id: circleId } })).nextDate?.title
  await db.run(sql`update playdates set title = 'Nu' where id = ${id}`)
  await beginPlaydate(db, id)
  expect(await next()).toBe('Nu')
  await endPlaydate(db, id)
  expect(await next()).toBe('Later')
})

test('no screen of a stranger hears of a circle’s date before it opens', async () => {
  const { host, friend, stranger, plan } = await together()
  const near = await connect(friend)
  const far = await connect(stranger)
  for (const screen of [near, far]) screen.send({ type: 'watch', paths: ['/api/playdates/upcoming', '/api/today'] })
  const changed = ({ frames }: typeof far) => frames.find(({ type }) => type === 'changed')
  await plan()
  await near.until(() => changed(near))
  expect(changed(far)).toBeUndefined()
  await host.call(createPlaydate, { body: aPlaydate() })
  await far.until(() => changed(far))
})
