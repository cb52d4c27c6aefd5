import { makeInvite } from '@papadag/contract/invites'
import { makeParentLink } from '@papadag/contract/parent-links'
import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  type Playdate,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { createPoll } from '@papadag/contract/playdates/polls'
import { endPause, oneSeries, pauseSeries } from '@papadag/contract/playdates/series'
import { editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { makeDates } from '../../../domain/playdates/series/dates.ts'
import { zoneAt } from '../../../domain/position/time-zone.ts'
import { sql } from '../../../platform/db/db.ts'
import { aPlayground } from '../../../testing/places.ts'
import { aPoll } from '../../../testing/polls.ts'
import { aPlaydate, type Father, world } from '../../../testing/world.ts'

const kralendijk = { latitude: 12.15, longitude: -68.27 }
const azores = { latitude: 37.74, longitude: -25.67 }
const auckland = { latitude: -36.85, longitude: 174.76 }
const amsterdam = { latitude: 52.37, longitude: 4.9 }

test.each([
  ['Amsterdam', amsterdam, 'Europe/Amsterdam'],
  ['Kralendijk', kralendijk, 'America/Kralendijk'],
  ['Willemstad', { latitude: 12.11, longitude: -68.93 }, 'America/Curacao'],
  ['Oranjestad', { latitude: 12.52, longitude: -70.03 }, 'America/Aruba'],
  ['The Bottom', { latitude: 17.63, longitude: -63.25 }, 'America/Kralendijk'],
  ['Ponta Delgada', azores, 'Atlantic/Azores'],
  ['Las Palmas', { latitude: 28.1, longitude: -15.42 }, 'Atlantic/Canary'],
  ['Auckland', auckland, 'Pacific/Auckland'],
  ['the North Pole', { latitude: 90, longitude: 0 }, expect.any(String)],
  ['the date line', { latitude: -90, longitude: 180 }, expect.any(String)],
])('a playdate in %s gets the clock of that place', (_, position, zone) => {
  expect(zoneAt(position)).toEqual(zone)
})

/** Plans a weekly playdate at this place, from this moment on. */
async function plan(host: Father, position: typeof amsterdam, startTime: string, differences = {}) {
  const { id: placeId } = await aPlayground(host, position)
  const endTime = new Date(Date.parse(startTime) + 3_600_000).toISOString()
  const body = aPlaydate({ placeId, startTime, endTime, repeats: { every: 'week' }, ...differences })
  return host.call(createPlaydate, { body })
}

const clockIn = (timeZone: string, playdates: readonly Playdate[]) =>
  playdates.map(({ startTime }) =>
    new Date(startTime).toLocaleTimeString('nl', { timeZone, hour: '2-digit', minute: '2-digit' }),
  )

const nextYear = new Date().getUTCFullYear() + 1

test.each([
  ['Kralendijk, where no clock changes', kralendijk, 'America/Kralendijk', '03-20T20:00:00.000Z', '16:00'],
  ['the Azores, over the change in March', azores, 'Atlantic/Azores', '03-20T16:00:00.000Z', '15:00'],
  ['the Azores, over the change in October', azores, 'Atlantic/Azores', '10-22T15:00:00.000Z', '15:00'],
  ['Auckland, over the change in April', auckland, 'Pacific/Auckland', '03-26T20:00:00.000Z', '09:00'],
  ['Auckland, over the change in September', auckland, 'Pacific/Auckland', '09-20T21:00:00.000Z', '09:00'],
  ['Amsterdam, over the change in March', amsterdam, 'Europe/Amsterdam', '03-20T09:00:00.000Z', '10:00'],
])('a weekly playdate in %s keeps its hour there', async (_, position, timeZone, start, hour) => {
  const { db, host } = await world()
  const first = await plan(host, position, `${nextYear}-${start}`)
  const dates = await host.call(upcomingPlaydates)
  expect(clockIn(timeZone, dates)).toEqual([hour, hour, hour])
  // So do the dates that are made later.
  const id = first.series?.id ?? 0
  await db.transaction(tx => makeDates(tx, id, { at: dates[1]?.startTime }))
  expect(clockIn(timeZone, await host.call(upcomingPlaydates))).toEqual([hour, hour, hour, hour, hour])
  const day = new Date(first.startTime).toLocaleDateString('sv', { timeZone })
  expect((await host.call(oneSeries, { params: { id } })).day).toBe(day)
  expect(await db.count(sql`from playdates where time_zone <> ${timeZone}`)).toBe(0)
})

test.each([
  ['kept at home in Kralendijk, by the clock that its creator uses', 'America/Kralendijk'],
  ['kept in Amsterdam, by the clock of everybody', 'Europe/Amsterdam'],
])('a series without a known place is %s', async (_, timeZone) => {
  const { host } = await world()
  await host.call(editSettings, { body: { notifications: { timeZone } } })
  const startTime = `${nextYear}-03-20T20:00:00.000Z`
  const endTime = `${nextYear}-03-20T21:00:00.000Z`
  await host.call(createPlaydate, { body: aPlaydate({ startTime, endTime, repeats: { every: 'week' } }) })
  const [hour] = clockIn(timeZone, await host.call(upcomingPlaydates))
  expect(clockIn(timeZone, await host.call(upcomingPlaydates))).toEqual([hour, hour, hour])
})

test('a time zone that the database does not know is never stored', async () => {
  const { db, host } = await world()
  await db.run(
    sql`update users set notification_settings = notification_settings || '{"timeZone": "Europe/Nowhere"}' where id = ${host.id}`,
  )
  await host.call(createPlaydate, { body: aPlaydate() })
  expect(await db.count(sql`from playdates where time_zone = 'Europe/Amsterdam'`)).toBe(1)
})

test.each(['one', 'following', 'all'] as const)(
  'moving %s to a place in another time zone takes the clock along',
  async scope => {
    const { db, host } = await world()
    const first = await plan(host, amsterdam, `${nextYear}-03-20T15:00:00.000Z`)
    const { id: placeId } = await aPlayground(host, { ...kralendijk, name: 'Aan zee' })
    const startTime = `${nextYear}-03-20T20:00:00.000Z`
    const endTime = `${nextYear}-03-20T21:00:00.000Z`
    const body = aPlaydate({ placeId, startTime, endTime })
    await host.call(editPlaydate, { params: { id: first.id }, query: { scope }, body })
    const dates = await host.call(upcomingPlaydates)
    const [one, ...others] = dates
    expect(clockIn('America/Kralendijk', one ? [one] : [])).toEqual(['16:00'])
    expect(scope === 'one' ? clockIn('Europe/Amsterdam', others) : clockIn('America/Kralendijk', others)).toEqual([
      '16:00',
      '16:00',
    ])
    expect(await db.count(sql`from playdates where time_zone = 'America/Kralendijk'`)).toBe(scope === 'one' ? 1 : 3)
  },
)

test('another place with the same hours changes the clock, and not the first date', async () => {
  const { host } = await world()
  const first = await plan(host, amsterdam, `${nextYear}-03-20T15:00:00.000Z`)
  const { id: placeId } = await aPlayground(host, { ...kralendijk, name: 'Aan zee' })
  const { startTime, endTime } = first
  const body = aPlaydate({ placeId, startTime, endTime })
  await host.call(editPlaydate, { params: { id: first.id }, query: { scope: 'all' }, body })
  const dates = await host.call(upcomingPlaydates)
  expect(dates[0]?.startTime).toBe(startTime)
  expect(clockIn('America/Kralendijk', dates)).toEqual(['11:00', '11:00', '11:00'])
})

test('a pause is counted in days at the place', async () => {
  const { host } = await world()
  // Monday evening in Kralendijk is Tuesday in Amsterdam.
  const first = await plan(host, kralendijk, `${nextYear}-03-16T01:00:00.000Z`)
  const params = { id: first.series?.id ?? 0 }
  const planned = async () => (await host.call(upcomingPlaydates)).some(({ id }) => id === first.id)
  const on = (day: number) => ({ from: `${nextYear}-03-${day}`, until: `${nextYear}-03-${day}` })
  await host.call(pauseSeries, { params, body: on(16) })
  expect(await planned()).toBe(true)
  await host.call(pauseSeries, { params, body: on(15) })
  expect(await planned()).toBe(false)
  await host.call(endPause, { params })
  expect(await planned()).toBe(true)
})

test('a cancelled playdate stays listed until the end of the day at its place', async () => {
  const { db, host, father: guest } = await world({ fathers: 1 })
  const { id } = await plan(host, auckland, `${nextYear}-03-16T01:00:00.000Z`, { repeats: null })
  await guest.call(joinPlaydate, { params: { id }, body: {} })
  await host.call(deletePlaydate, { params: { id } })
  const isShown = async (ended: string) => {
    await db.run(sql`
      update playdates set start_time = (${ended}::timestamp at time zone time_zone) - interval '1 hour',
             end_time = ${ended}::timestamp at time zone time_zone where id = ${id}`)
    return (await guest.fetch('GET', `/api/playdates/${id}`)).status === 200
  }
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Pacific/Auckland' })
  const yesterday = new Date(Date.now() - 86_400_000).toLocaleDateString('sv', { timeZone: 'Pacific/Auckland' })
  expect(await isShown(`${yesterday} 23:59`)).toBe(false)
  expect(await isShown(`${today} 23:59`)).toBe(true)
})

test.each([
  ['Kralendijk', kralendijk, '2031-03-10T20:00:00.000Z', '16:00 – 17:00 (GMT-4)', '16:00'],
  ['Auckland, where it is a day later', auckland, '2031-07-10T20:00:00.000Z', '08:00 – 09:00 (GMT+12)', '08:00'],
  ['Amsterdam', amsterdam, '2031-07-10T08:00:00.000Z', '10:00 – 11:00<', '10:00'],
])('pages for visitors show the clock of %s', async (_, position, startTime, range, hour) => {
  const { host, visitor } = await world()
  const { id: placeId } = await aPlayground(host, position)
  const endTime = new Date(Date.parse(startTime) + 3_600_000).toISOString()
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ placeId, startTime, endTime }) })
  const { url: invitation } = await host.call(makeInvite, { params: { id }, body: {} })
  const { url: parent } = await host.call(makeParentLink, { params: { id } })
  const dayBefore = (moment: string) => new Date(Date.parse(moment) - 86_400_000).toISOString()
  const times = [
    { startTime, endTime },
    { startTime: dayBefore(startTime), endTime: dayBefore(endTime) },
  ]
  const { url: poll } = await host.call(createPoll, { body: { ...aPoll(), placeId, times } })
  const pageAt = async (url: string | null | undefined) =>
    (await visitor.fetch('GET', new URL(url ?? '').pathname, { headers: { 'accept-language': 'en' } })).text()
  for (const page of [await pageAt(invitation), await pageAt(parent), await pageAt(poll)]) expect(page).toContain(range)
  expect(await pageAt(invitation)).toContain(` at ${hour}`)
})
