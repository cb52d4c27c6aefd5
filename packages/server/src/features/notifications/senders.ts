import { limits } from '@papadag/contract/limits'
import {
  type NotificationKind,
  notificationKinds,
  type ReaderRelation,
  readerRelations,
} from '@papadag/contract/notifications'
import * as z from 'zod/mini'
import type {
  Job,
  NotificationDefinitions,
  NotificationFacts,
  Outgoing,
  OutgoingKind,
  Sending,
} from '../../domain/notifications/kind.ts'
import { namedTo } from '../../domain/notifications/named.ts'
import {
  freePlaces,
  hasTooFew,
  isCancelled,
  isNotOver,
  isOfCircleOf,
  isOn,
  isShownTo,
  isSureOf,
  isUsualFor,
  placesWantedBy,
} from '../../domain/playdates/state.ts'
import { blockedWith } from '../../domain/visibility.ts'
import { batched } from '../../platform/db/batched.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import type { Due, Outcome, Sender } from '../../platform/outbox/outbox.ts'
import { createSend, type OutgoingParts, type Send } from './send.ts'

interface Kinds {
  definitions: NotificationDefinitions
  outgoingKinds: readonly OutgoingKind[]
  jobs: readonly Job[]
}

/**
 * The outbox's handlers: one for all notifications under the bell, and one for each other kind. A notice is composed
 * when it is sent, and dropped if no longer true.
 */
export function outgoingSenders(
  parts: OutgoingParts,
  { definitions, outgoingKinds, jobs }: Kinds,
): Record<string, Sender> {
  const { db } = parts
  const send = createSend(parts)
  const notifications: Sender = { send: createSendNotifications(db, { definitions, outgoingKinds }, send) }
  return Object.fromEntries<Sender>([
    ['notice', notifications],
    ...outgoingKinds.map(one => [one.kind, one.isQuestion ? notifications : senderOf(db, one, send)] as const),
    ...jobs.map(({ kind, run }) => [kind, { send: (due: Due) => run(db, due) }] as const),
  ])
}

function senderOf(db: Db, { contentOf, staysMs = 0, againInMs, ...outside }: OutgoingKind, send: Send): Sender {
  const contentFor = batched((dues: readonly Due[]) => contentOf(db, dues))
  return {
    async send(due) {
      const content = isSent(due) ? undefined : await contentFor(due)
      const sent = content ? await send(due, { ...outside, ...content }) : undefined
      // A row that reaches nobody stays too, and is not composed for each repeat.
      const outcome = sent === undefined ? 'done' : staying(due, sent === 'unwanted' ? 'done' : sent, staysMs)
      const afterMs = outcome === 'done' ? await againInMs?.(db, due) : undefined
      return afterMs === undefined ? outcome : { afterMs, payload: {} }
    },
  }
}

const Payload = z.object({
  notificationId: z.optional(z.int()),
  /** All that has happened since it was last sent. */
  also: z.optional(z.array(z.int())),
  /** The pair's chat in which its writer has written since. */
  chatId: z.optional(z.int()),
  isSent: z.optional(z.boolean()),
})
const isSent = ({ payload }: Due) => Payload.parse(payload).isSent === true

/** The row of a notice that has been sent stays for a while, and its key prevents others. */
function staying(due: Due, outcome: Outcome, staysMs: number): Outcome {
  return outcome === 'done' && staysMs > 0 ? { afterMs: staysMs, payload: { ...due.payload, isSent: true } } : outcome
}

/** Sends the first notice of a subject's row that still applies and reaches the reader. */
function createSendNotifications(
  db: Db,
  { definitions, outgoingKinds }: Pick<Kinds, 'definitions' | 'outgoingKinds'>,
  send: Send,
) {
  const questions = outgoingKinds
    .filter(({ isQuestion }) => isQuestion)
    .map(({ contentOf, ...outside }) => ({
      outside,
      contentFor: batched((dues: readonly Due[]) => contentOf(db, dues)),
    }))
  return async (due: Due): Promise<Outcome> => {
    if (isSent(due) || due.userId === null) return 'done'
    const { notificationId, also, chatId } = Payload.parse(due.payload)
    const ids = also ?? (notificationId === undefined ? [] : [notificationId])
    const all: Outgoing[] =
      ids.length === 0 ? [] : (await factsOf(db, ids, due.userId)).flatMap(facts => outgoingOf(definitions, facts))
    for (const { outside, contentFor } of chatId === undefined ? [] : questions) {
      const content = await contentFor(due)
      if (content) all.push({ ...outside, ...content })
    }
    let soonest: { afterMs: number } | undefined
    for (const notice of all) {
      const outcome = await send(due, notice)
      if (outcome === 'unwanted') continue
      // What happens until then is sent when the row is due again.
      if (typeof outcome === 'string' || 'failed' in outcome) return staying(due, outcome, limits.noticeEveryMs)
      if (soonest === undefined || outcome.afterMs < soonest.afterMs) soonest = outcome
    }
    if (soonest) return soonest
    // A row that reaches nobody stays too, unless it could hold back a question that does.
    return all.length > 0 && chatId === undefined ? staying(due, 'done', limits.noticeEveryMs) : 'done'
  }
}

/** How this is sent to a reader in this relation to it; undefined if it is shown in the app only. */
function sendingOf(definitions: NotificationDefinitions, { kind, relation }: WithKind): Sending | undefined {
  const { outside } = definitions[kind]
  if (!outside || 'text' in outside) return outside
  const byRelation: Partial<Record<ReaderRelation, Sending>> = outside
  return relation ? byRelation[relation] : undefined
}

