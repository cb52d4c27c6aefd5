import { hash } from '@node-rs/argon2'
import { currentUser, logIn, logOut, register } from '@papadag/contract/auth'
import { upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { changePassword } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { Client, codes } from '../../testing/client.ts'
import { testDb } from '../../testing/database.ts'
import { interruptible } from '../../testing/interruptible.ts'
import { anAccount, password, world } from '../../testing/world.ts'

const daan = { ...anAccount('daan'), password: ' zand kasteel ', firstName: 'Daan', lastName: 'de Vries' }

test('an unknown name and a wrong password get the same answer', async () => {
  const { host, visitor } = await world()
  const answers = await Promise.allSettled([
    visitor.call(logIn, { body: { username: 'nobody', password: 'whatever' } }),
    visitor.call(logIn, { body: { username: host.username, password: 'whatever' } }),
  ])
  const [unknown, wrong] = answers.map(answer => (answer.status === 'rejected' ? answer.reason : undefined))
  expect(unknown).toMatchObject({ status: 401, body: { error: 'Gebruikersnaam of wachtwoord klopt niet' } })
  expect(wrong.body).toEqual(unknown.body)
})

test('after logout a copied cookie is invalid, even while sessions are cached', async () => {
  const { host, origin } = await world()
  await host.call(currentUser)
  const copy = new Client(origin)
  for (const [name, value] of host.cookies) copy.cookies.set(name, value)
  await copy.call(currentUser)

  await host.call(logOut)
  await expect(copy.call(currentUser)).rejects.toMatchObject({ status: 401 })
  await host.call(logOut) // harmless without a session
})

test('logging in over an open session replaces it, and leaves those of other browsers', async () => {
  const { host, newFather, origin } = await world()
  const other = await newFather()
  const old = host.cookies.get('sid') ?? ''
  expect(await host.call(logIn, { body: { username: other.username, password } })).toMatchObject({ id: other.id })

  const copy = new Client(origin)
  copy.cookies.set('sid', old)
  await expect(copy.call(currentUser)).rejects.toMatchObject({ status: 401 })
  expect(await other.call(currentUser)).toMatchObject({ id: other.id })
})

test('a user has at most ten sessions, and an eleventh ends the oldest', async () => {
  const { host, origin } = await world()
  for (let count = 0; count < 10; count += 1)
    await new Client(origin).call(logIn, { body: { username: host.username, password } })
  await expect(host.call(currentUser)).rejects.toMatchObject({ status: 401 })
})

test('a session ends after 30 days, or 14 days without use', async () => {
  const { db, newFather } = await world()
  const [old, idle] = [await newFather(), await newFather()]
  await db.run(sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${old.id}`)
  await db.run(sql`update sessions set last_used_at = now() - interval '15 days' where user_id = ${idle.id}`)
  await expect(old.call(upcomingPlaydates)).rejects.toMatchObject({ status: 401 })
  await expect(idle.call(upcomingPlaydates)).rejects.toMatchObject({ status: 401 })
})

test('the session cookie is HttpOnly, and Secure under https', async () => {
  const { visitor } = await world()
  await visitor.fetch('GET', '/api/health/live')
  const answer = await visitor.fetch('POST', '/api/register', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(daan),
  })
  const cookies = answer.headers.getSetCookie()
  expect(cookies.find(cookie => cookie.startsWith('sid='))).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(cookies.find(cookie => cookie.startsWith('XSRF-TOKEN='))).not.toContain('HttpOnly')

  const { visitor: safe } = await world({ env: { PUBLIC_URL: 'https://papadag.example' } })
  await safe.fetch('GET', '/api/health/live')
  const secure = await safe.fetch('POST', '/api/register', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(daan),
  })
  expect(secure.headers.getSetCookie().find(cookie => cookie.startsWith('__Host-sid='))).toContain('; Secure')
  expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000')
})

test('after ten failures even the right password must wait, and then works', async () => {
  const { db, host, visitor } = await world({ env: { RATE_LIMIT: 'on' } })
  const wrong = { body: { username: host.username, password: 'wrong' } }
  const right = { body: { username: host.username, password } }
  for (let tries = 0; tries < 10; tries += 1)
    await expect(visitor.call(logIn, wrong)).rejects.toMatchObject({ status: 401 })
  await expect(visitor.call(logIn, right)).rejects.toMatchObject({ status: 429, code: 'request.tooOften' })

  const wait = sql`update login_failures set blocked_until = blocked_until - interval '30 seconds'`
  await db.run(wait)
  await expect(visitor.call(logIn, wrong)).rejects.toMatchObject({ status: 401 })
  await db.run(wait)
  await expect(visitor.call(logIn, right)).rejects.toMatchObject({ status: 429 }) // the wait has doubled
  await db.run(wait)
  expect(await visitor.call(logIn, right)).toMatchObject({ id: host.id })
  expect(await db.count(sql`from login_failures`)).toBe(0)
})

test('concurrent guesses count like sequential ones', async () => {
  const { host, origin } = await world({ env: { RATE_LIMIT: 'on' } })
  const guesses = Array.from({ length: 30 }, () =>
    new Client(origin).call(logIn, { body: { username: host.username, password: 'wrong' } }),
  )
  const outcomes = codes(await Promise.allSettled(guesses))
  expect(outcomes.filter(code => code === 'auth.wrong')).toHaveLength(10)
  expect(outcomes.filter(code => code === 'request.tooOften')).toHaveLength(20)
})

/** Somebody without an account, at any address. */
async function anybody(origin: string) {
  const visitor = new Client(origin)
  await visitor.fetch('GET', '/api/health/live')
  return async (address: string, username: string, secret = 'verkeerd') => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    const body = JSON.stringify({ username, password: secret })
    return (await visitor.fetch('POST', '/api/login', { headers, body })).status
  }
}

test('an address with too many failures is refused before the password is checked', async () => {
  const { db, host, newFather, origin } = await world({ env: { RATE_LIMIT: 'on', TRUST_PROXY: 'on' } })
  let address = '192.0.2.7'
  const from = await anybody(origin)
  const logInAs = (username: string, secret: string) => from(address, username, secret)
  // A success in between is not counted.
  expect(await logInAs(host.username, password)).toBe(200)
  for (let tries = 0; tries < 50; tries += 1) expect(await logInAs(`niemand${tries}`, 'verkeerd')).toBe(401)
  expect(await logInAs(host.username, password)).toBe(429)
  expect(await db.count(sql`from login_failures`)).toBe(50)

  address = '192.0.2.8'
  expect(await logInAs((await newFather()).username, password)).toBe(200)
})

test('failed logins from many networks of one /48 count together, and apart from those of another /48', async () => {
  const { origin } = await world({ env: { RATE_LIMIT: '0.02', TRUST_PROXY: 'on' } })
  const from = await anybody(origin)
  const statuses: number[] = []
  // One from each network is allowed, and ten from a /48.
  for (let at = 0; at < 12; at += 1) statuses.push(await from(`2001:db8:1:${at}::1`, `niemand${at}`))
  expect(statuses.filter(status => status === 429)).toHaveLength(2)
  expect(await from('2001:db8:2::1', 'iemand')).toBe(401)
})

test('a flood of wrong logins from one /48 keeps nobody else from logging in', async () => {
  const { host, origin } = await world({ env: { RATE_LIMIT: '100', TRUST_PROXY: 'on' } })
  const from = await anybody(origin)
  const flood = Array.from({ length: 400 }, (_, at) => from(`2001:db8:1:${at.toString(16)}::1`, `niemand${at}`))
  expect(await from('2001:db8:2::1', host.username, password)).toBe(200)
  expect(new Set(await Promise.all(flood))).toEqual(new Set([401, 429]))
})

test('a login fails if the password it was checking is replaced meanwhile, and the new password stays', async () => {
  const { db, once } = interruptible(await testDb())
  const { host, visitor } = await world({ db })
  const old = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await db.run(sql`update users set password_hash = ${old} where id = ${host.id}`)
  once('where username_key', () => db.run(sql`update users set password_hash = 'a new one' where id = ${host.id}`))
  const login = visitor.call(logIn, { body: { username: host.username, password } })
  await expect(login).rejects.toMatchObject({ status: 401, code: 'auth.wrong' })
  expect(await db.count(sql`from users where id = ${host.id} and password_hash = 'a new one'`)).toBe(1)
  expect(await db.count(sql`from sessions where user_id = ${host.id}`)).toBe(1)
})

test('a login renews a hash with older parameters', async () => {
  const { db, host, visitor } = await world()
  const old = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await db.run(sql`update users set password_hash = ${old} where id = ${host.id}`)
  await visitor.call(logIn, { body: { username: host.username, password } })
  expect(await db.count(sql`from users where id = ${host.id} and password_hash like '$argon2id$v=19$m=19456%'`)).toBe(1)
})

test('a user suspended during his login is refused', async () => {
  const { db, once } = interruptible(await testDb())
  const { host, visitor } = await world({ db })
  once('where username_key', () => db.run(sql`update users set suspended_until = 'infinity' where id = ${host.id}`))
  const login = visitor.call(logIn, { body: { username: host.username, password } })
  await expect(login).rejects.toMatchObject({ code: 'auth.suspended' })
})

const composed = 'Zoë’s café'.normalize('NFC')
const decomposed = composed.normalize('NFD')

test.each([
  [composed, decomposed],
  [decomposed, composed],
])('a father who registers and changes his password on one keyboard logs in on another', async (here, there) => {
  const { visitor } = await world()
  await visitor.call(register, { body: { ...daan, password: here } })
  await visitor.call(logIn, { body: { username: 'daan', password: there } })
  await visitor.call(changePassword, { body: { currentPassword: there, newPassword: `${here}!` } })
  await visitor.call(logIn, { body: { username: 'daan', password: `${there}!` } })
  expect(
    codes(await Promise.allSettled([visitor.call(logIn, { body: { username: 'daan', password: there } })])),
  ).toEqual(['auth.wrong'])
})

test.each([composed, decomposed])(
  'a father can log in with a password stored before passwords were normalised: %j',
  async typed => {
    const { db, visitor } = await world()
    await visitor.call(register, { body: { ...daan, password: 'geheim1' } })
    await db.run(sql`update users set password_hash = ${await hash(typed)} where username = 'daan'`)
    await visitor.call(logIn, { body: { username: 'daan', password: typed } })
    await visitor.call(logIn, { body: { username: 'daan', password: typed.normalize('NFC') } })
  },
)
