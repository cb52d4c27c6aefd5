import { currentUser, logIn, register } from '@papadag/contract/auth'
import {
  askEmailConfirmation,
  askPasswordReset,
  confirmEmail,
  emailConfirmation,
  resetPassword,
} from '@papadag/contract/users/recovery'
import { editProfile } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { Client, codes } from '../../testing/client.ts'
import { emailOf, tokenOf, withMail } from '../../testing/mail.ts'
import { anAccount } from '../../testing/world.ts'

const newcomer = anAccount()

test('a new account confirms its address by a mailed link', async () => {
  const { visitor, smtp } = await withMail()
  await visitor.call(register, { body: newcomer })
  const mail = await smtp.mailTo(newcomer.email)
  expect(mail.link.href).toMatch(/^http:\/\/papadag\.test\/auth\?confirm=[\w-]{43}$/)
  expect(mail.text).toContain('Hoi Sjoerd,')
  expect(await visitor.call(emailConfirmation)).toEqual({ isConfirmed: false, refusedAt: null })
  const params = { token: tokenOf(mail, 'confirm') }
  await visitor.call(confirmEmail, { params })
  expect(await visitor.call(emailConfirmation)).toEqual({ isConfirmed: true, refusedAt: null })
  // A mail program that opens the link first does not use it up.
  await visitor.call(confirmEmail, { params })
})

test('a confirmation link cannot reset a password, nor a reset link confirm an address', async () => {
  const { visitor, smtp } = await withMail()
  await visitor.call(register, { body: newcomer })
  const confirm = tokenOf(await smtp.mailTo(newcomer.email), 'confirm')
  await visitor.call(askPasswordReset, { body: { email: newcomer.email } })
  const reset = tokenOf(await smtp.mailTo(newcomer.email), 'reset')
  const calls = await Promise.allSettled([
    visitor.call(resetPassword, { params: { token: confirm }, body: { newPassword: 'een heel ander' } }),
    visitor.call(confirmEmail, { params: { token: reset } }),
  ])
  expect(codes(calls)).toEqual(['recovery.unknownToken', 'recovery.unknownToken'])
})

test('a changed address shows at once, but reset links go to the old one until it is confirmed', async () => {
  const { visitor, smtp } = await withMail()
  await visitor.call(register, { body: newcomer })
  const first = tokenOf(await smtp.mailTo(newcomer.email), 'confirm')
  await visitor.call(confirmEmail, { params: { token: first } })

  const email = 'nieuw@papadag.test'
  expect(await visitor.call(editProfile, { body: { email } })).toMatchObject({ email })
  expect((await smtp.mailTo(newcomer.email)).headers.get('subject')).toBe('Je e-mailadres is gewijzigd')
  expect(await visitor.call(emailConfirmation)).toEqual({ isConfirmed: false, refusedAt: null })
  const confirm = tokenOf(await smtp.mailTo(email), 'confirm')
  await expect(visitor.call(confirmEmail, { params: { token: first } })).rejects.toMatchObject({ status: 404 })

  for (const asked of [email, newcomer.email]) {
    await visitor.call(askPasswordReset, { body: { email: asked } })
    expect(tokenOf(await smtp.mailTo(newcomer.email), 'reset')).not.toBe('')
  }
  // One more address: somebody who can only change it gains nothing.
  await visitor.call(editProfile, { body: { email: 'derde@papadag.test' } })
  await smtp.mailTo('derde@papadag.test')
  await visitor.call(askPasswordReset, { body: { email: 'derde@papadag.test' } })
  await smtp.mailTo(newcomer.email)
  await expect(visitor.call(confirmEmail, { params: { token: confirm } })).rejects.toMatchObject({ status: 404 })

  await visitor.call(editProfile, { body: { email } })
  await visitor.call(confirmEmail, { params: { token: tokenOf(await smtp.mailTo(email), 'confirm') } })
  await visitor.call(askPasswordReset, { body: { email } })
  expect(tokenOf(await smtp.mailTo(email), 'reset')).not.toBe('')
})

test('the same address in another letter case stays confirmed', async () => {
  const { visitor, smtp } = await withMail()
  await visitor.call(register, { body: newcomer })
  await visitor.call(confirmEmail, { params: { token: tokenOf(await smtp.mailTo(newcomer.email), 'confirm') } })
  await visitor.call(editProfile, { body: { email: 'Sjoerd@papadag.test', bio: 'Altijd buiten.' } })
  expect(await visitor.call(emailConfirmation)).toEqual({ isConfirmed: true, refusedAt: null })
})

