import { editSettings } from '@papadag/contract/users/users'
import { expect, onTestFinished, vi } from 'vitest'
import { type Db, sql } from '../platform/db/db.ts'
import { type ReceivedMail, startSmtpStandIn } from './smtp-stand-in.ts'
import { type Father, world } from './world.ts'

/** A mail server for one test, with the settings to use it. */
export async function mailServer() {
  const smtp = await startSmtpStandIn()
  onTestFinished(() => smtp.close())
  const env = {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Papadag <hallo@papadag.test>',
    PUBLIC_URL: 'http://papadag.test',
  }
  return { smtp, env }
}

/** The address of each father in tests. */
export const emailOf = ({ username }: Pick<Father, 'username'>) => `${username}@papadag.test`

/** What is in the link of a mail. */
export const tokenOf = (mail: ReceivedMail, name: 'reset' | 'confirm') => mail.link.searchParams.get(name) ?? ''

/** A host and a father on a server that sends mail. */
export async function withMail(env: Record<string, string> = {}) {
  const mail = await mailServer()
  return { ...(await world({ fathers: 1, env: { ...mail.env, ...env } })), smtp: mail.smtp }
}

/** A host and other fathers who get mails at any hour, and how many each got. */
export async function mailWorld<const N extends number = 2>({
  fathers,
  env: more,
}: {
  fathers?: N
  env?: object
} = {}) {
  const { smtp, env } = await mailServer()
  const opened = await world({
    fathers: fathers ?? (2 as N),
    env: { ...env, PUBLIC_URL: 'http://localhost:3000', ...more },
  })
  await opened.db.run(sql`update users set email_confirmed = true`)
  for (const father of [opened.host, ...(opened.fathers as Father[])]) // a tuple of them
    await father.call(editSettings, { body: { notifications: { quietHours: null, remindBeforeMin: [] } } })
  const mailsTo = ({ username }: Father) =>
    smtp.mails.filter(({ headers }) => headers.get('to')?.includes(`${username}@`)).length
  return { ...opened, smtp, mailsTo }
}
export type MailWorld = Awaited<ReturnType<typeof mailWorld<2>>>

/** Waits until no notice is due or under way. */
export const nothingWaits = (db: Db) =>
  vi.waitFor(async () => expect(await db.count(sql`from outbox where due_at <= now() + interval '1 minute'`)).toBe(0))

/** A quarter of an hour passes, and what is due is sent. */
export async function quarterLater(db: Db) {
  await nothingWaits(db)
  await db.run(sql`update outbox set due_at = due_at - interval '15 minutes'`)
  await nothingWaits(db)
}
