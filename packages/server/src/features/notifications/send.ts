import type { Language } from '@papadag/contract/limits'
import type { PushMessage } from '@papadag/contract/push'
import { NotificationSettings } from '@papadag/contract/users/users'
import * as z from 'zod/mini'
import { harmlessName } from '../../domain/names/harmless.ts'
import { compose, Reader } from '../../domain/notifications/compose-mail.ts'
import { noteHeard, takeBack, waitToBeHeardMs } from '../../domain/notifications/heard.ts'
import type { Hearing, Outgoing, OutgoingButton } from '../../domain/notifications/kind.ts'
import { notificationSettingsOf } from '../../domain/notifications/notification-settings.ts'
import { batched } from '../../platform/db/batched.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Mailer } from '../../platform/mail.ts'
import type { Due, Outcome } from '../../platform/outbox/outbox.ts'
import { badges } from './queries.ts'
import { quietForMs } from './quiet-hours.ts'
import { aboutAccount, howToStop, openPapadag, stopMails } from './sentences.ts'
import { unsubscribeToken } from './unsubscribe.ts'

/** The devices of users, which the push feature implements. */
interface Devices {
  deliver(
    userId: number,
    what: { message: PushMessage; ttlS: number; only?: readonly number[] | undefined },
  ): Promise<{ sent: number; silent: number; failed: number[] }>
}

export interface OutgoingParts {
  db: Db
  push: Devices | undefined
  mailer: Mailer | undefined
  publicUrl: string | undefined
  retentionDays: number
}

const Receiver = z.extend(Reader, { id: z.int(), settings: NotificationSettings })
type Receiver = z.output<typeof Receiver>
/** The result of earlier attempts: devices still to be reached, and whether any was reached. */
const Payload = z.object({ only: z.optional(z.array(z.int())), isReached: z.optional(z.boolean()) })
const isReached = ({ payload = {} }: Pick<Due, 'payload'> | Exclude<Outcome, 'done'>) =>
  Payload.parse(payload).isReached === true
const dayS = 86_400
const nearMs = 12 * 3_600_000

/** Sends notices; those due at the same time share statements. One that reaches him nowhere is unwanted. */
export function createSend(parts: OutgoingParts) {
  const { db, retentionDays } = parts
  const receiverOf = batched((ids: readonly number[]) => receivers(db, ids))
  const badgeOf = batched((ids: readonly number[]) => badges(db, ids, retentionDays))
  return async (due: Due, notice: Outgoing): Promise<Outcome | 'unwanted'> => {
    const receiver = due.userId === null ? undefined : await receiverOf(due.userId)
    if (!receiver) return 'unwanted'
    const waitMs = quietMs(notice, receiver)
    if (waitMs > 0) return { afterMs: waitMs }
    const letter = withHarmlessName(notice)
    const sending = () => sendTo({ ...parts, badgeOf }, due, letter, receiver)
    // What has reached one device is heard, and the others are still to hear the same.
    const hearing = isReached(due) ? undefined : notice.hearing
    return hearing ? heard(db, receiver, hearing, sending) : sending()
  }
}
export type Send = ReturnType<typeof createSend>

/** For how long it waits in his quiet hours. */
function quietMs({ setting, isAtHisHour, isForNow, startTime, before }: Outgoing, { settings }: Receiver): number {
  const isNear = !isForNow && (untilMs(startTime) <= nearMs || untilMs(before) <= nearMs)
  return setting && !isAtHisHour && !isNear ? quietForMs(settings, new Date()) : 0
}

/** Sends what he may hear now, and what has reached nobody has not been heard. */
async function heard(
  db: Db,
  { id, settings: { timeZone } }: Receiver,
  hearing: Hearing,
  sending: () => Promise<Outcome | 'unwanted'>,
): Promise<Outcome | 'unwanted'> {
  const reader = { id, timeZone }
  const waitMs = await waitToBeHeardMs(db, reader, hearing)
  if (waitMs > 0) return { afterMs: waitMs }
  const outcome = await sending()
  const isHeard = outcome === 'done' || (typeof outcome === 'object' && isReached(outcome))
  await (isHeard ? noteHeard : takeBack)(db, reader, hearing)
  return outcome
}

/** Removes a name that must not leave the app. */
function withHarmlessName(notice: Outgoing): Outgoing {
  const { text } = notice
  const name = harmlessName(notice.name ?? '')
  return { ...notice, name, text: name === undefined ? { ...text, title: text.nameless ?? text.title } : text }
}

async function receivers(db: Db, ids: readonly number[]): Promise<(Receiver | undefined)[]> {
  const found = await db.many(
    Receiver,
    sql`select u.id, u.email as "to", u.username, u.first_name as "firstName", u.language,
               u.email_confirmed as "isConfirmed", ${notificationSettingsOf(sql`u`)} as settings
          from users u where u.id = any(${ids}::int[]) and u.hidden_at is null`,
  )
  const byId = new Map(found.map(receiver => [receiver.id, receiver]))
  return ids.map(id => byId.get(id))
}

