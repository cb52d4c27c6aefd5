import { hash } from '@node-rs/argon2'
import { currentUser, logIn, logOut, register } from '@papadag/contract/auth'
import { upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { changePassword, ownProfile } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { Client, codes, fulfilled } from '../../testing/client.ts'
import { testDb } from '../../testing/database.ts'
import { interruptible } from '../../testing/interruptible.ts'
import { password, world } from '../../testing/world.ts'

const daan = {
  username: 'daan',
  email: 'daan@papadag.test',
  password: ' zand kasteel ',
  firstName: 'Daan',
  lastName: 'de Vries',
}

test('a new father is signed in at once and sees himself as he registered', async () => {
  const { visitor } = await world()
  const made = await visitor.call(register, {
    body: {
      ...daan,
      username: '  daan ',
      bio: '',
      city: 'Utrecht',
      phoneNumber: '06 12345678',
      childrenInfo: [
        { name: 'Ama', age: 5 },
        { name: '', age: 2, birthMonth: '2024-03' },
      ],
      favoriteLocations: ['Oosterpark'],
    },
  })
  expect(made).toEqual({
    id: expect.any(Number),
    username: 'daan',
    email: 'daan@papadag.test',
    firstName: 'Daan',
    lastName: 'de Vries',
    bio: null,
    profileImage: null,
    phoneNumber: '06 12345678',
    city: 'Utrecht',
    home: { isCity: true, latitude: expect.any(Number), longitude: expect.any(Number) },
    badge: 'Active Dad',
    childrenInfo: [
      { name: 'Ama', age: 5, birthMonth: expect.stringMatching(/^\d{4}-\d{2}$/) },
      { name: '', age: expect.any(Number), birthMonth: '2024-03' },
    ],
    favoriteLocations: ['Oosterpark'],
  })
  expect(await visitor.call(currentUser)).toEqual(made)
  expect(await visitor.call(ownProfile)).toEqual(made)
})

test('registration ignores fields the user may not set', async () => {
  const { db, visitor, host } = await world()
  const extra = { id: host.id, badge: 'Boss', role: 'moderator', confirmPassword: 'something else' }
  const made = await visitor.call(register, { body: { ...daan, ...extra } })
  expect(made.badge).toBe('Active Dad')
  expect(made.id).not.toBe(host.id)
  expect(await db.count(sql`from users`)).toBe(2)
})

test('every character of a password counts, and it is stored only as a hash', async () => {
  const { db, origin, visitor } = await world()
  await visitor.call(register, { body: daan })
  const other = new Client(origin)
  await expect(other.call(logIn, { body: { username: 'daan', password: daan.password.trim() } })).rejects.toMatchObject(
    { code: 'auth.wrong' },
  )
  expect(await other.call(logIn, { body: { username: 'DAAN', password: daan.password } })).toMatchObject({
    firstName: 'Daan',
  })
  expect(await db.count(sql`from users where password_hash like ${'%zand%'}`)).toBe(0)
})

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

test('a taken name or address is refused in any letter case, and no account is created', async () => {
  const { db, visitor } = await world()
  await visitor.call(register, { body: daan })
  const again = { ...daan, username: 'DAAN', email: 'else@papadag.test' }
  await expect(visitor.call(register, { body: again })).rejects.toMatchObject({
    status: 409,
    code: 'auth.usernameTaken',
  })
  const mail = { ...daan, username: 'else', email: 'Daan@Papadag.test' }
  await expect(visitor.call(register, { body: mail })).rejects.toMatchObject({ status: 409, code: 'auth.emailTaken' })
  expect(await db.count(sql`from users where username <> 'vader1'`)).toBe(1)
})

test('when a name is registered several times at once, exactly one registration succeeds', async () => {
  const { db, origin } = await world()
  const visitors = Array.from({ length: 10 }, () => new Client(origin))
  const outcomes = await Promise.allSettled(
    visitors.map((visitor, index) => visitor.call(register, { body: { ...daan, email: `daan${index}@papadag.test` } })),
  )
  expect(fulfilled(outcomes)).toHaveLength(1)
  expect(codes(outcomes)).toEqual(Array(9).fill('auth.usernameTaken'))
  expect(await db.count(sql`from users where lower(username) = 'daan'`)).toBe(1)
})

test.each([
  [{ username: ' ' }, 'username', 'user.usernameRequired'],
  [{ email: 'daan@' }, 'email', 'user.emailInvalid'],
  [{ password: 'kort5' }, 'password', 'user.passwordTooShort'],
  [{ firstName: undefined }, 'firstName', 'user.firstNameRequired'],
  [{ lastName: '' }, 'lastName', 'user.lastNameRequired'],
  [{ bio: 'x'.repeat(501) }, 'bio', 'user.bioTooLong'],
  [{ profileImage: 'javascript:alert(1)' }, 'profileImage', 'url.invalid'],
  [{ profileImage: '/uploads/../secret' }, 'profileImage', 'url.invalid'],
  [{ city: 'a\u0000b' }, 'city', 'text.unstorable'],
])('a registration with %j is refused, and the answer names the wrong field', async (wrong, path, code) => {
  const { visitor } = await world()
  const refused = visitor.call(register, { body: { ...daan, ...wrong } as typeof daan })
  await expect(refused).rejects.toMatchObject({ status: 400, body: { issues: [{ path, code }] } })
})

test('emoji, right-to-left text and HTML are stored as typed', async () => {
  const { visitor } = await world()
  const bio = '<b>👨‍👧‍👦</b> أب & "vader" – 500 × 1'
  expect(await visitor.call(register, { body: { ...daan, bio } })).toMatchObject({ bio })
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

test.for(['a visitor', 'a member'])('registrations are counted by address when %s sends them', async who => {
  const { host, visitor } = await world({ env: { RATE_LIMIT: '0.1', TRUST_PROXY: 'on' } })
  const client = who === 'a member' ? host : visitor
  await client.fetch('GET', '/api/health/live')
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.7' }
  // A taken name is refused after it is counted, and leaves the session as it is.
  const body = JSON.stringify({ ...daan, username: host.username })
  const statuses = []
  for (let time = 0; time < 3; time += 1) {
    statuses.push((await client.fetch('POST', '/api/register', { headers, body })).status)
  }
  expect(statuses).toEqual([409, 409, 429])
  headers['x-forwarded-for'] = '192.0.2.8'
  expect((await client.fetch('POST', '/api/register', { headers, body })).status).toBe(409)
})

test('with a strict password policy, common passwords are refused', async () => {
  const { visitor } = await world({ env: { PASSWORD_POLICY: 'strict' } })
  for (const password of ['kort123', 'Welkom01!', 'daan-daan', '12345678', 'aaaaaaaa']) {
    const refused = visitor.call(register, { body: { ...daan, password } })
    await expect(refused).rejects.toMatchObject({
      body: { issues: [{ path: 'password', code: 'user.passwordTooWeak' }] },
    })
  }
  await visitor.call(register, { body: { ...daan, password: 'bakfiets vol modder' } })
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

test('a signed-in user can register another account, even with an idempotency key', async () => {
  const { host } = await world()
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'once' }
  await host.call(currentUser)
  const answer = await host.fetch('POST', '/api/register', { headers, body: JSON.stringify(daan) })
  expect([answer.status, await answer.json()]).toMatchObject([201, { username: 'daan' }])
  expect(await host.call(currentUser)).toMatchObject({ username: 'daan' })
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

test('a name or an address copied with invisible direction marks registers and logs in like the plain one', async () => {
  const { visitor } = await world()
  const copied = (text: string) => `\u202a${text}\u202c`
  const body = { ...daan, username: copied('daan'), email: copied(daan.email), phoneNumber: copied('06 12345678') }
  expect(await visitor.call(register, { body })).toMatchObject({
    username: 'daan',
    email: daan.email,
    phoneNumber: '06 12345678',
  })
  await visitor.call(logIn, { body: { username: copied('daan'), password: daan.password } })
  const again = { ...daan, email: `\u200b${daan.email}` }
  expect(codes(await Promise.allSettled([visitor.call(register, { body: { ...again, username: 'other' } })]))).toEqual([
    'auth.emailTaken',
  ])
})
