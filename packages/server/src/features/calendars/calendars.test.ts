import { calendarFeeds, makeCalendarFeed, removeCalendarFeed } from '@papadag/contract/calendars'
import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  undoCancel,
} from '@papadag/contract/playdates/playdates'
import { block, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { writeCalendar } from '../../domain/calendar.ts'
import { sql } from '../../platform/db/db.ts'
import { get, read } from '../../testing/scenes/calendars.ts'
import { aPlaydate, world } from '../../testing/world.ts'

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

test('a calendar feed follows each change, keeps a cancelled playdate as cancelled, and shows the location its owner allows', async () => {
  const { db, host, father: guest, visitor } = await world({ fathers: 1 })
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
  const { db, host, father, visitor } = await world({ fathers: 1 })
  const { id, url } = await host.call(makeCalendarFeed, { body: { name: 'Telefoon', variant: 'full' } })
  const secret = new URL(url).pathname.slice('/api/calendar/'.length, -'.ics'.length)
  expect(Buffer.from(secret, 'base64url')).toHaveLength(20)
  await get(visitor, url)
  expect(await host.call(calendarFeeds)).toMatchObject([
    { id, name: 'Telefoon', variant: 'full', lastReadAt: expect.any(String) },
  ])
  expect(await db.count(sql`from calendar_feeds f where to_jsonb(f)::text like ${`%${secret}%`}`)).toBe(0)
  await expect(father.call(removeCalendarFeed, { params: { id } })).rejects.toMatchObject({ status: 404 })
  for (let made = 1; made < 10; made += 1)
    await host.call(makeCalendarFeed, { body: { name: `${made}`, variant: 'busy' } })
  await expect(host.call(makeCalendarFeed, { body: { name: 'te veel', variant: 'busy' } })).rejects.toMatchObject({
    code: 'calendar.tooMany',
  })
  // His limit is not another's.
  await father.call(makeCalendarFeed, { body: { name: 'Telefoon', variant: 'full' } })
  await host.call(removeCalendarFeed, { params: { id } })
  for (const path of [new URL(url).pathname, '/api/calendar/x.ics', `/api/calendar/${'A'.repeat(300)}.ics`]) {
    expect((await visitor.fetch('GET', path)).status).toBe(404)
  }
})

test('a feed is in its owner’s language, whoever reads it', async () => {
  const { host, father: guest, visitor } = await world({ fathers: 1 })
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ title: 'Hutten' }) })
  await guest.call(joinPlaydate, { params: { id }, body: {} })
  await host.call(deletePlaydate, { params: { id } })
  const { url } = await guest.call(makeCalendarFeed, { body: { name: 'Telefoon', variant: 'full' } })
  const inDutch = { 'accept-language': 'nl' }
  for (const [language, summary] of [
    // Calendars get a plain space for the narrow one.
    ['fr', 'Annulé : Hutten'],
    ['en', 'Cancelled: Hutten'],
    ['nl', 'Gaat niet door: Hutten'],
  ] as const) {
    await guest.call(editSettings, { body: { language } })
    expect(read((await get(visitor, url, inDutch)).text).map(event => event.summary)).toEqual([summary])
  }
})

test('a feed reaches three months back, and keeps a cancelled playdate for a month', async () => {
  const { db, host, father: guest, visitor } = await world({ fathers: 1 })
  for (const title of ['net', 'te lang geleden', 'pas afgezegd', 'lang afgezegd', 'van een ander']) {
    const { id } = await host.call(createPlaydate, { body: aPlaydate({ title }) })
    if (title !== 'van een ander') await guest.call(joinPlaydate, { params: { id }, body: {} })
  }
  const moved = (title: string, ago: string) =>
    db.run(sql`update playdates set start_time = now() - ${ago}::interval - interval '1 hour',
                      end_time = now() - ${ago}::interval where title = ${title}`)
  await moved('net', '3 months -1 day')
  await moved('te lang geleden', '3 months 1 day')
  const cancelled = (title: string, ago: string) =>
    db.run(sql`update playdates set cancelled_at = now() - ${ago}::interval where title = ${title}`)
  await cancelled('pas afgezegd', '29 days')
  await cancelled('lang afgezegd', '31 days')
  const { url } = await guest.call(makeCalendarFeed, { body: { name: 'Telefoon', variant: 'full' } })
  const summaries = read((await get(visitor, url)).text).map(({ summary }) => summary)
  expect(summaries.toSorted()).toEqual(['Gaat niet door: pas afgezegd', 'net'])
})

test('a feed shows nothing, past or to come, that its owner may no longer see', async () => {
  const { db, host, father: guest, other, visitor } = await world({ fathers: 2 })
  for (const [creator, title] of [
    [host, 'voorbij'],
    [host, 'straks'],
    [other, 'van een ander'],
    [guest, 'van hemzelf'],
  ] as const) {
    const { id } = await creator.call(createPlaydate, { body: aPlaydate({ title }) })
    if (creator !== guest) await guest.call(joinPlaydate, { params: { id }, body: {} })
  }
  await db.run(sql`update playdates set start_time = now() - interval '3 days', end_time = now() - interval '2 days'
                    where title = 'voorbij'`)
  const { url } = await guest.call(makeCalendarFeed, { body: { name: 'Telefoon', variant: 'full' } })
  const seen = async () =>
    read((await get(visitor, url)).text)
      .map(({ summary }) => summary)
      .toSorted()
  expect(await seen()).toEqual(['straks', 'van een ander', 'van hemzelf', 'voorbij'])
  await host.call(block, { params: { id: guest.id } })
  expect(await seen()).toEqual(['van een ander', 'van hemzelf'])
  // Of the items that moderators hide, only the creator still sees his own.
  await db.run(sql`update playdates set hidden_at = now()`)
  expect(await seen()).toEqual(['van hemzelf'])
})

