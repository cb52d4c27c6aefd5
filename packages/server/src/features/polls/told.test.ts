import { notifications, readNotifications, unread } from '@papadag/contract/notifications'
import { choosePollTime, createPoll, deletePoll } from '@papadag/contract/playdates/polls'
import { block } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { acquainted } from '../../testing/chat.ts'
import { answerTimes, aPoll, asked, timeAt } from '../../testing/polls.ts'
import { kindsOf } from '../../testing/scenes/notices.ts'
import type { Father } from '../../testing/world.ts'
import { forgetPolls } from './commands.ts'

test('a question from a stranger shows only in the app, and one from an acquaintance outside it too', async () => {
  const { db, host, guest, other, poll } = await asked()
  /** Rows for outside the app; they stay for a while after they were sent. */
  const outside = (father: Father) => db.count(sql`from outbox where kind = 'notice' and user_id = ${father.id}`)
  expect(await guest.call(notifications)).toMatchObject([
    { kind: 'poll.asked', details: { pollId: poll.id, title: poll.title }, person: { id: host.id } },
  ])
  expect(await outside(guest)).toBe(0)
  await acquainted(host, other)
  const ask = () => host.call(createPoll, { body: aPoll({ fathers: [other.id] }) })
  await ask()
  expect([await kindsOf(other), await outside(other)]).toEqual([['poll.asked'], 1])
  // Until he has read it, further questions stay in the app.
  await ask()
  expect([await kindsOf(other), await outside(other)]).toEqual([['poll.asked', 'poll.asked'], 1])
  await other.call(readNotifications, { body: {} })
  await db.run(sql`delete from outbox where user_id = ${other.id}`)
  await ask()
  expect(await outside(other)).toBe(1)
})

test('the creator of a poll is told of answers once until he has read it, and once for each father', async () => {
  const { host, guest, other, poll, token } = await asked()
  const answer = (father: Father) => answerTimes(father, poll, { [timeAt(poll, 0)]: 'yes' }, { token })
  await answer(guest)
  await answer(other)
  expect(await host.call(notifications)).toMatchObject([{ kind: 'poll.answered', details: { pollId: poll.id } }])
  await host.call(readNotifications, { body: { pollId: poll.id } })
  expect(await host.call(unread)).toMatchObject({ notifications: 0 })
  await answer(guest)
  expect(await kindsOf(host)).toEqual(['poll.answered'])
})

test('the chosen day is sent to those who have a place, those who could come if need be, and those without room', async () => {
  const { host, guest, other, stranger, newFather, poll, params, token } = await asked({ maxParticipants: 2 })
  const time = timeAt(poll, 0)
  const away = await newFather()
  await answerTimes(other, poll, { [time]: 'yes' }, { token })
  await answerTimes(guest, poll, { [time]: 'yes' })
  await answerTimes(stranger, poll, { [time]: 'maybe' }, { token })
  await answerTimes(away, poll, { [time]: 'no' }, { token })
  const { id: playdateId } = await host.call(choosePollTime, { params, body: { timeId: time } })
  const about = { playdateId, startTime: poll.times[0]?.startTime }
  expect(await other.call(notifications)).toMatchObject([
    { kind: 'playdate.chosen', details: { ...about, isSeated: true }, person: { id: host.id } },
  ])
  expect(await guest.call(notifications)).toMatchObject([
    { kind: 'playdate.noRoom', details: { ...about, isWaiting: true } },
  ])
  expect(await stranger.call(notifications)).toMatchObject([
    { kind: 'playdate.chosen', details: { ...about, isSeated: false } },
  ])
  expect(await kindsOf(away)).toEqual([])
  // He is not notified of what he did himself.
  expect(await kindsOf(host)).toEqual([])
})

test.each(['deleted', 'past'])('a poll that is %s leaves no notice in the app', async end => {
  const { db, host, guest, poll, params } = await asked()
  await answerTimes(guest, poll, { [timeAt(poll, 0)]: 'yes' })
  expect([await kindsOf(guest), await kindsOf(host)]).toEqual([['poll.asked'], ['poll.answered']])
  if (end === 'deleted') await host.call(deletePoll, { params })
  else {
    await db.run(sql`update polls set ends_at = now() - interval '8 days'`)
    await forgetPolls(db)
  }
  expect([await kindsOf(guest), await kindsOf(host)]).toEqual([[], []])
})

test.each(['deleted', 'chosen'])('a poll that is %s takes its own notice away, and no other', async end => {
  const { host, guest, other, poll, params } = await asked()
  const another = await other.call(createPoll, { body: aPoll({ title: 'Zwemmen', fathers: [guest.id] }) })
  await answerTimes(guest, another, { [timeAt(another, 0)]: 'yes' })
  if (end === 'deleted') await host.call(deletePoll, { params })
  else await host.call(choosePollTime, { params, body: { timeId: timeAt(poll, 0) } })
  const asks = (await guest.call(notifications)).filter(({ kind }) => kind === 'poll.asked')
  expect(asks).toMatchObject([{ details: { pollId: another.id } }])
  expect(await kindsOf(other)).toEqual(['poll.answered'])
})

test('a block removes the other father’s question from the notices and from their number', async () => {
  const { host, guest } = await asked()
  expect(await guest.call(unread)).toMatchObject({ notifications: 1 })
  await host.call(block, { params: { id: guest.id } })
  expect(await kindsOf(guest)).toEqual([])
  expect(await guest.call(unread)).toMatchObject({ notifications: 0 })
})
