import { currentUser, logIn, logOut } from '@papadag/contract/auth'
import { calendarFeeds, makeCalendarFeed } from '@papadag/contract/calendars'
import { devices, endDevice, endOtherDevices } from '@papadag/contract/users/devices'
import { changePassword, endSession, sessions } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { type Db, sql } from '../../platform/db/db.ts'
import { Client } from '../../testing/client.ts'
import { type Father, password, world } from '../../testing/world.ts'

const chrome =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36'

/** A browser that remembers this father. */
async function remembered(origin: string, { username }: Pick<Father, 'username'>, remember = true): Promise<Client> {
  const browser = new Client(origin)
  await browser.fetch('GET', '/api/health/live')
  const body = JSON.stringify({ username, password, remember })
  const headers = { 'content-type': 'application/json', 'user-agent': chrome }
  expect((await browser.fetch('POST', '/api/login', { headers, body })).status).toBe(200)
  return browser
}

/** The same cookies in another place; `without` its session, as when that has ended. */
function copyOf(browser: Client, { without, at = browser.origin }: { without?: 'sid'; at?: string } = {}): Client {
  const copy = new Client(at)
  for (const [name, value] of browser.cookies) if (name !== without) copy.cookies.set(name, value)
  return copy
}

async function open() {
  const opened = await world({ fathers: 1 })
  const browser = await remembered(opened.origin, opened.host)
  return { ...opened, browser }
}

/** Lets this much time pass for the tokens of all devices. */
const pass = (db: Db, time: string) =>
  db.run(sql`
    update devices set rotated_at = rotated_at - ${time}::interval, last_used_at = last_used_at - ${time}::interval,
                       ends_at = ends_at - ${time}::interval`)
const isIn = (browser: Client) =>
  browser.call(currentUser).then(
    () => true,
    () => false,
  )

test('a remembered browser without a session is logged in by its first call, and gets another token', async () => {
  const { host, browser, db } = await open()
  const before = browser.cookies.get('device')
  browser.cookies.delete('sid')
  expect(await browser.call(currentUser)).toMatchObject({ id: host.id })
  expect(browser.cookies.get('device')).not.toBe(before)
  expect(browser.cookies.has('sid')).toBe(true)
  expect(await db.count(sql`from audit where event = 'session.started' and user_id = ${host.id}`)).toBe(2)
})

test('a browser that is not remembered is logged out with its session', async () => {
  const { origin, host } = await open()
  const browser = await remembered(origin, host, false)
  expect(browser.cookies.has('device')).toBe(false)
  browser.cookies.delete('sid')
  expect(await isIn(browser)).toBe(false)
})

test('the first call may be a write, and one that is refused keeps the new session', async () => {
  const { browser } = await open()
  browser.cookies.delete('sid')
  await expect(browser.call(endDevice, { params: { id: 1_000_000 } })).rejects.toMatchObject({ code: 'device.unknown' })
  expect(browser.cookies.has('sid')).toBe(true)
  await browser.call(endOtherDevices)
})

test('a write without the page’s token starts no session', async () => {
  const { browser, db } = await open()
  const before = await db.count(sql`from sessions`)
  const copy = copyOf(browser, { without: 'sid' })
  const { status } = await copy.fetch('DELETE', '/api/users/me/devices', {
    headers: { 'x-xsrf-token': 'x'.repeat(20) },
  })
  expect([status, await db.count(sql`from sessions`)]).toEqual([403, before])
})

test.each(['one node', 'two nodes'])('ten calls at once with the same token share one session, on %s', async where => {
  const { db, browser, newNode } = await open()
  const there = where === 'one node' ? browser.origin : await newNode()
  const before = await db.count(sql`from sessions`)
  const copies = Array.from({ length: 10 }, (_, at) =>
    copyOf(browser, { without: 'sid', at: at % 2 ? there : browser.origin }),
  )
  expect(await Promise.all(copies.map(isIn))).toEqual(Array(10).fill(true))
  expect(new Set(copies.map(({ cookies }) => `${cookies.get('sid')} ${cookies.get('device')}`)).size).toBe(1)
  expect(await db.count(sql`from sessions`)).toBe(before + 1)
  // Whichever reply came last has what it takes to write.
  for (const copy of copies)
    await expect(copy.call(endDevice, { params: { id: 1_000_000 } })).rejects.toMatchObject({ code: 'device.unknown' })
})

test.each([
  ['59 seconds', true],
  ['61 seconds', false],
])('whether a token is accepted %s after it was replaced: %s', async (time, isAccepted) => {
  const { db, browser } = await open()
  const copy = copyOf(browser, { without: 'sid' })
  browser.cookies.delete('sid')
  expect(await isIn(browser)).toBe(true)
  await pass(db, time)
  expect(await isIn(copy)).toBe(isAccepted)
})

test.each([
  ['without a session', 'sid'],
  ['in a session', undefined],
] as const)('a copied token used %s ends the copy and the original', async (_, without) => {
  const { db, host, browser } = await open()
  const thief = copyOf(browser, { without: 'sid' })
  const owner = copyOf(browser, without ? { without } : {})
  expect(await isIn(thief)).toBe(true)
  await pass(db, '61 seconds')
  expect(await isIn(owner)).toBe(false)
  expect(await isIn(thief)).toBe(false)
  expect(await db.count(sql`from devices`)).toBe(0)
  expect(await isIn(host)).toBe(true)
})

