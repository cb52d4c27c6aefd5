import { connect as connectTcp } from 'node:net'
import { logIn, logOut, register } from '@papadag/contract/auth'
import { askLoginCode, enterLoginCode } from '@papadag/contract/codes'
import { createPlaydate } from '@papadag/contract/playdates/playdates'
import { methodAndPath, type Route } from '@papadag/contract/route'
import { endOtherDevices } from '@papadag/contract/users/devices'
import { askHandover } from '@papadag/contract/users/handover'
import { resetPassword } from '@papadag/contract/users/recovery'
import { makeRecoveryCodes, recoverAccount } from '@papadag/contract/users/recovery-codes'
import { changePassword, deleteAccount, endSession } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { isNightly } from '../../../../../tools/nightly.ts'
import { sql } from '../../platform/db/db.ts'
import { everyCall, type Given, send } from '../../testing/examples.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate, type Father, signInAgain } from '../../testing/world.ts'

type Path = readonly (string | number)[]

/** The positions of texts in a value. */
function textsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value === 'string') return [at]
  if (typeof value !== 'object' || value === null || value instanceof Blob) return []
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value)
  return entries.flatMap(([key, item]) => textsIn(item, [...at, key]))
}

/** The same value with one part replaced. */
function replaced<T>(value: T, [key, ...rest]: Path, change: (old: unknown) => unknown): T {
  if (key === undefined) return change(value) as T // the tests hold for any value
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string | number, unknown>
  copy[key] = replaced(copy[key], rest, change)
  return copy as T
}

/** The texts of a call that its schemas read. */
const parts = ['query', 'body', 'form'] as const

async function attempt(client: Father, route: Route, given: Given) {
  const response = await send(client, route, given)
  const reply: unknown = await response.json().catch(() => undefined)
  const { code, id } = (reply ?? {}) as { code?: string; id?: number } // of a refusal, and of what was made
  return { status: response.status, code, id }
}

/** Calls that change or end the caller's session, or a code that lets him in: those first that others make impossible. */
const changesSession = [
  enterLoginCode,
  askLoginCode,
  logIn,
  logOut,
  register,
  askHandover,
  makeRecoveryCodes,
  endSession,
  endOtherDevices,
  deleteAccount,
].map(({ at }): string => at)
/** Calls that end other ways in. */
const needsOwnWorld = [recoverAccount, changePassword, resetPassword].map(({ at }): string => at)

test('every call has an example that works', async () => {
  const shared = await everyCall()
  const turn = ({ at }: Route) => changesSession.indexOf(at)
  for (const route of shared.routes.toSorted((one, other) => turn(one) - turn(other))) {
    const { host, server, exampleOf } = needsOwnWorld.includes(route.at) ? await everyCall() : shared
    if (turn(route) >= 0) await signInAgain(server, host)
    const { status, code } = await attempt(host, route, exampleOf(route))
    // Weather needs a key, and no profile here shows a picture.
    const isElsewhere = code === 'weather.unavailable' || code === 'picture.unknown'
    expect([route.at, status, code, isElsewhere || status < 300]).toEqual([route.at, status, code, true])
  }
}, 600_000)

test.each([
  ['U+0000', '\0'],
  ['half a character', '\ud800'],
])(
  '%s in any text of any call is refused with 400',
  async (_, unstorable) => {
    const { host, routes, exampleOf } = await everyCall()
    for (const route of routes) {
      const example = exampleOf(route)
      const isEncoded = unstorable !== '\0'
      for (const part of parts) {
        // UTF-8 in an address or a form cannot encode a lone surrogate.
        if (isEncoded && part !== 'body') continue
        for (const path of textsIn(example[part])) {
          const given = { ...example, [part]: replaced(example[part], path, text => `${text}${unstorable}`) }
          const { status } = await attempt(host, route, given)
          expect([route.at, part, ...path, status]).toEqual([route.at, part, ...path, 400])
        }
      }
    }
  },
  600_000,
)

test('U+0000 in a path, a page, a cookie, a header or a field name is answered with 4xx', async () => {
  const { host, routes, origin } = await everyCall()
  for (const route of routes) {
    const { method, path } = methodAndPath(route.at)
    for (const id of path.includes(':') ? ['%00', '1%00'] : []) {
      const { status } = await host.fetch(method, path.replace(/:\w+/g, id))
      expect([route.at, id, status]).toEqual([route.at, id, expect.toBeOneOf([400, 404])])
    }
    for (const query of route.answers === 'list' ? ['limit=1%00', 'cursor=%00', 'cursor=1%00'] : []) {
      const { status } = await host.fetch('GET', `${path.replace(/:\w+/g, '1')}?${query}`)
      expect([route.at, query, status]).toEqual([route.at, query, expect.toBeOneOf([400, 404])])
    }
  }
  for (const name of ['sid', 'XSRF-TOKEN', 'language']) {
    const others = host.cookieHeader().replace(new RegExp(`${name}=[^;]*`), '')
    for (const path of ['/api/user', '/api/playdates', '/']) {
      const headers = { cookie: `${name}=%00; ${others}` }
      const { status } = await host.fetch(path === '/api/playdates' ? 'POST' : 'GET', path, { headers })
      expect([name, path, status < 500]).toEqual([name, path, true])
    }
  }
  const form = new FormData()
  form.set('na\0me', 'x\0')
  form.set('placeImage\0', new Blob(['x']), 'a\0.png')
  expect((await host.fetch('POST', '/api/playgrounds/with-image', { body: form })).status).toBe(400)
  for (const header of ['User-Agent: a\0', 'Idempotency-Key: a\0', 'X-Tab-Id: \0', 'Cookie: sid=\0']) {
    const answer = await rawRequest(origin, `GET /api/user HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`)
    expect([header, answer]).toEqual([header, expect.stringMatching(/^HTTP\/1.1 400/)])
  }
}, 600_000)

