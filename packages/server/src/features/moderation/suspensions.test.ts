import { logIn } from '@papadag/contract/auth'
import { limits } from '@papadag/contract/limits'
import { decideOnReport, sendReport } from '@papadag/contract/moderation'
import { createPlaydate, joinPlaydate, leavePlaydate } from '@papadag/contract/playdates/playdates'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { editSettings, featuredUser, suggestedUsers, users } from '@papadag/contract/users/users'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { Client } from '../../testing/client.ts'
import { cast, decide } from '../../testing/moderation.ts'
import { aPlaydate, password } from '../../testing/world.ts'
import { suspensionEnd } from './suspension-end.ts'

/** How many more days a user is suspended; null if he is not, Infinity without an end. */
async function daysLeft(db: Db, userId: number) {
  const found = await db.one(
    z.object({ days: z.nullable(z.number()), isForever: z.nullable(z.boolean()) }),
    sql`select round(extract(epoch from case when isfinite(suspended_until) then suspended_until end - now()) / 86400)::int as days,
               not isfinite(suspended_until) as "isForever" from users where id = ${userId}`,
  )
  return found?.isForever ? Number.POSITIVE_INFINITY : found?.days
}

test('a suspension never shortens a longer one, and lifting one leaves the other', async () => {
  const { db, subject, reporter, moderator } = await cast()
  const playdate = await subject.call(createPlaydate, { body: aPlaydate() })
  const one = await reporter.call(sendReport, {
    body: { targetType: 'playdate', targetId: playdate.id, reason: 'spam' },
  })
  const two = await reporter.call(sendReport, {
    body: { targetType: 'user', targetId: subject.id, reason: 'harassment' },
  })
  await decide(moderator, one.id, 'suspend', 30)
  await decide(moderator, two.id, 'suspend', 1)
  expect(await daysLeft(db, subject.id)).toBe(30)
  const told = await db.one(
    z.object({ days: z.number() }),
    sql`select round(extract(epoch from (details ->> 'until')::timestamptz - now()) / 86400)::int as days
          from notifications where user_id = ${subject.id} order by id desc limit 1`,
  )
  expect(told).toEqual({ days: 30 })
  await decide(moderator, one.id, 'restore')
  expect(await daysLeft(db, subject.id)).toBe(1)
  await decide(moderator, two.id, 'suspend', null)
  await decide(moderator, one.id, 'restore')
  expect(await daysLeft(db, subject.id)).toBe(Number.POSITIVE_INFINITY)
  await decide(moderator, two.id, 'restore')
  expect(await daysLeft(db, subject.id)).toBe(null)
})

test('a suspended father is not suggested, and his playdates can be left but not joined', async () => {
  const { db, subject, reporter, moderator, other } = await cast()
  for (const father of [moderator, other, reporter]) {
    await father.call(editSettings, { body: { discoverable: false } })
  }
  await db.run(sql`update users set city = 'Utrecht'`)
  // After the suspension; playdates during it are cancelled.
  const times = { startTime: '2099-06-01T08:00:00.000Z', endTime: '2099-06-01T09:00:00.000Z' }
  const params = { id: (await subject.call(createPlaydate, { body: aPlaydate(times) })).id }
  await other.call(joinPlaydate, { params, body: {} })
  const { id } = await reporter.call(sendReport, { body: { targetType: 'user', targetId: subject.id, reason: 'spam' } })
  expect(await reporter.call(featuredUser)).toMatchObject({ id: subject.id })
  await decide(moderator, id, 'suspend', 7)
  expect(await reporter.call(suggestedUsers)).toEqual([])
  expect(await reporter.call(users)).toEqual([])
  await expect(reporter.call(featuredUser)).rejects.toMatchObject({ status: 404 })
  await expect(reporter.call(joinPlaydate, { params, body: {} })).rejects.toMatchObject({
    status: 404,
    code: 'playdate.unknown',
  })
  await other.call(leavePlaydate, { params })
  await db.run(sql`update users set suspended_until = now() - interval '1 second' where suspended_until is not null`)
  expect(await reporter.call(featuredUser)).toMatchObject({ id: subject.id })
  await reporter.call(joinPlaydate, { params, body: {} })
})