test('a suspended owner’s feed is not found until the suspension ends', async () => {
  const { db, host, visitor } = await world()
  const { url } = await host.call(makeCalendarFeed, { body: { name: 'Telefoon', variant: 'full' } })
  for (const [until, status] of [
    ['1 hour', 404],
    ['-1 hour', 200],
  ] as const) {
    await db.run(sql`update users set suspended_until = now() + ${until}::interval`)
    expect((await get(visitor, url)).status).toBe(status)
  }
})

test('each father can see and remove only his own feeds, newest first', async () => {
  const { host, fathers, visitor } = await world({ fathers: 1 })
  const [other] = fathers
  const make = (father: typeof host, name: string) => father.call(makeCalendarFeed, { body: { name, variant: 'full' } })
  const first = await make(host, 'Telefoon')
  const others = await make(other, 'Van een ander')
  await make(host, 'Werk')
  const names = async (father: typeof host) => (await father.call(calendarFeeds)).map(({ name }) => name)
  expect(await names(host)).toEqual(['Werk', 'Telefoon'])
  expect(await names(other)).toEqual(['Van een ander'])
  await get(visitor, first.url)
  expect((await host.call(calendarFeeds)).map(({ lastReadAt }) => lastReadAt !== null)).toEqual([false, true])
  expect(await other.call(calendarFeeds)).toMatchObject([{ lastReadAt: null }])
  await host.call(removeCalendarFeed, { params: { id: first.id } })
  expect(await names(host)).toEqual(['Werk'])
  expect((await get(visitor, others.url)).status).toBe(200)
})

test('a feed lists the latest first, links to each playdate, and names the address of a public place', async () => {
  const { host, visitor, origin } = await world()
  const ids: number[] = []
  for (const hours of [1, 3, 2, 3]) {
    const startTime = new Date(Date.parse('2031-06-01T08:00:00Z') + hours * 3_600_000).toISOString()
    const endTime = new Date(Date.parse(startTime) + 60_000).toISOString()
    ids.push((await host.call(createPlaydate, { body: aPlaydate({ title: `om ${hours}`, startTime, endTime }) })).id)
  }
  const full = await host.call(makeCalendarFeed, { body: { name: 'Telefoon', variant: 'full' } })
  const busy = await host.call(makeCalendarFeed, { body: { name: 'Werk', variant: 'busy' } })
  const { text } = await get(visitor, full.url)
  const [one, three, two, again] = ids
  const urls = [...text.replaceAll('\r\n ', '').matchAll(/^URL.*?:(.*)$/gm)].map(([, url]) => url?.trim())
  expect(urls).toEqual([again, three, two, one].map(id => `${origin}/playdates?open=${id}`))
  expect(read(text).map(({ location }) => location)).toEqual(Array(4).fill('Westerpark, Amsterdam'))
  expect((await get(visitor, busy.url)).text).not.toMatch(/^URL|Westerpark/m)
})

test.each([
  ['50 minutes', false],
  ['70 minutes', true],
])('a feed that is read again after %s stores the time of that reading: %s', async (ago, isNoted) => {
  const { db, host, visitor } = await world()
  const { url } = await host.call(makeCalendarFeed, { body: { name: 'Telefoon', variant: 'full' } })
  await db.run(sql`update calendar_feeds set last_read_at = now() - ${ago}::interval`)
  await get(visitor, url)
  expect(await db.count(sql`from calendar_feeds where last_read_at > now() - interval '1 minute'`)).toBe(
    isNoted ? 1 : 0,
  )
})

test('when the call that makes a feed is repeated, the same feed gets another address, until it is removed', async () => {
  const { host, visitor } = await world()
  expect(await host.call(calendarFeeds)).toEqual([])
  const others = await host.call(makeCalendarFeed, { body: { name: 'Werk', variant: 'busy' } })
  await host.fetch('GET', '/api/health/live')
  const make = async () => {
    const response = await host.fetch('POST', '/api/users/me/calendar-feeds', {
      headers: { 'content-type': 'application/json', 'idempotency-key': '6f1e2a34-0b5c-4d6e-8f70-91a2b3c4d5e6' },
      body: JSON.stringify({ name: 'Telefoon', variant: 'full' }),
    })
    return { status: response.status, feed: (await response.json()) as { id: number; url: string } } // or a refusal
  }
  const [first, again] = [await make(), await make()]
  expect([again.feed.id, again.feed.url === first.feed.url]).toEqual([first.feed.id, false])
  expect((await get(visitor, first.feed.url)).status).toBe(404)
  expect((await get(visitor, again.feed.url)).status).toBe(200)
  expect((await get(visitor, others.url)).status).toBe(200)
  await host.call(removeCalendarFeed, { params: { id: first.feed.id } })
  await expect(host.call(removeCalendarFeed, { params: { id: first.feed.id } })).rejects.toMatchObject({ status: 404 })
  expect((await make()).status).toBe(404)
})
