import { currentUser, logIn, register } from '@papadag/contract/auth'
import { notifications } from '@papadag/contract/notifications'
import {
  logInWithPasskey,
  newPasskeyOptions,
  passkeyOptions,
  passkeys,
  removePasskey,
  renamePasskey,
} from '@papadag/contract/passkeys'
import { subscribe } from '@papadag/contract/push'
import { endOtherDevices } from '@papadag/contract/users/devices'
import { changePassword, sessions } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { Client, codes } from '../../../testing/client.ts'
import { Authenticator } from '../../../testing/passkeys/authenticator.ts'
import { add, enter, newcomer, open, optionsFor, origin, registerWith } from '../../../testing/passkeys/passkeys.ts'
import { pushService } from '../../../testing/push.ts'
import { limitsOf } from '../../../testing/rules/limits-of.ts'
import { connect } from '../../../testing/socket.ts'
import { password, world } from '../../../testing/world.ts'

test('a removed passkey ends the sessions that it opened, and no others', async () => {
  const { host, browser } = await open()
  const [{ device, made }, { device: second }] = [await add(host), await add(host)]
  const [phone, tablet] = [browser(), browser()]
  await enter(phone, device)
  await enter(tablet, second)
  await host.call(removePasskey, { params: { id: made.id } })
  await expect(phone.call(currentUser)).rejects.toMatchObject({ status: 401 })
  expect(await tablet.call(currentUser)).toMatchObject({ id: host.id })
  expect(await host.call(sessions)).toHaveLength(2)
  await expect(host.call(removePasskey, { params: { id: made.id } })).rejects.toMatchObject({ status: 404 })
})

test('a session that a passkey has opened ends with it, also when it has logged out all others', async () => {
  const { host, browser } = await open()
  const { device, made } = await add(host)
  const phone = browser()
  await enter(phone, device)
  await phone.call(endOtherDevices)
  expect(await phone.call(currentUser)).toMatchObject({ id: host.id })
  await phone.call(removePasskey, { params: { id: made.id } })
  await expect(phone.call(currentUser)).rejects.toMatchObject({ status: 401 })
})

test('a removed passkey ends the devices that it opened, their later sessions and their sockets', async () => {
  const { db, host, browser } = await open()
  const { device, made } = await add(host)
  const enterToStay = async () => {
    const phone = browser()
    await phone.call(logInWithPasskey, { body: { ...device.prove(await optionsFor(phone)), remember: true } })
    return Object.assign(phone, { id: host.id })
  }
  const [phone, tablet] = [await enterToStay(), await enterToStay()]
  // A session that the device has started by itself.
  phone.cookies.delete('__Host-sid')
  expect(await phone.call(currentUser)).toMatchObject({ id: host.id })
  const screen = await connect(phone)
  await host.call(removePasskey, { params: { id: made.id } })
  expect(await screen.closed()).toBe(4401)
  await expect(phone.call(currentUser)).rejects.toMatchObject({ status: 401 })
  tablet.cookies.delete('__Host-sid')
  await expect(tablet.call(currentUser)).rejects.toMatchObject({ status: 401 })
  expect(await db.count(sql`from devices`)).toBe(0)
  expect(await host.call(currentUser)).toMatchObject({ id: host.id })
})

test('the owner of a new passkey is told of it, outside the app only on his other devices', async () => {
  const service = await pushService()
  const { host, browser } = await open(service.env)
  const phone = browser()
  await phone.call(logIn, { body: { username: host.username, password } })
  await host.call(subscribe, { body: service.subscription('here') })
  await phone.call(subscribe, { body: service.subscription('there') })
  await add(host)
  expect(await phone.call(notifications)).toMatchObject([{ kind: 'passkey.added', details: { title: 'Passkey' } }])
  await service.messages(1)
  expect(service.received.map(({ path }) => path)).toEqual(['/there'])
})

test('whoever registers with a passkey is not told of it', async () => {
  const { visitor } = await open()
  await registerWith(visitor)
  expect(await visitor.call(notifications)).toEqual([])
})

