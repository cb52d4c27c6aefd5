import { readsTouchedBy } from '@papadag/contract/live/touches'
import { isTouched, methodAndPath, type Route, type ServerPageRoute } from '@papadag/contract/route'
import { expect, test } from 'vitest'
import { isNightly } from '../../../../../tools/nightly.ts'
import { everyCall, routes, send, serverPageRoutes } from '../../testing/examples.ts'
import { world } from '../../testing/world.ts'

const reads = routes.filter(route => route.at.startsWith('GET '))
const memberRoutes = routes.filter(route => route.access === 'member')

/** The route's path with an id that may or may not exist. */
function pathOf(route: Route | ServerPageRoute, id: number | string) {
  return methodAndPath(route.at).path.replace(/:\w+/g, String(id))
}

test('every declared call, page and picture is served, and nothing else', async () => {
  const { server } = await world()
  expect(server.served.map(({ route }) => route.at).sort()).toEqual(routes.map(route => route.at).sort())
  expect(server.serverPages.map(({ route }) => route.at).sort()).toEqual(serverPageRoutes.map(route => route.at).sort())
})

test('every page has a component, and an unknown link leads to a friendly 404 that nobody keeps', async () => {
  const { visitor } = await world()
  const pages = serverPageRoutes.filter(({ shows }) => shows)
  expect(pages.length).toBeGreaterThan(3)
  for (const route of pages) {
    const response = await visitor.fetch(methodAndPath(route.at).method, pathOf(route, 'A'.repeat(22)))
    expect([route.at, response.status]).toEqual([route.at, 404])
    expect(await response.text()).toMatch(/<h1[^>]*>[^<]+<\/h1>/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
  }
})

test('every call that requires a session refuses visitors', async () => {
  const { visitor } = await world()
  await visitor.fetch('GET', '/api/health/live')
  for (const route of memberRoutes) {
    const response = await visitor.fetch(methodAndPath(route.at).method, pathOf(route, 1))
    expect([route.at, response.status]).toEqual([route.at, 401])
    expect(await response.json()).toMatchObject({ code: 'auth.required' })
  }
})

test('every changing call but that of a service worker refuses a request without the cross-site token', async () => {
  const { host } = await world()
  await host.fetch('GET', '/api/user')
  expect(routes.filter(({ needsNoToken }) => needsNoToken).map(({ at }) => at)).toEqual(['POST /api/push/receipts'])
  for (const route of routes.filter(route => !reads.includes(route) && !route.needsNoToken)) {
    const { method } = methodAndPath(route.at)
    for (const token of ['', 'a-token-that-somebody-made-up']) {
      const response = await host.fetch(method, pathOf(route, 1), { headers: { 'x-xsrf-token': token } })
      expect([route.at, response.status]).toEqual([route.at, 403])
      expect(await response.json()).toMatchObject({ error: expect.stringContaining('X-XSRF-TOKEN') })
    }
  }
})

test('every read’s reply matches its schema', async () => {
  const { host, exampleOf } = await everyCall()
  for (const route of reads) {
    // Weather needs a key and a picture somebody who shows it; other tests cover both.
    if (route.at === 'GET /api/weather' || route.answers === 'picture') continue
    const response = await send(host, route, exampleOf(route))
    expect([route.at, response.status]).toEqual([route.at, 200])
    if (route.answers === 'calendar') {
      expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
      continue
    }
    const reply: unknown = await response.json()
    expect(route.reply?.safeParse(reply)).toMatchObject({ success: true, data: reply })
  }
})

test('every write touches only reads that exist', () => {
  for (const route of routes) {
    for (const start of [...readsTouchedBy(route.touches ?? []), ...(route.touchesOwn ?? [])]) {
      const touched = reads.filter(read => isTouched(methodAndPath(read.at).path, [start]))
      // Lists of other people are covered by their own features.
      if (start === '/api/users') continue
      expect([route.at, start, touched.length > 0]).toEqual([route.at, start, true])
    }
  }
})

test('no id, body or query makes a call answer 5xx', async () => {
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
  // What is not read as JSON is refused for its form, whatever it says.
  const bodiesOfOtherTypes = bodies.slice(0, 3)
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
      for (const body of type === 'application/json' || isNightly ? bodies : bodiesOfOtherTypes) {
        const response = await host.fetch(method, pathOf(route, 1), { headers: { 'content-type': type }, body })
        expect([route.at, type, body, response.status < 500]).toEqual([route.at, type, body, true])
      }
    }
  }
}, 600_000)
