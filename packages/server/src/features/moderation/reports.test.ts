import { sendMessage } from '@papadag/contract/chat'
import { moderationQueue, ownReports, sendReport } from '@papadag/contract/moderation'
import { notifications } from '@papadag/contract/notifications'
import { createPlaydate } from '@papadag/contract/playdates/playdates'
import { onePoll, pollByLink } from '@papadag/contract/playdates/polls'
import { block } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../../platform/db/db.ts'
import { acquainted } from '../../testing/chat.ts'
import { codes } from '../../testing/client.ts'
import { cast, decide } from '../../testing/moderation.ts'
import { aPlayground } from '../../testing/places.ts'
import { asked } from '../../testing/polls.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate, endPlaydate, world } from '../../testing/world.ts'
import { forgetReports } from './decisions.ts'

const unknown = { status: 404, code: 'report.unknownTarget' }
const Stored = z.object({ evidence: z.nullable(z.unknown()), isOpen: z.boolean() })
const stored = sql`select evidence, closed_at is null as "isOpen" from reports order by id`

test('reporting a playdate keeps a copy of it, and a second report by the same father returns the first', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ title: 'Iets raars' }) })
  const body = { targetType: 'playdate', targetId: id, reason: 'spam', text: 'Dit is reclame' } as const
  const first = await father.call(sendReport, { body })
  expect(await father.call(sendReport, { body: { ...body, reason: 'fake' } })).toEqual(first)
  expect(await db.many(Stored, stored)).toMatchObject([
    { isOpen: true, evidence: { name: 'Iets raars', where: 'Westerpark, Amsterdam' } },
  ])
  expect(await father.call(ownReports)).toMatchObject([
    { id: first.id, targetType: 'playdate', reason: 'fake', status: 'open' },
  ])
  expect(await host.call(ownReports)).toEqual([])
  expect(await db.count(sql`from audit where event = 'report.sent' and user_id = ${father.id}`)).toBe(2)
})

test('another reason or text is added to an open report, and a child’s safety makes it urgent and counts at once', async () => {
  const { db, subject, reporter, other, moderator } = await cast()
  const about = { targetType: 'user', targetId: subject.id } as const
  await acquainted(subject, other)
  await other.call(sendReport, { body: { targetType: 'user', targetId: reporter.id, reason: 'fake' } })
  const first = await reporter.call(sendReport, { body: { ...about, reason: 'spam', text: 'Hij verkoopt iets.' } })
  // Only now does his word count.
  await acquainted(subject, reporter)
  const more = [
    { reason: 'spam', text: 'Hij vroeg mijn kind mee.' },
    { reason: 'child_safety' },
    { reason: 'harassment', text: 'Hij verkoopt iets.' },
  ] as const
  for (const said of more) expect(await reporter.call(sendReport, { body: { ...about, ...said } })).toEqual(first)
  await reporter.call(sendReport, { body: { ...about, ...more[2], text: 'Nog iets:\nhij belt.' } })
  await reporter.call(sendReport, { body: { ...about, ...more[2], text: 'Nog iets:\nhij belt.' } })
  await reporter.call(sendReport, { body: { ...about, ...more[2], text: 'hij belt' } })
  const { open } = await moderator.call(moderationQueue)
  expect(open.map(({ isUrgent, reports }) => [isUrgent, reports.map(({ reason, text }) => [reason, text])])).toEqual([
    [true, [['child_safety', 'Hij verkoopt iets.\nHij vroeg mijn kind mee.\nNog iets:\nhij belt.\nhij belt']]],
    [false, [['fake', null]]],
  ])
  const isStopped = () => db.count(sql`from users where id = ${subject.id} and may_not_start`)
  await other.call(sendReport, { body: { ...about, reason: 'spam' } })
  expect(await isStopped()).toBe(0)
  await other.call(sendReport, { body: { ...about, reason: 'child_safety' } })
  expect(await isStopped()).toBe(1)
  // Also about what nobody sees any more.
  await db.run(sql`update users set hidden_at = now() where id = ${subject.id}`)
  await reporter.call(sendReport, { body: { ...about, reason: 'other', text: 'Ook buiten de app.' } })
  expect(await db.count(sql`from reports where id = ${first.id} and text like '%Ook buiten de app.'`)).toBe(1)
})

