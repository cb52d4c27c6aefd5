import { sendMessage, startChat } from '@papadag/contract/chat'
import { sendReport } from '@papadag/contract/moderation'
import { editPlace, reviewPlace, savePlace } from '@papadag/contract/places'
import { createPlaydate } from '@papadag/contract/playdates'
import { isTouched, methodAndPath, type Route } from '@papadag/contract/route'
import { expect, test } from 'vitest'
import { sql } from '../platform/db/db.ts'
import { routes } from '../testing/examples.ts'
import { mailServer } from '../testing/mail.ts'
import { aPlayground } from '../testing/places.ts'
import { aPlaydate, world } from '../testing/world.ts'

const reads = routes.filter(route => route.at.startsWith('GET '))
const memberRoutes = routes.filter(route => route.access === 'member')

/** The route's path with an id that may or may not exist. */
function pathOf(route: Route, id: number | string) {
  return methodAndPath(route.at).path.replace(/:\w+/g, String(id))
}

test('every declared call is served, and nothing else', async () => {
  const { server } = await world()
  expect(server.served.map(({ route }) => route.at).sort()).toEqual(routes.map(route => route.at).sort())
})

test('every call for members refuses visitors', async () => {
  const { visitor } = await world()
  await visitor.fetch('GET', '/api/health/live')
  for (const route of memberRoutes) {
    const response = await visitor.fetch(methodAndPath(route.at).method, pathOf(route, 1))
    expect([route.at, response.status]).toEqual([route.at, 401])
    expect(await response.json()).toMatchObject({ code: 'auth.required' })
  }
})

test('every changing call refuses a request without the cross-site token', async () => {
  const { host } = await world()
  await host.fetch('GET', '/api/user')
  for (const route of routes.filter(route => !reads.includes(route))) {
    const { method } = methodAndPath(route.at)
    for (const token of ['', 'a-token-that-somebody-made-up']) {
      const response = await host.fetch(method, pathOf(route, 1), { headers: { 'x-xsrf-token': token } })
      expect([route.at, response.status]).toEqual([route.at, 403])
      expect(await response.json()).toMatchObject({ error: expect.stringContaining('X-XSRF-TOKEN') })
    }
  }
})

/** One of everything that has an id in a path, under the noun it is read as. */
async function oneOfEach() {
  const { env } = await mailServer()
  const { db, host, fathers } = await world({ fathers: 1, env: { ...env, OPEN_WEATHER_API_KEY: '' } })
  const [other] = fathers
  // Ids that differ, so that one in the place of another is noticed.
  for (let time = 0; time < 5; time += 1) await aPlayground(host)
  for (let time = 0; time < 2; time += 1) await host.call(createPlaydate, { body: aPlaydate() })
  const playdate = await host.call(createPlaydate, { body: aPlaydate() })
  const place = await aPlayground(host)
  await host.call(reviewPlace, { params: { id: place.id }, body: { rating: 4 } })
  await host.call(editPlace, { params: { id: place.id }, form: { name: 'De Apenrots' } })
  await host.call(savePlace, { params: { id: place.id } })
  // What moderators read is a read too.
  await db.run(sql`update users set is_moderator = true where id = ${host.id}`)
  const body = { targetType: 'user', targetId: host.id, reason: 'other' } as const
  const report = await other.call(sendReport, { body })
  const chat = await host.call(startChat, { body: { participants: [other.id] } })
  await host.call(sendMessage, { params: { id: chat.id }, body: { content: 'hoi', clientId: crypto.randomUUID() } })
  return {
    host,
    ids: {
      playdates: playdate.id,
      places: place.id,
      chats: chat.id,
      users: other.id,
      reports: report.id,
      map: 0,
      'at-place': place.id,
    },
  }
}

