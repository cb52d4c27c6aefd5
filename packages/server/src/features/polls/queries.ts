import { untitled } from '@papadag/contract/limits'
import { Poll, PollForVisitor } from '@papadag/contract/playdates/polls'
import { Person } from '@papadag/contract/schema'
import * as z from 'zod/mini'
import { hashOf } from '../../domain/links/link-tokens.ts'
import { personSeenBy } from '../../domain/people.ts'
import { openableId, plannedThere } from '../../domain/places/planned.ts'
import { isPollShownTo } from '../../domain/playdates/poll-shown.ts'
import { isComing, isOn, isPlanned, isReadableBy, mayLocate } from '../../domain/playdates/state.ts'
import { countsFor, countsForVisitors, countsIn, isPast } from '../../domain/polls.ts'
import { zoneOf } from '../../domain/position/time-zone.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { cut, numberIn } from '../../platform/http/paging.ts'
import type { Page } from '../../platform/http/serve.ts'
import type { Shows } from '../../platform/live/watching/shows.ts'
import { Problem } from '../../platform/problem.ts'
import { stateOf } from './rules.ts'

/** The reader, and how a poll's link is derived from its salt. */
export interface Reader {
  id: number
  link(salt: string): string
}

const Row = z.extend(z.omit(Poll, { url: true }), {
  salt: z.nullable(z.string()),
  asked: z.nullable(z.array(z.extend(Person, { hasAnswered: z.boolean() }))),
})

const isCreatedBy = (userId: number) => sql`q.creator_id = ${userId}`

function isOnIt(userId: number): Sql {
  return sql`(${isCreatedBy(userId)}
    or exists (select from poll_fathers on_it where on_it.poll_id = q.id and on_it.user_id = ${userId}))`
}

/** For `from`: the times `t` of the poll `q`, of which the chosen one is when its playdate `p` now is. */
const timesNow = sql`(
  select x.id, case when x.id = q.chosen_time_id then coalesce(p.start_time, x.start_time) else x.start_time end as start_time,
         case when x.id = q.chosen_time_id then coalesce(p.end_time, x.end_time) else x.end_time end as end_time
    from poll_times x where x.poll_id = q.id) t`

const became = sql`case when q.chosen_time_id is null then null when p.id is null then 'gone'
  when ${isPlanned} then 'planned' else 'cancelled' end`

/** A column of the poll `q`, or of the playdate `p` once it has become one. */
const now = (column: Sql) => sql`case when p.id is null then q.${column} else p.${column} end`

/** The answers to the time `t` of the poll `q`, as this viewer may see them. */
function answersTo(viewerId: number): Sql {
  const counts = countsFor(viewerId)
  const count = (answer: string) => sql`(count(*) filter (where a.answer = ${answer} and ${counts}))::int`
  return sql`
    select ${count('yes')} as yes, ${count('maybe')} as maybe, ${count('no')} as no,
           max(a.answer) filter (where a.user_id = ${viewerId}) as mine,
           coalesce(json_agg(json_build_object('firstName', u.first_name, 'answer', a.answer) order by f.answered_at, u.id)
                    filter (where ${counts} and ${isOnIt(viewerId)}), '[]'::json) as who
      from poll_answers a join users u on u.id = a.user_id
      join poll_fathers f on f.poll_id = q.id and f.user_id = a.user_id
     where a.poll_time_id = t.id`
}