test('concurrent identical reports are stored once', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  const body = { targetType: 'user', targetId: host.id, reason: 'fake' } as const
  const answers = await Promise.all(Array.from({ length: 5 }, () => father.call(sendReport, { body })))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(await db.count(sql`from reports`)).toBe(1)
})

test('a member cannot report his own content, nor what he cannot see', async () => {
  const { db, host, father, other } = await world({ fathers: 2 })
  const past = await host.call(createPlaydate, { body: aPlaydate() })
  await endPlaydate(db, past.id)
  const place = await aPlayground(host)
  await db.run(sql`update places set hidden_at = now() where id = ${place.id}`)
  const chatId = await acquainted(host, other)
  const { id: messageId } = await other.call(sendMessage, { params: { id: chatId }, body: { content: 'van mij' } })
  await db.run(sql`update users set profile_image = 'https://pictures.example/own.jpg' where id = ${father.id}`)
  const targets = [
    ['user', 99_999],
    ['user', father.id],
    ['user', 'x'],
    ['playdate', past.id],
    ['place', place.id],
    ['chat', chatId],
    ['message', messageId],
    ['photo', 'https://pictures.example/nobody.jpg'],
    ['photo', 'https://pictures.example/own.jpg'],
  ] as const
  const tries = targets.map(([targetType, targetId]) =>
    father.call(sendReport, { body: { targetType, targetId, reason: 'other' } }),
  )
  expect(codes(await Promise.allSettled(tries))).toEqual(targets.map(() => unknown.code))
  await host.call(block, { params: { id: father.id } })
  const blocked = father.call(sendReport, { body: { targetType: 'user', targetId: host.id, reason: 'other' } })
  await expect(blocked).rejects.toMatchObject(unknown)
  const own = other.call(sendReport, { body: { targetType: 'message', targetId: messageId, reason: 'other' } })
  await expect(own).rejects.toMatchObject(unknown)
  expect(await db.count(sql`from reports`)).toBe(0)
})

test('a reported message is kept with the ten messages on either side, and nothing of other chats', async () => {
  const { db, host, father, other } = await world({ fathers: 2 })
  const chatId = await acquainted(host, father)
  const elsewhere = await acquainted(host, other)
  await host.call(sendMessage, { params: { id: elsewhere }, body: { content: 'ergens anders' } })
  let reported = 0
  for (let n = 1; n <= 30; n += 1) {
    const sent = await host.call(sendMessage, { params: { id: chatId }, body: { content: `bericht ${n}` } })
    if (n === 15) reported = sent.id
  }
  await father.call(sendReport, { body: { targetType: 'message', targetId: reported, reason: 'harassment' } })
  const Messages = z.object({ evidence: z.object({ messages: z.array(z.record(z.string(), z.unknown())) }) })
  const [report] = await db.many(Messages, sql`select evidence from reports`)
  expect(report?.evidence.messages.map(({ content }) => content)).toEqual(
    Array.from({ length: 21 }, (_, n) => `bericht ${n + 5}`),
  )
  expect(report?.evidence.messages.filter(({ isReported }) => isReported)).toMatchObject([{ content: 'bericht 15' }])
})

test('a report requires a reason from the list', async () => {
  const { host, father } = await world({ fathers: 1 })
  const response = await father.fetch('GET', '/api/user')
  expect(response.status).toBe(200)
  const wrong = await father.fetch('POST', '/api/reports', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ targetType: 'user', targetId: host.id, reason: 'boos' }),
  })
  expect(wrong.status).toBe(400)
  expect(await wrong.json()).toMatchObject({ issues: [{ path: 'reason', code: 'report.reasonRequired' }] })
})

