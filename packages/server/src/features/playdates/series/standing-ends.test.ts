import { limits } from '@papadag/contract/limits'
import {
  createPlaydate,
  deletePlaydate,
  joinPlaydate,
  onePlaydate,
  ownPlaydates,
} from '@papadag/contract/playdates/playdates'
import { confirmPlaydate, giveUpStanding, oneSeries, takeStanding } from '@papadag/contract/playdates/series'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { block, deleteAccount } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { makeDates } from '../../../domain/playdates/series/dates.ts'
import { sql } from '../../../platform/db/db.ts'
import { happens, isIn, peopleOn, planned } from '../../../testing/series.ts'
import { aPlaydate, password } from '../../../testing/world.ts'

test('two unanswered dates in a row end a standing place and its places on the dates, unless he answers between them', async () => {
  const { db, host, father: guest, other, dates } = await planned()
  const [one, two, three] = dates
  const series = { id: one?.series?.id ?? 0 }
  for (const father of [guest, other]) await father.call(takeStanding, { params: series, body: {} })
  await isIn(db, one?.id, 30)
  await happens(db, 'playdate.dayBefore', one?.id)
  expect((await guest.call(oneSeries, { params: series })).standing).toEqual({ children: 0 })
  await other.call(confirmPlaydate, { params: { id: two?.id ?? 0 }, body: { coming: false } })
  await isIn(db, two?.id, 30)
  await happens(db, 'playdate.dayBefore', two?.id)
  expect((await guest.call(oneSeries, { params: series })).standing).toBe(null)
  expect((await other.call(oneSeries, { params: series })).standing).toEqual({ children: 0 })
  expect(await peopleOn(host, three?.id)).toEqual([host.id, other.id])
  await isIn(db, three?.id, 30)
  await happens(db, 'playdate.dayBefore', three?.id)
  expect((await other.call(oneSeries, { params: series })).standing).toEqual({ children: 0 })
})

test('a father who gives up his standing place no longer waits because of it, but still waits where he asked to himself', async () => {
  const { father: guest, other, dates } = await planned({ maxParticipants: 2 })
  const series = { id: dates[0]?.series?.id ?? 0 }
  for (const { id } of dates) await other.call(joinPlaydate, { params: { id }, body: {} })
  await guest.call(takeStanding, { params: series, body: {} })
  const waits = async () =>
    (await Promise.all(dates.map(({ id }) => guest.call(onePlaydate, { params: { id } })))).map(
      ({ waiting }) => waiting?.children ?? null,
    )
  expect(await waits()).toEqual([0, 0, 0])
  await guest.call(takeStanding, { params: series, body: { children: 2 } })
  expect(await waits()).toEqual([2, 2, 2])
  await guest.call(waitForPlaydate, { params: { id: dates[0]?.id ?? 0 }, body: {} })
  await guest.call(confirmPlaydate, { params: { id: dates[1]?.id ?? 0 }, body: { coming: false } })
  expect(await waits()).toEqual([2, null, 2])
  await guest.call(giveUpStanding, { params: series })
  expect(await waits()).toEqual([2, null, null])
})

test('a regular who gives up his standing place keeps the places he has confirmed', async () => {
  const { father: guest, dates } = await planned()
  const params = { id: dates[0]?.series?.id ?? 0 }
  await guest.call(giveUpStanding, { params })
  await guest.call(takeStanding, { params, body: {} })
  await guest.call(confirmPlaydate, { params: { id: dates[1]?.id ?? 0 }, body: { coming: true } })
  await guest.call(giveUpStanding, { params })
  await guest.call(giveUpStanding, { params })
  expect((await guest.call(ownPlaydates)).map(({ id }) => id)).toEqual([dates[1]?.id])
  expect((await guest.call(oneSeries, { params })).standing).toBe(null)
})