/** The one projection of polls (a condition on the row `q`), as this viewer may see them (safety S3). */
function seenBy(viewerId: number, which: Sql): Sql {
  const isOwn = isCreatedBy(viewerId)
  const isLocated = sql`case when p.id is null then q.location_visibility = 'public' or ${isOwn}
    else ${mayLocate(viewerId, isOn(viewerId))} end`
  const [title, description, location] = [now(sql`title`), now(sql`description`), now(sql`location`)]
  const [visibility, area, most] = [now(sql`location_visibility`), now(sql`area`), now(sql`max_participants`)]
  return sql`
    select q.id, ${title} as title, ${description} as description,
           case when ${isLocated} then ${location} else coalesce(${area}, ${untitled.location}) end as location,
           ${visibility} as "locationVisibility", ${area} as area, case when ${isLocated} then ${openableId} end as "placeId",
           ${most} as "maxParticipants", ${personSeenBy(viewerId, sql``, sql`c`)} as creator, ${isOwn} as "isOwn",
           (select json_agg(json_build_object('id', t.id, 'startTime', ${isoOf(sql`t.start_time`)}, 'endTime', ${isoOf(sql`t.end_time`)},
                     'yes', given.yes, 'maybe', given.maybe, 'no', given.no, 'mine', given.mine, 'isPast', ${isPast}, 'who', given.who)
                     order by t.start_time, t.end_time)
              from ${timesNow} cross join lateral (${answersTo(viewerId)}) given) as times,
           ${stateOf} as state, q.chosen_time_id as "chosenTimeId", p.id as "playdateId", ${became} as became, case when ${isOwn} then q.salt end as salt,
           case when ${isOwn} then
             (select coalesce(json_agg(${personSeenBy(viewerId, sql`, 'hasAnswered', f.answered_at is not null`)}
                       order by u.first_name, u.id), '[]'::json)
                from poll_fathers f join users u on u.id = f.user_id and ${countsIn} where f.poll_id = q.id) end as asked,
           (select f.children from poll_fathers f
             where f.poll_id = q.id and f.user_id = ${viewerId} and f.answered_at is not null) as children
      from polls q join users c on c.id = q.creator_id
      left join playdates p on p.id = q.playdate_id and ${isReadableBy(viewerId)}
      left join ${plannedThere(now(sql`place_id`))}
     where ${which} and ${isPollShownTo(viewerId)}`
}

function shown({ salt, asked, ...poll }: z.output<typeof Row>, { link }: Reader): Poll {
  return { ...poll, url: salt === null ? null : link(salt), ...(asked && { asked }) }
}

/** The polls that a user created, was invited to or has answered. */
function isHis(userId: number, page: Page): Sql {
  const last = numberIn(page)
  const before = last === undefined ? sql`` : sql`and q.id < ${last}`
  return sql`q.id in (select id from polls where creator_id = ${userId}
    union all select poll_id from poll_fathers where user_id = ${userId}) ${before}`
}

/** The polls that a user created, was asked in or has answered, newest first. */
export async function listed(db: Db, reader: Reader, page: Page): Promise<Poll[]> {
  const mine = isHis(reader.id, page)
  const rows = await db.many(Row, sql`${seenBy(reader.id, mine)} order by q.id desc limit ${page.limit + 1}`)
  return cut(rows, page, ({ id }) => id).map(row => shown(row, reader))
}

export async function byId(db: Db, id: number, reader: Reader): Promise<Poll> {
  return found(await db.one(Row, seenBy(reader.id, sql`q.id = ${id} and ${isOnIt(reader.id)}`)), reader)
}

const hasToken = (token: string) => sql`q.token_hash = decode(${hashOf(token)}, 'hex')`

export async function byLink(db: Db, token: string, reader: Reader): Promise<Poll> {
  return found(await db.one(Row, seenBy(reader.id, hasToken(token))), reader)
}

const Shown = z.object({ id: z.number(), creatorId: z.number(), playdateId: z.nullable(z.number()) })

const thingsOf = ({ id, creatorId, playdateId }: z.output<typeof Shown>) => [
  `poll ${id}`,
  `person ${creatorId}`,
  ...(playdateId === null ? [] : [`playdate ${playdateId}`]),
]

/** The list of polls shows what each of their pages does. */
export async function listShows(db: Db, userId: number, page: Page): Promise<Shows> {
  const polls = await db.many(
    Shown,
    sql`select q.id, q.creator_id as "creatorId", q.playdate_id as "playdateId" from polls q join users c on c.id = q.creator_id
         where ${isHis(userId, page)} and ${isPollShownTo(userId)} order by q.id desc limit ${page.limit}`,
  )
  return { things: polls.flatMap(thingsOf), isPage: true }
}

/** A poll's page shows the poll, its creator and the playdate that it became, to everybody who may read it. */
export async function shows(db: Db, by: { id: number } | { token: string }, userId: number): Promise<Shows> {
  const which = 'id' in by ? sql`q.id = ${by.id} and ${isOnIt(userId)}` : hasToken(by.token)
  const poll = await db.one(
    Shown,
    sql`select q.id, q.creator_id as "creatorId", q.playdate_id as "playdateId" from polls q join users c on c.id = q.creator_id
         where ${which} and ${isPollShownTo(userId)}`,
  )
  return { things: poll ? thingsOf(poll) : [] }
}

