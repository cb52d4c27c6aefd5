import { currentUser, logIn, register } from '@papadag/contract/auth'
import { notifications } from '@papadag/contract/notifications'
import {
  addPasskey,
  logInWithPasskey,
  newPasskeyOptions,
  passkeyOptions,
  passkeys,
  removePasskey,
} from '@papadag/contract/passkeys'
import { changePassword } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { Client, codes } from '../../../testing/client.ts'
import { Authenticator } from '../../../testing/passkeys/authenticator.ts'
import { add, enter, newcomer, open, optionsFor, origin, registerWith } from '../../../testing/passkeys/passkeys.ts'
import { password, sessionSecret } from '../../../testing/world.ts'
import { challengeAt, forgetChallenges } from './challenges.ts'

test('a father adds a passkey and logs in with it, and it says on which day', async () => {
  const { host, visitor } = await open()
  const { device, made } = await add(host)
  expect(made).toEqual({ id: made.id, name: 'Passkey', createdAt: made.createdAt, lastUsedOn: null })
  expect(await enter(visitor, device)).toMatchObject({ id: host.id })
  expect(await visitor.call(currentUser)).toMatchObject({ id: host.id })
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Amsterdam' }).format(new Date())
  expect(await host.call(passkeys)).toEqual([{ ...made, lastUsedOn: today }])
})

