import { startChat } from '@papadag/contract/chat'
import { sendReport } from '@papadag/contract/moderation'
import { notifications } from '@papadag/contract/notifications'
import { onePlace } from '@papadag/contract/places/places'
import { createPlaydate, joinPlaydate, onePlaydate } from '@papadag/contract/playdates/playdates'
import { expect, test } from 'vitest'
import { type Db, sql } from '../../platform/db/db.ts'
import { acquainted } from '../../testing/chat.ts'
import { decide } from '../../testing/moderation.ts'
import { aPlayground } from '../../testing/places.ts'
import { aPlaydate, beginPlaydate, type Father, world } from '../../testing/world.ts'

const childSafety = { reason: 'child_safety' } as const

test('two child-safety reports by fathers with contact stop a member from starting anything until a moderator has decided on all of them', async () => {
  const { db, host, fathers } = await world({ fathers: 4 })
  const [first, second, moderator, stranger] = fathers
  await db.run(sql`update users set is_moderator = true where id = ${moderator.id}`)
  const chatId = await acquainted(first, host)
  await acquainted(second, host)
  const aboutChat = await first.call(sendReport, { body: { targetType: 'chat', targetId: chatId, ...childSafety } })
  await first.call(sendReport, { body: { targetType: 'user', targetId: host.id, ...childSafety } })
  const playdate = await host.call(createPlaydate, { body: aPlaydate() })
  // A report by somebody without contact stays open and does not count.
  await stranger.call(sendReport, { body: { targetType: 'playdate', targetId: playdate.id, ...childSafety } })
  const { id } = await second.call(sendReport, { body: { targetType: 'user', targetId: host.id, ...childSafety } })
  const stopped = { status: 403, code: 'user.stopped' }
  await expect(host.call(createPlaydate, { body: aPlaydate() })).rejects.toMatchObject(stopped)
  await expect(host.call(startChat, { body: { participants: [moderator.id] } })).rejects.toMatchObject(stopped)
  expect(await db.count(sql`from chats where ${host.id} in (first_member, second_member)`)).toBe(2)
  // An existing chat is not a new one.
  expect(await host.call(startChat, { body: { participants: [first.id] } })).toMatchObject({ id: chatId })
  expect(await host.call(notifications)).toMatchObject([
    { kind: 'moderation.decided', details: { decision: 'stop', target: 'user', isAutomatic: true } },
  ])
  await decide(moderator, id, 'dismiss')
  await expect(host.call(createPlaydate, { body: aPlaydate() })).rejects.toMatchObject(stopped)
  expect(await host.call(notifications)).toHaveLength(1)
  await decide(moderator, aboutChat.id, 'dismiss')
  await host.call(createPlaydate, { body: aPlaydate() })
  expect((await host.call(notifications))[0]).toMatchObject({ details: { decision: 'restore', isAutomatic: false } })
})

/** A playdate that two participants have reported for child safety halfway through, with a stranger and a moderator. */
async function reportedPlaydate() {
  const all = await world({ fathers: 4 })
  const { db, host, fathers } = all
  const [first, second, stranger, moderator] = fathers
  await db.run(sql`update users set is_moderator = true where id = ${moderator.id}`)
  const params = { id: (await host.call(createPlaydate, { body: aPlaydate() })).id }
  for (const father of [first, second]) await father.call(joinPlaydate, { params, body: {} })
  await beginPlaydate(db, params.id)
  const body = { targetType: 'playdate', targetId: params.id, ...childSafety } as const
  const reports = [await first.call(sendReport, { body }), await second.call(sendReport, { body })] as const
  return { ...all, first, stranger, moderator, params, reports }
}

test('automatically hidden content stays hidden after a warning or a suspension, until a moderator restores it', async () => {
  const { db, stranger, moderator, params, reports } = await reportedPlaydate()
  // It is after the end of the suspension, which cancels his playdates until then.
  await db.run(sql`
    update playdates set start_time = now() + interval '3 days', end_time = now() + interval '4 days' where id = ${params.id}`)
  const [{ id }] = reports
  for (const decision of ['warn', 'suspend', 'dismiss'] as const) {
    await decide(moderator, id, decision, 1)
    await db.run(sql`update users set suspended_until = null`)
    await expect(stranger.call(onePlaydate, { params })).rejects.toMatchObject({ status: 404 })
  }
  await decide(moderator, id, 'restore')
  expect(await stranger.call(onePlaydate, { params })).toMatchObject(params)
})

test('two child-safety reports by participants hide a playdate from all but its creator, until they are dismissed', async () => {
  const { db, host, first, stranger, moderator, params, reports } = await reportedPlaydate()
  const unknown = { status: 404, code: 'playdate.unknown' }
  for (const father of [stranger, moderator])
    await expect(father.call(onePlaydate, { params })).rejects.toMatchObject(unknown)
  await expect(first.call(joinPlaydate, { params, body: {} })).rejects.toMatchObject({ status: 404 })
  expect(await host.call(onePlaydate, { params })).toMatchObject(params)
  expect(await db.count(sql`from users where may_not_start`)).toBe(0)
  await decide(moderator, reports[1].id, 'dismiss')
  expect(await moderator.call(onePlaydate, { params })).toMatchObject(params)
})

