import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { startSmtpStandIn } from '../testing/smtp-stand-in.ts'
import { createMailer } from './mail.ts'

const mail = { to: 'daan@papadag.test', subject: 'Hoi', text: 'Kom je?', html: '<p>Kom je?</p>' }

async function open({ waitsMs = [0, 0] }: { waitsMs?: number[] } = {}) {
  const smtp = await startSmtpStandIn()
  onTestFinished(() => smtp.close())
  let logged = ''
  const log = pino({ level: 'info' }, { write: line => (logged += line) })
  const from = 'Papadag <hallo@papadag.test>'
  const mailer = createMailer({ smtpUrl: smtp.url, from }, log, waitsMs)
  onTestFinished(() => mailer.close())
  return { smtp, mailer, logged: () => logged }
}

test('a mail goes out as text and as HTML, from the product’s address, to its reader alone', async () => {
  const { smtp, mailer } = await open()
  expect(await mailer.send(mail)).toBe(true)
  const received = await smtp.mailTo(mail.to)
  expect(received).toMatchObject({ from: 'hallo@papadag.test', to: [mail.to] })
  expect(received.text).toContain('Kom je?')
  expect(received.html).toContain('<p>Kom je?</p>')
  expect(received.headers.get('auto-submitted')).toBe('auto-generated')
})

test('a mail server that is busy is asked again, until it takes the mail', async () => {
  const { smtp, mailer, logged } = await open()
  smtp.mood = 'busy'
  expect(await mailer.send(mail)).toBe(false)
  expect(smtp.tries).toBe(3)
  smtp.mood = 'well'
  expect(await mailer.send(mail)).toBe(true)
  expect(logged()).toContain('451')
})

test('a refused mail is not tried again, and the log does not name its reader', async () => {
  const { smtp, mailer, logged } = await open()
  smtp.mood = 'refusing'
  expect(await mailer.send(mail)).toBe(false)
  expect(smtp.tries).toBe(1)
  expect(logged()).toContain('550')
  expect(logged()).not.toContain('daan')
})

test('a subject or an address cannot add a line of its own to the head', async () => {
  const { smtp, mailer } = await open()
  await mailer.send({ ...mail, subject: 'Hoi\r\nBcc: kees@papadag.test' })
  const received = await smtp.mailTo(mail.to)
  expect(received.headers.has('bcc')).toBe(false)
  expect(received.to).toEqual([mail.to])
})

test('closing finishes the mail that is on its way, and waits for no further try', async () => {
  const { smtp, mailer, logged } = await open({ waitsMs: [600_000] })
  mailer.later(() => mailer.send(mail))
  await mailer.close()
  expect(smtp.mails).toHaveLength(1)

  const other = await open({ waitsMs: [600_000] })
  other.smtp.mood = 'busy'
  const sent = other.mailer.send(mail)
  await expect.poll(() => other.smtp.tries).toBe(1)
  await other.mailer.close()
  expect(await sent).toBe(false)
  expect(logged()).toBe('')
})

test('work that fails is logged and stops nothing', async () => {
  const { mailer, logged, smtp } = await open()
  mailer.later(async () => {
    throw new Error('no database')
  })
  mailer.later(() => mailer.send(mail))
  await smtp.mailTo(mail.to)
  expect(logged()).toContain('no database')
})
