import { answerRequest, sendMessage, threadOf } from '@papadag/contract/chat'
import { unread } from '@papadag/contract/notifications'
import { createPlaydate, deletePlaydate, joinPlaydate, leavePlaydate } from '@papadag/contract/playdates/playdates'
import { createPoll, deletePoll } from '@papadag/contract/playdates/polls'
import { confirmPlaydate, takeStanding } from '@papadag/contract/playdates/series'
import { stopWaiting, waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { today } from '@papadag/contract/today'
import { block, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { type Db, sql } from '../../platform/db/db.ts'
import { acquainted, chatOf } from '../../testing/chat.ts'
import { aMeeting } from '../../testing/domain/meetings.ts'
import { aPlayground } from '../../testing/places.ts'
import { answerTimes, aPoll, timeAt } from '../../testing/polls.ts'
import { answer, aProposal } from '../../testing/proposals.ts'
import { anHourIn, inDays, isIn } from '../../testing/series.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate, endPlaydate, type Father, type World, world } from '../../testing/world.ts'

const kinds = async (father: Father) => (await father.call(today)).due.map(({ kind }) => kind)

interface Question {
  /** Who is asked, and whose absence withdraws the question. */
  asked: Father
  asker?: Father
  expected: object
  answer(): Promise<unknown>
  /** What it is about comes to its end, or is gone. */
  end(): Promise<unknown>
}

type All = World<3>

const questions: Record<string, (all: All) => Promise<Question>> = {
  async confirm({ db, host, fathers: [regular] }) {
    const times = { ...anHourIn(3), repeats: { every: 'week' as const } }
    const { id, series } = await host.call(createPlaydate, { body: aPlaydate(times) })
    await regular.call(takeStanding, { params: { id: series?.id ?? 0 }, body: { children: 2 } })
    expect(await kinds(regular)).toEqual([])
    await isIn(db, id, 40)
    return {
      asked: regular,
      asker: host,
      expected: { playdate: { id, title: 'Modderen in het park', series: { every: 'week' } }, children: 2 },
      answer: () => regular.call(confirmPlaydate, { params: { id }, body: { coming: true } }),
      end: () => endPlaydate(db, id),
    }
  },
  async goAhead({ db, host }) {
    const times = { ...anHourIn(3), repeats: { every: 'week' as const } }
    const { id } = await host.call(createPlaydate, { body: aPlaydate({ ...times, minimumFathers: 3 }) })
    await isIn(db, id, 10)
    return {
      asked: host,
      expected: { playdate: { id }, coming: 1, minimum: 3 },
      answer: () => host.call(confirmPlaydate, { params: { id }, body: { coming: true } }),
      end: () => host.call(deletePlaydate, { params: { id }, body: {} }),
    }
  },
  async free({ db, host, fathers: [guest, waiter] }) {
    const { id } = await host.call(createPlaydate, {
      body: aPlaydate({ maxParticipants: 3, startTime: inDays(0.5), endTime: inDays(0.6) }),
    })
    await guest.call(joinPlaydate, { params: { id }, body: { children: 1 } })
    await waiter.call(waitForPlaydate, { params: { id }, body: { children: 1 } })
    expect(await kinds(waiter)).toEqual([])
    await guest.call(leavePlaydate, { params: { id }, body: {} })
    return {
      asked: waiter,
      asker: host,
      expected: { playdate: { id }, free: 2, wanted: 2 },
      answer: () => waiter.call(stopWaiting, { params: { id } }),
      end: () => endPlaydate(db, id),
    }
  },
  async asked({ db, host, fathers: [friend] }) {
    const { id } = await host.call(createPlaydate, { body: aPlaydate() })
    const chatId = await acquainted(host, friend)
    await host.call(sendMessage, { params: { id: chatId }, body: { content: 'Kom je mee?', asksTo: id } })
    return {
      asked: friend,
      asker: host,
      expected: { playdate: { id }, by: { id: host.id }, children: 0 },
      answer: () => friend.call(joinPlaydate, { params: { id }, body: {} }),
      end: () => endPlaydate(db, id),
    }
  },
  async poll({ db, host, fathers: [friend] }) {
    const poll = await host.call(createPoll, { body: aPoll({ fathers: [friend.id] }) })
    return {
      asked: friend,
      asker: host,
      expected: { pollId: poll.id, by: { id: host.id }, title: poll.title, times: [{}, {}, {}] },
      answer: () => answerTimes(friend, poll, { [timeAt(poll, 0)]: 'no' }),
      end: () => db.run(sql`update polls set ends_at = now()`),
    }
  },
  async proposal({ db, host, fathers: [one, two, three] }) {
    const { id: placeId, name } = await aPlayground(host)
    const id = await aProposal(db, placeId, [one.id, two.id, three.id])
    return {
      asked: one,
      expected: { proposalId: id, place: { id: placeId, name } },
      answer: () => answer(one, { id }, false),
      end: () => db.run(sql`update polls set ends_at = now()`),
    }
  },
  async request({ db, host, fathers: [stranger] }) {
    const id = await chatOf(stranger, host)
    expect(await kinds(host)).toEqual([])
    await stranger.call(sendMessage, { params: { id }, body: { content: 'hoi' } })
    return {
      asked: host,
      asker: stranger,
      expected: { chatId: id, by: { id: stranger.id }, expiresAt: null },
      answer: () => host.call(answerRequest, { params: { id }, body: { accept: false } }),
      end: () => db.run(sql`update messages set hidden_at = now()`),
    }
  },
}

const rows = Object.entries(questions)

test.each(rows)(
  'a question of the kind %s waits until it is answered, which also marks its notice as read',
  async (kind, ask) => {
    const question = await ask(await world({ fathers: 3 }))
    const { due, dueCount } = await question.asked.call(today)
    expect({ due, dueCount }).toMatchObject({ due: [{ kind, ...question.expected }], dueCount: 1 })
    await question.answer()
    expect(await question.asked.call(today)).toMatchObject({ due: [], dueCount: 0 })
    expect((await question.asked.call(unread)).notifications).toBe(0)
  },
)

test.each(rows)('a question of the kind %s disappears together with what it is about', async (_kind, ask) => {
  const question = await ask(await world({ fathers: 3 }))
  await question.end()
  expect(await kinds(question.asked)).toEqual([])
})

const hide = (db: Db, { id }: Father) => db.run(sql`update users set hidden_at = now() where id = ${id}`)

test.each(rows)('a father whom moderators have hidden is not asked a question of the kind %s', async (_kind, ask) => {
  const all = await world({ fathers: 3 })
  const { asked } = await ask(all)
  await hide(all.db, asked)
  expect(await kinds(asked)).toEqual([])
})

/** The host's own dates and the app's proposals have nobody who asks. */
const byFathers = rows.filter(([kind]) => kind !== 'goAhead' && kind !== 'proposal')

test.each(byFathers)(
  'a question of the kind %s disappears when its asker is hidden, and after a block',
  async (_kind, ask) => {
    for (const which of ['hidden', 'blocked by him', 'blocks him'] as const) {
      const all = await world({ fathers: 3 })
      const { asked, asker = all.host } = await ask(all)
      if (which === 'hidden') await hide(all.db, asker)
      else if (which === 'blocks him') await asker.call(block, { params: { id: asked.id } })
      else await asked.call(block, { params: { id: asker.id } })
      expect([which, await kinds(asked)]).toEqual([which, []])
    }
  },
)

test.each(byFathers.filter(([kind]) => kind !== 'confirm'))(
  'a question of the kind %s is not shown while its asker is suspended',
  async (_kind, ask) => {
    const all = await world({ fathers: 3 })
    const { asked, asker = all.host } = await ask(all)
    await all.db.run(sql`update users set suspended_until = now() + interval '1 day' where id = ${asker.id}`)
    expect(await kinds(asked)).toEqual([])
    await all.db.run(sql`update users set suspended_until = now()`)
    expect(await kinds(asked)).toHaveLength(1)
  },
)

test('at most three questions are shown, the one that expires soonest first, and all are counted', async () => {
  const { host, father: friend } = await world({ fathers: 1 })
  const chatId = await acquainted(host, friend)
  const ask = async (days: number) => {
    const { id } = await host.call(createPlaydate, {
      body: aPlaydate(anHourIn(days)),
    })
    await host.call(sendMessage, { params: { id: chatId }, body: { content: 'Kom je mee?', asksTo: id } })
    return `asked-${id}`
  }
  const [third, first, , second] = [await ask(4), await ask(1), await ask(5), await ask(2)]
  const { due, dueCount } = await friend.call(today)
  expect([due.map(({ id }) => id), dueCount]).toEqual([[first, second, third], 4])
})

test('what somebody waits for is asked before whether he knows a father whom he met, also if it expires later', async () => {
  const { db, host, father: friend } = await world({ fathers: 1 })
  await aMeeting(db, [host, friend], { daysAgo: 1 })
  expect(await kinds(friend)).toEqual(['known'])
  const chatId = await acquainted(host, friend)
  const later = aPlaydate(anHourIn(30))
  const { id } = await host.call(createPlaydate, { body: later })
  await host.call(sendMessage, { params: { id: chatId }, body: { content: 'Kom je mee?', asksTo: id } })
  expect(await kinds(friend)).toEqual(['asked', 'known'])
})

test('a screen that shows a father’s questions is updated when one comes, and when it disappears', async () => {
  const { host, father: friend } = await world({ fathers: 1 })
  const screen = await connect(friend, 'screen')
  screen.send({ type: 'watch', paths: ['/api/today'] })
  const poll = await host.call(createPoll, { body: aPoll({ fathers: [friend.id] }) })
  await screen.frame('changed')
  expect(await kinds(friend)).toEqual(['poll'])
  screen.send({ type: 'watch', paths: ['/api/today'] })
  const before = screen.frames.length
  await host.call(deletePoll, { params: { id: poll.id } })
  await screen.until(() => screen.frames.slice(before).find(({ type }) => type === 'changed'))
  expect(await kinds(friend)).toEqual([])
})

test('the next date on home is the first that has not ended, with the number of unread messages in its chat', async () => {
  const { db, host, father: guest } = await world({ fathers: 1 })
  expect(await guest.call(today)).toMatchObject({ next: null, day: null })
  const made: number[] = []
  for (const days of [3, 2, 1]) {
    const body = aPlaydate(anHourIn(days))
    const { id } = await host.call(createPlaydate, { body })
    await guest.call(joinPlaydate, { params: { id }, body: {} })
    made.push(id)
  }
  const [, second = 0, first = 0] = made
  expect((await guest.call(today)).next).toMatchObject({ id: first, myStatus: 'joined' })
  const { id: chatId } = await host.call(threadOf, { params: { id: first } })
  await host.call(sendMessage, { params: { id: chatId }, body: { content: 'Laarzen mee!' } })
  expect((await guest.call(today)).next?.thread).toEqual({ id: chatId, unreadCount: 1 })
  await endPlaydate(db, first)
  expect((await guest.call(today)).next).toMatchObject({ id: second })
  await host.call(deletePlaydate, { params: { id: second }, body: {} })
  expect((await guest.call(today)).next).toMatchObject({ id: made[0] })
})

test('the next papa day is today or the next one, with its half days', async () => {
  const { host } = await world()
  await host.call(editSettings, { body: { papaDays: ['wed-am', 'wed-pm'] } })
  const { day } = await host.call(today)
  const date = Temporal.PlainDate.from(day?.date ?? '')
  expect([date.dayOfWeek, day?.halves]).toEqual([3, ['wed-am', 'wed-pm']])
  const ahead = date.since(Temporal.Now.plainDateISO('Europe/Amsterdam')).days
  expect(ahead).toBeGreaterThanOrEqual(0)
  expect(ahead).toBeLessThan(7)
})
