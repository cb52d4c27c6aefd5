import { sendMessage } from '@papadag/contract/chat'
import { createPlaydate, deletePlaydate, editPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { subscribe } from '@papadag/contract/push'
import { editSettings, settings } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import { type Db, sql } from '../../platform/db/db.ts'
import { acquainted } from '../../testing/chat.ts'
import { mailServer, nothingWaits } from '../../testing/mail.ts'
import { pushService } from '../../testing/push.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'

/** A guest with a confirmed address and without quiet hours; mail and push are on. */
async function open() {
  const service = await pushService()
  const { smtp, env } = await mailServer()
  const all = await world({ fathers: 1, env: { ...service.env, ...env, PUBLIC_URL: 'http://localhost:3000' } })
  const [guest] = all.fathers
  await all.db.run(sql`update users set email_confirmed = true`)
  await guest.call(editSettings, { body: { notifications: { quietHours: null } } })
  await all.host.call(editSettings, { body: { notifications: { quietHours: null } } })
  return { ...all, service, smtp, guest }
}

/** Makes every waiting row due. */
const hurry = (db: Db) => db.run(sql`update outbox set due_at = now()`)
/** A row that has failed names the devices that are still to be reached. */
const hasFailed = (db: Db) =>
  vi.waitFor(async () =>
    expect(await db.count(sql`from outbox where kind = 'notice' and payload -> 'only' is not null`)).toBe(1),
  )

async function joined(host: Father, guest: Father) {
  const planned = aPlaydate({ title: 'Met Noor naar Tuinstraat 5', location: 'Tuinstraat 5' })
  const { id } = await host.call(createPlaydate, { body: planned })
  await guest.call(joinPlaydate, { params: { id }, body: {} })
  return { planned, params: { id } }
}

test('a father without a device gets changes, reminders and cancellations by mail, without names, titles or addresses', async () => {
  const { db, host, guest, smtp } = await open()
  const { planned, params } = await joined(host, guest)
  await host.call(editPlaydate, { params, body: { ...planned, location: 'Tuinstraat 7' } })
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(1))
  await db.run(sql`update outbox set due_at = now() where kind = 'reminder' and user_id = ${guest.id}
                     and id = (select min(id) from outbox where kind = 'reminder' and user_id = ${guest.id})`)
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(2))
  await nothingWaits(db)
  // The quarter of an hour in which he is notified of a playdate only once has passed.
  await db.run(sql`update outbox set due_at = now() where kind = 'notice'`)
  await nothingWaits(db)
  await host.call(deletePlaydate, { params, body: { reason: 'Noor heeft koorts', reasonKind: 'illChild' } })
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(3))
  await nothingWaits(db)
  expect(smtp.mails.map(({ to }) => to)).toEqual(Array(3).fill(['vader2@papadag.test']))
  expect(smtp.mails.map(({ headers }) => headers.get('subject'))).toEqual([
    'Speelafspraak gewijzigd',
    'Denk aan je speelafspraak',
    'Speelafspraak gaat niet door',
  ])
  expect(smtp.mails.map(({ text, html }) => text + html).join()).not.toMatch(/Noor|Tuinstraat|koorts/)
  expect(smtp.mails[0]?.link.href).toBe(`http://localhost:3000/playdates?open=${params.id}`)
})

test('a mail is sent only when no device could be reached by push', async () => {
  const { db, host, guest, service, smtp } = await open()
  await guest.call(subscribe, { body: service.subscription('phone') })
  const first = await joined(host, guest)
  await host.call(deletePlaydate, { params: first.params })
  await service.messages(1)
  await nothingWaits(db)
  expect(smtp.mails).toHaveLength(0)

  // The push service fails twice; then a mail replaces all further pushes.
  service.answer('phone', 503)
  const second = await joined(host, guest)
  await host.call(deletePlaydate, { params: second.params })
  await hasFailed(db)
  await db.run(sql`update push_subscriptions set retry_at = null`)
  await hurry(db)
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(1))
  service.answer('phone', 201)
  await db.run(sql`update push_subscriptions set retry_at = null`)
  await hurry(db)
  await nothingWaits(db)
  expect(service.received).toHaveLength(1)

  // The device is gone, so the mail goes out at once.
  service.answer('phone', 410)
  const third = await joined(host, guest)
  await host.call(deletePlaydate, { params: third.params })
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(2))
})