test('a stranger, the creator, and fathers who see none of its dates cannot take a standing place', async () => {
  const { db, host, father: guest, other, dates } = await planned()
  const params = { id: dates[0]?.series?.id ?? 0 }
  await expect(host.call(takeStanding, { params, body: {} })).rejects.toMatchObject({
    status: 409,
    code: 'series.yours',
  })
  await expect(guest.call(takeStanding, { params, body: { children: 13 } })).rejects.toMatchObject({ status: 400 })
  await expect(
    guest.call(confirmPlaydate, { params: { id: dates[0]?.id ?? 0 }, body: { coming: true } }),
  ).rejects.toMatchObject({ status: 409, code: 'playdate.notAsked' })
  await expect(
    host.call(confirmPlaydate, { params: { id: dates[0]?.id ?? 0 }, body: { coming: false } }),
  ).rejects.toMatchObject({ status: 409, code: 'playdate.yours' })
  await host.call(block, { params: { id: other.id } })
  await expect(other.call(takeStanding, { params, body: {} })).rejects.toMatchObject({ status: 404 })
  await db.run(sql`update users set suspended_until = now() + interval '1 day' where id = ${host.id}`)
  await expect(guest.call(takeStanding, { params, body: {} })).rejects.toMatchObject({ status: 404 })
  await db.run(sql`update users set suspended_until = null`)
  await host.call(deletePlaydate, { params: { id: dates[1]?.id ?? 0 }, query: { scope: 'all' } })
  await expect(guest.call(takeStanding, { params, body: {} })).rejects.toMatchObject({ status: 404 })
})

test('a father can have ten standing places, even if he takes them all at once', async () => {
  const { db, host, father: guest, dates, newFather } = await planned()
  await host.call(createPlaydate, { body: aPlaydate({ repeats: { every: 'week' } }) })
  for (let time = 0; time < 5; time += 1) {
    const creator = await newFather()
    for (const every of ['week', 'twoWeeks'] as const)
      await creator.call(createPlaydate, { body: aPlaydate({ repeats: { every } }) })
  }
  const all = await db.many(z.object({ id: z.int() }), sql`select id from series order by id`)
  const tries = await Promise.allSettled(all.map(params => guest.call(takeStanding, { params, body: {} })))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(limits.standingPlaces)
  expect(await db.count(sql`from series_regulars where user_id = ${guest.id}`)).toBe(limits.standingPlaces)
  expect(dates).toHaveLength(3)
})

test('a block between two fathers ends the standing place, whoever blocks, even on dates made later', async () => {
  for (const isByHost of [true, false]) {
    const { db, host, father: guest, other, dates } = await planned()
    const id = dates[0]?.series?.id ?? 0
    for (const father of [guest, other]) await father.call(takeStanding, { params: { id }, body: {} })
    const [blocker, blocked] = isByHost ? [host, guest] : [guest, host]
    await blocker.call(block, { params: { id: blocked.id } })
    await db.transaction(tx => makeDates(tx, id, { at: dates[2]?.startTime }))
    expect(await db.count(sql`from participants where user_id = ${guest.id}`)).toBe(0)
    expect(await db.count(sql`from series_regulars`)).toBe(1)
    expect(await peopleOn(host, dates[2]?.id)).toEqual([host.id, other.id])
  }
})

test('a father who deletes his account ends his series and his standing places', async () => {
  const { db, host, father: guest, other, dates } = await planned()
  const params = { id: dates[0]?.series?.id ?? 0 }
  for (const father of [guest, other]) await father.call(takeStanding, { params, body: {} })
  await guest.call(deleteAccount, { body: { password } })
  expect(await peopleOn(host, dates[0]?.id)).toEqual([host.id, other.id])
  await host.call(deleteAccount, { body: { password } })
  for (const table of [sql`series`, sql`series_regulars`, sql`playdates`])
    expect(await db.count(sql`from ${table}`)).toBe(0)
  await expect(other.call(oneSeries, { params })).rejects.toMatchObject({ status: 404 })
})