test('the options ask for a passkey that the device finds by itself, without attestation', async () => {
  const { host, visitor } = await open()
  expect(await optionsFor(visitor)).toEqual({
    challenge: expect.stringMatching(/^[\w-]{72}$/),
    rpId: 'papadag.example',
    timeout: 300_000,
    userVerification: 'preferred',
  })
  const { device } = await add(host)
  expect(await host.call(newPasskeyOptions)).toMatchObject({
    rp: { id: 'papadag.example', name: 'Papadag' },
    user: { name: host.username, displayName: 'Vader 1' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    attestation: 'none',
    excludeCredentials: [{ type: 'public-key', id: device.id }],
  })
})

test('a device knows an account by the same handle each time', async () => {
  const { host } = await open()
  const first = await host.call(newPasskeyOptions)
  await host.call(addPasskey, { body: new Authenticator(origin).make(first) })
  expect((await host.call(newPasskeyOptions)).user?.id).toBe(first.user?.id)
})

test('a new father registers with a passkey and no password, and sets a password later', async () => {
  const { db, visitor, browser } = await open()
  const { device, user } = await registerWith(visitor)
  expect(user).toMatchObject({ username: 'nieuwe', hasNoPassword: true })
  expect(await enter(browser(), device)).toMatchObject({ id: user.id })
  for (const guess of ['', 'nieuwe', password]) {
    const refused = browser().call(logIn, { body: { username: 'nieuwe', password: guess || ' ' } })
    await expect(refused).rejects.toMatchObject({ status: 401, code: 'auth.wrong' })
  }
  await visitor.call(changePassword, { body: { newPassword: 'drie natte laarzen' } })
  expect(await visitor.call(currentUser)).not.toHaveProperty('hasNoPassword')
  await browser().call(logIn, { body: { username: 'nieuwe', password: 'drie natte laarzen' } })
  // Setting the first one ended nothing: this browser, the second one, and the login just now.
  expect(await db.count(sql`from sessions where user_id = ${user.id}`)).toBe(3)
})

test('whoever has a password cannot replace it without naming it', async () => {
  const { host } = await open()
  const refused = host.call(changePassword, { body: { newPassword: 'drie natte laarzen' } })
  await expect(refused).rejects.toMatchObject({
    status: 400,
    body: { issues: [expect.objectContaining({ path: 'currentPassword' })] },
  })
})

test.each([
  ['neither a password nor a passkey', { hasPasskey: false }],
  ['both a password and a passkey', { hasPasskey: true, password: 'drie natte laarzen' }],
])('nobody registers with %s', async (_, { hasPasskey, ...given }) => {
  const { visitor } = await open()
  const passkey = new Authenticator(origin).make(await visitor.call(passkeyOptions, { query: { for: 'register' } }))
  const body = { ...newcomer, ...given, ...(hasPasskey && { passkey }) }
  await expect(visitor.call(register, { body })).rejects.toMatchObject({ status: 400, code: 'request.invalid' })
})

test('a taken name leaves the new passkey good, so that another name can be tried with it', async () => {
  const { host, visitor } = await open()
  const passkey = new Authenticator(origin).make(await visitor.call(passkeyOptions, { query: { for: 'register' } }))
  const taken = { ...newcomer, username: host.username, passkey }
  await expect(visitor.call(register, { body: taken })).rejects.toMatchObject({ code: 'auth.usernameTaken' })
  await visitor.call(register, { body: { ...newcomer, passkey } })
})

test('a challenge is good once, in the browser that asked for it, for five minutes and for what it was asked', async () => {
  const { db, host, visitor, browser } = await open()
  const { device } = await add(host)
  const expired = { status: 400, code: 'passkey.expired' }
  const given = device.prove(await optionsFor(visitor))
  await visitor.call(logInWithPasskey, { body: given })
  await expect(visitor.call(logInWithPasskey, { body: given })).rejects.toMatchObject(expired)

  const foreign = device.prove(await optionsFor(browser()))
  const other = browser()
  await optionsFor(other)
  await expect(other.call(logInWithPasskey, { body: foreign })).rejects.toMatchObject(expired)
  const withoutCookies = device.prove(await optionsFor(other))
  other.cookies.delete('__Host-login-passkey')
  await expect(other.call(logInWithPasskey, { body: withoutCookies })).rejects.toMatchObject(expired)

  await optionsFor(other)
  const asker = { sessionSecret, browser: other.cookies.get('__Host-login-passkey') ?? '', purpose: 'login' } as const
  const nowSeconds = Math.floor(Date.now() / 1000)
  const enterAt = (seconds: number) => {
    const challenge = challengeAt(nowSeconds - seconds, asker).toString('base64url')
    return other.call(logInWithPasskey, { body: device.prove({ challenge, rpId: 'papadag.example' }) })
  }
  await expect(enterAt(303)).rejects.toMatchObject(expired)
  await enterAt(290)

  const forAnother = device.prove(await other.call(passkeyOptions, { query: { for: 'register' } }))
  await expect(other.call(logInWithPasskey, { body: forAnother })).rejects.toMatchObject(expired)
  const toLogIn = new Authenticator(origin).make({
    ...(await host.call(passkeyOptions)),
    rp: { id: 'papadag.example' },
  })
  await expect(host.call(addPasskey, { body: toLogIn })).rejects.toMatchObject(expired)

  await db.run(sql`update passkey_challenges set answered_at = now() - interval '301 seconds'`)
  await forgetChallenges(db)
  expect(await db.count(sql`from passkey_challenges`)).toBe(0)
})

test('a passkey cannot be added to the account of somebody else who uses the browser', async () => {
  const { host, father } = await open()
  const options = await host.call(newPasskeyOptions)
  father.cookies.set('__Host-login-passkey', host.cookies.get('__Host-login-passkey') ?? '')
  const body = new Authenticator(origin).make(options)
  await expect(father.call(addPasskey, { body })).rejects.toMatchObject({ code: 'passkey.expired' })
})

test('two tabs of one browser ask for challenges, and each answers its own', async () => {
  const { host, visitor } = await open()
  const { device } = await add(host)
  const [first, second] = [await optionsFor(visitor), await optionsFor(visitor)]
  for (const options of [first, second])
    expect(await visitor.call(logInWithPasskey, { body: device.prove(options) })).toMatchObject({ id: host.id })
})

test('a challenge of one node can be answered at another, and only once at either', async () => {
  const { host, visitor, newNode } = await open()
  const { device } = await add(host)
  const there = new Client(await newNode())
  const body = device.prove(await optionsFor(visitor))
  for (const [name, value] of visitor.cookies) there.cookies.set(name, value)
  const outcomes = await Promise.allSettled([visitor, there].map(one => one.call(logInWithPasskey, { body })))
  expect(codes(outcomes)).toEqual(['passkey.expired'])
})

test.each([
  ['another origin', { origin: 'https://papadag.example.evil.test' }],
  ['the same host without https', { origin: 'http://papadag.example' }],
  ['another port', { origin: 'https://papadag.example:8443' }],
  ['a sub-domain', { origin: 'https://www.papadag.example' }],
  ['the host of a sub-domain', { rpId: 'www.papadag.example' }],
  ['the domain above', { rpId: 'example' }],
  ['a page within another page', { crossOrigin: true }],
])('a passkey is refused from %s, to log in and to be added', async (_, differences) => {
  const { host, visitor } = await open()
  const { device } = await add(host)
  await expect(enter(visitor, device, differences)).rejects.toMatchObject({ status: 401, code: 'auth.wrongPasskey' })
  const body = new Authenticator(origin).make(await host.call(newPasskeyOptions), differences)
  await expect(host.call(addPasskey, { body })).rejects.toMatchObject({ status: 400, code: 'passkey.invalid' })
  expect(await host.call(passkeys)).toHaveLength(1)
})

test('a passkey that is unknown, removed or not proven gets the same refusal', async () => {
  const { host, visitor } = await open()
  const [{ device: kept }, { device: removed, made }] = [await add(host), await add(host)]
  await host.call(removePasskey, { params: { id: made.id } })
  const stranger = new Authenticator(origin)
  const forged = { ...stranger.prove(await optionsFor(visitor)), id: kept.id, rawId: kept.id }
  const bodies = [
    forged,
    removed.prove(await optionsFor(visitor)),
    stranger.prove(await optionsFor(visitor)),
    { ...kept.prove(await optionsFor(visitor)), rawId: stranger.id },
  ]
  const said: unknown[] = []
  for (const body of bodies) said.push(await visitor.call(logInWithPasskey, { body }).catch((error: unknown) => error))
  expect(said).toEqual(bodies.map(() => said[0]))
  expect(said[0]).toMatchObject({ status: 401, code: 'auth.wrongPasskey' })
  expect(visitor.cookies.has('__Host-sid')).toBe(false)
})

test.each([
  ['no object', 'x'],
  ['nothing', {}],
  ['no text', { id: 1, rawId: 1, type: 'public-key', response: {} }],
  ['what is no base64url', { id: '+/=', rawId: '+/=', type: 'public-key', response: {} }],
])('a credential of %s is refused as invalid', async (_, body) => {
  const { host, visitor } = await open()
  await visitor.fetch('GET', '/api/health/live')
  const headers = { 'content-type': 'application/json' }
  for (const [client, path] of [
    [visitor, '/api/auth/passkeys'],
    [host, '/api/users/me/passkeys'],
  ] as const) {
    await client.fetch('GET', '/api/health/live')
    const response = await client.fetch('POST', path, { headers, body: JSON.stringify(body) })
    expect(response.status).toBe(400)
  }
})

test('bytes that mean nothing are refused and never answered with an error of the server', async () => {
  const { host, visitor } = await open()
  const proof = new Authenticator(origin).prove(await optionsFor(visitor))
  const made = new Authenticator(origin).make(await host.call(newPasskeyOptions))
  for (const junk of ['AA', 'bm9uc2Vuc2U', 'e30']) {
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature'])
      await expect(
        visitor.call(logInWithPasskey, { body: { ...proof, response: { ...proof.response, [part]: junk } } }),
      ).rejects.toMatchObject({ status: expect.toSatisfy(status => status === 400 || status === 401) })
    for (const part of ['clientDataJSON', 'attestationObject'])
      await expect(
        host.call(addPasskey, { body: { ...made, response: { ...made.response, [part]: junk } } }),
      ).rejects.toMatchObject({ status: 400 })
  }
})

test('a device that counts less than it did is a copy: it is refused, and its owner is told once', async () => {
  const { host, visitor } = await open()
  const device = new Authenticator(origin, { counts: true })
  await add(host, device)
  const copy = device.copy()
  await enter(visitor, device)
  await enter(visitor, device)
  for (let time = 0; time < 2; time += 1)
    await expect(enter(visitor, copy)).rejects.toMatchObject({ status: 401, code: 'auth.wrongPasskey' })
  expect(await host.call(notifications)).toMatchObject([
    { kind: 'passkey.copied', details: { title: 'Passkey' } },
    { kind: 'passkey.added' },
  ])
  // Its own device goes on, and so do those that count nothing.
  await enter(visitor, device)
})

test('a device that has stopped counting is refused too', async () => {
  const { host, visitor } = await open()
  const device = new Authenticator(origin, { counts: true })
  await add(host, device)
  await enter(visitor, device)
  await expect(enter(visitor, device, { counter: 0 })).rejects.toMatchObject({ code: 'auth.wrongPasskey' })
})
