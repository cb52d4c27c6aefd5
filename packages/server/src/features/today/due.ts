import type { Language } from '@papadag/contract/limits'
import { limits } from '@papadag/contract/limits'
import { Playdate } from '@papadag/contract/playdates/playdates'
import { Person } from '@papadag/contract/schema'
import { Due } from '@papadag/contract/today'
import * as z from 'zod/mini'
import { isKept, isNotPostponed, otherOfPair } from '../../domain/chats/memberships.ts'
import { openCards } from '../../domain/circle-cards.ts'
import { askedIntoCircle, askedUntil } from '../../domain/circles.ts'
import { knownCandidates } from '../../domain/known.ts'
import { personSeenBy } from '../../domain/people.ts'
import { placeName } from '../../domain/places/projection.ts'
import { askedAlong, askedBy } from '../../domain/playdates/invited-in-chat.ts'
import { isPollShownTo } from '../../domain/playdates/poll-shown.ts'
import { seenBy } from '../../domain/playdates/projection.ts'
import {
  freePlaces,
  isAhead,
  isComing,
  isNow,
  isOn,
  isOneOf,
  isOpenHour,
  isShownTo,
  isWaitedForBy,
  placesWantedBy,
} from '../../domain/playdates/state.ts'
import { canComeAbout, countsIn, isAsProposed, isPast, isProposal } from '../../domain/polls.ts'
import { blockedWith } from '../../domain/visibility.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'

/** Of each kind, the most that are read. */
const most = sql.number(50)

type Of<Kind extends Due['kind']> = Extract<Due, { kind: Kind }>

const inShort = ({ id, title, startTime, series = null }: Pick<Playdate, 'id' | 'title' | 'startTime' | 'series'>) => ({
  id,
  title,
  startTime,
  series,
})

/** His dates that wait for a confirmation, or for his word that they go ahead with too few. */
async function confirmations(db: Db, viewerId: number): Promise<(Of<'confirm'> | Of<'goAhead'>)[]> {
  const soon = sql`p.start_time <= now() + make_interval(secs => ${limits.askBeforeMs / 1000}::float8)`
  const his = sql`select * from playdates p where ${isComing} and ${soon} and ${isOneOf(viewerId)} and ${isShownTo(viewerId)}`
  const asking = await db.many(
    Playdate,
    sql`select * from (${seenBy(viewerId, his)}) seen where confirmation = 'due' order by "startTime", id limit ${most}`,
  )
  return asking.map(playdate => {
    const { id, startTime, endTime, myStatus, participants, minimumFathers, fathersMissing } = playdate
    const about = { id: `confirm-${id}`, expiresAt: endTime, playdate: inShort(playdate) }
    if (myStatus !== 'creator') {
      const children = participants.find(father => father.id === viewerId)?.children ?? 0
      return { kind: 'confirm', ...about, children }
    }
    const minimum = minimumFathers ?? 0
    return {
      kind: 'goAhead',
      ...about,
      id: `goAhead-${id}`,
      expiresAt: startTime,
      coming: minimum - (fathersMissing ?? 0),
      minimum,
    }
  })
}

const OfPlaydate = z.object({
  id: z.int(),
  title: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  series: z.nullable(z.unknown()),
})

const shortColumns = sql`p.id, p.title, ${isoOf(sql`p.start_time`)} as "startTime", ${isoOf(sql`p.end_time`)} as "endTime",
  (select json_build_object('id', s.id, 'every', s.every, 'until', s.until) from series s where s.id = p.series_id) as series`

/** For `join`: the creator of the playdate `p`, if he can still let anybody join. */
const activeCreator = sql`users c on c.id = p.creator_id and coalesce(c.suspended_until <= now(), true)`

const dayMs = 86_400_000
const Met = z.extend(OfPlaydate, { series: Playdate.shape.series, person: Person })

const Free = z.extend(OfPlaydate, { series: Playdate.shape.series, free: z.int(), wanted: z.int() })

/** Playdates with room for all with whom he waits. */
async function freed(db: Db, viewerId: number): Promise<Of<'free'>[]> {
  const found = await db.many(
    Free,
    sql`select ${shortColumns}, ${freePlaces} as free, ${placesWantedBy(viewerId)} as wanted
          from playdates p join ${activeCreator}
         where p.id in (select playdate_id from waiting where user_id = ${viewerId}) and not ${isOn(viewerId)}
           and p.hidden_at is null and ${isComing} and ${isShownTo(viewerId)} and ${freePlaces} >= ${placesWantedBy(viewerId)}
         order by p.start_time, p.id limit ${most}`,
  )
  return found.map(({ free, wanted, ...one }) => ({
    kind: 'free',
    id: `free-${one.id}`,
    expiresAt: one.endTime,
    playdate: inShort(one),
    free,
    wanted,
  }))
}

