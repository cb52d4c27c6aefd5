import { sendReport } from '@papadag/contract/moderation'
import { choosePollTime, createPoll, onePoll, polls } from '@papadag/contract/playdates/polls'
import { today } from '@papadag/contract/today'
import { expect, test } from 'vitest'
import { answerTimes, aPoll, timeAt } from '../../testing/polls.ts'
import { together } from '../../testing/scenes/circle-dates.ts'
import { kindsOf } from '../../testing/scenes/notices.ts'
import { connect } from '../../testing/socket.ts'

const gone = { status: 404, code: 'playdate.unknown' }

test('a circle’s question which day suits asks all its members, however many strangers he may ask', async () => {
  const { host, friend, member, stranger, circleId, read } = await together()
  const poll = await host.call(createPoll, { body: aPoll({ circleId }) })
  expect(poll.asked?.map(({ id }) => id)).toEqual([friend.id, member.id])
  const [first] = poll.times
  await answerTimes(friend, poll, { [first?.id ?? 0]: 'yes' })
  await answerTimes(member, poll, { [first?.id ?? 0]: 'no' })
  const made = await host.call(choosePollTime, { params: { id: poll.id }, body: { timeId: timeAt(poll, 0) } })
  expect(made).toMatchObject({ circle: { id: circleId }, openToOthers: true })
  expect(made.participants.map(({ id }) => id)).toEqual([host.id, friend.id])
  // He has said that he cannot.
  expect((await member.call(today)).due).toEqual([])
  expect(await kindsOf(friend)).not.toContain('playdate.planned')
  await expect(read(stranger, made.id)).rejects.toMatchObject(gone)
  await expect(stranger.call(onePoll, { params: { id: poll.id } })).rejects.toMatchObject({ status: 404 })
})

test('whoever leaves a circle is no longer asked which day suits, and what he has said does not count', async () => {
  const { host, friend, member, circleId, leave } = await together()
  const poll = await host.call(createPoll, { body: aPoll({ circleId, fathers: [] }) })
  for (const father of [friend, member]) await answerTimes(father, poll, { [timeAt(poll, 0)]: 'yes' })
  const screen = await connect(friend, 'a tab')
  screen.send({ type: 'watch', paths: ['/api/polls'] })
  await leave(member)
  expect(await screen.frame('changed')).toMatchObject({ paths: ['/api/polls'] })
  const params = { id: poll.id }
  await expect(member.call(onePoll, { params })).rejects.toMatchObject({ status: 404, code: 'poll.unknown' })
  expect([await member.call(polls), await kindsOf(member)]).toEqual([[], expect.not.arrayContaining(['poll.asked'])])
  const seen = await host.call(onePoll, { params })
  expect([seen.asked?.map(({ id }) => id), seen.times[0]?.yes]).toEqual([[friend.id], 1])
  // He received it, so he may report it.
  await member.call(sendReport, { body: { targetType: 'poll', targetId: String(poll.id), reason: 'other', text: '' } })
  const made = await host.call(choosePollTime, { params, body: { timeId: timeAt(poll, 0) } })
  expect(made.participants.map(({ id }) => id)).toEqual([host.id, friend.id])
  expect(await kindsOf(member)).not.toContain('playdate.noRoom')
})
