import { logIn } from '@papadag/contract/auth'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLocalBus } from '../../platform/bus/bus.ts'
import { sql } from '../../platform/db/db.ts'
import { createMailer } from '../../platform/mail.ts'
import { createOutbox } from '../../platform/outbox/outbox-worker.ts'
import { createRateLimiter } from '../../platform/rate-limits.ts'
import { mailServer } from '../../testing/mail.ts'
import { password, sessionSecret, world } from '../../testing/world.ts'
import { inactiveUsers, noteActivity, remindInactive } from './inactive.ts'
import { mailings, mailSenders } from './mailings.ts'

async function open() {
  const { smtp, env } = await mailServer()
  // Without mail, so that only the outbox below sends.
  const opened = await world({ fathers: 1 })
  const mailer = createMailer({ smtpUrl: smtp.url, from: env.MAIL_FROM })
  const outbox = createOutbox({
    db: opened.db,
    bus: createLocalBus(),
    log: pino({ level: 'silent' }),
    senders: mailSenders({
      db: opened.db,
      mailer,
      limiter: createRateLimiter('off'),
      publicUrl: env.PUBLIC_URL,
      sessionSecret,
    }),
  })
  onTestFinished(async () => {
    await outbox.close()
    await mailer.close()
  })
  /** Waits until every mail in the outbox is sent or given up. */
  const mailed = () => vi.waitFor(async () => expect(await opened.db.count(sql`from outbox`)).toBe(0))
  /** Makes an account unused for this long, with its sessions ended. */
  async function away(months: number) {
    await opened.db.run(sql`delete from sessions where user_id = ${opened.host.id}`)
    await opened.db.run(sql`
      update users set last_active_at = now() - make_interval(months => ${months}::int, days => 1) where id = ${opened.host.id}`)
  }
  return { ...opened, smtp, mailed, away }
}

test('after 23 months of absence a user is warned once that his account will be deleted', async () => {
  const { db, host, smtp, mailed, away } = await open()
  await away(22)
  await remindInactive(db, mailings)
  await away(23)
  await remindInactive(db, mailings)
  await remindInactive(db, mailings)
  await mailed()
  expect(smtp.mails.map(({ to, link }) => [to, link.href])).toEqual([
    [[`${host.username}@papadag.test`], 'http://papadag.test/auth'],
  ])
})

test('an account is deleted after 24 months, a month after the warning at the earliest', async () => {
  const { db, host, away } = await open()
  await away(25)
  expect(await inactiveUsers(db)).toEqual([])
  await remindInactive(db, mailings)
  expect(await inactiveUsers(db)).toEqual([])
  await db.run(sql`update users set inactivity_told_at = now() - interval '29 days' where id = ${host.id}`)
  expect(await inactiveUsers(db)).toEqual([host.id])
})

test('a user whose warning was not delivered is warned again, and keeps his account until then', async () => {
  const { db, smtp, mailed, away } = await open()
  await away(25)
  smtp.mood = 'refusing'
  await remindInactive(db, mailings)
  await mailed()
  expect(await db.count(sql`from users where inactivity_told_at is not null`)).toBe(0)
  smtp.mood = 'well'
  await remindInactive(db, mailings)
  await mailed()
  expect(smtp.mails).toHaveLength(1)
})

test('a user who logs in keeps his account, and can be warned again later', async () => {
  const { db, host, visitor, smtp, mailed, away } = await open()
  await away(25)
  await remindInactive(db, mailings)
  await db.run(sql`update users set inactivity_told_at = now() - interval '29 days' where id = ${host.id}`)
  await visitor.call(logIn, { body: { username: host.username, password } })
  await db.run(sql`delete from sessions where user_id = ${host.id}`)
  await noteActivity(db)
  expect(await inactiveUsers(db)).toEqual([])

  await db.run(sql`
    update users set last_active_at = now() - interval '24 months', inactivity_told_at = now() - interval '48 months'
     where id = ${host.id}`)
  expect(await inactiveUsers(db)).toEqual([])
  await remindInactive(db, mailings)
  await mailed()
  expect(smtp.mails).toHaveLength(2)
})

test('using a session counts as presence', async () => {
  const { db, host } = await open()
  await db.run(sql`update users set last_active_at = now() - interval '30 months' where id = ${host.id}`)
  await noteActivity(db)
  expect(await db.count(sql`from users where last_active_at > now() - interval '1 day'`)).toBe(2)
})

test('a warning is queued in the transaction that records it, so that a stop loses none', async () => {
  const { db, smtp, mailed } = await open()
  await db.run(sql`delete from sessions`)
  await db.run(sql`update users set last_active_at = now() - interval '25 months'`)
  await Promise.all([remindInactive(db, mailings), remindInactive(db, mailings)])
  expect(await db.count(sql`from users where inactivity_told_at is not null`)).toBe(2)
  await mailed()
  expect(smtp.mails).toHaveLength(2)
})