test('a visitor’s report reveals nothing, and needs a name unless it is about child safety', async () => {
  const { db, host, visitor } = await world()
  const contact = { contactName: 'Bezorgde oma', contactEmail: 'oma@papadag.test' }
  for (const targetId of [host.id, 99_999]) {
    const body = { targetType: 'user', targetId, reason: 'privacy' } as const
    await expect(visitor.call(sendReport, { body })).rejects.toMatchObject({ status: 400 })
    expect(await visitor.call(sendReport, { body: { ...body, ...contact } })).toEqual({ id: expect.any(Number) })
    expect(await visitor.call(sendReport, { body: { ...body, reason: 'child_safety' } })).toEqual({
      id: expect.any(Number),
    })
  }
  const message = visitor.call(sendReport, { body: { targetType: 'message', targetId: 1, reason: 'child_safety' } })
  await expect(message).rejects.toMatchObject({ status: 401 })
  // Reports without a target do not enter the queue.
  expect((await db.many(Stored, stored)).map(({ isOpen }) => isOpen)).toEqual([true, true, false, false])
})

test('a father can send thirty reports a day', async () => {
  const { host, newFather } = await world({ env: { RATE_LIMIT: 'on' } })
  const outcomes: PromiseSettledResult<unknown>[] = []
  const target = await newFather()
  for (let time = 0; time < 31; time += 1) {
    const body = { targetType: 'user', targetId: target.id, reason: 'other' } as const
    outcomes.push(...(await Promise.allSettled([host.call(sendReport, { body })])))
  }
  expect(codes(outcomes)).toEqual(['request.tooOften'])
})

test('reports are deleted six months after they were closed, open ones never', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  const place = await aPlayground(host)
  await father.call(sendReport, { body: { targetType: 'user', targetId: host.id, reason: 'other' } })
  await father.call(sendReport, { body: { targetType: 'place', targetId: place.id, reason: 'dangerous_place' } })
  await db.run(sql`update reports set created_at = now() - interval '2 years'`)
  await db.run(sql`update reports set closed_at = now() - interval '5 months' where target_type = 'user'`)
  await forgetReports(db)
  expect(await db.count(sql`from reports`)).toBe(2)
  await db.run(sql`update reports set closed_at = now() - interval '200 days' where target_type = 'user'`)
  await forgetReports(db)
  expect(await db.count(sql`from reports where target_type = 'place'`)).toBe(1)
  expect(await db.count(sql`from reports`)).toBe(1)
})

test('those who are invited to a poll can report it, and it is gone for good once moderators remove it', async () => {
  const { db, host, guest, other, stranger, poll, params, token } = await asked({ title: 'Kom naar mijn hoekje' })
  await db.run(sql`update users set is_moderator = true where id = ${other.id}`)
  const body = { targetType: 'poll', targetId: poll.id, reason: 'harassment' } as const
  for (const father of [host, stranger])
    await expect(father.call(sendReport, { body })).rejects.toMatchObject({ code: 'report.unknownTarget' })
  // Who reads it by its link reports its creator.
  await stranger.call(pollByLink, { params: { token } })
  await expect(stranger.call(sendReport, { body })).rejects.toMatchObject({ code: 'report.unknownTarget' })
  const { id } = await guest.call(sendReport, { body })
  // Also once he has blocked its creator, and no longer sees it.
  await guest.call(block, { params: { id: host.id } })
  expect(await guest.call(sendReport, { body })).toEqual({ id })
  const [item] = (await other.call(moderationQueue)).open
  expect(item).toMatchObject({
    ...{ targetType: 'poll', targetId: String(poll.id), subject: { id: host.id }, isHidden: false },
    reports: [
      { evidence: { name: 'Kom naar mijn hoekje', where: poll.location, startTime: poll.times[0]?.startTime } },
    ],
  })
  await expect(decide(other, id, 'hide')).rejects.toMatchObject({ code: 'report.notPossible' })
  const screen = await connect(host)
  screen.send({ type: 'watch', paths: [`/api/polls/${poll.id}`] })
  await decide(other, id, 'remove')
  await screen.frame('changed')
  await expect(host.call(onePoll, { params })).rejects.toMatchObject({ code: 'poll.unknown' })
  expect(await host.call(notifications)).toMatchObject([
    { kind: 'moderation.decided', details: { decision: 'remove', target: 'poll', title: 'Kom naar mijn hoekje' } },
  ])
  expect((await guest.call(notifications))[0]).toMatchObject({
    ...{ kind: 'report.decided', details: { target: 'poll', hasActed: true } },
  })
})