test('nobody removes his last way in, even two at once', async () => {
  const { visitor, browser } = await open()
  const { user } = await registerWith(visitor)
  const [first] = await visitor.call(passkeys)
  if (!first) throw new Error('no passkey')
  const last = { status: 409, code: 'passkey.lastWayIn' }
  await expect(visitor.call(removePasskey, { params: { id: first.id } })).rejects.toMatchObject(last)
  const { device, made } = await add(visitor)
  const phone = browser()
  await enter(phone, device)
  const outcomes = await Promise.allSettled([
    visitor.call(removePasskey, { params: { id: made.id } }),
    phone.call(removePasskey, { params: { id: first.id } }),
  ])
  expect(codes(outcomes)).toHaveLength(1)
  expect(user.id).toBeGreaterThan(0)
})

test('with a password, the last passkey can be removed', async () => {
  const { host } = await open()
  const { made } = await add(host)
  await host.call(removePasskey, { params: { id: made.id } })
  expect(await host.call(passkeys)).toEqual([])
})

test('a passkey is renamed by its owner alone', async () => {
  const { host, father } = await open()
  const { made } = await add(host)
  const params = { id: made.id }
  const renamed = await host.call(renamePasskey, { params, body: { name: ' Telefoon van mijn werk ' } })
  expect(renamed).toEqual({ ...made, name: 'Telefoon van mijn werk' })
  const unknown = { status: 404, code: 'passkey.unknown' }
  await expect(father.call(renamePasskey, { params, body: { name: 'x' } })).rejects.toMatchObject(unknown)
  await expect(father.call(removePasskey, { params })).rejects.toMatchObject(unknown)
})

test('one device is added once, and twenty are enough', async () => {
  const { db, host, father } = await open()
  const { device } = await add(host)
  await expect(add(host, device)).rejects.toMatchObject({ status: 409, code: 'passkey.known' })
  await expect(add(father, device)).rejects.toMatchObject({ status: 409, code: 'passkey.known' })
  await db.run(sql`insert into passkeys (user_id, credential_id, public_key, user_handle, rp_id, name)
    select ${host.id}::int, decode(md5(n::text), 'hex'), 'x', 'x', 'papadag.example', n::text from generate_series(1, 19) n`)
  await expect(add(host)).rejects.toMatchObject({ status: 409, code: 'passkey.tooMany' })
})

test('a first password and its successor keep to the operator’s policy, as one at registration does', async () => {
  const { visitor } = await open({ PASSWORD_POLICY: 'strict' })
  await registerWith(visitor)
  const tooWeak = { status: 400, body: { issues: [{ path: 'newPassword', code: 'user.passwordTooWeak' }] } }
  const set = (newPassword: string, currentPassword?: string) =>
    visitor.call(changePassword, { body: { newPassword, currentPassword } })
  await expect(set('welkom01')).rejects.toMatchObject(tooWeak)
  await expect(set(`${newcomer.username}1`)).rejects.toMatchObject(tooWeak)
  await set('bakfiets vol modder')
  await expect(set('welkom01', 'bakfiets vol modder')).rejects.toMatchObject(tooWeak)
  await set('zandbak vol modder', 'bakfiets vol modder')
})

test('a suspended father does not get in with a passkey', async () => {
  const { db, host, visitor } = await open()
  const { device } = await add(host)
  await db.run(sql`update users set suspended_until = 'infinity' where id = ${host.id}`)
  await expect(enter(visitor, device)).rejects.toMatchObject({ status: 403, code: 'auth.suspended' })
})

test('passkeys made for another address of the server do not work, and the login says that there are some', async () => {
  const { db, host, visitor } = await open()
  const { device, made } = await add(host)
  await db.run(sql`update passkeys set rp_id = 'old.example'`)
  expect(await optionsFor(visitor)).toMatchObject({ isMoved: true })
  await expect(enter(visitor, device)).rejects.toMatchObject({ code: 'auth.wrongPasskey' })
  // He still sees it, and can make another one here and remove it.
  expect(await host.call(passkeys)).toMatchObject([{ id: made.id }])
  expect((await host.call(newPasskeyOptions)).excludeCredentials).toEqual([])
})

