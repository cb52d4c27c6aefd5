import { sendMessage, startChat } from '@papadag/contract/chat'
import { addPlayground, type Place } from '@papadag/contract/places/places'
import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import type { Route } from '@papadag/contract/route'
import { block, deleteAccount, editProfile, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { acquainted, chatOf, hears } from '../../testing/chat.ts'
import { everyCall, send } from '../../testing/examples.ts'
import { here } from '../../testing/places.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'

const Counts = z.object({ counts: z.string() })

/** The number of rows in everything a call can create, and can notify about. */
async function countsOf(db: Db) {
  const counted = await db.one(
    Counts,
    sql`select concat_ws(' ', (select count(*) from playdates), (select count(*) from places), (select count(*) from chats),
          (select count(*) from messages), (select count(*) from moderation_decisions),
          (select count(*) from place_decisions), (select count(*) from notifications),
          (select count(*) from calendar_feeds), (select count(*) from polls)) as counts`,
  )
  return counted?.counts
}

async function twice(father: Father, route: Route, given: Parameters<typeof send>[2], headers: Record<string, string>) {
  const first = await send(father, route, given, headers)
  const second = await send(father, route, given, headers)
  return { statuses: [first.status, second.status], bodies: [await first.text(), await second.text()] }
}

test('a call that creates something runs once per key, and a repeat gets the first status and the same object', async () => {
  const { db, host, routes, exampleOf } = await everyCall()
  const keyed = routes.filter(({ repeats }) => repeats === 'key')
  expect(keyed.length).toBeGreaterThan(8)
  for (const route of keyed) {
    await send(host, route, exampleOf(route), { 'idempotency-key': 'first' })
    const before = await countsOf(db)
    const { statuses, bodies } = await twice(host, route, exampleOf(route), { 'idempotency-key': 'first' })
    expect([route.at, await countsOf(db)]).toEqual([route.at, before])
    expect([route.at, statuses[0], withoutSecret(bodies[0])]).toEqual([route.at, statuses[1], withoutSecret(bodies[1])])
    expect([route.at, statuses[0]]).toEqual([route.at, route.reply ? 201 : 204])
    // Another key creates another thing, except a chat, of which two members have one, and what declines somebody.
    if (['POST /api/chats', 'DELETE /api/playdates/:id/buddy'].includes(route.at)) continue
    // A father has two series at most.
    await db.run(sql`delete from series where creator_id = ${host.id}`)
    await send(host, route, exampleOf(route), { 'idempotency-key': 'second' })
    expect([route.at, (await countsOf(db)) === before]).toEqual([route.at, false])
  }
})

test('a key used again for something else is refused with 409 in every call, and nothing is stored', async () => {
  const { db, host, routes, exampleOf } = await everyCall()
  for (const route of routes.filter(({ repeats }) => repeats === 'key')) {
    const key = { 'idempotency-key': 'one' }
    const given = exampleOf(route)
    // What says no more than its address cannot say something else.
    if (!given.body && !given.form) continue
    const first = await send(host, route, given, key)
    const before = await countsOf(db)
    expect([route.at, othersOf(given).length > 0]).toEqual([route.at, true])
    for (const other of othersOf(given)) {
      const response = await send(host, route, other, { ...key, 'accept-language': 'en' })
      expect([route.at, other, response.status, await response.json()]).toEqual([
        route.at,
        other,
        409,
        expect.objectContaining({ code: 'request.otherContent', error: expect.stringContaining('not saved') }),
      ])
    }
    expect([route.at, await countsOf(db)]).toEqual([route.at, before])
    expect([route.at, (await send(host, route, given, key)).status]).toEqual([route.at, first.status])
  }
})

/** The same call with one text of its body or form changed, with another picture, or about somebody else. */
function othersOf(given: Parameters<typeof send>[2]): (typeof given)[] {
  const texts = ['title', 'content', 'description', 'name', 'reason', 'facts', 'text']
  const changed = (['body', 'form'] as const).flatMap(part => {
    const fields = (given[part] ?? {}) as Record<string, unknown> // the examples' bodies are objects
    return texts
      .filter(name => typeof fields[name] === 'string')
      .map(name => ({ ...given, [part]: { ...fields, [name]: `${fields[name]} anders` } }))
  })
  const pictures = given.file
    ? [
        { ...given, file: new Blob([given.file, 'more']) },
        { ...given, file: undefined },
      ]
    : []
  const body = given.body as { participants?: unknown; hours?: number } | undefined
  const others = [
    ...(body?.participants ? [{ body: { participants: [999_999] } }] : []),
    ...(body?.hours ? [{ body: { ...body, hours: body.hours + 1 } }] : []),
  ]
  return [...changed, ...pictures, ...others] as (typeof given)[] // a part may be left out
}

test('starting a chat that exists is answered with 200, and a repeat of the key that created it with 201', async () => {
  const { host, father } = await world({ fathers: 1 })
  const given = { body: { participants: [father.id] } }
  expect((await twice(host, startChat, given, { 'idempotency-key': 'a' })).statuses).toEqual([201, 201])
  expect((await twice(host, startChat, given, { 'idempotency-key': 'b' })).statuses).toEqual([200, 200])
  expect((await twice(host, startChat, given, {})).statuses).toEqual([200, 200])
})

test('a call that is idempotent by nature ignores keys: joining twice is joining once', async () => {
  const { db, host, father: guest } = await world({ fathers: 1 })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  for (const children of [1, 2]) {
    await send(guest, joinPlaydate, { params: { id }, body: { children } }, { 'idempotency-key': 'same' })
  }
  expect(await db.count(sql`from participants where user_id = ${guest.id} and children = 2`)).toBe(1)
  expect(await db.count(sql`from idempotency_keys`)).toBe(0)
})

test('one key stores one message, even when both calls arrive at once with different client ids', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  const id = await chatOf(host, father)
  const ids = [undefined, crypto.randomUUID(), crypto.randomUUID()]
  const answers = await Promise.all(
    ids.map(clientId =>
      send(host, sendMessage, { params: { id }, body: { content: 'hoi', clientId } }, { 'idempotency-key': 'tap' }),
    ),
  )
  const messages = await Promise.all(answers.map(answer => answer.json()))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(messages.map(message => JSON.stringify(message))).size).toBe(1)
  expect(await db.count(sql`from messages`)).toBe(1)
})