/** The server's response to exactly these bytes. */
function rawRequest(origin: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connectTcp(Number(port), hostname, () => socket.write(bytes))
    socket.once('data', data => {
      resolve(String(data))
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

test('U+0000 in any text of any frame is refused', async () => {
  const { host } = await everyCall()
  const frames = [
    { type: 'authenticate', userId: host.id, token: 'a ticket', tab: 'a tab' },
    { type: 'watch', paths: ['/api/chats'] },
    { type: 'send_message', chatId: 1, content: 'hoi', clientId: crypto.randomUUID() },
    { type: 'get_messages', chatId: 1 },
    { type: 'mark_read', chatId: 1, seq: 1 },
    { type: 'mark_delivered', chatId: 1, seq: 1 },
    { type: 'typing', chatId: 1 },
  ]
  for (const frame of frames) {
    for (const path of textsIn(frame)) {
      const screen = await connect(host)
      screen.send(replaced(frame, path, text => `${text}\0`))
      const { code } = await screen.frame('error')
      expect([frame.type, ...path, code]).toEqual([
        frame.type,
        ...path,
        expect.stringMatching(/^(live.malformed|request.invalid)$/),
      ])
    }
  }
})

test('a body that is not an object is refused with 400 where an object is required', async () => {
  const { host, routes, exampleOf } = await everyCall()
  for (const route of routes.filter(({ body }) => body !== undefined)) {
    const { params } = exampleOf(route)
    for (const body of [null, [], [{}], 'text', 1, true]) {
      const { status, code } = await attempt(host, route, { ...(params && { params }), body })
      expect([route.at, body, status, code]).toEqual([route.at, body, 400, 'request.invalid'])
    }
  }
})

const ends = [90, 89.999_999_9, 89.95, 0, -0, 1e-7, 4.9e-8, 1e-200, 5e-324, -1e-320, 52.37, -89.95, -90] as const
const sides = [180, 179.999_999_9, 179.998, 4.9, 0, -0, 1e-200, 5e-324, -1e-7, -179.998, -180] as const

function anyOf<T>(values: readonly T[]): T {
  // The index is within the list.
  return values[Math.floor(Math.random() * values.length)] as T
}

/** Positions at the limits: the poles, the antimeridian, almost zero. */
function nastyPosition() {
  const random = Math.random() < 0.3
  return {
    latitude: random ? (Math.random() - 0.5) * 180 : anyOf(ends),
    longitude: random ? (Math.random() - 0.5) * 360 : anyOf(sides),
  }
}

const isAt = (value: unknown): value is { latitude: unknown } =>
  typeof value === 'object' && value !== null && 'latitude' in value

/** The example at another position. */
function movedTo(position: { latitude: number; longitude: number }, example: Given): Given {
  const moved = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || value instanceof Blob || Array.isArray(value)) return value
    const inside = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, moved(item)]))
    return isAt(value) ? { ...inside, ...position } : inside
  }
  return moved(example) as Given // the same fields
}

test('no stored position makes a read fail, whatever position the read is made from', async () => {
  const { db, host, other, routes, exampleOf } = await everyCall()
  const withPosition = routes.filter(route => JSON.stringify(exampleOf(route)).includes('latitude'))
  const writes = withPosition.filter(({ at }) => !at.startsWith('GET '))
  // Weather and external pictures have tests of their own.
  const reads = routes.filter(
    ({ at, answers }) => at.startsWith('GET ') && at !== 'GET /api/weather' && answers !== 'picture',
  )
  expect(writes.map(({ at }) => at).sort()).toEqual([
    'PATCH /api/places/:id',
    'PATCH /api/users/me/settings',
    'POST /api/places',
    'POST /api/playgrounds',
    'POST /api/playgrounds/with-image',
    'POST /api/users/me/import',
    'POST /api/users/me/import/preview',
  ])
  for (let round = 0; round < (isNightly ? 8 : 3); round += 1) {
    const position = nastyPosition()
    for (const father of [host, other]) {
      for (const route of writes) {
        // Resizing pictures takes time.
        const { file: _, ...example } = exampleOf(route)
        const { status, id } = await attempt(father, route, movedTo(position, example))
        expect([route.at, position, status]).toEqual([route.at, position, expect.toBeOneOf([200, 201])])
        if (father === host || id === undefined) continue
        // The host sees its grid point.
        await other.call(createPlaydate, { body: aPlaydate({ locationVisibility: 'participants', placeId: id }) })
      }
    }
    for (const where of [position, nastyPosition(), { latitude: 0, longitude: 0 }]) {
      for (const route of reads) {
        const { status } = await attempt(host, route, movedTo(where, exampleOf(route)))
        expect([route.at, position, where, status]).toEqual([route.at, position, where, 200])
      }
    }
  }
  const isOff = sql`not (latitude between -90 and 90 and longitude between -180 and 180)`
  const shown = sql`select grid_latitude as latitude, grid_longitude as longitude from playdates
    union all select neighbourhood_latitude, neighbourhood_longitude from users`
  expect(await db.count(sql`from (${shown}) shown where ${isOff}`)).toBe(0)
}, 600_000)
