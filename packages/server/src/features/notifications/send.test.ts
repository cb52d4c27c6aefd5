import { limits } from '@papadag/contract/limits'
import type { PushMessage } from '@papadag/contract/push'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Outgoing } from '../../domain/notifications/kind.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Due } from '../../platform/outbox/outbox.ts'
import { testDb } from '../../testing/database.ts'
import { createSend, type OutgoingParts } from './send.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

const notice: Outgoing = {
  setting: 'playdates',
  hasMail: true,
  tag: 'playdate-7',
  path: '/playdates?open=7',
  text: {
    title: { nl: 'Hoi {name}', en: 'Hi {name}', de: 'Hallo {name}', fr: 'Salut {name}', es: 'Hola {name}' },
    nameless: { nl: 'Hoi', en: 'Hi', de: 'Hallo', fr: 'Salut', es: 'Hola' },
    body: { nl: 'Op {when}', en: 'On {when}', de: 'Am {when}', fr: 'Le {when}', es: 'El {when}' },
  },
}
const due: Due = { id: 1, kind: 'notice', userId: null, playdateId: 7, payload: {}, attempts: 1, onWire() {} }

interface Case {
  settings?: object
  user?: { language?: string; isConfirmed?: boolean; isHidden?: boolean }
  notice?: Partial<Outgoing>
  due?: Partial<Due>
  /** What a push comes to; undefined where push is off. */
  delivery?: { sent: number; silent: number; failed: number[] } | undefined
  /** What a mail comes to; undefined without a mail server. */
  mailed?: 'sent' | { failed: string; isFinal: boolean } | undefined
  publicUrl?: string | undefined
}

async function aReader(db: Db, { settings = {}, user = {} }: Case): Promise<number> {
  const { language = 'nl', isConfirmed = true, isHidden = false } = user
  const made = await db.one(
    z.object({ id: z.int() }),
    sql`insert into users (username, username_key, email, email_key, password_hash, first_name, last_name, language,
                           email_confirmed, hidden_at)
        select 'daan', 'daan', 'daan@papadag.test', 'daan@papadag.test', '', 'Daan', 'de Vries', ${language}, ${isConfirmed},
               case when ${isHidden} then now() end
        returning id`,
  )
  const { push = {}, mail = {}, ...others } = { quietHours: null, ...settings } as Record<string, unknown> // or none of these
  await db.run(sql`
    update users set notification_settings = notification_settings || ${JSON.stringify(others)}::jsonb || jsonb_build_object(
      'push', notification_settings -> 'push' || ${JSON.stringify(push)}::jsonb,
      'mail', notification_settings -> 'mail' || ${JSON.stringify(mail)}::jsonb)`)
  return made?.id ?? 0
}

/** Sends a father one notice, and answers with what became of it, what was pushed and what was mailed. */
async function tell(told: Case) {
  const db = await testDb()
  const id = await aReader(db, told)
  const pushed: { message: PushMessage; ttlS: number; only?: readonly number[] | undefined }[] = []
  const letters: Mail[] = []
  const { delivery, mailed = 'sent' } = told
  const parts: OutgoingParts = {
    db,
    retentionDays: 7,
    publicUrl: 'publicUrl' in told ? told.publicUrl : 'https://papadag.test',
    push: delivery && {
      async deliver(_, what) {
        pushed.push(what)
        return delivery
      },
    },
    mailer:
      'mailed' in told && told.mailed === undefined
        ? undefined
        : {
            async send(letter) {
              letters.push(letter)
              return mailed
            },
            isDown: () => false,
            async close() {},
          },
  }
  let onWire = 0
  const row = { ...due, userId: id, onWire: () => (onWire += 1), ...told.due }
  const outcome = await createSend(parts)(row, { ...notice, ...told.notice })
  return { outcome, pushed, letters, onWire }
}

/** Quiet hours from an hour ago until two hours from now, in UTC. */
const quiet = () => ({
  timeZone: 'UTC',
  quietHours: { from: inMs(-hourMs).slice(11, 16), to: inMs(2 * hourMs).slice(11, 16) },
})
const reached = { sent: 1, silent: 0, failed: [] }