/** Fathers whom he knows are out now. */
async function outNow(db: Db, viewerId: number): Promise<Of<'now'>[]> {
  const found = await db.many(
    Asked,
    sql`select ${shortColumns}, ${personSeenBy(viewerId, sql``, sql`c`)} as by, ${childrenFitting(viewerId)} as children
          from playdates p join ${activeCreator}
         where ${isNow} and ${isComing} and p.hidden_at is null and ${isShownTo(viewerId)} and not ${isOn(viewerId)}
           and not ${isWaitedForBy(viewerId)} and ${freePlaces} > 0
         order by p.end_time, p.id limit ${most}`,
  )
  return found.map(({ by, children, ...one }) => ({
    kind: 'now',
    id: `now-${one.id}`,
    expiresAt: one.endTime,
    playdate: inShort(one),
    by,
    children,
  }))
}

/** All his children, or as many as there is room for beside himself. */
const childrenFitting = (
  viewerId: number,
) => sql`least((select count(*)::int from children where user_id = ${viewerId}),
  ${limits.childrenAlong}::int, greatest(${freePlaces} - 1, 0))`

const Asked = z.extend(OfPlaydate, { series: Playdate.shape.series, by: Person, children: z.int() })

/** Playdates to which somebody has asked him along, by whoever did so last. */
async function invitations(db: Db, viewerId: number): Promise<Of<'asked'>[]> {
  const found = await db.many(
    Asked,
    sql`select ${shortColumns}, ${askedBy(viewerId)} as by, ${childrenFitting(viewerId)} as children
          from playdates p join ${activeCreator} join ${askedAlong}
         where p.id in (select playdate_id from asked where user_id = ${viewerId}) and x.user_id = ${viewerId}
           and ${isAhead} and not ${isOpenHour} and ${isShownTo(viewerId)} and not ${isWaitedForBy(viewerId)}
           and ${askedBy(viewerId)} is not null
         order by p.start_time, p.id limit ${most}`,
  )
  return found.map(({ by, children, ...one }) => ({
    kind: 'asked',
    id: `asked-${one.id}`,
    expiresAt: one.startTime,
    playdate: inShort(one),
    by,
    children,
  }))
}

/** The row `f` of a father asked, for a poll that he has not answered. */
const isUnanswered = (viewerId: number) => sql`f.user_id = ${viewerId} and not exists (
  select from poll_answers a join poll_times t on t.id = a.poll_time_id where t.poll_id = q.id and a.user_id = ${viewerId})`

/** Polls that ask which day suits him. */
function polls(db: Db, viewerId: number): Promise<Of<'poll'>[]> {
  return due(
    db,
    'poll',
    sql`select 'poll' as kind, 'poll-' || q.id as id, ${isoOf(sql`q.ends_at`)} as "expiresAt", q.id as "pollId",
               ${personSeenBy(viewerId, sql``, sql`c`)} as by, q.title,
               (select json_agg(json_build_object('id', t.id, 'startTime', ${isoOf(sql`t.start_time`)}, 'endTime', ${isoOf(sql`t.end_time`)})
                        order by t.start_time, t.end_time)
                  from poll_times t where t.poll_id = q.id and not (${isPast})) as times
          from poll_fathers f join polls q on q.id = f.poll_id and not ${isProposal}
          join users c on c.id = q.creator_id join users u on u.id = f.user_id
         where ${isUnanswered(viewerId)} and q.chosen_time_id is null and q.ends_at > now() and ${countsIn}
           and ${isPollShownTo(viewerId)} and exists (select from poll_times t where t.poll_id = q.id and not (${isPast}))
         order by q.ends_at, q.id limit ${most}`,
  )
}

/** Meetings that the app proposes to him. */
function proposals(db: Db, viewerId: number): Promise<Of<'proposal'>[]> {
  return due(
    db,
    'proposal',
    sql`select 'proposal' as kind, 'proposal-' || q.id as id, ${isoOf(sql`q.ends_at`)} as "expiresAt", q.id as "proposalId",
               ${isoOf(sql`t.start_time`)} as "startTime", json_build_object('id', pl.id, 'name', pl.name) as place
          from poll_fathers f join polls q on q.id = f.poll_id
          join poll_times t on t.poll_id = q.id join places pl on pl.id = q.place_id
         where ${isUnanswered(viewerId)} and ${canComeAbout} and ${isAsProposed}
         order by q.ends_at, q.id limit ${most}`,
  )
}

/** Circles that an acquaintance asks him to join. */
function circles(db: Db, viewerId: number): Promise<Of<'circle'>[]> {
  return due(
    db,
    'circle',
    sql`select 'circle' as kind, 'circle-' || g.id as id, ${isoOf(askedUntil)} as "expiresAt", g.id as "circleId",
               ${personSeenBy(viewerId)} as by, g.name
          from circles g join ${askedIntoCircle(viewerId)} order by a.asked_at, g.id limit ${most}`,
  )
}

