import { currentUser, logIn } from '@papadag/contract/auth'
import { askLoginCode, codeByLink, enterLoginCode } from '@papadag/contract/codes'
import { changePassword, editProfile, editSettings } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../../../platform/db/db.ts'
import { Client, codes } from '../../../testing/client.ts'
import { emailOf, withMail } from '../../../testing/mail.ts'
import { limitsOf } from '../../../testing/rules/limits-of.ts'
import type { ReceivedMail } from '../../../testing/smtp-stand-in.ts'
import { password, world } from '../../../testing/world.ts'
import { forgetCodes } from './codes.ts'

async function open(env: Record<string, string> = {}) {
  const opened = await withMail(env)
  /** Another browser on the same server. */
  const browser = () => new Client(opened.origin)
  return { ...opened, browser }
}

const codeIn = (mail: ReceivedMail) => /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''
const tokenIn = (mail: ReceivedMail) => mail.link.searchParams.get('code') ?? ''
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')
const chrome =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36'

test('a father logs in with a mailed code, by his username or his address, each code once', async () => {
  const { host, visitor, smtp } = await open()
  for (const body of [{ username: host.username.toUpperCase() }, { email: emailOf(host) }]) {
    await visitor.call(askLoginCode, { body })
    const code = codeIn(await smtp.mailTo(emailOf(host)))
    expect(await visitor.call(enterLoginCode, { body: { code } })).toMatchObject({ id: host.id })
    expect(await visitor.call(currentUser)).toMatchObject({ id: host.id })
    await expect(visitor.call(enterLoginCode, { body: { code } })).rejects.toMatchObject({ status: 401 })
  }
})