test('a passkey of another address is no way in', async () => {
  const { db, visitor } = await open()
  await registerWith(visitor)
  const [first] = await visitor.call(passkeys)
  await db.run(sql`update passkeys set rp_id = 'old.example'`)
  const { made } = await add(visitor)
  await expect(visitor.call(removePasskey, { params: { id: made.id } })).rejects.toMatchObject({ status: 409 })
  await visitor.call(removePasskey, { params: { id: first?.id ?? 0 } })
})

test.each([
  ['without PUBLIC_URL at an address', { PUBLIC_URL: '' }],
  ['without https', { PUBLIC_URL: 'http://papadag.example' }],
  ['at an address without a name', { PUBLIC_URL: 'https://192.0.2.1' }],
])('%s the calls do not exist', async (_, env) => {
  const { host, visitor } = await world({ env })
  const body = new Authenticator(origin).prove({ challenge: 'x', rpId: 'x' })
  host.cookies.set('__Host-sid', host.cookies.get('sid') ?? '')
  const calls = await Promise.allSettled([
    visitor.call(passkeyOptions),
    visitor.call(logInWithPasskey, { body }),
    host.call(newPasskeyOptions),
  ])
  expect(codes(calls)).toEqual(['request.unknownPath', 'request.unknownPath', 'request.unknownPath'])
  expect(await host.call(passkeys)).toEqual([])
})

test('without PUBLIC_URL passkeys work on localhost', async () => {
  const { origin: address } = await world()
  const here = new Client(address.replace('127.0.0.1', 'localhost'))
  const device = new Authenticator(here.origin)
  const passkey = device.make(await here.call(passkeyOptions, { query: { for: 'register' } }))
  await here.call(register, { body: { ...newcomer, passkey } })
  expect(await enter(new Client(here.origin), device)).toMatchObject({ username: 'nieuwe' })
})

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
    '0'.repeat(32),
    'iPhone van Vader 1',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0 Safari/537.36', '0'.repeat(32), 'Windows van Vader 1'],
  ['Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0', 'bada5566a7aa401fbd9645619a55120d', '1Password'],
])('a new passkey is named after what keeps it (%#)', async (userAgent, model, name) => {
  const { host } = await open()
  const made = []
  for (let time = 0; time < 2; time += 1) {
    const body = new Authenticator(origin, { model: Buffer.from(model, 'hex') }).make(
      await host.call(newPasskeyOptions),
    )
    const headers = { 'content-type': 'application/json', 'user-agent': userAgent }
    await host.fetch('POST', '/api/users/me/passkeys', { headers, body: JSON.stringify(body) })
  }
  for (const passkey of await host.call(passkeys)) made.push(passkey.name)
  expect(made).toEqual([name, `${name} 2`])
})

test('the calls are limited by address, and by father', async () => {
  const { server, host, visitor } = await open({ RATE_LIMIT: 'on', TRUST_PROXY: 'on' })
  expect(limitsOf(server, /passkeys/)).toEqual({
    'GET /api/auth/passkeys/options': ['200 in 900 s'],
    'GET /api/users/me/passkeys/options': ['200 in 900 s'],
    'POST /api/users/me/passkeys': ['20 in 3600 s'],
    'PATCH /api/users/me/passkeys/:id': ['60 in 3600 s'],
    'DELETE /api/users/me/passkeys/:id': ['60 in 3600 s'],
  })
  const { device } = await add(host)
  const stranger = new Authenticator(origin)
  const refused = await Promise.allSettled(Array.from({ length: 52 }, () => enter(visitor, stranger)))
  expect(codes(refused).filter(code => code === 'request.tooOften')).toHaveLength(2)
  await expect(enter(visitor, device)).rejects.toMatchObject({ status: 429 })
})

test('a login with a passkey leaves no secret of its browser in the database', async () => {
  const { db, host, visitor } = await open()
  const { device } = await add(host)
  const options = await optionsFor(visitor)
  await visitor.call(logInWithPasskey, { body: device.prove(options) })
  const secret = visitor.cookies.get('__Host-login-passkey') ?? ''
  expect(secret).toMatch(/^[\w-]{43}$/)
  for (const plain of [
    secret,
    Buffer.from(secret).toString('hex'),
    Buffer.from(options.challenge, 'base64url').toString('hex'),
  ])
    expect(await db.count(sql`from passkey_challenges c where c::text like ${`%${plain}%`}`)).toBe(0)
})