test('a message sent over HTTP with a key and by a frame with the same client id is stored once', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  const chatId = await chatOf(host, father)
  const key = crypto.randomUUID()
  const screen = await connect(host)
  screen.send({ type: 'send_message', chatId, content: 'hoi', clientId: key })
  const [message] = await hears(screen, chatId, 1)
  const response = await send(
    host,
    sendMessage,
    { params: { id: chatId }, body: { content: 'hoi' } },
    { 'idempotency-key': key.toUpperCase() },
  )
  expect(await response.json()).toEqual(message)
  expect(await db.count(sql`from messages`)).toBe(1)
})

test.each(['blocked', 'hidden', 'showing an initial', 'gone'])(
  'when a call is repeated, the other member is shown as the caller may see him by then: %s',
  async change => {
    const { db, host, father } = await world({ fathers: 1 })
    await acquainted(host, father)
    await father.call(editProfile, { body: { firstName: 'Geheim', lastName: 'Persoon' } })
    const begin = () =>
      send(host, startChat, { body: { participants: [father.id] } }, { 'idempotency-key': 'a' }).then(it => it.text())
    const playdate = await father.call(createPlaydate, { body: aPlaydate() })
    await host.call(joinPlaydate, { params: { id: playdate.id }, body: {} })
    expect(await begin()).toContain('Persoon')
    const [row] = await db.many(z.object({ row: z.string() }), sql`select k::text as row from idempotency_keys k`)
    expect(row?.row).not.toMatch(/Geheim|Persoon|hallo/)

    if (change === 'blocked') await father.call(block, { params: { id: host.id } })
    else if (change === 'hidden') await db.run(sql`update users set hidden_at = now() where id = ${father.id}`)
    else if (change === 'gone') await father.call(deleteAccount)
    else await father.call(editSettings, { body: { lastNameInitialOnly: true } })
    const repeated = await begin()
    expect(repeated).not.toContain('Persoon')
    expect(repeated.includes('Geheim')).toBe(change === 'showing an initial')
  },
)

test('a repeated call does not reveal the position of a place that reports have hidden since', async () => {
  const { db, host } = await world()
  const given = { body: { name: 'De Zandkuil', ...here } }
  const first = await send(host, addPlayground, given, { 'idempotency-key': 'a' })
  const { id } = (await first.json()) as Place // the contract test checks it
  await db.run(sql`update places set hidden_at = now() where id = ${id}`)
  const repeat = await send(host, addPlayground, given, { 'idempotency-key': 'a' })
  expect([repeat.status, await repeat.json()]).toEqual([404, expect.objectContaining({ code: 'place.unknown' })])
  expect(await db.count(sql`from places`)).toBe(1)
})

test('every changing call declares what a repeat does, and only members can use keys', async () => {
  const { routes } = await everyCall()
  for (const route of routes) {
    expect([route.at, route.repeats !== undefined]).toEqual([route.at, !route.at.startsWith('GET ')])
    if (route.repeats !== 'key') continue
    // Visitors have no keys.
    expect([route.at, route.access]).toEqual([route.at, 'member'])
  }
})

/** Removes a calendar's secret: only its hash is stored, so a repeat returns the same calendar at a new address. */
function withoutSecret(body: string | undefined) {
  return body?.replace(/calendar\/[\w-]+\.ics/, 'calendar/….ics')
}