interface SendParts extends OutgoingParts {
  badgeOf(userId: number): Promise<{ notifications: number; messages: number; asOf: number }>
}

/** Sends a notice by push or else by mail, in the reader's language, as his settings allow. */
async function sendTo(parts: SendParts, due: Due, notice: Outgoing, receiver: Receiver): Promise<Outcome | 'unwanted'> {
  const { push, badgeOf } = parts
  const { settings, language } = receiver
  const startsInMs = untilMs(notice.startTime)
  const words = wordsOf(notice, receiver)
  const { only, isReached: wasReached = false } = Payload.parse(due.payload)
  const wantsPush = notice.setting === undefined || settings.push[notice.setting]
  if (push && wantsPush) {
    const counts = await badgeOf(receiver.id)
    const badge = counts.notifications + counts.messages
    const message: PushMessage = {
      web_push: 8030,
      mutable: true,
      app_badge: badge,
      notification: {
        title: fill(notice.text.title[language], words),
        body: fill(notice.text.body[language], words),
        navigate: `${parts.publicUrl ?? ''}${notice.path}`,
        lang: language,
        tag: notice.tag,
        silent: false,
        app_badge: String(badge),
        ...(notice.buttons && { actions: notice.buttons.map(button => buttonOf(button, notice, parts, language)) }),
        data: {
          ...(notice.playdateId !== undefined && { playdateId: notice.playdateId }),
          ...(notice.waits !== undefined && { waits: notice.waits }),
          asOf: counts.asOf,
        },
      },
    }
    const ttlS = notice.isForNow
      ? 3600
      : Number.isFinite(startsInMs) && startsInMs > 0
        ? Math.min(dayS, startsInMs / 1000)
        : dayS
    due.onWire()
    const { sent, silent, failed } = await push.deliver(receiver.id, { message, ttlS, only })
    const isReached = wasReached || sent > silent
    if (failed.length > 0) {
      // One reached device is enough. If the second attempt reaches none either, a mail replaces all further attempts.
      const mailed = !isReached && due.attempts > 1 ? await mail({ ...parts, due }, notice, receiver, words) : undefined
      return mailed ?? { failed: 'push', payload: { ...due.payload, only: failed, isReached } }
    }
    if (isReached) return 'done'
    // A device that acknowledges nothing may show nothing.
    if (silent > 0) return (await mail({ ...parts, due }, notice, receiver, words)) ?? 'done'
  }
  return (await mail({ ...parts, due }, notice, receiver, words)) ?? 'unwanted'
}

/** A browser that cannot perform a button's action itself opens the page. */
function buttonOf(
  { action, title }: OutgoingButton,
  { path }: Outgoing,
  { publicUrl }: OutgoingParts,
  language: Language,
) {
  return { action, title: title[language], navigate: `${publicUrl ?? ''}${path}` }
}

function untilMs(moment: string | undefined): number {
  return moment === undefined ? Number.POSITIVE_INFINITY : Date.parse(moment) - Date.now()
}

/** Returns undefined if the reader has switched mails of this kind off, or cannot be mailed. */
async function mail(
  { db, mailer, publicUrl, due }: OutgoingParts & { due: Due },
  { setting, text, path, hasMail }: Outgoing,
  receiver: Receiver,
  words: Record<string, string>,
): Promise<Outcome | undefined> {
  // An unconfirmed address may belong to somebody else.
  if (!mailer || !publicUrl || !hasMail || !receiver.isConfirmed) return undefined
  if (setting && !receiver.settings.mail[setting]) return undefined
  const unsubscribe = setting && {
    url: `${publicUrl}/unsubscribe/${await unsubscribeToken(db, receiver.id, receiver.to, setting)}`,
    label: stopMails,
  }
  const { language } = receiver
  const letter = compose(
    {
      subject: { ...text.title, [language]: fill(text.title[language], words) },
      before: text.body,
      link: openPapadag,
      after: setting ? howToStop : aboutAccount,
    },
    receiver,
    { url: `${publicUrl}${path}`, words, ...(unsubscribe && { unsubscribe }) },
  )
  due.onWire()
  const result = await mailer.send(letter)
  return result === 'sent' ? 'done' : result
}

function wordsOf({ startTime, name, words }: Outgoing, { language, settings }: Receiver): Record<string, string> {
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
  return { when, name: name ?? '', ...words?.(language, settings.timeZone) }
}

function fill(sentence: string, words: Record<string, string>): string {
  return sentence.replace(/\{(\w+)\}/g, (hole, word: string) => words[word] ?? hole)
}