test.each([
  ['with spaces', (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)}\n`],
  ['in full-width digits', (code: string) => code.replace(/\d/g, digit => String.fromCharCode(0xff10 + Number(digit)))],
  ['with an invisible character', (code: string) => `\u200b${code}`],
])('a code can be typed %s', async (_, typed) => {
  const { host, visitor, smtp } = await open()
  await visitor.call(askLoginCode, { body: { username: host.username } })
  const code = typed(codeIn(await smtp.mailTo(emailOf(host))))
  expect(await visitor.call(enterLoginCode, { body: { code } })).toMatchObject({ id: host.id })
})

test('a code works only in the browser that asked for it, so reading it out to a caller lets nobody in', async () => {
  const { host, visitor, smtp, browser } = await open()
  const stranger = browser()
  await visitor.call(askLoginCode, { body: { username: host.username } })
  const code = codeIn(await smtp.mailTo(emailOf(host)))
  await stranger.call(askLoginCode, { body: { username: 'niemand' } })
  await expect(stranger.call(enterLoginCode, { body: { code } })).rejects.toMatchObject({ code: 'auth.wrongCode' })
  await expect(browser().call(enterLoginCode, { body: { code } })).rejects.toMatchObject({ code: 'auth.wrongCode' })
  await visitor.call(enterLoginCode, { body: { code } })
})

test('the link in the mail shows its code, and says whether this browser asked for it', async () => {
  const { host, visitor, smtp, browser } = await open()
  await visitor.call(askLoginCode, { body: { username: host.username } })
  const mail = await smtp.mailTo(emailOf(host))
  const params = { token: tokenIn(mail) }
  expect(await browser().call(codeByLink, { params })).toEqual({ code: codeIn(mail), isAsking: false })
  expect(await visitor.call(codeByLink, { params })).toEqual({ code: codeIn(mail), isAsking: true })
  await visitor.call(enterLoginCode, { body: { code: codeIn(mail) } })
  await expect(visitor.call(codeByLink, { params })).rejects.toMatchObject({ code: 'recovery.unknownToken' })
})

test.each(['off', 'on'])('after five wrong codes the right one is refused too (RATE_LIMIT=%s)', async RATE_LIMIT => {
  const { db, host, visitor, smtp } = await open({ RATE_LIMIT })
  await visitor.call(askLoginCode, { body: { username: host.username } })
  const code = codeIn(await smtp.mailTo(emailOf(host)))
  const guess = () => visitor.call(enterLoginCode, { body: { code: wrongFor(code) } })
  expect(codes(await Promise.allSettled(Array.from({ length: 8 }, guess)))).toEqual(Array(8).fill('auth.wrongCode'))
  await expect(visitor.call(enterLoginCode, { body: { code } })).rejects.toMatchObject({ code: 'auth.wrongCode' })
  // One line for each code, however often it is guessed.
  expect(await db.count(sql`from audit where event = 'session.refused' and user_id = ${host.id}`)).toBe(1)
})

test('a code works for ten minutes, and is deleted afterwards', async () => {
  const { db, host, visitor, smtp } = await open()
  await visitor.call(askLoginCode, { body: { username: host.username } })
  const code = codeIn(await smtp.mailTo(emailOf(host)))
  await db.run(sql`update login_codes set asked_at = now() - interval '601 seconds'`)
  await expect(visitor.call(enterLoginCode, { body: { code } })).rejects.toMatchObject({ code: 'auth.wrongCode' })
  await forgetCodes(db)
  expect(await db.count(sql`from login_codes`)).toBe(0)
})

test('only the newest code of an account works', async () => {
  const { host, visitor, smtp, browser } = await open()
  const phone = browser()
  await visitor.call(askLoginCode, { body: { username: host.username } })
  const first = codeIn(await smtp.mailTo(emailOf(host)))
  await phone.call(askLoginCode, { body: { email: emailOf(host) } })
  const second = codeIn(await smtp.mailTo(emailOf(host)))
  await expect(visitor.call(enterLoginCode, { body: { code: first } })).rejects.toMatchObject({ status: 401 })
  await phone.call(enterLoginCode, { body: { code: second } })
})

test('a changed password ends the code that is under way', async () => {
  const { host, visitor, smtp } = await open()
  await visitor.call(askLoginCode, { body: { username: host.username } })
  const code = codeIn(await smtp.mailTo(emailOf(host)))
  await host.call(changePassword, { body: { currentPassword: password, newPassword: 'drie natte laarzen' } })
  await expect(visitor.call(enterLoginCode, { body: { code } })).rejects.toMatchObject({ code: 'auth.wrongCode' })
})

test('an address that was changed and not confirmed gets no code: the one before it does', async () => {
  const { db, host, visitor, smtp, browser } = await open()
  await db.run(sql`update users set email_confirmed = true where id = ${host.id}`)
  await host.call(editProfile, { body: { email: 'dief@papadag.test' } })
  await smtp.mailTo('dief@papadag.test')
  await visitor.call(askLoginCode, { body: { email: 'dief@papadag.test' } })
  await browser().call(askLoginCode, { body: { username: host.username } })
  await smtp.mailTo(emailOf(host))
  expect((await smtp.mailTo(emailOf(host))).text).toMatch(/\d{6}/)
  expect(smtp.mails.filter(({ to }) => to.includes('dief@papadag.test'))).toHaveLength(1)
})

test('a name or address that nobody has gets the same answers, and as many rows', async () => {
  const { db, host, smtp, browser } = await open({ RATE_LIMIT: 'on' })
  const answers = []
  for (const body of [{ username: 'niemand' }, { username: host.username }, { email: 'niemand@papadag.test' }]) {
    const visitor = browser()
    await visitor.fetch('GET', '/api/health/live')
    const seen: unknown[] = []
    const send = async (path: string, json: object) => {
      const headers = { 'content-type': 'application/json' }
      const response = await visitor.fetch('POST', path, { headers, body: JSON.stringify(json) })
      seen.push(response.status, await response.text(), [...visitor.cookies.keys()].sort())
    }
    for (let time = 0; time < 4; time += 1) {
      await send('/api/auth/codes', body)
      if (body.username === host.username && time < 3) await smtp.mailTo(emailOf(host))
    }
    for (let time = 0; time < 6; time += 1) await send('/api/auth/codes/enter', { code: '123456' })
    answers.push(seen)
  }
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  expect(await db.count(sql`from login_codes`)).toBe(9)
})

test('neither a code nor its link is stored where it could be read', async () => {
  const { db, host, visitor, smtp } = await open()
  await visitor.call(askLoginCode, { body: { username: host.username } })
  const mail = await smtp.mailTo(emailOf(host))
  const secret = visitor.cookies.get('login-code') ?? ''
  expect(secret).toMatch(/^[\w-]{43}$/)
  for (const plain of [codeIn(mail), tokenIn(mail), secret])
    for (const stored of [plain, Buffer.from(plain).toString('hex')])
      expect(await db.count(sql`from login_codes c where c::text like ${`%${stored}%`}`)).toBe(0)
})

test('the mail says in which browser and when it was asked for, in the reader’s language and time zone', async () => {
  const { db, host, visitor, smtp } = await open()
  await visitor.fetch('GET', '/api/health/live')
  const body = JSON.stringify({ username: host.username })
  const ask = () =>
    visitor.fetch('POST', '/api/auth/codes', {
      headers: { 'content-type': 'application/json', 'user-agent': chrome },
      body,
    })
  const said = []
  for (const language of ['nl', 'en', 'de', 'fr', 'es'] as const) {
    await host.call(editSettings, { body: { language, notifications: { timeZone: 'Pacific/Auckland' } } })
    await ask()
    const { headers, text, html } = await smtp.mailTo(emailOf(host))
    expect(text).toMatch(/\(Chrome, Android, \d?\d:\d\d(?: [ap]m)?\)/i)
    expect(html).toContain(`<html lang="${language}">`)
    said.push(headers.get('subject'))
  }
  expect(new Set(said).size).toBe(5)
  const there = await db.one(
    z.object({ hour: z.string() }),
    sql`select to_char(asked_at at time zone 'Pacific/Auckland', 'HH24') as hour from login_codes where user_id = ${host.id}`,
  )
  expect(smtp.mails[0]?.text).toContain(`${there?.hour}:`)
})

test('a mail server that cannot be reached is said at once for every name, until it answers again', async () => {
  const { host, visitor, smtp, browser } = await open()
  smtp.mood = 'gone'
  await visitor.call(askLoginCode, { body: { username: host.username } })
  const ask = (username: string) => browser().call(askLoginCode, { body: { username } })
  await vi.waitFor(() => expect(ask('niemand')).rejects.toMatchObject({ status: 503, code: 'mail.unavailable' }), 9000)
  await expect(ask(host.username)).rejects.toMatchObject({ status: 503, code: 'mail.unavailable' })
  smtp.mood = 'well'
  await vi.waitFor(() => ask('niemand'), 9000)
})

test('the calls are limited by address, network and what is typed, and three mails an hour go to an account', async () => {
  const { db, host, visitor, smtp, server } = await open({ RATE_LIMIT: 'on' })
  expect(limitsOf(server, /auth\/codes$/)).toEqual({ 'POST /api/auth/codes': ['20 in 3600 s'] })
  for (let time = 0; time < 3; time += 1) {
    await visitor.call(askLoginCode, { body: { username: host.username } })
    await smtp.mailTo(emailOf(host))
  }
  await visitor.call(askLoginCode, { body: { email: emailOf(host) } })
  await vi.waitFor(async () => expect(await db.count(sql`from outbox`)).toBe(0))
  const once = { body: { username: host.username } }
  await expect(visitor.call(askLoginCode, once)).rejects.toMatchObject({ status: 429 })
  expect(smtp.mails).toHaveLength(3)
})

test('on a server without mail the calls do not exist, and passwords work as before', async () => {
  const { host, visitor } = await world()
  const calls = await Promise.allSettled([
    visitor.call(askLoginCode, { body: { username: host.username } }),
    visitor.call(enterLoginCode, { body: { code: '123456' } }),
    visitor.call(codeByLink, { params: { token: 'x' } }),
  ])
  expect(codes(calls)).toEqual(Array(3).fill('request.unknownPath'))
  await visitor.call(logIn, { body: { username: host.username, password } })
})