test.each<[string, Partial<Outgoing>, boolean]>([
  ['about no particular time', {}, true],
  ['about something more than twelve hours away', { startTime: inMs(12 * hourMs + 5 * minuteMs) }, true],
  ['about something less than twelve hours away', { startTime: inMs(12 * hourMs - 5 * minuteMs) }, false],
  [
    'about something that was less than twelve hours away',
    { startTime: inMs(48 * hourMs), before: inMs(12 * hourMs - 5 * minuteMs) },
    false,
  ],
  [
    'about something that was more than twelve hours away',
    { startTime: inMs(48 * hourMs), before: inMs(12 * hourMs + 5 * minuteMs) },
    true,
  ],
  ['about what goes on now', { isForNow: true, startTime: inMs(-5 * minuteMs) }, true],
  ['at the hour that its reader has chosen', { isAtHisHour: true }, false],
  ['that its reader has just asked for', { setting: undefined }, false],
])('in quiet hours a notice %s waits (%s): %s', async (_, differences, waits) => {
  const { outcome, pushed } = await tell({ settings: quiet(), notice: differences, delivery: reached })
  expect(pushed).toHaveLength(waits ? 0 : 1)
  if (!waits) return expect(outcome).toBe('done')
  const { afterMs } = z.object({ afterMs: z.number() }).parse(outcome)
  expect([Math.round(afterMs / hourMs), afterMs <= 2 * hourMs]).toEqual([2, true])
})

test.each<[string, Case, unknown, number, number]>([
  ['with a device', { delivery: reached }, 'done', 1, 0],
  ['whose device acknowledges nothing', { delivery: { sent: 1, silent: 1, failed: [] } }, 'done', 1, 1],
  ['one of whose devices acknowledges nothing', { delivery: { sent: 2, silent: 1, failed: [] } }, 'done', 1, 0],
  [
    'whose device acknowledges nothing, without mails',
    { delivery: { sent: 1, silent: 1, failed: [] }, settings: { mail: { playdates: false } } },
    'done',
    1,
    0,
  ],
  ['without a device', { delivery: { sent: 0, silent: 0, failed: [] } }, 'done', 1, 1],
  ['without push', { delivery: undefined }, 'done', 0, 1],
  ['without push and mail', { delivery: undefined, mailed: undefined }, 'unwanted', 0, 0],
  ['without an address of this server', { delivery: undefined, publicUrl: undefined }, 'unwanted', 0, 0],
  ['who has switched push off', { delivery: reached, settings: { push: { playdates: false } } }, 'done', 0, 1],
  ['who has switched another push off', { delivery: reached, settings: { push: { messages: false } } }, 'done', 1, 0],
  ['who has switched mails off', { settings: { mail: { playdates: false } } }, 'unwanted', 0, 0],
  ['who has switched other mails off', { settings: { mail: { messages: false } } }, 'done', 0, 1],
  ['whose address is not confirmed', { user: { isConfirmed: false } }, 'unwanted', 0, 0],
  ['for whom there is no such mail', { notice: { hasMail: false } }, 'unwanted', 0, 0],
  ['who has asked for it himself', { notice: { setting: undefined }, delivery: reached }, 'done', 1, 0],
  ['who has asked for it without a device', { notice: { setting: undefined, hasMail: false } }, 'unwanted', 0, 0],
  ['whose account it is about, without a device', { notice: { setting: undefined } }, 'done', 0, 1],
  ['who is hidden', { user: { isHidden: true }, delivery: reached }, 'unwanted', 0, 0],
  ['who no longer exists', { due: { userId: null }, delivery: reached }, 'unwanted', 0, 0],
  [
    'whose mail server is down',
    { mailed: { failed: 'smtp', isFinal: false } },
    { failed: 'smtp', isFinal: false },
    0,
    1,
  ],
])('a notice reaches a father %s in whatever way it can', async (_, told, outcome, pushes, mails) => {
  const { outcome: became, pushed, letters, onWire } = await tell(told)
  expect([became, pushed.length, letters.length]).toEqual([outcome, pushes, mails])
  // Whatever waits for somebody else's server has left its slot.
  expect(onWire).toBe(pushes + mails)
})

const failing = { sent: 0, silent: 0, failed: [3] }
test.each<[string, Case, unknown, number]>([
  ['the first time', {}, { failed: 'push', payload: { only: [3], isReached: false } }, 0],
  ['again', { due: { attempts: 2 } }, 'done', 1],
  [
    'again, without mails',
    { due: { attempts: 2 }, settings: { mail: { playdates: false } } },
    { failed: 'push', payload: { only: [3], isReached: false } },
    0,
  ],
  [
    'while another is reached',
    { delivery: { sent: 1, silent: 0, failed: [3] } },
    { failed: 'push', payload: { only: [3], isReached: true } },
    0,
  ],
  [
    'again, after another was reached',
    { due: { attempts: 2, payload: { only: [3], isReached: true } } },
    { failed: 'push', payload: { only: [3], isReached: true } },
    0,
  ],
])('a device that fails %s is retried or replaced by a mail', async (_, told, outcome, mails) => {
  const { outcome: became, letters } = await tell({ delivery: failing, ...told })
  expect([became, letters.length]).toEqual([outcome, mails])
})

