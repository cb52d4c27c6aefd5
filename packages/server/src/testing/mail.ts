import { onTestFinished } from 'vitest'
import { startSmtpStandIn } from './smtp-stand-in.ts'

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
