import { currentUser, logIn, register } from '@papadag/contract/auth'
import {
  askEmailConfirmation,
  askPasswordReset,
  confirmEmail,
  emailConfirmation,
  resetPassword,
} from '@papadag/contract/users/recovery'
import { changePassword, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { codes } from '../../testing/client.ts'
import { emailOf, tokenOf, withMail } from '../../testing/mail.ts'
import { connect } from '../../testing/socket.ts'
import { anAccount, password, world } from '../../testing/world.ts'

const newcomer = anAccount()

test('on a server without SMTP, the recovery calls do not exist', async () => {
  const { host, visitor } = await world()
  const calls = await Promise.allSettled([
    visitor.call(askPasswordReset, { body: { email: emailOf(host) } }),
    visitor.call(resetPassword, { params: { token: 'x' }, body: { newPassword: 'een ander' } }),
    visitor.call(confirmEmail, { params: { token: 'x' } }),
    host.call(emailConfirmation),
    host.call(askEmailConfirmation),
  ])
  expect(codes(calls)).toEqual(Array(5).fill('request.unknownPath'))
})

test.each(['\u202a{}\u202c', '{}\u200b', '\ufeff{}', '{}\u00ad', '\u2060{}\u2069'])(
  'a mail reaches an address that was stored as %j, before invisible characters were removed',
  async stored => {
    const { db, host, visitor, smtp } = await withMail()
    await db.run(sql`update users set email = ${stored.replace('{}', emailOf(host))} where id = ${host.id}`)
    await visitor.call(askPasswordReset, { body: { email: emailOf(host) } })
    expect((await smtp.mailTo(emailOf(host))).headers.get('to')).toBe(emailOf(host))
  },
)

test('a mailed link sets a new password once, and ends every session and socket', async () => {
  const { host, visitor, smtp } = await withMail()
  const socket = await connect(host)
  await visitor.call(askPasswordReset, { body: { email: emailOf(host).toUpperCase() } })
  const mail = await smtp.mailTo(emailOf(host))
  expect(mail.link.href).toMatch(/^http:\/\/papadag\.test\/auth\?reset=[\w-]{43}$/)
  expect(mail.text).toContain('Je gebruikersnaam is vader1.')

  const token = tokenOf(mail, 'reset')
  await visitor.call(resetPassword, { params: { token }, body: { newPassword: 'een heel ander' } })
  await socket.closed()
  await expect(host.call(currentUser)).rejects.toMatchObject({ status: 401 })
  await visitor.call(logIn, { body: { username: host.username, password: 'een heel ander' } })
  const again = visitor.call(resetPassword, { params: { token }, body: { newPassword: 'nog een ander' } })
  await expect(again).rejects.toMatchObject({ status: 404, code: 'recovery.unknownToken' })
  await expect(visitor.call(logIn, { body: { username: host.username, password } })).rejects.toMatchObject({
    code: 'auth.wrong',
  })
})

test('two concurrent uses of one link set one password', async () => {
  const { host, visitor, smtp } = await withMail()
  await visitor.call(askPasswordReset, { body: { email: emailOf(host) } })
  const params = { token: tokenOf(await smtp.mailTo(emailOf(host)), 'reset') }
  const outcomes = await Promise.allSettled(
    ['wachtwoord een', 'wachtwoord twee'].map(newPassword =>
      visitor.call(resetPassword, { params, body: { newPassword } }),
    ),
  )
  expect(codes(outcomes)).toEqual(['recovery.unknownToken'])
})

test('a reset link stops working after half an hour, after another one was used, and when the password is changed', async () => {
  const { host, visitor, smtp, db } = await withMail()
  async function ask() {
    await visitor.call(askPasswordReset, { body: { email: emailOf(host) } })
    return tokenOf(await smtp.mailTo(emailOf(host)), 'reset')
  }
  const use = (token: string) =>
    visitor.call(resetPassword, { params: { token }, body: { newPassword: 'een heel ander' } })

  const late = await ask()
  await db.run(sql`update mail_tokens set expires_at = expires_at - interval '29 minutes'`)
  const [first, second] = [await ask(), await ask()]
  await db.run(sql`update mail_tokens set expires_at = expires_at - interval '61 seconds'`)
  await expect(use(late)).rejects.toMatchObject({ code: 'recovery.unknownToken' })
  await use(first)
  await expect(use(second)).rejects.toMatchObject({ code: 'recovery.unknownToken' })

  await visitor.call(logIn, { body: { username: host.username, password: 'een heel ander' } })
  const before = await ask()
  await visitor.call(changePassword, { body: { currentPassword: 'een heel ander', newPassword: 'weer wat anders' } })
  await expect(use(before)).rejects.toMatchObject({ code: 'recovery.unknownToken' })
})

test('asking for a link to an unknown address gets the same answer and sends no mail', async () => {
  const { host, visitor, smtp } = await withMail()
  await visitor.fetch('GET', '/api/health/live')
  const answers = []
  for (const email of ['niemand@papadag.test', emailOf(host)]) {
    const response = await visitor.fetch('POST', '/api/password-resets', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    answers.push([response.status, await response.text()])
  }
  expect(answers).toEqual([
    [202, ''],
    [202, ''],
  ])
  await smtp.mailTo(emailOf(host))
  expect(smtp.mails.map(({ to }) => to)).toEqual([[emailOf(host)]])
})

test('only hashes of mailed tokens are stored', async () => {
  const { host, visitor, smtp, db } = await withMail()
  await visitor.call(askPasswordReset, { body: { email: emailOf(host) } })
  const token = tokenOf(await smtp.mailTo(emailOf(host)), 'reset')
  const isStored = sql`from mail_tokens t where t::text like ${`%${token}%`}
                         or t::text like ${`%${Buffer.from(token).toString('hex')}%`}`
  expect(await db.count(isStored)).toBe(0)
  expect(await db.count(sql`from mail_tokens`)).toBe(1)
})

test('a refused password leaves the link usable', async () => {
  const { host, visitor, smtp } = await withMail({ PASSWORD_POLICY: 'strict' })
  await visitor.call(askPasswordReset, { body: { email: emailOf(host) } })
  const params = { token: tokenOf(await smtp.mailTo(emailOf(host)), 'reset') }
  for (const [newPassword, code] of [
    ['kort', 'user.passwordTooShort'],
    ['welkom01', 'user.passwordTooWeak'],
  ] as const) {
    const call = visitor.call(resetPassword, { params, body: { newPassword } })
    await expect(call).rejects.toMatchObject({ status: 400, body: { issues: [{ path: 'newPassword', code }] } })
  }
  await visitor.call(resetPassword, { params, body: { newPassword: 'drie natte laarzen' } })
})

test('after too many failures a new password works at once', async () => {
  const { host, visitor, smtp } = await withMail({ RATE_LIMIT: 'on' })
  const wrong = { username: host.username, password: 'vergeten' }
  for (let tries = 0; tries < 10; tries += 1) await visitor.call(logIn, { body: wrong }).catch(() => {})
  await expect(visitor.call(logIn, { body: wrong })).rejects.toMatchObject({ code: 'request.tooOften' })
  await visitor.call(askPasswordReset, { body: { email: emailOf(host) } })
  const params = { token: tokenOf(await smtp.mailTo(emailOf(host)), 'reset') }
  await visitor.call(resetPassword, { params, body: { newPassword: 'drie natte laarzen' } })
  await visitor.call(logIn, { body: { username: host.username, password: 'drie natte laarzen' } })
})

test('an IP address can request ten links an hour, and an account three', async () => {
  const { host, father, visitor, smtp } = await withMail({ RATE_LIMIT: 'on', TRUST_PROXY: 'on' })
  await visitor.fetch('GET', '/api/health/live')
  const ask = (email: string, from: string) =>
    visitor.fetch('POST', '/api/password-resets', {
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ email }),
    })
  const statuses = []
  for (let time = 0; time < 11; time += 1) statuses.push((await ask(emailOf(host), '192.0.2.1')).status)
  expect(statuses).toEqual([...Array(10).fill(202), 429])
  await ask(emailOf(father), '192.0.2.2')
  await smtp.mailTo(emailOf(father))
  for (let time = 0; time < 3; time += 1) await smtp.mailTo(emailOf(host))
  expect(smtp.mails.filter(({ to }) => to.includes(emailOf(host)))).toHaveLength(3)
})

