import { calendarFeeds, makeCalendarFeed, removeCalendarFeed } from '@papadag/contract/calendars'
import { createPlaydate, deletePlaydate, editPlaydate, joinPlaydate, undoCancel } from '@papadag/contract/playdates'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { writeCalendar } from '../../domain/calendar.ts'
import { sql } from '../../platform/db/db.ts'
import type { Client } from '../../testing/client.ts'
import { aPlaydate, world } from '../../testing/world.ts'

interface Read {
  uid: string
  sequence: number
  start: string
  end: string
  summary: string
  location: string | undefined
  status: string
  isUtc: boolean
}

/** Reads a calendar with another library than the one that wrote it. */
function read(text: string): Read[] {
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map(component => {
    const { uid, sequence, startDate, endDate, summary, location } = new ICAL.Event(component)
    return {
      uid,
      sequence,
      start: startDate.toJSDate().toISOString(),
      end: endDate.toJSDate().toISOString(),
      summary,
      location: location ?? undefined,
      status: String(component.getFirstPropertyValue('status')),
      isUtc: startDate.zone === ICAL.Timezone.utcTimezone && endDate.zone === ICAL.Timezone.utcTimezone,
    }
  })
}

const nasty = [
  'Zand, water; modder',
  'Regel\nTwee',
  '\\ en "aanhaling"',
  'Été à l’île',
  '🦖'.repeat(60),
  'x'.repeat(200),
  'BEGIN:VEVENT',
]

test('another library reads back the same times, for 500 playdates and over both clock changes', () => {
  const changes = [
    '2027-03-28T00:30:00.000Z',
    '2027-03-28T01:00:00.000Z',
    '2027-10-31T00:30:00.000Z',
    '2027-10-31T01:00:00.000Z',
  ]
  const events = Array.from({ length: 500 }, (_, at) => {
    const start =
      Date.parse(changes[at] ?? '2027-01-01T00:00:00.000Z') +
      (at < 4 ? 0 : Math.floor(Math.random() * 365 * 86_400) * 1000)
    return {
      id: at + 1,
      sequence: at % 7,
      startTime: new Date(start).toISOString(),
      endTime: new Date(start + (1 + (at % 9)) * 1_800_000).toISOString(),
      changedAt: '2026-11-22T10:00:00.000Z',
      summary: `${nasty[at % nasty.length]} ${at}`,
      location: nasty[(at + 3) % nasty.length],
      isCancelled: at % 5 === 0,
    }
  })
  const text = writeCalendar('Papadag', 'papadag.example', events)
  expect(text).not.toMatch(/TZID|VTIMEZONE|ORGANIZER|ATTENDEE|VALARM/)
  expect(text.split('\r\n').filter(line => Buffer.byteLength(line) > 75)).toEqual([])
  expect(read(text)).toEqual(
    events.map(event => ({
      uid: `playdate-${event.id}@papadag.example`,
      sequence: event.sequence,
      start: event.startTime,
      end: event.endTime,
      summary: event.summary.replace('\n', ' '),
      location: event.location?.replace('\n', ' '),
      status: event.isCancelled ? 'CANCELLED' : 'CONFIRMED',
      isUtc: true,
    })),
  )
  expect(writeCalendar('Papadag', 'papadag.example', events)).toBe(text)
})

async function get(client: Client, url: string, headers: Record<string, string> = {}) {
  const { pathname } = new URL(url)
  const response = await client.fetch('GET', pathname, { headers })
  return { status: response.status, tag: response.headers.get('etag') ?? '', text: await response.text() }
}

test('a calendar feed follows each change, keeps a cancelled playdate as cancelled, and shows the location its owner allows', async () => {
  const { db, host, fathers, visitor } = await world({ fathers: 1 })
  const [guest] = fathers
  const { id } = await host.call(createPlaydate, {
    body: aPlaydate({ title: 'Hutten', location: 'Tuinstraat 5', locationVisibility: 'participants', area: 'Jordaan' }),
  })
  await guest.call(joinPlaydate, { params: { id }, body: {} })
  const full = await guest.call(makeCalendarFeed, { body: { name: 'Telefoon', variant: 'full' } })
  const home = await guest.call(makeCalendarFeed, { body: { name: 'Thuis', variant: 'full', showsHomeAddress: true } })
  const busy = await guest.call(makeCalendarFeed, { body: { name: 'Werk', variant: 'busy' } })
  const events = async (url: string) => read((await get(visitor, url)).text)
  expect(await events(full.url)).toMatchObject([
    { summary: 'Hutten', location: 'Jordaan', status: 'CONFIRMED', sequence: 0 },
  ])
  expect(await events(home.url)).toMatchObject([{ location: 'Tuinstraat 5' }])
  expect(await events(busy.url)).toMatchObject([{ summary: 'Papadag', location: undefined }])
  const { tag } = await get(visitor, full.url)
  expect((await get(visitor, full.url, { 'if-none-match': tag })).status).toBe(304)

  await host.call(editPlaydate, {
    params: { id },
    body: aPlaydate({ title: 'Hutten', startTime: '2099-06-01T08:00:00.000Z', endTime: '2099-06-01T09:00:00.000Z' }),
  })
  expect(await events(full.url)).toMatchObject([{ start: '2099-06-01T08:00:00.000Z', sequence: 1 }])
  await host.call(deletePlaydate, { params: { id }, body: { reason: 'koorts' } })
  expect(await events(full.url)).toMatchObject([
    { status: 'CANCELLED', summary: 'Gaat niet door: Hutten', sequence: 2 },
  ])
  expect(await events(home.url)).toMatchObject([{ location: 'Jordaan' }])
  expect((await get(visitor, full.url)).text).not.toContain('koorts')
  await host.call(undoCancel, { params: { id } })
  expect(await events(full.url)).toMatchObject([{ status: 'CONFIRMED', sequence: 3 }])
  await host.call(deletePlaydate, { params: { id } })
  await db.run(sql`update playdates set cancelled_at = now() - interval '31 days'`)
  expect(await events(full.url)).toEqual([])
})

test('a feed shows its address once, is listed, and works until its owner removes it', async () => {
  const { db, host, fathers, visitor } = await world({ fathers: 1 })
  const [other] = fathers
  const { id, url } = await host.call(makeCalendarFeed, { body: { name: 'Telefoon', variant: 'full' } })
  const secret = new URL(url).pathname.slice('/api/calendar/'.length, -'.ics'.length)
  expect(Buffer.from(secret, 'base64url')).toHaveLength(20)
  await get(visitor, url)
  expect(await host.call(calendarFeeds)).toMatchObject([
    { id, name: 'Telefoon', variant: 'full', lastReadAt: expect.any(String) },
  ])
  expect(await db.count(sql`from calendar_feeds f where to_jsonb(f)::text like ${`%${secret}%`}`)).toBe(0)
  await expect(other.call(removeCalendarFeed, { params: { id } })).rejects.toMatchObject({ status: 404 })
  for (let made = 1; made < 10; made += 1)
    await host.call(makeCalendarFeed, { body: { name: `${made}`, variant: 'busy' } })
  await expect(host.call(makeCalendarFeed, { body: { name: 'te veel', variant: 'busy' } })).rejects.toMatchObject({
    code: 'calendar.tooMany',
  })
  await host.call(removeCalendarFeed, { params: { id } })
  for (const path of [new URL(url).pathname, '/api/calendar/x.ics', `/api/calendar/${'A'.repeat(300)}.ics`]) {
    expect((await visitor.fetch('GET', path)).status).toBe(404)
  }
})