function outgoingOf(definitions: NotificationDefinitions, facts: WithKind): Outgoing[] {
  const sending = sendingOf(definitions, facts)
  if (!sending?.isTrue(facts)) return []
  const { isTrue, path, instead, words, line, ...rest } = sending
  const { playdateId, startTime, before, name } = facts
  return [
    {
      ...rest,
      ...(instead?.isTrue(facts) && { text: instead.text }),
      playdateId: playdateId ?? undefined,
      tag: playdateId === null ? `notice-${facts.id}` : `playdate-${playdateId}`,
      waits: `notice-${facts.id}`,
      path: path(facts),
      startTime,
      before,
      name: name ?? undefined,
      hearing: {
        by: facts.id,
        line: line?.(facts),
        isOfCircle: facts.circleId !== null || rest.isForNow === true,
        causerId: facts.causerId,
        isUrgent: rest.isUrgent === true,
        cannotWait: rest.cannotWait === true,
        isForNow: rest.isForNow === true,
        starts: [startTime, before].flatMap(start => start ?? []),
      },
      ...(words && { words: (language, timeZone) => words(facts, language, timeZone) }),
    },
  ]
}

const Stored = z.object({
  id: z.int(),
  kind: z.enum(notificationKinds),
  toldStart: z.nullable(z.string()),
  before: z.nullable(z.string()),
  playdateId: z.nullable(z.int()),
  pollId: z.nullable(z.int()),
  startTime: z.nullable(z.string()),
  isCancelled: z.nullable(z.boolean()),
  isCreator: z.nullable(z.boolean()),
  isOn: z.nullable(z.boolean()),
  isUnconfirmed: z.nullable(z.boolean()),
  isShort: z.nullable(z.boolean()),
  relation: z.nullable(z.enum(readerRelations)),
  free: z.nullable(z.int()),
  wanted: z.nullable(z.int()),
  name: z.nullable(z.string()),
  isSeveral: z.boolean(),
  isTogether: z.boolean(),
  circleId: z.nullable(z.int()),
  causerId: z.nullable(z.int()),
  device: z.nullable(z.string()),
  createdAt: z.string(),
})

/**
 * The unread ones of these notifications as this reader may see them now: what concerns a whole series, then by date,
 * the latest about each first.
 */
async function factsOf(db: Db, ids: readonly number[], userId: number): Promise<WithKind[]> {
  const stored = await db.many(
    Stored,
    sql`select n.id, n.kind, n.details ->> 'startTime' as "toldStart", n.details ->> 'before' as before, p.id as "playdateId",
               (n.details ->> 'pollId')::int as "pollId", ${isoOf(sql`p.start_time`)} as "startTime",
               ${isCancelled} as "isCancelled", p.creator_id = ${userId} as "isCreator",
               ${isOn(userId)} or ${isUsualFor(userId)} as "isOn", ${isOn(userId)} and not ${isSureOf(userId)} as "isUnconfirmed", ${hasTooFew} as "isShort", n.details ->> 'relation' as relation,
               ${freePlaces} as free, ${placesWantedBy(userId)} as wanted,
               coalesce(a.first_name, w.first_name) as name, coalesce(w.fathers > 1, false) as "isSeveral", n.actor_id is null as "isTogether",
               coalesce((n.details ->> 'circleId')::int, case when ${isOfCircleOf(userId)} then p.circle_id end, q.circle_id) as "circleId", n.actor_id as "causerId",
               n.details ->> 'device' as device, ${isoOf(sql`n.created_at`)} as "createdAt"
          from notifications n
          left join playdates p on p.id = (n.details ->> 'playdateId')::int and ${isNotOver} and ${isShownTo(userId)}
          left join polls q on q.id = (n.details ->> 'pollId')::int and exists (
            select from circle_members i where i.circle_id = q.circle_id and i.user_id = ${userId})
          left join users a on a.id = n.actor_id and a.id <> all (${blockedWith(userId)})
          left join lateral (
            select u.first_name, count(*) over () as fathers from ${namedTo(userId)} f join users u on u.id = f.user_id
             order by f.since desc, u.id limit 1) w on true
         where n.id = any(${ids}::bigint[]) and n.user_id = ${userId} and n.read_at is null
         order by coalesce(p.start_time, (n.details ->> 'startTime')::timestamptz) nulls first, n.id desc`,
  )
  return stored.map(seen)
}

interface WithKind extends NotificationFacts {
  id: number
  kind: NotificationKind
  causerId: number | null
  relation: ReaderRelation | null
  before: string | undefined
}

function seen(stored: z.output<typeof Stored>): WithKind {
  const { toldStart, startTime, before, relation, ...rest } = stored
  const facts = {
    isCancelled: rest.isCancelled === true,
    isCreator: rest.isCreator === true,
    isOn: rest.isOn === true,
    isUnconfirmed: rest.isUnconfirmed === true,
    isShort: rest.isShort === true,
  }
  const isAsked = relation === 'asked' && !facts.isOn
  return {
    ...rest,
    ...facts,
    // Who has come along since then reads what all others read.
    relation: relation === 'asked' && facts.isOn ? 'onIt' : relation,
    free: rest.free ?? 0,
    isComing: facts.isOn && !facts.isCancelled,
    mayCome: isAsked && rest.playdateId !== null && !facts.isCancelled,
    startTime: startTime ?? toldStart ?? undefined,
    before: before ?? undefined,
  }
}
