import { currentUser } from '@papadag/contract/auth'
import { notifications } from '@papadag/contract/notifications'
import { devices } from '@papadag/contract/users/devices'
import { makeRecoveryCodes, recoverAccount, recoveryCodes } from '@papadag/contract/users/recovery-codes'
import { expect, test, vi } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { Client, codes as refusals } from '../../testing/client.ts'
import { mailServer, nothingWaits } from '../../testing/mail.ts'
import { limitsOf } from '../../testing/rules/limits-of.ts'
import { world } from '../../testing/world.ts'

async function open(env: Record<string, string> = {}) {
  const opened = await world({ fathers: 1, env })
  const { codes } = await opened.host.call(makeRecoveryCodes)
  const browser = () => new Client(opened.origin)
  const recover = (code: string, username = opened.host.username) =>
    browser().call(recoverAccount, { body: { username, code } })
  return { ...opened, codes, browser, recover, first: codes[0] ?? '' }
}

test('eight codes are shown once, and each logs its owner in once', async () => {
  const { host, codes, recover } = await open()
  expect(codes).toHaveLength(8)
  expect(new Set(codes).size).toBe(8)
  for (const code of codes) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    expect(await recover(code)).toMatchObject({ id: host.id })
    await expect(recover(code)).rejects.toMatchObject({ status: 401, code: 'auth.wrongRecoveryCode' })
  }
  expect(await host.call(recoveryCodes)).toEqual({ left: 0 })
})

test('of two logins at once with one code, one gets in', async () => {
  const { first, recover } = await open()
  const outcomes = await Promise.allSettled([recover(first), recover(first), recover(first)])
  expect(refusals(outcomes)).toEqual(Array(2).fill('auth.wrongRecoveryCode'))
})

test.each([
  ['in small letters', (code: string) => code.toLowerCase()],
  ['without its dash, with spaces', (code: string) => ` ${code.replace('-', ' ')}\n`],
  ['with letters that look like digits', (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'l')],
  [
    'in full-width signs',
    (code: string) => code.replace(/\w/g, sign => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  ],
])('a code can be typed %s', async (_, typed) => {
  const { host, codes, recover } = await open()
  for (const code of codes)
    expect(await recover(typed(code), host.username.toUpperCase())).toMatchObject({ id: host.id })
})

test('new codes end the earlier ones', async () => {
  const { host, first, recover } = await open()
  const { codes } = await host.call(makeRecoveryCodes)
  await expect(recover(first)).rejects.toMatchObject({ status: 401 })
  await recover(codes[0] ?? '')
})

test('a code opens its owner’s account only', async () => {
  const { fathers, first, recover } = await open()
  await expect(recover(first, fathers[0].username)).rejects.toMatchObject({ code: 'auth.wrongRecoveryCode' })
  await recover(first)
})

test('the browser is remembered only if asked to', async () => {
  const { host, browser, codes } = await open()
  for (const [at, remember] of [true, false].entries()) {
    const there = browser()
    const code = codes[at] ?? ''
    await there.call(recoverAccount, { body: { username: host.username, code, remember } })
    expect(await there.call(currentUser)).toMatchObject({ id: host.id })
    expect(there.cookies.has('device')).toBe(remember)
  }
  expect(await host.call(devices)).toHaveLength(1)
})

test('an unknown name and a wrong code get the same answers, however often they are tried', async () => {
  const { host, browser } = await open({ RATE_LIMIT: 'on' })
  const answers = []
  for (const username of ['niemand', host.username]) {
    const visitor = browser()
    await visitor.fetch('GET', '/api/health/live')
    const seen: unknown[] = []
    for (let time = 0; time < 12; time += 1) {
      const body = JSON.stringify({ username, code: 'AAAAA-AAAAA' })
      const response = await visitor.fetch('POST', '/api/auth/recovery', {
        headers: { 'content-type': 'application/json' },
        body,
      })
      seen.push(response.status, await response.text(), [...visitor.cookies.keys()].sort())
    }
    answers.push(seen)
  }
  expect(answers[1]).toEqual(answers[0])
  expect(answers[0]?.filter(value => value === 429)).toHaveLength(2)
})

test('wrong codes of a stranger do not keep the owner out of his account', async () => {
  const { host, browser, first } = await open({ RATE_LIMIT: 'on', TRUST_PROXY: 'on' })
  const from = async (address: string, code: string) => {
    const visitor = browser()
    await visitor.fetch('GET', '/api/health/live')
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    const body = JSON.stringify({ username: host.username, code })
    return (await visitor.fetch('POST', '/api/auth/recovery', { headers, body })).status
  }
  const guesses = []
  for (let at = 0; at < 12; at += 1) guesses.push(await from(`2001:db8:1:${at}::1`, 'AAAAA-AAAAA'))
  expect(guesses).toEqual([...Array(10).fill(401), 429, 429])
  expect(await from('2001:db8:1::1', first)).toBe(429)
  expect(await from('2001:db8:2::1', first)).toBe(200)
})

test('new codes are told to their owner under the bell and by mail', async () => {
  const { env, smtp } = await mailServer()
  const { db, host } = await open(env)
  expect(await host.call(notifications)).toMatchObject([{ kind: 'recoveryCodes.made' }])
  // An address that is not confirmed may be somebody else's.
  await nothingWaits(db)
  expect(smtp.mails).toEqual([])
  await db.run(sql`update users set email_confirmed = true`)
  await host.call(makeRecoveryCodes)
  const { headers, text } = await smtp.mailTo(`${host.username}@papadag.test`)
  expect(headers.get('subject')).toMatch(/^Nieuwe herstelcodes voor je account, \d\d:\d\d$/)
  expect(text).toContain('Was jij dit niet?')
  expect(headers.has('list-unsubscribe')).toBe(false)
})

test('guesses let nobody in, and leave one line a minute in the audit trail', async () => {
  const { db, host, recover } = await open()
  const guesses = Array.from({ length: 60 }, (_, at) => recover(`${at}`.padStart(10, 'A')))
  expect(new Set(refusals(await Promise.allSettled(guesses)))).toEqual(new Set(['auth.wrongRecoveryCode']))
  const lines = () => db.count(sql`from audit where event = 'session.refused' and user_id = ${host.id}`)
  await vi.waitFor(async () => expect(await lines()).toBeGreaterThan(0))
  // Guesses at the same moment may each write one.
  expect(await lines()).toBeLessThan(12)
})

test('making codes and guessing them is limited', async () => {
  const { server } = await open()
  expect(limitsOf(server, /recovery-codes$/)).toEqual({ 'POST /api/users/me/recovery-codes': ['10 in 3600 s'] })
})

test('no code is stored where it could be read', async () => {
  const { db, codes } = await open()
  for (const code of codes)
    for (const plain of [code, code.replace('-', '')])
      for (const stored of [plain, Buffer.from(plain).toString('hex')])
        expect(await db.count(sql`from recovery_codes c where c::text ilike ${`%${stored}%`}`)).toBe(0)
})
