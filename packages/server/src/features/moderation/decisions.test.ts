import { currentUser, logIn } from '@papadag/contract/auth'
import { heldPicture, moderationQueue, ownReports, sendReport } from '@papadag/contract/moderation'
import { notifications } from '@papadag/contract/notifications'
import { createPlaydate, onePlaydate, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { oneUser, ownProfile, users } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { Client } from '../../testing/client.ts'
import { cast, decide } from '../../testing/moderation.ts'
import { aPlayground } from '../../testing/places.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate, type Father, password } from '../../testing/world.ts'
import { forgetReports } from './decisions.ts'

test('moderation does not exist for anyone but moderators', async () => {
  const { subject, reporter, moderator } = await cast()
  const { id } = await reporter.call(sendReport, { body: { targetType: 'user', targetId: subject.id, reason: 'spam' } })
  const missing = { status: 404, code: 'request.unknownPath' }
  await expect(reporter.call(moderationQueue)).rejects.toMatchObject(missing)
  await expect(subject.call(heldPicture, { params: { id } })).rejects.toMatchObject(missing)
  await expect(decide(reporter, id, 'dismiss')).rejects.toMatchObject(missing)
  await expect(decide(moderator, 999, 'dismiss')).rejects.toMatchObject({ status: 404, code: 'report.unknown' })
  await expect(decide(moderator, id, 'remove')).rejects.toMatchObject({ status: 409, code: 'report.notPossible' })
  expect(await moderator.call(currentUser)).toMatchObject({ isModerator: true })
  expect(await reporter.call(currentUser)).not.toHaveProperty('isModerator')
})

test('only the open screens of moderators learn that something was reported', async () => {
  const { subject, reporter, moderator } = await cast()
  const paths = ['/api/moderation/queue']
  const [screen, his] = [await connect(reporter), await connect(moderator)]
  screen.send({ type: 'watch', paths: ['/api/playdates/upcoming', ...paths] })
  expect(await screen.frame('error')).toMatchObject({ code: 'live.unknownPath' })
  his.send({ type: 'watch', paths, readAgoMs: 0 })
  await subject.call(sendReport, { body: { targetType: 'user', targetId: reporter.id, reason: 'spam' } })
  expect(await his.frame('changed')).toMatchObject({ paths })
  // The screen still watches a read that it showed earlier.
  screen.send({ type: 'watch', paths: ['/api/playdates/upcoming'], readAgoMs: 0 })
  await subject.call(createPlaydate, { body: aPlaydate() })
  expect(await screen.frame('changed')).toMatchObject({ paths: ['/api/playdates/upcoming'] })
  const told = screen.frames.filter(({ type }) => type === 'changed')
  expect(told.flatMap(({ paths }) => paths)).not.toContain('/api/moderation/queue')
})

test('a moderator neither sees nor decides on reports about himself', async () => {
  const { db, subject, reporter, moderator } = await cast()
  await db.run(sql`update users set is_moderator = true where id = ${subject.id}`)
  const { id } = await reporter.call(sendReport, { body: { targetType: 'user', targetId: subject.id, reason: 'spam' } })
  expect(await subject.call(moderationQueue)).toMatchObject({ open: [], decided: [] })
  await expect(decide(subject, id, 'dismiss')).rejects.toMatchObject({ status: 404, code: 'report.unknown' })
  expect((await moderator.call(moderationQueue)).open).toHaveLength(1)
})

test('the queue groups reports by item, child safety first, then the oldest', async () => {
  const { db, subject, reporter, moderator, other } = await cast()
  const playdate = await subject.call(createPlaydate, { body: aPlaydate({ title: 'Verkooppraatje' }) })
  const report = (father: Father, targetType: 'user' | 'playdate', targetId: number, reason: 'spam' | 'child_safety') =>
    father.call(sendReport, { body: { targetType, targetId, reason, text: 'Kijk eens' } })
  await report(reporter, 'playdate', playdate.id, 'spam')
  await report(other, 'playdate', playdate.id, 'spam')
  await report(reporter, 'user', other.id, 'spam')
  await report(reporter, 'user', subject.id, 'child_safety')
  const { open, decided } = await moderator.call(moderationQueue)
  expect(open.map(({ targetType, targetId, reports }) => [targetType, targetId, reports.length])).toEqual([
    ['user', String(subject.id), 1],
    ['playdate', String(playdate.id), 2],
    ['user', String(other.id), 1],
  ])
  expect(open[1]).toMatchObject({
    subject: { id: subject.id },
    isHidden: false,
    reports: [{ text: 'Kijk eens', evidence: { name: 'Verkooppraatje' } }, {}],
  })
  expect(decided).toEqual([])
  expect(await db.count(sql`from audit where event = 'report.read' and user_id = ${moderator.id}`)).toBe(1)
})

test('a hidden playdate exists only for its creator; he and the reporters are told, and neither learns of the other', async () => {
  const { db, subject, reporter, moderator, other } = await cast()
  const params = { id: (await subject.call(createPlaydate, { body: aPlaydate({ title: 'Verkooppraatje' }) })).id }
  const { id } = await reporter.call(sendReport, {
    body: { targetType: 'playdate', targetId: params.id, reason: 'spam', text: 'mark-text' },
  })
  await decide(moderator, id, 'hide')
  await expect(other.call(onePlaydate, { params })).rejects.toMatchObject({ status: 404, code: 'playdate.unknown' })
  expect(await other.call(upcomingPlaydates)).toEqual([])
  const hidden = { reason: 'Het was reclame.', rule: 'Huisregel 3', isAutomatic: false }
  expect(await subject.call(upcomingPlaydates)).toMatchObject([{ ...params, hidden }])

  const told = await subject.call(notifications)
  expect(told).toMatchObject([
    {
      kind: 'moderation.decided',
      details: {
        decision: 'hide',
        target: 'playdate',
        title: 'Verkooppraatje',
        reason: 'Het was reclame.',
        rule: 'Huisregel 3',
        isAutomatic: false,
        reference: expect.stringMatching(/^B\d+$/),
      },
    },
  ])
  expect(JSON.stringify(told)).not.toMatch(/mark-text|Vader 2/)
  expect(await reporter.call(notifications)).toMatchObject([
    { kind: 'report.decided', details: { target: 'playdate', hasActed: true, reference: `M${id}` } },
  ])
  expect(await reporter.call(ownReports)).toMatchObject([{ status: 'acted' }])
  expect(await moderator.call(moderationQueue)).toMatchObject({ open: [], decided: [{ isHidden: true }] })

  await decide(moderator, id, 'restore')
  expect(await other.call(onePlaydate, { params })).toMatchObject({ ...params, hidden: null })
  expect(await db.count(sql`from audit where event = 'report.decided' and user_id = ${moderator.id}`)).toBe(2)
})

test('only the reporter learns that his report was dismissed', async () => {
  const { subject, reporter, moderator } = await cast()
  const { id } = await reporter.call(sendReport, { body: { targetType: 'user', targetId: subject.id, reason: 'spam' } })
  await decide(moderator, id, 'dismiss')
  expect(await subject.call(notifications)).toEqual([])
  expect(await reporter.call(notifications)).toMatchObject([{ kind: 'report.decided', details: { hasActed: false } }])
  expect(await reporter.call(ownReports)).toMatchObject([{ status: 'dismissed' }])
})

test('a suspension ends sessions and sockets, and only a login with the right password says until when', async () => {
  const { db, subject, reporter, moderator, origin } = await cast()
  const { id } = await reporter.call(sendReport, { body: { targetType: 'user', targetId: subject.id, reason: 'spam' } })
  const socket = await connect(subject)
  await decide(moderator, id, 'suspend', 7)
  expect(await socket.closed()).toBe(4401)
  await expect(subject.call(currentUser)).rejects.toMatchObject({ status: 401 })

  const visitor = new Client(origin)
  const { username } = subject
  const refused = visitor.call(logIn, { body: { username, password } })
  await expect(refused).rejects.toMatchObject({
    status: 403,
    code: 'auth.suspendedForNow',
    body: { error: expect.stringMatching(/geschorst tot \d+ \w+ \d{4}.*Het was reclame\./), until: expect.any(String) },
  })
  await expect(visitor.call(logIn, { body: { username, password: 'verkeerd' } })).rejects.toMatchObject({ status: 401 })
  await db.run(sql`update users set suspended_until = now() - interval '1 second' where id = ${subject.id}`)
  expect(await visitor.call(logIn, { body: { username, password } })).toMatchObject({ id: subject.id })
})

test('an indefinite suspension lasts until it is lifted', async () => {
  const { subject, reporter, moderator, origin } = await cast()
  const { id } = await reporter.call(sendReport, { body: { targetType: 'user', targetId: subject.id, reason: 'spam' } })
  await decide(moderator, id, 'suspend', null)
  const visitor = new Client(origin)
  const { username } = subject
  await expect(visitor.call(logIn, { body: { username, password } })).rejects.toMatchObject({ code: 'auth.suspended' })
  await decide(moderator, id, 'restore')
  expect(await visitor.call(logIn, { body: { username, password } })).toMatchObject({ id: subject.id })
})

test('a hidden father exists for nobody but himself', async () => {
  const { subject, reporter, moderator, other } = await cast()
  await subject.call(createPlaydate, { body: aPlaydate() })
  const { id } = await reporter.call(sendReport, { body: { targetType: 'user', targetId: subject.id, reason: 'fake' } })
  await decide(moderator, id, 'hide')
  await expect(other.call(oneUser, { params: { id: subject.id } })).rejects.toMatchObject({ status: 404 })
  expect((await other.call(users)).map(({ id: found }) => found)).not.toContain(subject.id)
  expect(await other.call(upcomingPlaydates)).toEqual([])
  expect(await subject.call(upcomingPlaydates)).toHaveLength(1)
  const hidden = { reason: 'Het was reclame.', reference: expect.stringMatching(/^B\d+$/) }
  expect(await subject.call(ownProfile)).toMatchObject({ id: subject.id, hidden })
})

test('the reason for hiding is kept as long as the content is hidden, even after the report is deleted', async () => {
  const { db, subject, reporter, moderator } = await cast()
  const params = { id: (await subject.call(createPlaydate, { body: aPlaydate() })).id }
  for (const [targetType, targetId] of [
    ['playdate', params.id],
    ['user', subject.id],
  ] as const) {
    const { id } = await reporter.call(sendReport, { body: { targetType, targetId, reason: 'spam' } })
    await decide(moderator, id, 'hide')
  }
  await db.run(sql`update moderation_decisions set created_at = now() - interval '7 months'`)
  await db.run(sql`update reports set closed_at = now() - interval '7 months'`)
  await forgetReports(db)
  expect(await db.count(sql`from reports`)).toBe(0)
  const hidden = { reason: 'Het was reclame.' }
  expect(await subject.call(onePlaydate, { params })).toMatchObject({ hidden })
  expect(await subject.call(ownProfile)).toMatchObject({ hidden })
  await db.run(sql`update playdates set hidden_at = null`)
  await forgetReports(db)
  expect(await db.count(sql`from moderation_decisions`)).toBe(1)
})

test('the owner of a playdate that was hidden twice reads the last decision', async () => {
  const { subject, reporter, moderator } = await cast()
  const params = { id: (await subject.call(createPlaydate, { body: aPlaydate() })).id }
  const { id } = await reporter.call(sendReport, {
    body: { targetType: 'playdate', targetId: params.id, reason: 'spam' },
  })
  for (const decision of ['hide', 'restore', 'hide'] as const) await decide(moderator, id, decision)
  const [last] = await subject.call(notifications)
  expect(last?.details.decision).toBe('hide')
  expect((await subject.call(onePlaydate, { params })).hidden?.reference).toBe(last?.details.reference)
})

test('the moderators’ queue contains new places and proposals about places', async () => {
  const { subject, moderator } = await cast()
  const { id } = await aPlayground(subject, { name: 'De Nieuwe' })
  expect(await moderator.call(moderationQueue)).toMatchObject({
    places: [{ id, name: 'De Nieuwe', isNew: true, isHidden: false, proposals: [] }],
  })
})

test('a place waiting for review shows who added it and what became of his other places', async () => {
  const { db, subject, moderator } = await cast()
  const { id } = await aPlayground(subject, { name: 'De Nieuwe', latitude: 52.1, longitude: 5.1 })
  const first = { id: subject.id, otherPlaces: 0, hiddenPlaces: 0 }
  const shown = async () => (await moderator.call(moderationQueue)).places.find(place => place.id === id)
  expect(await shown()).toMatchObject({ latitude: 52.1, longitude: 5.1, contributor: first })
  const { id: other } = await aPlayground(subject, { name: 'De Oude' })
  await db.run(sql`update places set hidden_at = now() where id = ${other}`)
  expect(await shown()).toMatchObject({ contributor: { otherPlaces: 1, hiddenPlaces: 1 } })
  await db.run(sql`update places set created_by = null where id = ${id}`)
  expect(await shown()).toMatchObject({ contributor: null })
})
