import { makeCalendarFeed } from '@papadag/contract/calendars'
import { sendMessage } from '@papadag/contract/chat'
import { makeInvite } from '@papadag/contract/invites'
import { createPlaydate, deletePlaydate, editPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { subscribe } from '@papadag/contract/push'
import { askPasswordReset } from '@papadag/contract/users/recovery'
import { editProfile, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { acquainted } from '../../testing/chat.ts'
import { mailServer, nothingWaits } from '../../testing/mail.ts'
import { aPlayground } from '../../testing/places.ts'
import { pushService } from '../../testing/push.ts'
import { aPlaydate, world } from '../../testing/world.ts'

const hostile = [
  'https://prijs.example',
  'www.prijs.example',
  'prijs.example/x',
  'win@prijs.example',
  'prijs\u200b.example',
  'prijs。example',
  'Bas\r\nBcc: win@prijs.example',
  '\u202eBas prijs.example',
]
/** What no exit may contain; a mail and a calendar end their lines themselves. */
const forbidden = /prijs|[\u200b\u202e\u2066]|^ ?bcc:/im

/** A host whose name and playdates' texts are hostile, a guest who gets pushes and one who gets mails. */
async function open() {
  const service = await pushService()
  const { smtp, env } = await mailServer()
  const opened = await world({ fathers: 2, env: { ...service.env, ...env, PUBLIC_URL: 'http://localhost:3000' } })
  const { db, host, fathers } = opened
  const [pushed, mailed] = fathers
  await db.run(sql`update users set email_confirmed = true`)
  for (const father of [host, ...fathers])
    await father.call(editSettings, { body: { notifications: { quietHours: null, mail: { messages: true } } } })
  await pushed.call(subscribe, { body: service.subscription('phone') })
  const hurried = async () => {
    await db.run(sql`update outbox set due_at = now()`)
    await nothingWaits(db)
  }
  return { ...opened, service, smtp, pushed, mailed, hurried }
}

test('a name or title that looks like a link, or hides or reverses text, never leaves the app', async () => {
  const { db, host, visitor, pushed, mailed, service, smtp, hurried } = await open()
  const chats = [await acquainted(host, pushed), await acquainted(host, mailed)]
  await hurried()
  const feeds = await Promise.all(
    [host, pushed].map(one => one.call(makeCalendarFeed, { body: { name: 'Telefoon', variant: 'full' } })),
  )
  const place = await aPlayground(host, { name: 'Het Woeste Westen' })
  const seen: [string, string][] = []
  const read = async (who: typeof visitor, path: string) => {
    const response = await who.fetch('GET', path)
    expect([path, response.status]).toEqual([path, 200])
    seen.push([path, await response.text()])
  }
  for (const text of hostile) {
    await host.call(editProfile, { body: { firstName: text } })
    const planned = aPlaydate({ title: `Spelen ${text}`, location: text, area: text, placeId: place.id })
    const { id } = await host.call(createPlaydate, { body: planned })
    const params = { id }
    await db.run(sql`update places set name = ${text}`)
    for (const guest of [pushed, mailed]) await guest.call(joinPlaydate, { params, body: {} })
    const { token } = await host.call(makeInvite, { params, body: { showName: true } })
    await read(visitor, `/i/${token}`)
    await read(visitor, `/api/invites/${token}`)
    await read(visitor, `/api/invites/${token}/calendar.ics`)
    await read(pushed, `/api/playdates/${id}/calendar.ics`)
    for (const [at, chat] of chats.entries())
      await host.call(sendMessage, { params: { id: chat }, body: { content: `hoi ${at}` } })
    await host.call(editPlaydate, { params, body: { ...planned, location: `${text} 2` } })
    await hurried()
    await host.call(deletePlaydate, { params, body: { reason: text } })
    await hurried()
    await read(visitor, `/i/${token}`)
  }
  for (const { url } of feeds) await read(visitor, new URL(url).pathname)
  await visitor.call(askPasswordReset, { body: { email: 'vader1@papadag.test' } })
  await smtp.mailTo('vader1@papadag.test')

  const titles = service.received.map(({ message }) => message.notification.title)
  expect(titles).toEqual(expect.arrayContaining(['Nieuw bericht', 'Speelafspraak gaat niet door']))
  const subjects = smtp.mails.map(({ headers }) => headers.get('subject'))
  expect(subjects).toEqual(expect.arrayContaining(['Nieuw bericht', 'Speelafspraak gaat niet door']))
  for (const { message } of service.received) seen.push(['push', JSON.stringify(message)])
  for (const { headers, text, html } of smtp.mails)
    seen.push(['mail', [...headers.values()].join('\n')], ['mail', text], ['mail', html])
  // A calendar folds long lines.
  const unfolded = seen.map(([from, text]) => [from, text.replace(/\r\n[ \t]/g, '')])
  expect(unfolded.filter(([, text]) => forbidden.test(text ?? ''))).toEqual([])
})

test('a friendly name and title leave the app as they are', async () => {
  const { host, visitor, pushed, mailed, service, smtp, hurried } = await open()
  await host.call(editProfile, { body: { firstName: 'Jérôme-Luc' } })
  const chats = [await acquainted(host, pushed), await acquainted(host, mailed)]
  for (const id of chats) await host.call(sendMessage, { params: { id }, body: { content: 'hoi' } })
  await hurried()
  expect(service.received.map(({ message }) => message.notification.title)).toContain('Nieuw bericht van Jérôme-Luc')
  expect(smtp.mails.map(({ headers }) => headers.get('subject'))).toContain('Nieuw bericht van Jérôme-Luc')
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ title: 'Zand & water 🦖, 14.30' }) })
  const { token } = await host.call(makeInvite, { params: { id }, body: { showName: true } })
  expect(await (await visitor.fetch('GET', `/i/${token}`)).text()).toContain('Jérôme-Luc nodigt je uit')
  const file = await host.fetch('GET', `/api/playdates/${id}/calendar.ics`)
  expect(await file.text()).toContain('SUMMARY:Zand & water 🦖\\, 14.30')
})
