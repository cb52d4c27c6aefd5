import { sendMessage } from '@papadag/contract/chat'
import { changeCircleMember, circleCode, enterCircle, makeCircleCode } from '@papadag/contract/circles'
import { notifications, readNotifications, unread } from '@papadag/contract/notifications'
import { declinePlaydate, takeBackDecline } from '@papadag/contract/playdates/declines'
import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { block } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { aCircle, acquainted } from '../../testing/chat.ts'
import { aMeeting } from '../../testing/domain/meetings.ts'
import { anHourIn } from '../../testing/series.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'

/** What a father finds of this kind: who stands for the line, all whom it names, and whether he has read it. */
async function lines(father: Father, kind: string) {
  const all = (await father.call(notifications)).filter(one => one.kind === kind)
  return all.map(({ person, people, details, isRead }) => ({
    ...{ person: person?.id, people: people?.map(({ id }) => id), isRead },
    ...(details.message && { message: details.message }),
  }))
}
const count = async (father: Father) => (await father.call(unread)).notifications

/** The host has asked all fathers to a playdate. */
async function allAsked() {
  const all = await world({ fathers: 4 })
  const { host, fathers } = all
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  for (const father of fathers) {
    const chatId = await acquainted(host, father)
    await host.call(sendMessage, { params: { id: chatId }, body: { content: 'Kom je mee?', asksTo: id } })
  }
  await host.call(readNotifications, { body: {} })
  const decline = (father: Father, message?: string) =>
    father.call(declinePlaydate, { params: { id }, body: { message } })
  return { ...all, id, decline }
}
const kind = 'playdate.left'

test('all who cannot come are one line of their host, which is unread again with each, and one row outside the app', async () => {
  const { db, host, father: one, other: two, third: three, decline } = await allAsked()
  await decline(one)
  expect(await lines(host, kind)).toEqual([{ person: one.id, people: [one.id], isRead: false }])
  await decline(two)
  expect(await lines(host, kind)).toEqual([{ person: two.id, people: [two.id, one.id], isRead: false }])
  expect(await count(host)).toBe(1)
  await host.call(readNotifications, { body: {} })
  await decline(three)
  expect(await lines(host, kind)).toEqual([{ person: three.id, people: [three.id, two.id, one.id], isRead: false }])
  expect(await db.count(sql`from outbox where kind = 'notice' and user_id = ${host.id}`)).toBe(1)
})

test('who says why he cannot come has a line of his own, and is in no other', async () => {
  const { host, father: one, other: two, decline } = await allAsked()
  await decline(one)
  await decline(two)
  await decline(two, 'Oma is jarig.')
  expect(await lines(host, kind)).toEqual([
    { person: two.id, people: undefined, isRead: false, message: 'Oma is jarig.' },
    { person: one.id, people: [one.id], isRead: false },
  ])
  await decline(two)
  expect(await lines(host, kind)).toEqual([{ person: two.id, people: [two.id, one.id], isRead: false }])
})

test('a line names nobody who can come after all or whom its reader cannot see, and disappears with the last name', async () => {
  const { db, host, father: one, other: two, third: three, id, decline } = await allAsked()
  for (const father of [one, two, three]) await decline(father)
  await three.call(takeBackDecline, { params: { id } })
  await host.call(block, { params: { id: two.id } })
  expect(await lines(host, kind)).toEqual([{ person: one.id, people: [one.id], isRead: false }])
  await db.run(sql`update users set hidden_at = now() where id = ${one.id}`)
  expect([await lines(host, kind), await count(host)]).toEqual([[], 0])
})

test('whom a father fetches on one date is one line', async () => {
  const { db, host, father: sem, other: nico, third: bas } = await world({ fathers: 3 })
  await acquainted(host, sem)
  for (const daysAgo of [9, 8, 7]) await aMeeting(db, [host, sem], { daysAgo })
  const circleId = await aCircle(host, [sem], { name: 'Woensdag' })
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ ...anHourIn(3), circleId }) })
  await db.run(sql`update playdates set opens_at = now() where id = ${id}`)
  for (const father of [sem, nico]) await father.call(joinPlaydate, { params: { id }, body: {} })
  expect(await lines(sem, 'playdate.buddy')).toEqual([{ person: nico.id, people: [nico.id], isRead: false }])
  await sem.call(readNotifications, { body: {} })
  await bas.call(joinPlaydate, { params: { id }, body: {} })
  expect(await lines(sem, 'playdate.buddy')).toEqual([{ person: bas.id, people: [bas.id, nico.id], isRead: false }])
})

test('for each circle a keeper has one line about those who came with its code and those whom another keeper let in', async () => {
  const { host, father: keeper, other: one, third: two, fourth: three } = await world({ fathers: 4 })
  await acquainted(host, keeper)
  const id = await aCircle(host, [keeper], { name: 'Woensdag' })
  const member = (father: Father, isKeeper: boolean) =>
    host.call(changeCircleMember, { params: { id, userId: String(father.id) }, body: { keeper: isKeeper } })
  await member(keeper, true)
  await host.call(makeCircleCode, { params: { id }, body: {} })
  const { code } = await host.call(circleCode, { params: { id } })
  for (const father of [host, keeper]) await father.call(readNotifications, { body: {} })
  for (const father of [one, two, three]) await father.call(enterCircle, { body: { code } })
  for (const father of [host, keeper]) {
    const latestFirst = [three.id, two.id, one.id]
    expect(await lines(father, 'circle.wished')).toEqual([{ person: three.id, people: latestFirst, isRead: false }])
    expect(await count(father)).toBe(1)
  }
  for (const father of [one, two]) await member(father, false)
  expect(await lines(keeper, 'circle.wished')).toEqual([{ person: three.id, people: [three.id], isRead: false }])
  expect(await lines(keeper, 'circle.joined')).toEqual([{ person: two.id, people: [two.id, one.id], isRead: false }])
  // Who lets them in knows it: he has heard of the other keeper alone.
  expect(await lines(host, 'circle.joined')).toEqual([{ person: keeper.id, people: [keeper.id], isRead: true }])
  // Who comes after he has read it is told anew.
  await keeper.call(readNotifications, { body: {} })
  await member(three, false)
  expect((await lines(keeper, 'circle.joined')).map(({ people }) => people)).toEqual([[three.id], [two.id, one.id]])
})