test('a member’s requests for links count for his address too', async () => {
  const { host, fathers } = await withMail({ RATE_LIMIT: '0.1', TRUST_PROXY: 'on' })
  const ask = async (member: typeof host) => {
    await member.fetch('GET', '/api/health/live')
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' }
    const body = JSON.stringify({ email: 'niemand@papadag.test' })
    return (await member.fetch('POST', '/api/password-resets', { headers, body })).status
  }
  expect([await ask(host), await ask(fathers[0])]).toEqual([202, 429])
})

test.each([
  ['nl', 'Kies een nieuw wachtwoord', 'Hoi Jérôme,'],
  ['en', 'Choose a new password', 'Hi Jérôme,'],
  ['de', 'Wähle ein neues Passwort', 'Hallo Jérôme,'],
  ['fr', 'Choisis un nouveau mot de passe', 'Bonjour Jérôme,'],
  ['es', 'Elige una contraseña nueva', 'Hola, Jérôme:'],
] as const)('a mail is in its reader’s language: %s', async (language, subject, greeting) => {
  const { host, visitor, smtp, db } = await withMail()
  await host.call(editSettings, { body: { language } })
  await db.run(sql`update users set first_name = 'Jérôme' where id = ${host.id}`)
  await visitor.call(askPasswordReset, { body: { email: emailOf(host) } })
  const mail = await smtp.mailTo(emailOf(host))
  expect(mail.headers.get('subject')).toBe(subject)
  expect(mail.text).toContain(greeting)
  expect(mail.html).toContain(`<html lang="${language}">`)
})

