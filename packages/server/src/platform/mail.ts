import { setTimeout as after } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'

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
}

/** Sends mail beside the requests: nobody waits for it, and a failing mail server fails nothing. */
export interface Mailer {
  /** Hands a mail over, with a few tries; answers whether that worked and never throws. Await it in `later` alone. */
  send(mail: Mail): Promise<boolean>
  /** Runs work once the answer is on its way, so that its time tells nothing. What it throws is logged. */
  later(work: () => Promise<unknown>): void
  /** Finishes what runs, for a short while. */
  close(): Promise<void>
}

/** Before the second try, the third and so on: a mail server that is restarted is back within these. */
const usualWaitsMs = [2000, 15_000, 60_000]
const maxRunning = 1000
const closeWithinMs = 3000

export function createMailer(
  { smtpUrl, from }: MailOptions,
  log: Logger,
  waitsMs: readonly number[] = usualWaitsMs,
): Mailer {
  const closing = new AbortController()
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
  // Each failing mail is told below.
  transport.on('error', () => {})
  const running = new Set<Promise<unknown>>()

  async function send(mail: Mail): Promise<boolean> {
    for (let tries = 0; ; tries += 1) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          // Machines that answer mail by themselves leave this alone.
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return true
      } catch (error) {
        const { code, status } = reasonOf(error)
        const waitMs = waitsMs[tries]
        const isFinal = (status !== undefined && status >= 500) || waitMs === undefined || closing.signal.aborted
        // The server's own words hold the address, so they stay out of the log.
        log.warn({ code, status, tries: tries + 1, isFinal }, 'mail was not sent')
        if (isFinal) return false
        const hasWaited = await after(waitMs, true, { signal: closing.signal }).catch(() => false)
        if (!hasWaited) return false
      }
    }
  }

  return {
    send,

    later(work) {
      if (running.size >= maxRunning || closing.signal.aborted) {
        log.warn('mail was not sent: too much at once, or stopping')
        return
      }
      const job = new Promise(resolve => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, 'mail'))
        .finally(() => running.delete(job))
      running.add(job)
    },

    async close() {
      closing.abort()
      await Promise.race([Promise.all(running), after(closeWithinMs, undefined, { ref: false })])
      transport.close({ force: true })
    },
  }
}

/** What may be told of a failure: its kind, and the number that the mail server answered with. */
function reasonOf(error: unknown): { code: string | undefined; status: number | undefined } {
  if (typeof error !== 'object' || error === null) return { code: undefined, status: undefined }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined
  return { code, status }
}
