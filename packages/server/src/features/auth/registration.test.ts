import { currentUser, logIn, register } from '@papadag/contract/auth'
import { ownProfile } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { Client, codes, fulfilled } from '../../testing/client.ts'
import { anAccount, world } from '../../testing/world.ts'

const daan = { ...anAccount('daan'), password: ' zand kasteel ', firstName: 'Daan', lastName: 'de Vries' }

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

test('a signed-in user can register another account, even with an idempotency key', async () => {
  const { host } = await world()
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'once' }
  await host.call(currentUser)
  const answer = await host.fetch('POST', '/api/register', { headers, body: JSON.stringify(daan) })
  expect([answer.status, await answer.json()]).toMatchObject([201, { username: 'daan' }])
  expect(await host.call(currentUser)).toMatchObject({ username: 'daan' })
})

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