test('two concurrent reports both count', async () => {
  const { db, host, fathers } = await world({ fathers: 2 })
  for (const father of fathers) await acquainted(father, host)
  await Promise.all(
    fathers.map(father => father.call(sendReport, { body: { targetType: 'user', targetId: host.id, ...childSafety } })),
  )
  expect(await db.count(sql`from users where may_not_start`)).toBe(1)
})

test('reports without contact, a single report, or other reasons silence nobody', async () => {
  const { db, host, fathers, newFather } = await world({ fathers: 3 })
  const [friend] = fathers
  await acquainted(friend, host)
  const report = (father: Father, reason: 'child_safety' | 'harassment') =>
    father.call(sendReport, { body: { targetType: 'user', targetId: host.id, reason } })
  for (const father of fathers) await report(father, 'child_safety')
  const angry = await newFather()
  await acquainted(angry, host)
  await report(angry, 'harassment')
  expect(await db.count(sql`from users where may_not_start`)).toBe(0)
  expect(await host.call(notifications)).toEqual([])
})

test('the third member who reports a place hides it', async () => {
  const { host, fathers } = await world({ fathers: 3 })
  const params = { id: (await aPlayground(host)).id }
  for (const father of fathers) {
    expect(await host.call(onePlace, { params })).toMatchObject(params)
    await father.call(sendReport, { body: { targetType: 'place', targetId: params.id, reason: 'dangerous_place' } })
  }
  await expect(host.call(onePlace, { params })).rejects.toMatchObject({ status: 404 })
})

test('joining does not count as contact: until halfway through a playdate, and a week after it, participants’ reports hide nothing', async () => {
  const { db, host, fathers } = await world({ fathers: 2 })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  for (const father of fathers) await father.call(joinPlaydate, { params: { id }, body: {} })
  const report = () => reportBoth(fathers, { playdateId: id, userId: host.id })
  await report()
  for (const ago of ['7 days', '6 days 23 hours']) {
    expect(await acted(db)).toBe(0)
    await db.run(sql`delete from reports`)
    await db.run(sql`update participants set joined_at = now() - interval '9 days'`)
    await db.run(sql`
      update playdates set start_time = now() - interval '8 days', end_time = now() - ${ago}::interval where id = ${id}`)
    await report()
  }
  expect(await acted(db)).toBe(2)
})

test('fathers who share only a cancelled playdate do not count as having been in contact', async () => {
  const { db, host, fathers } = await world({ fathers: 2 })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  for (const father of fathers) await father.call(joinPlaydate, { params: { id }, body: {} })
  await beginPlaydate(db, id)
  await db.run(sql`update playdates set cancelled_at = now() where id = ${id}`)
  await reportBoth(fathers, { playdateId: id, userId: host.id })
  expect(await acted(db)).toBe(0)
})

test.each([
  ['2 days 23 hours', 0],
  ['3 days', 2],
])(
  'reports by accounts that are %s old take effect by themselves %i times, whatever the contact',
  async (age, times) => {
    const { db, host, fathers } = await world({ fathers: 3 })
    const [first, second] = fathers
    const { id } = await host.call(createPlaydate, { body: aPlaydate() })
    for (const father of [first, second]) {
      await father.call(joinPlaydate, { params: { id }, body: {} })
      await acquainted(father, host)
    }
    await beginPlaydate(db, id)
    // One of them is enough.
    await db.run(sql`update users set created_at = now() - ${age}::interval where id = ${second.id}`)
    await reportBoth([first, second], { playdateId: id, userId: host.id })
    expect(await acted(db)).toBe(times)
    const place = { id: (await aPlayground(host)).id }
    for (const father of fathers) {
      await father.call(sendReport, { body: { targetType: 'place', targetId: place.id, reason: 'dangerous_place' } })
    }
    expect(await db.count(sql`from places where hidden_at is not null`)).toBe(times / 2)
    // What a new account said does not count later either.
    await db.run(sql`update users set created_at = now() - interval '1 year'`)
    await reportBoth([first, second], { playdateId: id, userId: host.id })
    expect(await acted(db)).toBe(times)
  },
)

async function reportBoth(fathers: readonly Father[], { playdateId, userId }: { playdateId: number; userId: number }) {
  for (const father of fathers) {
    await father.call(sendReport, { body: { targetType: 'playdate', targetId: playdateId, ...childSafety } })
    await father.call(sendReport, { body: { targetType: 'user', targetId: userId, ...childSafety } })
  }
}

/** How many playdates are hidden and members stopped. */
const acted = async (db: Db) =>
  (await db.count(sql`from playdates where hidden_at is not null`)) +
  (await db.count(sql`from users where may_not_start`))