test('a confirmation link can be requested again, three times an hour', async () => {
  const { host, smtp } = await withMail({ RATE_LIMIT: 'on' })
  for (let time = 0; time < 3; time += 1) {
    await host.call(askEmailConfirmation)
    await smtp.mailTo(emailOf(host))
  }
  await expect(host.call(askEmailConfirmation)).rejects.toMatchObject({ status: 429 })
})

/** A confirmed account whose address is changed by somebody who stole its session. */
async function takenOver() {
  const opened = await withMail()
  const { visitor, smtp } = opened
  const { id } = await visitor.call(register, { body: newcomer })
  await visitor.call(confirmEmail, { params: { token: tokenOf(await smtp.mailTo(newcomer.email), 'confirm') } })
  await visitor.call(editProfile, { body: { email: 'dief@papadag.test' } })
  await smtp.mailTo(newcomer.email)
  const theirs = tokenOf(await smtp.mailTo('dief@papadag.test'), 'confirm')
  await visitor.call(askPasswordReset, { body: { email: newcomer.email } })
  const reset = tokenOf(await smtp.mailTo(newcomer.email), 'reset')
  const owner = new Client(opened.origin)
  await owner.fetch('GET', '/api/health/live')
  const giveBack = () =>
    owner.call(resetPassword, { params: { token: reset }, body: { newPassword: 'drie natte laarzen' } })
  return { ...opened, id, theirs, owner, giveBack }
}

test('a reset recovers an account whose address an intruder changed', async () => {
  const { db, visitor, owner, theirs, id, giveBack } = await takenOver()
  await giveBack()
  await expect(visitor.call(currentUser)).rejects.toMatchObject({ status: 401 })
  await expect(owner.call(confirmEmail, { params: { token: theirs } })).rejects.toMatchObject({ status: 404 })
  const mine = { username: newcomer.username, password: 'drie natte laarzen' }
  expect(await owner.call(logIn, { body: mine })).toMatchObject({ email: newcomer.email })
  expect(await owner.call(emailConfirmation)).toEqual({ isConfirmed: true, refusedAt: null })
  expect(await db.count(sql`from users where id = ${id} and reset_email is null`)).toBe(1)
})

test('an old address now used by another account stays there, and the reset still works', async () => {
  const { db, host, owner, theirs, giveBack } = await takenOver()
  await db.run(sql`update users set email = ${newcomer.email}, email_key = ${newcomer.email} where id = ${host.id}`)
  await giveBack()
  const mine = { username: newcomer.username, password: 'drie natte laarzen' }
  expect(await owner.call(logIn, { body: mine })).toMatchObject({ email: 'dief@papadag.test' })
  // The link sent to the other father no longer confirms his address.
  await expect(owner.call(confirmEmail, { params: { token: theirs } })).rejects.toMatchObject({ status: 404 })
  expect(await owner.call(emailConfirmation)).toEqual({ isConfirmed: false, refusedAt: null })
})

test('an unconfirmed address is not kept for resets when it is changed', async () => {
  const { db, host, visitor, smtp } = await withMail()
  await host.call(editProfile, { body: { email: 'beter@papadag.test' } })
  expect(await db.count(sql`from users where reset_email is not null`)).toBe(0)
  await visitor.call(askPasswordReset, { body: { email: 'beter@papadag.test' } })
  for (let mails = 0; mails < 2; mails += 1) await smtp.mailTo('beter@papadag.test')
  expect(smtp.mails.flatMap(({ to }) => to)).toEqual(Array(2).fill('beter@papadag.test'))
})

test('a username that looks like a link is mailed only to a confirmed address', async () => {
  const { visitor, smtp } = await withMail()
  await visitor.call(register, { body: { ...newcomer, username: 'prijs.example' } })
  const confirm = tokenOf(await smtp.mailTo(newcomer.email), 'confirm')
  async function mailed() {
    await visitor.call(askPasswordReset, { body: { email: newcomer.email } })
    return (await smtp.mailTo(newcomer.email)).text
  }
  expect(await mailed()).toMatch(/account bij Papadag\.\r?\n/)
  await visitor.call(confirmEmail, { params: { token: confirm } })
  expect(await mailed()).toContain('Je gebruikersnaam is prijs.example.')
})