/** Those with whom he could make a circle. */
async function circleCards(db: Db, viewerId: number): Promise<Of<'circleCard'>[]> {
  const cards = await openCards(db, viewerId)
  return cards.map(({ id, endsAt, ...card }) => ({
    kind: 'circleCard',
    id: `circleCard-${id}`,
    expiresAt: endsAt,
    cardId: id,
    ...card,
  }))
}

/** A father whom he has met for the first time; the next one once he has answered. */
async function metFirst(db: Db, viewerId: number): Promise<Of<'known'>[]> {
  const found = await db.many(
    Met,
    sql`select ${shortColumns}, ${personSeenBy(viewerId)} as person
          from ${knownCandidates(viewerId)} join playdates p on p.id = q.playdate_id join users u on u.id = q.person_id
         where not exists (select from known_answers a where a.user_id = ${viewerId} and a.about_id = u.id)
         order by p.end_time, p.id, u.id limit 1`,
  )
  return found.map(({ person, ...one }) => ({
    kind: 'known',
    id: `known-${person.id}`,
    expiresAt: new Date(Date.parse(one.endTime) + limits.knownAskedDays * dayMs).toISOString(),
    playdate: inShort(one),
    person,
  }))
}

/** Strangers' first messages, which no time settles. */
function requests(db: Db, viewerId: number, retentionDays: number): Promise<Of<'request'>[]> {
  return due(
    db,
    'request',
    sql`select 'request' as kind, 'request-' || c.id as id, null as "expiresAt", c.id as "chatId", ${personSeenBy(viewerId)} as by
          from chats c join memberships me on me.chat_id = c.id and me.user_id = ${viewerId}
          join ${otherOfPair}
          join users u on u.id = they.user_id and u.id <> all (${blockedWith(viewerId)}) and coalesce(u.suspended_until <= now(), true)
         where c.requested_by = u.id and not are_co(me.user_id, they.user_id) and ${isNotPostponed}
           and exists (select from messages m where m.chat_id = c.id and ${isKept(retentionDays)})
         order by c.active_at, c.id limit ${most}`,
  )
}

/** Today's question about a playground, in words of his. */
export async function factAsked(
  db: Db,
  question: Pick<Of<'fact'>, 'placeId' | 'key'> | null,
  language: Language,
): Promise<Of<'fact'>[]> {
  if (!question) return []
  const { placeId, key } = question
  return due(
    db,
    'fact',
    sql`select 'fact' as kind, 'fact-' || p.id || '-' || ${key}::text as id, null as "expiresAt", p.id as "placeId",
               ${placeName(language)} as name, ${key}::text as key
          from places p where p.id = ${placeId}`,
  )
}

/** Mail that his mail server refuses, until he has another address or it takes one. */
function refusedAddress(db: Db, viewerId: number): Promise<Of<'address'>[]> {
  return due(
    db,
    'address',
    sql`select 'address' as kind, 'address' as id, null as "expiresAt", u.email
          from users u where u.id = ${viewerId} and u.email_refused_at is not null`,
  )
}

async function due<Kind extends Due['kind']>(db: Db, kind: Kind, statement: Sql): Promise<Of<Kind>[]> {
  const found = await db.many(Due, statement)
  return found.filter((one): one is Of<Kind> => one.kind === kind)
}

/** Nobody whom moderators have stopped can answer. */
async function isStopped(db: Db, viewerId: number): Promise<boolean> {
  return (await db.count(sql`from users u where u.id = ${viewerId} and u.hidden_at is not null`)) > 0
}

/** The kinds for whose answer nobody waits. */
const patient: readonly Due['kind'][] = ['circleCard', 'known']

/** What waits for his answer: first that for which somebody waits, and of both what expires first in front. */
export async function dueFor(
  db: Db,
  viewerId: number,
  { retentionDays, hasMail }: { retentionDays: number; hasMail: boolean },
): Promise<Due[]> {
  if (await isStopped(db, viewerId)) return []
  const all = await Promise.all([
    confirmations(db, viewerId),
    freed(db, viewerId),
    invitations(db, viewerId),
    outNow(db, viewerId),
    polls(db, viewerId),
    proposals(db, viewerId),
    circles(db, viewerId),
    circleCards(db, viewerId),
    metFirst(db, viewerId),
    requests(db, viewerId, retentionDays),
    hasMail ? refusedAddress(db, viewerId) : [],
  ])
  // Moments of one form, in UTC; whatever has none comes last.
  const turnOf = ({ kind, expiresAt }: Due) => `${patient.includes(kind) ? 1 : 0}${expiresAt ?? '~'}`
  return all.flat().sort((one, other) => (turnOf(one) < turnOf(other) ? -1 : 1))
}