test('a mail does not use a name that contains a message in its greeting', async () => {
  const { visitor, smtp } = await withMail()
  await visitor.call(register, { body: { ...newcomer, firstName: 'Gewonnen! https://prijs.example' } })
  const mail = await smtp.mailTo(newcomer.email)
  expect(mail.text).toContain('Hoi,\n')
  expect(mail.source).not.toContain('prijs')
})

test('a user’s name cannot add headers or markup to a mail', async () => {
  const { visitor, smtp, db } = await withMail()
  // Mails contain such a username only if the address is confirmed.
  const username = 'sjo<b>erd</b>\r\nBcc: kees@papadag.test'
  await visitor.call(register, { body: { ...newcomer, username, firstName: 'Sjoerd\r\nBcc: kees@papadag.test' } })
  const welcome = await smtp.mailTo(newcomer.email)
  expect(welcome.text).toContain('Hoi,\n')
  await visitor.call(confirmEmail, { params: { token: tokenOf(welcome, 'confirm') } })
  await visitor.call(askPasswordReset, { body: { email: newcomer.email } })
  const mail = await smtp.mailTo(newcomer.email)
  for (const { to, headers } of [welcome, mail]) {
    expect(to).toEqual([newcomer.email])
    expect(headers.has('bcc')).toBe(false)
  }
  expect(mail.html).toContain('sjo&lt;b&gt;erd&lt;/b&gt; Bcc:')
  expect(mail.text).toContain('sjo<b>erd</b> Bcc:')
  expect(await db.count(sql`from users where email = ${newcomer.email}`)).toBe(1)
})

test('a registration succeeds while the mail server is unavailable', async () => {
  const { visitor, smtp } = await withMail()
  smtp.mood = 'refusing'
  expect(await visitor.call(register, { body: newcomer })).toMatchObject({ username: 'sjoerd' })
  smtp.mood = 'silent'
  await visitor.call(askPasswordReset, { body: { email: newcomer.email } })
})
