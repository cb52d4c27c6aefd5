import { register } from '@papadag/contract/auth'
import { askLoginCode } from '@papadag/contract/codes'
import { today } from '@papadag/contract/today'
import { askEmailConfirmation, askPasswordReset, emailConfirmation } from '@papadag/contract/users/recovery'
import { makeRecoveryCodes } from '@papadag/contract/users/recovery-codes'
import { editProfile } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import type { Client } from '../../testing/client.ts'
import { emailOf, nothingWaits, withMail } from '../../testing/mail.ts'
import { connect } from '../../testing/socket.ts'
import { anAccount } from '../../testing/world.ts'

const newcomer = anAccount()
const refusedAt = async (father: Client) => (await father.call(emailConfirmation)).refusedAt
const isRefused = (father: Client, is = true) =>
  vi.waitFor(async () => expect((await refusedAt(father)) !== null).toBe(is))
const dueOf = async (father: Client) => (await father.call(today)).due

test.each(['refusing', 'refusingText'] as const)(
  'a new father whose mail server is %s learns at once that his address does not work',
  async mood => {
    const { visitor, smtp } = await withMail()
    smtp.mood = mood
    await visitor.call(register, { body: newcomer })
    await isRefused(visitor)
    expect(await refusedAt(visitor)).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(await dueOf(visitor)).toEqual([{ kind: 'address', id: 'address', expiresAt: null, email: newcomer.email }])
  },
)

test('a mail server that refuses us says nothing about the address', async () => {
  const { db, visitor, smtp } = await withMail()
  smtp.mood = 'refusingSender'
  await visitor.call(register, { body: newcomer })
  await nothingWaits(db)
  expect(smtp.tries).toBe(1)
  expect(await refusedAt(visitor)).toBeNull()
  expect(await dueOf(visitor)).toEqual([])
})

test('the screens that say so hear of a refusal, and that it is over', async () => {
  const { host, smtp } = await withMail()
  const screen = await connect(host)
  const watched = ['/api/today', '/api/users/me/email-confirmation']
  screen.send({ type: 'watch', paths: watched })
  for (const mood of ['refusing', 'well'] as const) {
    smtp.mood = mood
    const before = screen.frames.length
    await host.call(askEmailConfirmation)
    const heard = () => JSON.stringify(screen.frames.slice(before))
    await screen.until(() => watched.every(path => heard().includes(path)) || undefined)
    expect((await refusedAt(host)) === null).toBe(mood === 'well')
  }
})

test('whichever mail is refused, also at a confirmed address; one that arrives shows that it works again', async () => {
  const { db, host, visitor, smtp } = await withMail()
  await db.run(sql`update users set email_confirmed = true`)
  const mails = [
    () => visitor.call(askLoginCode, { body: { username: host.username } }),
    () => visitor.call(askPasswordReset, { body: { email: emailOf(host) } }),
    // A notice, which has no device to go to.
    () => host.call(makeRecoveryCodes),
  ]
  for (const mail of mails) {
    smtp.mood = 'refusing'
    await mail()
    await isRefused(host)
    expect(await host.call(emailConfirmation)).toMatchObject({ isConfirmed: true })
    smtp.mood = 'well'
    await host.call(askEmailConfirmation)
    await isRefused(host, false)
  }
})

test('another address has not been refused, and the same in other letters still is', async () => {
  const { host, smtp } = await withMail()
  smtp.mood = 'refusing'
  await host.call(askEmailConfirmation)
  await isRefused(host)
  await host.call(editProfile, { body: { email: emailOf(host).toUpperCase() } })
  expect(await refusedAt(host)).not.toBeNull()
  smtp.mood = 'well'
  await host.call(editProfile, { body: { email: 'anders@papadag.test' } })
  expect(await refusedAt(host)).toBeNull()
  expect(await dueOf(host)).toEqual([])
})

test('the address before an unconfirmed one is refused without a word about the new one', async () => {
  const { db, host, visitor, smtp } = await withMail()
  await db.run(sql`update users set email_confirmed = true`)
  await host.call(editProfile, { body: { email: 'anders@papadag.test' } })
  await nothingWaits(db)
  smtp.mood = 'refusing'
  await visitor.call(askLoginCode, { body: { username: host.username } })
  await nothingWaits(db)
  expect(await refusedAt(host)).toBeNull()
})
