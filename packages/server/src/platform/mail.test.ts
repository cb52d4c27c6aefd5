import { expect, onTestFinished, test } from 'vitest'
import { startSmtpStandIn } from '../testing/smtp-stand-in.ts'
import { createMailer } from './mail.ts'

const mail = { to: 'daan@papadag.test', subject: 'Hoi', text: 'Kom je?', html: '<p>Kom je?</p>' }

async function open() {
  const smtp = await startSmtpStandIn()
  onTestFinished(() => smtp.close())
  const mailer = createMailer({ smtpUrl: smtp.url, from: 'Papadag <hallo@papadag.test>' })
  onTestFinished(() => mailer.close())
  return { smtp, mailer }
}

test('a mail is sent as text and HTML from the product’s address, only to its recipient', async () => {
  const { smtp, mailer } = await open()
  expect(await mailer.send(mail)).toBe('sent')
  const received = await smtp.mailTo(mail.to)
  expect(received).toMatchObject({ from: 'hallo@papadag.test', to: [mail.to] })
  expect(received.text).toContain('Kom je?')
  expect(received.html).toContain('<p>Kom je?</p>')
  expect(received.headers.get('auto-submitted')).toBe('auto-generated')
  expect(received.headers.has('list-unsubscribe')).toBe(false)
})

test('a mail with an unsubscribe link names it in its headers', async () => {
  const { smtp, mailer } = await open()
  await mailer.send({ ...mail, unsubscribeUrl: 'https://papadag.test/unsubscribe/abc' })
  const { headers } = await smtp.mailTo(mail.to)
  expect(headers.get('list-unsubscribe')).toBe('<https://papadag.test/unsubscribe/abc>')
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
})

test('a busy mail server is tried again, one that refuses is not, and no error names the recipient', async () => {
  const { smtp, mailer } = await open()
  smtp.mood = 'busy'
  expect(await mailer.send(mail)).toEqual({ failed: 'mail 451', isFinal: false })
  smtp.mood = 'refusing'
  expect(await mailer.send(mail)).toEqual({ failed: 'mail 550', isFinal: true, isRefused: true })
  smtp.mood = 'refusingText'
  expect(await mailer.send(mail)).toEqual({ failed: 'mail 554', isFinal: true, isRefused: true })
  // That is about us.
  smtp.mood = 'refusingSender'
  expect(await mailer.send(mail)).toEqual({ failed: 'mail 550', isFinal: true })
  smtp.mood = 'well'
  expect(await mailer.send(mail)).toBe('sent')
})

test('a subject or an address cannot inject a header', async () => {
  const { smtp, mailer } = await open()
  await mailer.send({ ...mail, subject: 'Hoi\r\nBcc: kees@papadag.test' })
  const received = await smtp.mailTo(mail.to)
  expect(received.headers.has('bcc')).toBe(false)
  expect(received.to).toEqual([mail.to])
})

test('closing waits for the mail that is being sent', async () => {
  const { smtp, mailer } = await open()
  const sending = mailer.send(mail)
  await mailer.close()
  expect(await sending).toBe('sent')
  expect(smtp.mails).toHaveLength(1)
})