/** A read's address with the example its id belongs to, and what no read minds and some want in its query. */
function exampleOf(route: Route, ids: Record<string, number>) {
  const { path } = methodAndPath(route.at)
  const filled = path.replace(/:\w+/g, (key, at: number) => {
    const nouns = path.slice(0, at).split('/').reverse()
    const noun = nouns.find(part => part in ids)
    if (noun === undefined) throw new Error(`${route.at}: there is no example for ${key}`)
    return String(ids[noun])
  })
  return `${filled}?name=De+Zandkuil&type=playground&latitude=52.37&longitude=4.9&url=https://pictures.example/a.jpg`
}

test('every read answers in its own schema', async () => {
  const { host, ids } = await oneOfEach()
  for (const route of reads) {
    // Without a key there is no weather; its own test covers the answer.
    if (route.at === 'GET /api/weather') continue
    const response = await host.fetch('GET', exampleOf(route, ids))
    // A picture needs somebody who shows it; its own test covers the answer.
    if (route.answers === 'picture' || route.answers === 'calendar') {
      expect([route.at, response.status]).toEqual([route.at, 404])
      continue
    }
    expect([route.at, response.status]).toEqual([route.at, 200])
    const reply: unknown = await response.json()
    expect(route.reply?.safeParse(reply)).toMatchObject({ success: true, data: reply })
  }
})

test('every write touches only reads that exist', () => {
  for (const route of routes) {
    for (const start of [...(route.touches ?? []), ...(route.touchesOwn ?? [])]) {
      const touched = reads.filter(read => isTouched(methodAndPath(read.at).path, [start]))
      // Other people's lists arrive with their own features.
      if (start === '/api/users') continue
      expect([route.at, start, touched.length > 0]).toEqual([route.at, start, true])
    }
  }
})

test('no id, body or query brings a call to a 5xx', async () => {
  const { host } = await world()
  await host.fetch('GET', '/api/user')
  const ids = ['0', '-1', '1.5', 'x', '2147483648', '99999999999999999999', '%00', '%zz', "1'--", '１']
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '1',
    '{"__proto__":{"a":1}}',
    '{"title":["a"]}',
    '{"title":"\\u0000"}',
    '{"title":"\\ud800"}',
    '{"children":-1}',
    '{"children":1e9}',
    '{"children":"2"}',
    '{"username":{},"password":[]}',
    '{"startTime":"0000-01-01T00:00Z","endTime":"9999-12-31T23:59Z"}',
    '{"startTime":1,"endTime":2}',
    '{"startTime":"2031-02-30T10:00Z","endTime":"2031-02-31T10:00Z"}',
    '{"maxParticipants":1e308}',
    '{"maxParticipants":"1e3"}',
    JSON.stringify({ username: 'a'.repeat(5000), email: 'b', password: 'c', firstName: '', lastName: 3 }),
  ]
  const types = [
    'application/json',
    'text/plain',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'x',
    'application/json; charset=latin1',
  ]
  for (const route of routes) {
    const { method } = methodAndPath(route.at)
    if (route.at === 'POST /api/logout') continue
    for (const id of route.at.includes(':') ? ids : ['1']) {
      const response = await host.fetch(method, pathOf(route, id))
      expect([route.at, id, response.status < 500 || response.status === 503]).toEqual([route.at, id, true])
    }
    if (method === 'GET') {
      for (const query of [
        'limit=0',
        'limit=x',
        'limit=501',
        'cursor=x',
        'cursor=2026-99-99T00:00:00.000Z_1',
        'latitude=91&longitude=x',
        'a[]=1&a=2',
        '%zz',
      ]) {
        const response = await host.fetch('GET', `${pathOf(route, 1)}?${query}`)
        expect([route.at, query, response.status < 500 || response.status === 503]).toEqual([route.at, query, true])
      }
      continue
    }
    for (const type of types) {
      for (const body of bodies) {
        const response = await host.fetch(method, pathOf(route, 1), { headers: { 'content-type': type }, body })
        expect([route.at, type, body, response.status < 500]).toEqual([route.at, type, body, true])
      }
    }
  }
}, 120_000)
