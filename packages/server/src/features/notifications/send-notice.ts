import type { PushMessage } from '@papadag/contract/push'
import { type NoticeKind, NotificationSettings } from '@papadag/contract/users'
import * as z from 'zod/mini'
import { compose, Reader } from '../../domain/compose-mail.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Mailer } from '../../platform/mail.ts'
import type { Due, Outcome } from '../../platform/outbox.ts'
import { unread } from './queries.ts'
import { quietForMs } from './quiet-hours.ts'
import { howToStop, type NoticeText, openPapadag, stopMails } from './sentences.ts'
import { unsubscribeToken } from './unsubscribe.ts'

/** Something to tell one person outside the open tab. */
export interface Notice {
  /** The switch it belongs to; undefined: he asked for just this. */
  kind: NoticeKind | undefined
  text: NoticeText
  /** Notices with the same tag take each other's place on the screen. */
  tag: string
  /** What of `unread` it is about: read there, it goes from the screens of all his devices. */
  waits?: string | undefined
  /** Where a tap leads. */
  path: string
  startTime?: string | undefined
  name?: string | undefined
  /** Mail says it too, when no device could be reached. */
  hasMail?: boolean
}

/** Devices that get push messages; the feature that sends them is another one. */
interface Devices {
  deliver(
    userId: number,
    what: { message: PushMessage; ttlS: number; only?: readonly number[] | undefined },
  ): Promise<{ sent: number; failed: number[] }>
}

export interface NoticeParts {
  db: Db
  push: Devices | undefined
  mailer: Mailer | undefined
  publicUrl: string | undefined
  retentionDays: number
}

const Receiver = z.extend(Reader, { settings: NotificationSettings })
/** What an earlier try left: the devices that are still to be reached, and whether any was. */
const Payload = z.object({ only: z.optional(z.array(z.int())), isReached: z.optional(z.boolean()) })
const dayS = 86_400
const nearMs = 12 * 3_600_000

/** Tells it by push, else by mail; in the receiver's language, when he wants it, and not in his quiet hours. */
export async function sendNotice(parts: NoticeParts, due: Due, notice: Notice): Promise<Outcome> {
  const { db, push, retentionDays } = parts
  const receiver = await db.one(
    Receiver,
    sql`select u.id, u.email as "to", u.username, u.first_name as "firstName", u.language,
               u.email_confirmed as "isConfirmed", u.notification_settings as settings
          from users u where u.id = ${due.userId} and u.hidden_at is null`,
  )
  if (!receiver) return 'done'
  const { settings, language } = receiver
  const startsInMs =
    notice.startTime === undefined ? Number.POSITIVE_INFINITY : Date.parse(notice.startTime) - Date.now()
  if (notice.kind && startsInMs > nearMs) {
    const waitMs = quietForMs(settings, new Date())
    if (waitMs > 0) return { afterMs: waitMs }
  }
  const words = wordsOf(notice, receiver)
  const { only, isReached: wasReached = false } = Payload.parse(due.payload)
  const wantsPush = notice.kind === undefined || settings.push[notice.kind]
  if (push && wantsPush) {
    const counts = await unread(db, receiver.id, retentionDays)
    const badge = counts.notifications + counts.messages
    const message: PushMessage = {
      web_push: 8030,
      app_badge: badge,
      notification: {
        title: fill(notice.text.title[language], words),
        body: fill(notice.text.body[language], words),
        navigate: `${parts.publicUrl ?? ''}${notice.path}`,
        lang: language,
        tag: notice.tag,
        silent: false,
        app_badge: String(badge),
        data: { ...(notice.waits !== undefined && { waits: notice.waits }), asOf: counts.asOf },
      },
    }
    const ttlS = Number.isFinite(startsInMs) && startsInMs > 0 ? Math.min(dayS, startsInMs / 1000) : dayS
    const { sent, failed } = await push.deliver(receiver.id, { message, ttlS, only })
    const isReached = wasReached || sent > 0
    if (failed.length > 0) {
      // One that was reached is enough. When none is at the second try either, a mail takes the place of all further ones.
      const mailed = !isReached && due.attempts > 1 ? await mail(parts, notice, receiver, words) : undefined
      return mailed ?? { failed: 'push', payload: { ...due.payload, only: failed, isReached } }
    }
    if (isReached) return 'done'
  }
  return (await mail(parts, notice, receiver, words)) ?? 'done'
}

/** Undefined when he wants no mail of it, or cannot get one. */
async function mail(
  { db, mailer, publicUrl }: NoticeParts,
  { kind, text, path, hasMail }: Notice,
  receiver: z.output<typeof Receiver>,
  words: Record<string, string>,
): Promise<Outcome | undefined> {
  // An address that nobody has confirmed may be somebody else's.
  if (!mailer || !publicUrl || !kind || !hasMail || !receiver.settings.mail[kind] || !receiver.isConfirmed)
    return undefined
  const token = await unsubscribeToken(db, receiver.id, receiver.to, kind)
  const { language } = receiver
  const letter = compose(
    {
      subject: { ...text.title, [language]: fill(text.title[language], words) },
      before: text.body,
      link: openPapadag,
      after: howToStop,
    },
    receiver,
    { url: `${publicUrl}${path}`, words, unsubscribe: { url: `${publicUrl}/unsubscribe/${token}`, label: stopMails } },
  )
  const result = await mailer.send(letter)
  return result === 'sent' ? 'done' : result
}

function wordsOf(
  { startTime, name }: Notice,
  { language, settings }: z.output<typeof Receiver>,
): Record<string, string> {
  const when =
    startTime === undefined
      ? ''
      : new Intl.DateTimeFormat(language, {
          weekday: 'long',
          day: 'numeric',
          month: 'long',
          hour: '2-digit',
          minute: '2-digit',
          timeZone: settings.timeZone,
        }).format(new Date(startTime))
  return { when, name: name ?? '' }
}

function fill(sentence: string, words: Record<string, string>): string {
  return sentence.replace(/\{(\w+)\}/g, (hole, word: string) => words[word] ?? hole)
}
