import { limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { isAhead, isCancelled, isNotOver, isOn, isShownTo } from '../../domain/playdate-state.ts'
import { blockedWith } from '../../domain/visibility.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { together } from '../../platform/db/together.ts'
import type { Due, Outcome, Sender } from '../../platform/outbox/outbox.ts'
import { createSendNotice, type Notice, type NoticeParts, type SendNotice } from './send-notice.ts'
import { sentences } from './sentences.ts'

const dayMs = 86_400_000
const nearbyM = 5000
const nearbyAtMost = 500

const About = z.object({
  notificationId: z.optional(z.int()),
  chatId: z.optional(z.int()),
  startTime: z.optional(z.string()),
  isSent: z.optional(z.boolean()),
})

const Told = z.object({
  kind: z.string(),
  toldStart: z.nullable(z.string()),
  before: z.nullable(z.string()),
  playdateId: z.nullable(z.int()),
  startTime: z.nullable(z.string()),
  isCancelled: z.nullable(z.boolean()),
  isCreator: z.nullable(z.boolean()),
  isOn: z.nullable(z.boolean()),
  name: z.nullable(z.string()),
})
const Coming = z.object({ startTime: z.nullable(z.string()), isOn: z.boolean() })
type Coming = z.output<typeof Coming>
const Writer = z.object({ name: z.string() })

/** The notification as this reader may see it now; undefined if it no longer applies. */
function toldOf(db: Db, notificationId: number, userId: number) {
  return db.one(
    Told,
    sql`select n.kind, n.details ->> 'startTime' as "toldStart", n.details ->> 'before' as before, p.id as "playdateId", ${isoOf(sql`p.start_time`)} as "startTime",
               ${isCancelled} as "isCancelled", p.creator_id = ${userId} as "isCreator",
               ${isOn(userId)} as "isOn",
               a.first_name as name
          from notifications n
          left join playdates p on p.id = (n.details ->> 'playdateId')::int and ${isNotOver} and ${isShownTo(userId)}
          left join users a on a.id = n.actor_id and a.id <> all (${blockedWith(userId)})
         where n.id = ${notificationId}::bigint and n.user_id = ${userId} and n.read_at is null`,
  )
}

const pathOf = (playdateId: number) => `/playdates?open=${playdateId}`

/**
 * The outbox's handlers for each kind of notice. A notice is composed when it is sent, and dropped if no longer true.
 */
export function noticeSenders(parts: NoticeParts): Record<string, Sender> {
  const { db, retentionDays } = parts
  const sendNotice = createSendNotice(parts)
  const comingTo = together((dues: readonly Due[]) => coming(db, dues))
  return {
    notice: { send: due => sendOfPlaydate(db, due, sendNotice) },
    reminder: { send: async due => sendReminder(due, await comingTo(due), sendNotice) },
    message: { send: due => sendOfMessage({ db, retentionDays }, due, sendNotice) },
    'nearby.plan': { send: due => planNearby(db, due) },
    nearby: { send: async due => sendNearby(due, due.payload.isSent ? undefined : await comingTo(due), sendNotice) },
    test: { send: due => sendNotice(due, test) },
  }
}

const test: Notice = {
  kind: undefined,
  text: sentences.test,
  tag: 'test',
  path: '/profile?tab=settings&section=notifications',
}

async function sendOfPlaydate(db: Db, due: Due, sendNotice: SendNotice): Promise<Outcome> {
  const { notificationId = 0, isSent } = About.parse(due.payload)
  const told = isSent || due.userId === null ? undefined : await toldOf(db, notificationId, due.userId)
  if (!told) return 'done'
  const { kind, playdateId, isCancelled, isCreator, isOn, name } = told
  const startTime = told.startTime ?? told.toldStart ?? undefined
  const isComing = isOn && !isCancelled
  const isTrue = {
    'playdate.cancelled': playdateId === null ? Date.parse(startTime ?? '') > Date.now() : isOn && isCancelled,
    'playdate.restored': isComing,
    'playdate.changed': isComing,
    'playdate.joined': isComing && isCreator,
    'playdate.left': isComing && isCreator && name !== null,
    'playdate.withBlocked': isComing,
  }
  if (!isToldOutside(kind) || !isTrue[kind]) return 'done'
  const outcome = await sendNotice(due, {
    kind: 'playdates',
    text: sentences[kind],
    tag: playdateId === null ? `notice-${notificationId}` : `playdate-${playdateId}`,
    waits: `notice-${notificationId}`,
    path: playdateId === null ? '/playdates' : pathOf(playdateId),
    startTime,
    before: told.before ?? undefined,
    name: name ?? undefined,
    hasMail: kind === 'playdate.cancelled' || kind === 'playdate.restored' || kind === 'playdate.changed',
  })
  // The row stays for a while: what happens meanwhile is told when it is due again.
  return outcome === 'done' ? { afterMs: limits.noticeEveryMs, payload: { isSent: true } } : outcome
}

async function sendReminder(due: Due, coming: Coming, sendNotice: SendNotice): Promise<Outcome> {
  const planned = About.parse(due.payload).startTime
  const { startTime, isOn } = coming
  if (!isOn || startTime === null || startTime !== planned || due.playdateId === null) return 'done'
  return sendNotice(due, {
    kind: 'reminders',
    text: sentences.reminder,
    tag: `playdate-${due.playdateId}`,
    path: pathOf(due.playdateId),
    startTime,
    hasMail: true,
  })
}

async function sendOfMessage(
  { db, retentionDays }: Pick<NoticeParts, 'db' | 'retentionDays'>,
  due: Due,
  sendNotice: SendNotice,
): Promise<Outcome> {
  const { chatId = 0 } = About.parse(due.payload)
  const writer = await db.one(
    Writer,
    sql`select u.first_name as name
          from chat_members me
          join messages m on m.chat_id = me.chat_id and m.seq > me.read_seq and m.sender_id <> me.user_id and m.hidden_at is null
          join users u on u.id = m.sender_id and u.id <> all (${blockedWith(due.userId ?? 0)})
          -- A stranger's request waits in the app (safety S36).
          join chats c on c.id = me.chat_id and (c.requested_by is distinct from m.sender_id or are_co(me.user_id, m.sender_id))
         where me.chat_id = ${chatId} and me.user_id = ${due.userId}
           and m.sent_at > now() - make_interval(secs => ${retentionDays * 86_400}::float8)
         order by m.seq desc limit 1`,
  )
  if (!writer) return 'done'
  const { name } = writer
  const path = `/chat/${chatId}`
  return sendNotice(due, {
    ...{ kind: 'messages', text: sentences.message, tag: `chat-${chatId}`, waits: `chat-${chatId}`, path, name },
    hasMail: true,
  })
}

/** Plans a notice for everybody who wants to hear of new playdates near him, at most one a day (`sendNearby`). */
async function planNearby(db: Db, { playdateId }: Due): Promise<Outcome> {
  await db.run(sql`
    insert into outbox (kind, user_id, playdate_id, dedupe_key)
    select 'nearby', u.id, p.id, 'nearby:' || u.id
      from playdates p
      join places pl on pl.id = p.place_id and pl.location is not null
      join users u on u.neighbourhood_latitude is not null and u.id <> p.creator_id and u.hidden_at is null
       and 'true' in (u.notification_settings #>> '{push,nearby}', u.notification_settings #>> '{mail,nearby}')
       and metres_between(u.neighbourhood_latitude, u.neighbourhood_longitude,
                          coalesce(p.grid_latitude, pl.latitude), coalesce(p.grid_longitude, pl.longitude)) < ${nearbyM}
     where p.id = ${playdateId} and ${isAhead}
     order by u.id limit ${nearbyAtMost}
    on conflict (dedupe_key) do nothing`)
  return 'done'
}

async function sendNearby(due: Due, coming: Coming | undefined, sendNotice: SendNotice): Promise<Outcome> {
  if (!coming || coming.isOn || coming.startTime === null || due.playdateId === null) return 'done'
  const outcome = await sendNotice(due, {
    kind: 'nearby',
    text: sentences.nearby,
    tag: `playdate-${due.playdateId}`,
    path: pathOf(due.playdateId),
    startTime: coming.startTime,
    hasMail: true,
  })
  // The row stays for a day, and its key keeps other notices of this kind away.
  return outcome === 'done' ? { afterMs: dayMs, payload: { isSent: true } } : outcome
}

/** When the playdates of these rows begin, if still ahead and shown to their readers, and whether those are on them. */
function coming(db: Db, dues: readonly Due[]): Promise<Coming[]> {
  return db.many(
    Coming,
    sql`select ${isoOf(sql`p.start_time`)} as "startTime",
               ${isOn(sql`w.user_id`)} as "isOn"
          from unnest(${dues.map(({ userId }) => userId)}::int[], ${dues.map(({ playdateId }) => playdateId)}::int[])
               with ordinality as w (user_id, playdate_id, n)
          left join playdates p on p.id = w.playdate_id and ${isAhead}
           and ${isShownTo(sql`w.user_id`)}
         order by w.n`,
  )
}

type ToldOutside = Extract<keyof typeof sentences, `playdate.${string}`>

function isToldOutside(kind: string): kind is ToldOutside {
  return kind.startsWith('playdate.') && kind in sentences
}
