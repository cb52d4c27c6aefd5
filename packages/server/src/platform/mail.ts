import { setTimeout as after } from 'node:timers/promises'
import { createTransport } from 'nodemailer'

/** How mail leaves: an SMTP server and the address it comes from. */
export interface MailOptions {
  smtpUrl: string
  from: string
}

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Where one click ends mails of this kind. */
  unsubscribeUrl?: string
}

/** Hands mail to the mail server, once; the outbox tries again. */
export interface Mailer {
  /** Never throws. Of a failure its kind, which holds nothing of the mail, and whether another try makes sense. */
  send(mail: Mail): Promise<'sent' | { failed: string; isFinal: boolean }>
  /** Finishes what is on its way, for a short while. */
  close(): Promise<void>
}

const closeWithinMs = 3000

export function createMailer({ smtpUrl, from }: MailOptions): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Whoever hands over a mail is told of it.
  transport.on('error', () => {})
  const running = new Set<Promise<unknown>>()

  async function hand(mail: Mail): Promise<'sent' | { failed: string; isFinal: boolean }> {
    try {
      await transport.sendMail({
        from,
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: {
          // Machines that answer mail by themselves leave this alone.
          'Auto-Submitted': 'auto-generated',
          // One click in the mail program ends such mails (RFC 8058).
          ...(mail.unsubscribeUrl && {
            'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      })
      return 'sent'
    } catch (error) {
      const { code, status } = reasonOf(error)
      // The server's own words hold the address, so they stay out of the log.
      return { failed: `mail ${status ?? code ?? 'failed'}`, isFinal: status !== undefined && status >= 500 }
    }
  }

  return {
    send(mail) {
      const sending = hand(mail).finally(() => running.delete(sending))
      running.add(sending)
      return sending
    },

    async close() {
      await Promise.race([Promise.all(running), after(closeWithinMs, undefined, { ref: false })])
      transport.close({ force: true })
    },
  }
}

/** The part of a failure that may be logged: its kind, and the mail server's status number. */
function reasonOf(error: unknown): { code: string | undefined; status: number | undefined } {
  if (typeof error !== 'object' || error === null) return { code: undefined, status: undefined }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined
  return { code, status }
}