test.each<[string, string | undefined, number]>([
  ['about no particular time', undefined, 86_400],
  ['about something that starts in an hour', inMs(hourMs), 3600],
  ['about something that starts in two days', inMs(48 * hourMs), 86_400],
  ['about something that has begun', inMs(-hourMs), 86_400],
])('a push %s is kept until it would be of no more use', async (_, startTime, seconds) => {
  const { pushed } = await tell({ notice: { startTime }, delivery: reached })
  // The tables are made before the tests run.
  expect(Math.abs((pushed[0]?.ttlS ?? 0) - seconds)).toBeLessThan(600)
})

test('a push shows the notice in the father’s language and time, with what it is about', async () => {
  const { pushed } = await tell({
    user: { language: 'de' },
    settings: { timeZone: 'Asia/Tokyo' },
    notice: {
      name: 'Bram',
      startTime: '2031-06-01T20:00:00.000Z',
      waits: 'notice-3',
      playdateId: 7,
      buttons: [{ action: 'coming', title: { nl: 'Ik kom', en: 'Yes', de: 'Ich komme', fr: 'Oui', es: 'Sí' } }],
    },
    delivery: reached,
  })
  const { notification } = pushed[0]?.message ?? {}
  expect(notification).toMatchObject({
    title: 'Hallo Bram',
    body: 'Am Montag, 2. Juni um 05:00',
    navigate: 'https://papadag.test/playdates?open=7',
    lang: 'de',
    tag: 'playdate-7',
    actions: [{ action: 'coming', title: 'Ich komme', navigate: 'https://papadag.test/playdates?open=7' }],
    data: { playdateId: 7, waits: 'notice-3', asOf: expect.any(Number) },
  })
  const plain = (await tell({ notice: { name: 'papadag.example/x' }, delivery: reached })).pushed[0]?.message
    .notification
  expect([plain?.title, Object.keys(plain?.data ?? {})]).toEqual(['Hoi', ['asOf']])
  expect(plain).not.toHaveProperty('actions')
})

test('a badge counts unread notices and messages', async () => {
  const db = await testDb()
  const id = await aReader(db, {})
  const chat = await db.one(
    z.object({ id: z.int() }),
    sql`insert into chats (first_member, second_member, last_seq) values (${id}, ${id + 1}, 4) returning id`,
  )
  await db.run(sql`insert into memberships (chat_id, user_id, read_seq) values (${chat?.id}, ${id}, 1)`)
  // Read, unread, his own, hidden, and one that is forgotten by now.
  await db.run(sql`
    insert into messages (chat_id, seq, sender_id, content, sent_at, hidden_at)
    values (${chat?.id}, 1, ${id + 1}, 'a', now(), null), (${chat?.id}, 2, ${id + 1}, 'b', now(), null),
           (${chat?.id}, 3, ${id}, 'c', now(), null), (${chat?.id}, 4, ${id + 1}, 'd', now(), now()),
           (${chat?.id}, 5, ${id + 1}, 'e', now() - interval '7 days 1 minute', null),
           (${chat?.id}, 6, ${id + 1}, 'f', now() - interval '7 days' + interval '1 minute', null)`)
  await db.run(sql`
    insert into notifications (user_id, kind, read_at)
    values (${id}, 'playdate.joined', null), (${id}, 'playdate.left', null), (${id}, 'playdate.joined', now())`)
  const pushed: PushMessage[] = []
  const deliver = async (_: number, { message }: { message: PushMessage }) => {
    pushed.push(message)
    return reached
  }
  const send = createSend({
    db,
    push: { deliver },
    mailer: undefined,
    publicUrl: undefined,
    retentionDays: limits.chatRetentionDays,
  })
  await send({ ...due, userId: id }, notice)
  expect(pushed).toMatchObject([{ app_badge: 4, notification: { app_badge: '4', navigate: '/playdates?open=7' } }])
})

test('a mail has the notice’s words, a link to its page, and one that ends mails of its kind', async () => {
  const { letters } = await tell({
    user: { language: 'en' },
    notice: { name: 'Bram', startTime: '2031-06-01T20:00:00.000Z' },
  })
  expect(letters).toMatchObject([{ to: 'daan@papadag.test', subject: 'Hi Bram' }])
  expect(letters[0]?.text).toContain('https://papadag.test/playdates?open=7')
  expect(letters[0]?.text).toContain('On Sunday')
  expect(letters[0]?.unsubscribeUrl).toMatch(/^https:\/\/papadag\.test\/unsubscribe\/[\w-]{43}$/)
})
