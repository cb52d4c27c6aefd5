import { currentUser } from '@papadag/contract/auth'
import { decideHandover, handoverState } from '@papadag/contract/users/handover'
import { changePassword } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { Client, codes as refusals } from '../../testing/client.ts'
import { limitsOf } from '../../testing/rules/limits-of.ts'
import { password, world } from '../../testing/world.ts'
import { forgetHandovers } from './handover.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function open(env: Record<string, string> = {}) {
  const opened = await world({ fathers: 1, env })
  /** A new browser that shows a code. */
  async function asking() {
    const browser = new Client(opened.origin)
    await browser.fetch('GET', '/api/health/live')
    const response = await browser.fetch('POST', '/api/auth/handover', { headers: { 'user-agent': firefox } })
    expect(response.status).toBe(201)
    const { code, expiresAt } = (await response.json()) as { code: string; expiresAt: string }
    return { browser, code, expiresAt }
  }
  return { ...opened, asking }
}

test('a father reads the name of the new browser and lets it in, once', async () => {
  const { host, asking } = await open()
  const { browser, code } = await asking()
  expect(await browser.call(handoverState)).toEqual({ state: 'waiting' })
  expect(await host.call(decideHandover, { body: { code } })).toEqual({ name: 'Firefox, Linux' })
  expect(await browser.call(handoverState)).toEqual({ state: 'waiting' })
  expect(await host.call(decideHandover, { body: { code, accept: true } })).toEqual({ name: 'Firefox, Linux' })
  expect(await browser.call(handoverState)).toMatchObject({ id: host.id, username: host.username })
  expect(await browser.call(currentUser)).toMatchObject({ id: host.id })
  // It is remembered.
  browser.cookies.delete('sid')
  expect(await browser.call(currentUser)).toMatchObject({ id: host.id })
  await expect(browser.call(handoverState)).rejects.toMatchObject({ status: 404, code: 'handover.unknown' })
})

test('a refused browser learns that it was refused', async () => {
  const { host, asking } = await open()
  const { browser, code } = await asking()
  await host.call(decideHandover, { body: { code, accept: false } })
  expect(await browser.call(handoverState)).toEqual({ state: 'refused' })
  await expect(host.call(decideHandover, { body: { code, accept: true } })).rejects.toMatchObject({ status: 404 })
  await expect(browser.call(currentUser)).rejects.toMatchObject({ status: 401 })
})

test('only the browser that shows the code is let in', async () => {
  const { host, asking, visitor } = await open()
  const [{ browser, code }, other] = [await asking(), await asking()]
  await host.call(decideHandover, { body: { code, accept: true } })
  expect(await other.browser.call(handoverState)).toEqual({ state: 'waiting' })
  await expect(visitor.call(handoverState)).rejects.toMatchObject({ code: 'handover.unknown' })
  await browser.call(handoverState)
})

test('once somebody has decided, nobody else can', async () => {
  const { host, fathers, asking } = await open()
  const { browser, code } = await asking()
  await host.call(decideHandover, { body: { code, accept: true } })
  await expect(fathers[0].call(decideHandover, { body: { code, accept: true } })).rejects.toMatchObject({ status: 404 })
  expect(await browser.call(handoverState)).toMatchObject({ id: host.id })
})

test('of many polls at once, one is answered with the account', async () => {
  const { host, asking } = await open()
  const { browser, code } = await asking()
  await host.call(decideHandover, { body: { code, accept: true } })
  const cookie = browser.cookieHeader()
  const polls = await Promise.all(
    Array.from({ length: 5 }, () =>
      new Client(browser.origin).fetch('GET', '/api/auth/handover', { headers: { cookie } }),
    ),
  )
  expect(polls.filter(({ ok }) => ok)).toHaveLength(1)
})

test.each([
  ['59 seconds', 'waiting', true],
  ['61 seconds', undefined, false],
])('after %s a code that nobody has taken is %s', async (time, state, isOpen) => {
  const { db, host, asking } = await open()
  const { browser, code, expiresAt } = await asking()
  const ends = sql`date_trunc('milliseconds', asked_at + interval '1 minute') = ${expiresAt}::timestamptz`
  expect(await db.count(sql`from handovers where ${ends}`)).toBe(1)
  await db.run(sql`update handovers set asked_at = asked_at - ${time}::interval`)
  expect((await browser.call(handoverState).catch(() => undefined))?.state).toBe(state)
  const decided = await host.call(decideHandover, { body: { code, accept: true } }).then(
    () => true,
    () => false,
  )
  expect(decided).toBe(isOpen)
})

test('a browser that was let in in the last second has another minute', async () => {
  const { db, host, asking } = await open()
  const { browser, code } = await asking()
  await host.call(decideHandover, { body: { code, accept: true } })
  await db.run(sql`update handovers set asked_at = asked_at - interval '110 seconds'`)
  expect(await browser.call(handoverState)).toMatchObject({ id: host.id })
  const late = await asking()
  await host.call(decideHandover, { body: { code: late.code, accept: true } })
  await db.run(sql`update handovers set asked_at = asked_at - interval '121 seconds'`)
  await expect(late.browser.call(handoverState)).rejects.toMatchObject({ status: 404 })
  await forgetHandovers(db)
  expect(await db.count(sql`from handovers`)).toBe(0)
})

test('a new password takes back what was allowed before', async () => {
  const { host, asking } = await open()
  const { browser, code } = await asking()
  await host.call(decideHandover, { body: { code, accept: true } })
  await host.call(changePassword, { body: { currentPassword: password, newPassword: 'drie natte laarzen' } })
  await expect(browser.call(handoverState)).rejects.toMatchObject({ status: 404 })
})

test('guesses let nobody in, and leave few lines in the audit trail', async () => {
  const { db, host, asking } = await open()
  const { browser } = await asking()
  const guesses = Array.from({ length: 60 }, (_, at) =>
    host.call(decideHandover, { body: { code: `${at}`.padStart(8, 'A'), accept: true } }),
  )
  expect(new Set(refusals(await Promise.allSettled(guesses)))).toEqual(new Set(['handover.unknown']))
  expect(await browser.call(handoverState)).toEqual({ state: 'waiting' })
  // Guesses at the same moment may each write one.
  expect(await db.count(sql`from audit where event = 'session.refused'`)).toBeLessThan(12)
})

test('asking and guessing are limited', async () => {
  const { server, host, asking } = await open({ RATE_LIMIT: 'on' })
  expect(limitsOf(server, /auth\/handover$/)).toEqual({ 'POST /api/auth/handover': ['20 in 3600 s'] })
  const { code } = await asking()
  for (let time = 0; time < 25; time += 1) await host.call(decideHandover, { body: { code } })
  const guess = () => host.call(decideHandover, { body: { code: 'AAAA-AAAA' } })
  for (let time = 0; time < 20; time += 1) await expect(guess()).rejects.toMatchObject({ status: 404 })
  await expect(guess()).rejects.toMatchObject({ status: 429 })
})

test('neither the code nor the browser’s secret is stored where it could be read', async () => {
  const { db, asking } = await open()
  const { browser, code } = await asking()
  for (const plain of [code, code.replace('-', ''), browser.cookies.get('login-handover') ?? ''])
    for (const stored of [plain, Buffer.from(plain).toString('hex')])
      expect(await db.count(sql`from handovers h where h::text ilike ${`%${stored}%`}`)).toBe(0)
})