function found(row: z.output<typeof Row> | undefined, reader: Reader): Poll {
  if (!row) throw new Problem('poll.unknown')
  return shown(row, reader)
}

const Locked = z.object({
  creatorId: z.number(),
  state: z.enum(['open', 'chosen', 'over']),
  chosenTimeId: z.nullable(z.number()),
  playdateId: z.nullable(z.number()),
  isOn: z.boolean(),
  isByLink: z.boolean(),
})

/**
 * Locks a poll's row until the transaction ends; throws `poll.unknown` for a viewer who cannot see it. Count answers
 * only after this, in a separate statement.
 */
export async function lock(tx: Db, id: number, viewerId: number, token = ''): Promise<z.output<typeof Locked>> {
  const locked = await tx.one(
    Locked,
    sql`select q.creator_id as "creatorId", ${stateOf} as state, q.chosen_time_id as "chosenTimeId", q.playdate_id as "playdateId",
               ${isOnIt(viewerId)} as "isOn", ${hasToken(token)} as "isByLink"
          from polls q join users c on c.id = q.creator_id
         where q.id = ${id} and ${isPollShownTo(viewerId)} for update of q`,
  )
  if (!locked || !(locked.isOn || locked.isByLink)) throw new Problem('poll.unknown')
  return locked
}

const Found = z.extend(z.omit(PollForVisitor, { timeZone: true }), {
  creatorId: z.int(),
  playdateId: z.nullable(z.int()),
  placeId: z.nullable(z.int()),
})

/**
 * The poll that a link leads to, for anybody; undefined for an unknown link, or if moderators have hidden its creator or
 * its playdate. Like an invitation, it names nothing of a playdate that is cancelled, over or deleted.
 */
export async function forVisitor(db: Db, token: string): Promise<PollForVisitor | undefined> {
  const isNamed = sql`(q.location_visibility = 'public' and (q.chosen_time_id is null
    or p.id is not null and p.location_visibility = 'public' and ${isComing}))`
  const count = (answer: string) => sql`(select count(*)::int from poll_answers a join users u on u.id = a.user_id
    where a.poll_time_id = t.id and a.answer = ${answer} and ${countsForVisitors})`
  const found = await db.one(
    Found,
    sql`select q.creator_id as "creatorId", q.playdate_id as "playdateId", ${now(sql`place_id`)} as "placeId", ${stateOf} as state, ${became} as became, case when ${isNamed} then ${now(sql`title`)} end as title,
               case when ${isNamed} then c.first_name end as "hostName",
               case when ${isNamed} and pl.id is not null then ${now(sql`place_name`)} end as place, ${now(sql`area`)} as area,
               (select json_agg(json_build_object('id', t.id, 'startTime', ${isoOf(sql`t.start_time`)}, 'endTime', ${isoOf(sql`t.end_time`)},
                         'yes', ${count('yes')}, 'maybe', ${count('maybe')}, 'no', ${count('no')}, 'isPast', ${isPast},
                         'isChosen', coalesce(t.id = q.chosen_time_id, false))
                         order by t.start_time, t.end_time)
                  from ${timesNow}) as times
          from polls q
          join users c on c.id = q.creator_id and c.hidden_at is null and coalesce(c.suspended_until <= now(), true)
          left join playdates p on p.id = q.playdate_id
          left join ${plannedThere(now(sql`place_id`))}
         where ${hasToken(token)} and p.hidden_at is null`,
  )
  if (!found) return undefined
  const { creatorId, playdateId, placeId, ...poll } = found
  return { ...poll, timeZone: await zoneOf(db, { creatorId, placeId, ...(playdateId !== null && { playdateId }) }) }
}

/** Before a body is read: throws unless this user created the poll. */
export async function mustOwn(db: Db, id: number, userId: number): Promise<void> {
  const owned = await db.one(
    z.object({ isOwn: z.boolean() }),
    sql`select ${isCreatedBy(userId)} as "isOwn" from polls q join users c on c.id = q.creator_id
         where q.id = ${id} and ${isOnIt(userId)} and ${isPollShownTo(userId)}`,
  )
  if (!owned) throw new Problem('poll.unknown')
  if (!owned.isOwn) throw new Problem('poll.notYours')
}
