import { setTimeout as after } from 'node:timers/promises'
import { cleanAddress } from '@papadag/contract/users/mail-address'
import { createTransport, type SendMailOptions } from 'nodemailer'
import * as z from 'zod/mini'
import { type Meters, noMeters } from './metrics/meters.ts'

/** How mail is sent: an SMTP server and the sender's address. */
export interface MailOptions {
  smtpUrl: string
  from: string
}

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** The address that unsubscribes from mails of this kind. */
  unsubscribeUrl?: string
}

/** States its kind, without content of the mail, and whether a retry makes no sense. */
interface MailFailure {
  failed: string
  isFinal: boolean
  /** The mail server takes nothing for this address. */
  isRefused?: true
}

/** Hands a mail to the mail server once; the outbox retries. */
export interface Mailer {
  /** Never throws. */
  send(mail: Mail): Promise<'sent' | MailFailure>
  /**
   * Whether the last connection to the mail server failed. Asking then tries another one, without waiting for it, so
   * that the answer changes once the server is back.
   */
  isDown(): boolean
  /** Briefly waits for mails being sent. */
  close(): Promise<void>
}

const closeWithinMs = 3000

export function createMailer({ smtpUrl, from }: MailOptions, { mailed }: Pick<Meters, 'mailed'> = noMeters): Mailer {
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
  // The call that sends a mail reports the error.
  transport.on('error', () => {})
  let isDown = false
  let isTrying = false
  const running = new Set<Promise<unknown>>()

  async function hand(mail: Mail): Promise<'sent' | MailFailure> {
    try {
      await transport.sendMail(messageOf(mail, from))
      isDown = false
      mailed('sent')
      return 'sent'
    } catch (error) {
      mailed('failed')
      const { code, status, command } = reasonOf(error)
      isDown = isConnection(code)
      const isFinal = status !== undefined && status >= 500
      const isRefused = isFinal && /^(RCPT TO|DATA)$/.test(command ?? '')
      // The server's message contains the address, so it is not logged.
      return { failed: `mail ${status ?? code ?? 'failed'}`, isFinal, ...(isRefused && { isRefused }) }
    }
  }

  return {
    send(mail) {
      const sending = hand(mail).finally(() => running.delete(sending))
      running.add(sending)
      return sending
    },

    isDown() {
      if (isDown && !isTrying) {
        isTrying = true
        transport
          .verify()
          .then(
            () => {
              isDown = false
            },
            () => {},
          )
          .finally(() => {
            isTrying = false
          })
      }
      return isDown
    },

    async close() {
      await Promise.race([Promise.all(running), after(closeWithinMs, undefined, { ref: false })])
      transport.close({ force: true })
    },
  }
}

function messageOf({ to, subject, text, html, unsubscribeUrl }: Mail, from: string): SendMailOptions {
  return {
    from,
    // Addresses stored before invisible characters were removed are cleaned here.
    to: { name: '', address: cleanAddress(to) },
    subject,
    text,
    html,
    headers: {
      // Tells auto-responders not to reply.
      'Auto-Submitted': 'auto-generated',
      // One-click unsubscribe (RFC 8058).
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** Whether no mail at all gets through: nobody answers, or the password is refused. */
function isConnection(code: string | undefined): boolean {
  return code !== undefined && /^E(?:CONNECTION|SOCKET|TIMEDOUT|DNS|TLS|AUTH|PROTOCOL)$/.test(code)
}

const Reason = z.object({
  code: z.optional(z.string()),
  responseCode: z.optional(z.number()),
  command: z.optional(z.string()),
})

/** The loggable part of a failure: its kind, the mail server's status code, and what it has answered. */
function reasonOf(error: unknown): {
  code?: string | undefined
  status?: number | undefined
  command?: string | undefined
} {
  const { code, responseCode: status, command } = Reason.safeParse(error).data ?? {}
  return { code, status, command }
}