test('a refused login gives the reason for the suspension in force, not for one that was lifted', async () => {
  const { subject, reporter, moderator, origin } = await cast()
  const playdate = await subject.call(createPlaydate, { body: aPlaydate() })
  const one = await reporter.call(sendReport, {
    body: { targetType: 'playdate', targetId: playdate.id, reason: 'spam' },
  })
  const two = await reporter.call(sendReport, { body: { targetType: 'user', targetId: subject.id, reason: 'fake' } })
  const suspend = (id: number, days: 1 | 30, reason: string) => {
    const body = { decision: 'suspend', days, reason, rule: 'Huisregel 3', lastReportId: limits.idMax } as const
    return moderator.call(decideOnReport, { params: { id }, body })
  }
  await suspend(one.id, 30, 'De lange.')
  await suspend(two.id, 1, 'De korte.')
  const { username } = subject
  const refusal = () =>
    new Client(origin).call(logIn, { body: { username, password } }).catch(error => error.body.error)
  expect(await refusal()).toContain('De lange.')
  await decide(moderator, one.id, 'restore')
  expect(await refusal()).toContain('De korte.')
})

describe('when a suspension ends', () => {
  /** Two full playdates that one father has left: the suspended father's own, and one for which he is waiting. */
  async function suspended(days: 7 | null) {
    const { db, subject, reporter, moderator, other } = await cast()
    const times = { startTime: '2099-06-01T08:00:00.000Z', endTime: '2099-06-01T09:00:00.000Z', maxParticipants: 2 }
    const [his, theirs] = [
      { id: (await subject.call(createPlaydate, { body: aPlaydate(times) })).id },
      { id: (await reporter.call(createPlaydate, { body: aPlaydate(times) })).id },
    ]
    for (const params of [his, theirs]) await other.call(joinPlaydate, { params, body: {} })
    await reporter.call(waitForPlaydate, { params: his, body: {} })
    await subject.call(waitForPlaydate, { params: theirs, body: {} })
    const { id } = await reporter.call(sendReport, {
      body: { targetType: 'user', targetId: subject.id, reason: 'spam' },
    })
    await decide(moderator, id, 'suspend', days)
    for (const params of [his, theirs]) await other.call(leavePlaydate, { params })
    const on = async () => [
      await db.count(sql`from participants where playdate_id = ${his.id} and user_id = ${reporter.id}`),
      await db.count(sql`from participants where playdate_id = ${theirs.id} and user_id = ${subject.id}`),
    ]
    const planned = () => db.count(sql`from outbox where kind = ${suspensionEnd.kind} and user_id = ${subject.id}`)
    const run = () =>
      suspensionEnd.run(db, {
        ...{ id: 0, kind: suspensionEnd.kind, userId: subject.id, playdateId: null, payload: {}, attempts: 1 },
        onWire() {},
      })
    return { db, id, moderator, on, planned, run }
  }

  test('the fathers who wait for the suspended father’s playdates move up, and he moves up elsewhere', async () => {
    const { db, on, planned, run } = await suspended(7)
    expect(await planned()).toBe(1)
    expect(await run()).toEqual({ afterMs: expect.closeTo(7 * 86_400_000, -5) })
    expect(await on()).toEqual([0, 0])
    await db.run(sql`update users set suspended_until = now() where suspended_until is not null`)
    expect(await run()).toBe('done')
    expect(await on()).toEqual([1, 1])
  })

  test('lifting the suspension has the same effect, even if nobody else is waiting', async () => {
    const { id, moderator, on, planned, run } = await suspended(null)
    expect(await planned()).toBe(0)
    expect(await run()).toBe('done')
    expect(await on()).toEqual([0, 0])
    await decide(moderator, id, 'restore')
    // His own playdates are cancelled, since nobody knew when he would be back.
    await vi.waitFor(async () => expect(await on()).toEqual([0, 1]))
  })
})