test('when one of two devices is reached, the other is retried and no mail is sent', async () => {
  const { db, host, guest, service, smtp } = await open()
  await guest.call(subscribe, { body: service.subscription('phone') })
  await guest.call(subscribe, { body: service.subscription('tablet') })
  service.answer('tablet', 503)
  const { params } = await joined(host, guest)
  await host.call(deletePlaydate, { params })
  await service.messages(1)
  await hasFailed(db)
  await db.transaction(async tx => {
    await tx.run(sql`update push_subscriptions set retry_at = null`)
    await tx.run(sql`update outbox set attempts = 5, due_at = now() where kind = 'notice'`)
  })
  await vi.waitFor(async () => expect(await db.count(sql`from outbox where kind = 'notice'`)).toBe(0))
  expect(service.tries).toEqual(['/phone', '/tablet', '/tablet'])
  expect(service.received.map(({ path }) => path)).toEqual(['/phone'])
  expect(smtp.mails).toEqual([])
})

test('chat messages are mailed only to users who ask for it, and nothing is mailed to an unconfirmed address', async () => {
  const { db, host, guest, smtp } = await open()
  const chatId = await acquainted(host, guest)
  const params = { id: chatId }
  await hurry(db)
  await nothingWaits(db)
  expect(smtp.mails).toEqual([])
  await guest.call(editSettings, { body: { notifications: { mail: { messages: true } } } })
  await host.call(sendMessage, { params, body: { content: 'Neem je laarzen mee', clientId: crypto.randomUUID() } })
  await hurry(db)
  const mail = await smtp.mailTo('vader2@papadag.test')
  expect(mail.headers.get('subject')).toBe('Nieuw bericht van Vader 1')
  expect(mail.source).not.toContain('laarzen')

  await db.run(sql`update users set email_confirmed = false`)
  const { params: off } = await joined(host, guest)
  await host.call(deletePlaydate, { params: off })
  await hurry(db)
  await nothingWaits(db)
  expect(smtp.mails).toHaveLength(1)
})

test('one click ends a kind of mail without a login, and a used, forged or merely opened link changes nothing', async () => {
  const { host, guest, visitor, smtp } = await open()
  const { params } = await joined(host, guest)
  await host.call(deletePlaydate, { params })
  const { headers } = await smtp.mailTo('vader2@papadag.test')
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const [, link = ''] = /<(.+)>/.exec(headers.get('list-unsubscribe') ?? '') ?? []
  const { pathname } = new URL(link)
  const mailed = async () => (await guest.call(settings)).notifications.mail
  const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }
  const press = (path: string) => fetch(new URL(path, visitor.origin), oneClick)

  const asked = await fetch(new URL(pathname, visitor.origin))
  expect(asked.status).toBe(200)
  expect(asked.headers.get('referrer-policy')).toBe('no-referrer')
  expect(await mailed()).toMatchObject({ playdates: true, reminders: true })

  for (const wrong of ['x', 'x'.repeat(43), 'x'.repeat(3000), '%00', '..%2f..%2fapi%2fuser']) {
    expect((await press(`/unsubscribe/${wrong}`)).status, wrong).toBeGreaterThanOrEqual(400)
    expect((await press(`/unsubscribe/${wrong}`)).status, wrong).toBeLessThan(500)
  }
  expect(await mailed()).toMatchObject({ playdates: true, reminders: true })

  expect((await press(pathname)).status).toBe(200)
  expect(await mailed()).toMatchObject({ playdates: false, reminders: true })
  await guest.call(editSettings, { body: { notifications: { mail: { playdates: true } } } })
  const again = await press(pathname)
  expect([again.status, await again.text()]).toEqual([404, expect.stringContaining('Papadag')])
  expect(await mailed()).toMatchObject({ playdates: true, reminders: true })
})