test.each([
  ['89 days', true],
  ['91 days', false],
  ['366 days', false],
])('a browser is remembered %s after its last use: %s', async (time, isRemembered) => {
  const { db, browser } = await open()
  browser.cookies.delete('sid')
  await pass(db, time)
  expect(await isIn(browser)).toBe(isRemembered)
  expect(browser.cookies.has('device')).toBe(isRemembered)
})

test('each use extends the time, but not beyond a year', async () => {
  const { db, browser } = await open()
  for (let time = 0; time < 4; time += 1) {
    browser.cookies.delete('sid')
    await pass(db, '80 days')
    expect(await isIn(browser)).toBe(true)
  }
  browser.cookies.delete('sid')
  await pass(db, '46 days')
  expect(await isIn(browser)).toBe(false)
})

test('an invented token, or one of another form, opens nothing and is forgotten', async () => {
  const { visitor } = await open()
  for (const token of ['x', `${'a'.repeat(22)}.${'b'.repeat(43)}`]) {
    visitor.cookies.set('device', token)
    expect([await isIn(visitor), visitor.cookies.has('device')]).toEqual([false, false])
  }
})

test('the list names browser and day, and says which one is asking', async () => {
  const { origin, host, browser } = await open()
  const other = await remembered(origin, host)
  const [first, second] = await other.call(devices)
  expect([first, second]).toEqual([
    {
      id: expect.any(Number),
      name: 'Chrome, Android',
      lastUsedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      isCurrent: true,
    },
    expect.objectContaining({ isCurrent: false }),
  ])
  await other.call(endDevice, { params: { id: second?.id ?? 0 } })
  expect(await isIn(browser)).toBe(false)
  expect(await other.call(devices)).toHaveLength(1)
})

test('nobody ends a device of somebody else', async () => {
  const { browser, fathers } = await open()
  const [device] = await browser.call(devices)
  const end = fathers[0].call(endDevice, { params: { id: device?.id ?? 0 } })
  await expect(end).rejects.toMatchObject({ status: 404, code: 'device.unknown' })
  expect(await isIn(browser)).toBe(true)
})

test('logging out everywhere else ends all other devices and sessions, and copies of this browser’s tokens too', async () => {
  const { origin, host, browser } = await open()
  const [other, passing] = [await remembered(origin, host), await remembered(origin, host, false)]
  await browser.call(makeCalendarFeed, { body: { name: 'Telefoon', variant: 'full' } })
  const copies = [copyOf(browser, { without: 'sid' }), copyOf(browser)]
  await browser.call(endOtherDevices)
  expect(await Promise.all([other, passing, host, ...copies].map(isIn))).toEqual(Array(5).fill(false))
  expect(await browser.call(calendarFeeds)).toEqual([])
  browser.cookies.delete('sid')
  expect(await isIn(browser)).toBe(true)
})

test.each<[string, (browser: Client) => Promise<unknown>]>([
  ['a logout', browser => browser.call(logOut)],
  [
    'ending its session from elsewhere',
    async browser => {
      const [current] = (await browser.call(sessions)).filter(({ isCurrent }) => isCurrent)
      expect(current).toMatchObject({ isRemembered: true })
      await browser.call(endSession, { params: { id: current?.id ?? 0 } })
    },
  ],
])('%s ends the device', async (_, end) => {
  const { browser, db } = await open()
  const copy = copyOf(browser, { without: 'sid' })
  await end(browser)
  expect([await isIn(browser), await isIn(copy)]).toEqual([false, false])
  expect(await db.count(sql`from devices`)).toBe(0)
})

test('logging in again in a remembered browser leaves one device, and none where it is not to be remembered', async () => {
  const { browser, db, father } = await open()
  await browser.call(logIn, { body: { username: father.username, password, remember: true } })
  expect(await db.count(sql`from devices where user_id = ${father.id}`)).toBe(1)
  expect(await db.count(sql`from devices`)).toBe(1)
  await browser.call(logIn, { body: { username: father.username, password } })
  expect([await db.count(sql`from devices`), browser.cookies.has('device')]).toEqual([0, false])
})

test('a new password ends other devices, and gives this one another token', async () => {
  const { origin, host, browser } = await open()
  const other = await remembered(origin, host)
  const copy = copyOf(browser, { without: 'sid' })
  await browser.call(changePassword, { body: { currentPassword: password, newPassword: 'drie natte laarzen' } })
  browser.cookies.delete('sid')
  expect(await Promise.all([other, copy].map(isIn))).toEqual([false, false])
  expect(await isIn(browser)).toBe(true)
})

test('an eleventh device ends the one that was not used for longest', async () => {
  const { origin, host, browser, db } = await open()
  for (let time = 0; time < 10; time += 1) await remembered(origin, host)
  expect(await db.count(sql`from devices`)).toBe(10)
  expect(await isIn(browser)).toBe(false)
})

test('neither part of a token is stored where it could be read', async () => {
  const { db, browser } = await open()
  for (const plain of browser.cookies.get('device')?.split('.') ?? [])
    for (const stored of [plain, Buffer.from(plain).toString('hex')])
      expect(await db.count(sql`from devices d where d::text like ${`%${stored}%`}`)).toBe(0)
})
