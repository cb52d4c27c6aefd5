import {
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
  onePlaydate,
  ownPlaydates,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { confirmPlaydate, oneSeries, takeStanding } from '@papadag/contract/playdates/series'
import { expect, test } from 'vitest'
import { isFreeAgain } from '../../../domain/decisions.ts'
import { makeDates } from '../../../domain/playdates/series/dates.ts'
import { sql } from '../../../platform/db/db.ts'
import { happens, inDays, isIn, peopleOn, planned } from '../../../testing/series.ts'
import { aPlaydate, type Father } from '../../../testing/world.ts'
import { feedCalendar } from '../../calendars/queries.ts'

test('a father with a standing place has a place on each date, even later ones, which he still has to confirm', async () => {
  const { db, host, father: guest, dates } = await planned()
  const params = { id: dates[0]?.series?.id ?? 0 }
  expect(await guest.call(takeStanding, { params, body: { children: 2 } })).toEqual({ standing: true })
  expect(await guest.call(takeStanding, { params, body: { children: 2 } })).toEqual({ standing: true })
  expect((await guest.call(oneSeries, { params })).standing).toEqual({ children: 2 })
  expect((await host.call(oneSeries, { params })).standing).toBe(null)
  // He counts from the start, so that nobody is overbooked.
  for (const { id } of dates) {
    expect(await guest.call(onePlaydate, { params: { id } })).toMatchObject({
      placesTaken: 4,
      myStatus: 'joined',
      confirmation: null,
    })
  }
  await db.transaction(tx => makeDates(tx, params.id, { at: dates[0]?.startTime }))
  const mine = await guest.call(ownPlaydates)
  expect(mine).toHaveLength(4)
  expect(mine[0]).toMatchObject({ confirmation: null, placesTaken: 4 })
})

test('two days before, a regular is asked, and with one tap he confirms the date or skips it', async () => {
  const { db, host, father: guest, other, dates } = await planned()
  const [one, two] = dates
  const series = { id: one?.series?.id ?? 0 }
  for (const father of [guest, other]) await father.call(takeStanding, { params: series, body: {} })
  const params = { id: one?.id ?? 0 }
  const asked = async (father: Father) => (await father.call(onePlaydate, { params })).confirmation
  expect(await asked(guest)).toBe(null)
  await isIn(db, params.id, 47)
  expect(await asked(guest)).toBe('due')
  expect(await asked(host)).toBe(null)
  expect(await guest.call(confirmPlaydate, { params, body: { coming: true } })).toMatchObject({
    confirmation: 'confirmed',
  })
  expect(await guest.call(confirmPlaydate, { params, body: { coming: true } })).toMatchObject({
    confirmation: 'confirmed',
  })
  expect(await other.call(confirmPlaydate, { params, body: { coming: false } })).toMatchObject({
    myStatus: 'none',
    confirmation: null,
  })
  expect(await peopleOn(host, one?.id)).toEqual([host.id, guest.id])
  // The other dates are as they were.
  expect(await peopleOn(host, two?.id)).toEqual([host.id, guest.id, other.id])
  expect((await other.call(oneSeries, { params: series })).standing).toEqual({ children: 0 })
  // He changes his mind.
  await other.call(confirmPlaydate, { params, body: { coming: true } })
  expect(await peopleOn(host, one?.id)).toEqual([host.id, guest.id, other.id])
})

test('a day before, only the places of those who have not answered become free', async () => {
  const { db, host, father: guest, other, dates } = await planned()
  const [one] = dates
  const series = { id: one?.series?.id ?? 0 }
  for (const father of [guest, other]) await father.call(takeStanding, { params: series, body: {} })
  await isIn(db, one?.id, 30)
  await other.call(confirmPlaydate, { params: { id: one?.id ?? 0 }, body: { coming: true } })
  expect(await happens(db, 'playdate.dayBefore', one?.id)).toBe(1)
  expect(await peopleOn(host, one?.id)).toEqual([host.id, other.id])
  expect(
    await db.count(sql`from outbox where kind = 'reminder' and playdate_id = ${one?.id} and user_id = ${guest.id}`),
  ).toBe(0)
  // Only once, whatever happened the first time.
  expect(await happens(db, 'playdate.dayBefore', one?.id)).toBe(0)
  expect(await guest.call(confirmPlaydate, { params: { id: one?.id ?? 0 }, body: { coming: true } })).toMatchObject({
    myStatus: 'joined',
    confirmation: 'confirmed',
  })
})

test('taking a standing place within the two days also confirms the date', async () => {
  const { db, father: guest, dates } = await planned()
  await isIn(db, dates[0]?.id, 40)
  await guest.call(takeStanding, { params: { id: dates[0]?.series?.id ?? 0 }, body: {} })
  const confirmations = (await guest.call(upcomingPlaydates)).map(({ confirmation }) => confirmation)
  expect(confirmations).toEqual(['confirmed', null, null])
})

test('a regular who does not fit on a date waits for it, and moves up with his answer still open', async () => {
  const { db, host, father: guest, other, dates } = await planned({ maxParticipants: 3 })
  const full = { id: dates[1]?.id ?? 0 }
  const series = { id: dates[0]?.series?.id ?? 0 }
  await other.call(joinPlaydate, { params: full, body: {} })
  await guest.call(takeStanding, { params: series, body: { children: 1 } })
  expect((await guest.call(ownPlaydates)).map(({ id }) => id)).toEqual([dates[2]?.id, dates[0]?.id])
  const seen = () => guest.call(onePlaydate, { params: full })
  expect(await seen()).toMatchObject({ waiting: { position: 1, children: 1 }, placesTaken: 2, myStatus: 'none' })
  expect(await host.call(onePlaydate, { params: full })).toMatchObject({ waitingCount: 1 })
  await other.call(leavePlaydate, { params: full })
  expect(await seen()).toMatchObject({ waiting: null, myStatus: 'joined', placesTaken: 3, confirmation: null })
  await isIn(db, full.id, 47)
  expect((await seen()).confirmation).toBe('due')
})

test('on dates made later, regulars who do not fit go on the waiting list in their order', async () => {
  const { db, host, father: guest, other, dates } = await planned({ maxParticipants: 3 })
  const series = { id: dates[0]?.series?.id ?? 0 }
  await guest.call(takeStanding, { params: series, body: { children: 1 } })
  await other.call(takeStanding, { params: series, body: {} })
  await db.transaction(tx => makeDates(tx, series.id, { at: dates[0]?.startTime }))
  const all = await host.call(upcomingPlaydates)
  expect(all).toHaveLength(4)
  const last = { id: all[3]?.id ?? 0 }
  expect(await other.call(onePlaydate, { params: last })).toMatchObject({ waiting: { position: 1 }, placesTaken: 3 })
  await guest.call(confirmPlaydate, { params: last, body: { coming: false } })
  expect(await peopleOn(host, last.id)).toEqual([host.id, other.id])
})

test('a suspended regular waits on the dates that are made meanwhile', async () => {
  const { db, host, father: guest, dates } = await planned({ maxParticipants: 3 })
  const series = { id: dates[0]?.series?.id ?? 0 }
  await guest.call(takeStanding, { params: series, body: {} })
  await db.run(sql`update users set suspended_until = now() + interval '1 day' where id = ${guest.id}`)
  await db.transaction(tx => makeDates(tx, series.id, { at: dates[0]?.startTime }))
  const last = (await host.call(upcomingPlaydates))[3]
  expect(await peopleOn(host, last?.id)).toEqual([host.id])
  expect(await db.count(sql`from waiting where user_id = ${guest.id} and playdate_id = ${last?.id}`)).toBe(1)
  await db.run(sql`update users set suspended_until = now() where id = ${guest.id}`)
  await db.transaction(tx => isFreeAgain(tx, guest.id))
  expect(await peopleOn(host, last?.id)).toEqual([host.id, guest.id])
})

test('a regular can bring other children to unconfirmed dates if there is room', async () => {
  const { db, father: guest, other, dates } = await planned({ maxParticipants: 4 })
  const params = { id: dates[0]?.series?.id ?? 0 }
  await guest.call(takeStanding, { params, body: {} })
  await guest.call(confirmPlaydate, { params: { id: dates[0]?.id ?? 0 }, body: { coming: true } })
  await other.call(joinPlaydate, { params: { id: dates[1]?.id ?? 0 }, body: { children: 1 } })
  await guest.call(takeStanding, { params, body: { children: 2 } })
  const brings = (await guest.call(upcomingPlaydates)).map(
    ({ participants }) => participants.find(({ id }) => id === guest.id)?.children,
  )
  expect(brings).toEqual([0, 0, 2])
  expect(await db.count(sql`from series_regulars where children = 2`)).toBe(1)
})

test('a father’s calendars contain only the dates he has confirmed', async () => {
  const { db, host, fathers, dates } = await planned()
  const [guest] = fathers
  const feedOf = async ({ id }: Father) => {
    const { text } = await feedCalendar(db, {
      userId: id,
      language: 'nl',
      showsHomeAddress: false,
      isBusyOnly: false,
      eventHost: 'papadag.example',
      origin: 'https://papadag.test',
    })
    return (text.match(/BEGIN:VEVENT/g) ?? []).length
  }
  await guest.call(takeStanding, { params: { id: dates[0]?.series?.id ?? 0 }, body: {} })
  expect([await feedOf(host), await feedOf(guest)]).toEqual([3, 0])
  await guest.call(confirmPlaydate, { params: { id: dates[1]?.id ?? 0 }, body: { coming: true } })
  expect(await feedOf(guest)).toBe(1)
  // A moved date keeps its participants and asks them again.
  const body = aPlaydate({ startTime: inDays(10, 3_600_000), endTime: inDays(10, 2 * 3_600_000) })
  await host.call(editPlaydate, { params: { id: dates[1]?.id ?? 0 }, body })
  expect(await feedOf(guest)).toBe(0)
  expect(await peopleOn(host, dates[1]?.id)).toEqual([host.id, guest.id])
  expect(await db.count(sql`from outbox where kind like 'playdate.%' and playdate_id = ${dates[1]?.id}`)).toBe(2)
  // Fathers who have simply joined are notified of the move and stay.
  await fathers[1].call(joinPlaydate, { params: { id: dates[1]?.id ?? 0 }, body: {} })
  await host.call(editPlaydate, { params: { id: dates[1]?.id ?? 0 }, body: { ...body, location: 'Elders' } })
  expect([await feedOf(guest), await feedOf(fathers[1])]).toEqual([0, 1])
})

test('nobody loses his place on a date that was moved or cancelled meanwhile', async () => {
  const { db, host, father: guest, dates } = await planned()
  await guest.call(takeStanding, { params: { id: dates[0]?.series?.id ?? 0 }, body: {} })
  await db.run(
    sql`update playdates set start_time = start_time + interval '1 hour', end_time = end_time + interval '1 hour'`,
  )
  expect(await happens(db, 'playdate.dayBefore', dates[0]?.id)).toBe(1)
  expect(await peopleOn(host, dates[0]?.id)).toEqual([host.id, guest.id])
  await host.call(deletePlaydate, { params: { id: dates[1]?.id ?? 0 } })
  await isIn(db, dates[1]?.id, 30)
  expect(await happens(db, 'playdate.dayBefore', dates[1]?.id)).toBe(1)
  expect(await db.count(sql`from participants where playdate_id = ${dates[1]?.id}`)).toBe(2)
})

test('a regular who leaves a date, or joins it himself, has answered for it', async () => {
  const { db, father: guest, dates } = await planned()
  const params = { id: dates[0]?.series?.id ?? 0 }
  await guest.call(takeStanding, { params, body: {} })
  const missed = () => db.count(sql`from series_regulars where missed = 1`)
  for (const answer of [
    () => guest.call(leavePlaydate, { params: { id: dates[0]?.id ?? 0 } }),
    () => guest.call(joinPlaydate, { params: { id: dates[1]?.id ?? 0 }, body: {} }),
    () => guest.call(joinPlaydate, { params: { id: dates[2]?.id ?? 0 }, body: { children: 1 } }),
  ]) {
    await db.run(sql`update series_regulars set missed = 1`)
    await answer()
    expect(await missed()).toBe(0)
  }
  expect(await db.count(sql`from participants where user_id = ${guest.id} and is_confirmed`)).toBe(2)
})
