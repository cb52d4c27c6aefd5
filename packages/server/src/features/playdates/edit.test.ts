import {
  createPlaydate,
  createTestPlaydate,
  editPlaydate,
  joinPlaydate,
  onePlaydate,
} from '@papadag/contract/playdates/playdates'
import { oneUser } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { aPlaydate, world } from '../../testing/world.ts'

test('a new time or place increases the calendar’s sequence number; a new text does not', async () => {
  const { host } = await world()
  const planned = aPlaydate()
  const params = { id: (await host.call(createPlaydate, { body: planned })).id }
  const sequenceAfter = async (change: Partial<typeof planned>) => {
    const { sequence } = await host.call(editPlaydate, { params, body: { ...planned, ...change } })
    expect(await host.call(onePlaydate, { params })).toMatchObject({ sequence })
    return sequence
  }
  expect(await sequenceAfter({ title: 'Kliederen', description: 'Zonder laarzen.', maxParticipants: 9 })).toBe(0)
  const startTime = new Date(Date.parse(planned.startTime) + 600_000).toISOString()
  expect(await sequenceAfter({ startTime })).toBe(1)
  expect(await sequenceAfter({ startTime, location: 'Vondelpark, Amsterdam' })).toBe(2)
})

/** Times that start and end this many seconds from now. */
function at(startS: number, endS: number) {
  const now = Date.now()
  const [startTime, endTime] = [startS, endS].map(seconds => new Date(now + seconds * 1000).toISOString())
  return { startTime: startTime ?? '', endTime: endTime ?? '' }
}
const hourS = 3600
const dayS = 24 * hourS

test.each([
  ['14 days', at(dayS, 15 * dayS), undefined],
  ['a minute more', at(dayS, 15 * dayS + 60), 'playdate.tooLong'],
  ['172 years', { ...at(-60, 0), endTime: '2199-01-01T00:00:00.000Z' }, 'playdate.tooLong'],
] as const)('no playdate can last longer than 14 days, however it is planned: %s', async (_, times, code) => {
  const { host } = await world()
  const params = { id: (await host.call(createPlaydate, { body: aPlaydate() })).id }
  const body = aPlaydate(times)
  const calls = [
    () => host.call(createPlaydate, { body }),
    () => host.call(createTestPlaydate, { body }),
    () => host.call(editPlaydate, { params, body }),
  ]
  for (const call of calls) {
    if (!code) await expect(call()).resolves.toMatchObject(times)
    else await expect(call()).rejects.toMatchObject({ status: 400, body: { issues: [{ path: 'endTime', code }] } })
  }
})

test('a playdate is planned at most an hour after it began, and is not moved to an earlier start while it runs', async () => {
  const { host } = await world()
  const params = { id: (await host.call(createPlaydate, { body: aPlaydate() })).id }
  const lately = aPlaydate(at(60 - hourS, hourS))
  const longAgo = aPlaydate(at(-60 - hourS, hourS))
  for (const route of [createPlaydate, createTestPlaydate]) {
    await expect(host.call(route, { body: lately })).resolves.toMatchObject({ startTime: lately.startTime })
    await expect(host.call(route, { body: longAgo })).rejects.toMatchObject({
      status: 400,
      body: { issues: [{ path: 'startTime', code: 'playdate.startInPast' }] },
    })
  }
  await expect(host.call(editPlaydate, { params, body: lately })).resolves.toMatchObject({
    startTime: lately.startTime,
  })
  await expect(host.call(editPlaydate, { params, body: longAgo })).rejects.toMatchObject({ status: 400 })
  // A playdate that has ended may be recorded as it was (contract 5).
  const over = at(-3 * hourS, -2 * hourS)
  await expect(host.call(editPlaydate, { params, body: aPlaydate(over) })).resolves.toMatchObject(over)
})

test('a running playdate keeps its start when the rest of it is edited', async () => {
  const { db, host } = await world()
  const params = { id: (await host.call(createPlaydate, { body: aPlaydate() })).id }
  const times = at(-3 * hourS, hourS)
  await db.run(
    sql`update playdates set start_time = ${times.startTime}::timestamptz, end_time = ${times.endTime}::timestamptz`,
  )
  const later = { ...times, endTime: at(0, 2 * hourS).endTime }
  expect(await host.call(editPlaydate, { params, body: aPlaydate({ ...later, title: 'Nog even' }) })).toMatchObject(
    later,
  )
})

test('a playdate that is over is never moved ahead with its guests, whose phone numbers and children stay hidden', async () => {
  const { db, host, father: guest } = await world({ fathers: 1 })
  const params = { id: (await host.call(createPlaydate, { body: aPlaydate() })).id }
  await guest.call(joinPlaydate, { params, body: {} })
  await db.run(sql`update users set show_phone = true, phone_number = '0612345678' where id = ${guest.id}`)
  await db.run(
    sql`insert into children (user_id, name, birth_month, position) values (${guest.id}, 'Noor', '2020-01-01', 0)`,
  )
  const ended = at(-9 * dayS, -8 * dayS)
  await db.run(
    sql`update playdates set start_time = ${ended.startTime}::timestamptz, end_time = ${ended.endTime}::timestamptz`,
  )
  const seen = async () => {
    const { phoneNumber, childrenInfo } = await host.call(oneUser, { params: { id: guest.id } })
    return { phoneNumber, childrenInfo }
  }
  const before = await seen()
  expect(JSON.stringify(before)).not.toMatch(/0612345678|age/)
  for (const times of [at(dayS, 2 * dayS), at(-60, hourS), at(-9 * dayS, -60)]) {
    await expect(host.call(editPlaydate, { params, body: aPlaydate(times) })).rejects.toMatchObject({
      status: 409,
      code: 'playdate.over',
    })
  }
  expect(await seen()).toEqual(before)
  // Its text may still be corrected.
  const body = aPlaydate({ ...ended, title: 'Was leuk' })
  expect(await host.call(editPlaydate, { params, body })).toMatchObject({ ...ended, title: 'Was leuk' })
})

test('an edit that names no minimum leaves it unchanged, and a lower number of places lowers it', async () => {
  const { host } = await world()
  const body = aPlaydate({ maxParticipants: 5 })
  const params = { id: (await host.call(createPlaydate, { body })).id }
  const minimumAfter = async (change: { minimumFathers?: number | null; maxParticipants?: number; title?: string }) =>
    (await host.call(editPlaydate, { params, body: { ...body, ...change } })).minimumFathers
  expect(await minimumAfter({ title: 'Anders' })).toBeNull()
  expect(await minimumAfter({ minimumFathers: 4 })).toBe(4)
  expect(await minimumAfter({ title: 'Nog anders' })).toBe(4)
  expect(await minimumAfter({ maxParticipants: 3 })).toBe(3)
  expect(await minimumAfter({ minimumFathers: null })).toBeNull()
})
