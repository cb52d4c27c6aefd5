import { limits } from '@papadag/contract/limits'
import { Notification } from '@papadag/contract/notifications'
import * as z from 'zod/mini'
import { isWrittenTo, membershipOf } from '../../domain/chats/memberships.ts'
import type { NotificationDefinitions } from '../../domain/notifications/kind.ts'
import { isFoundBy, namedTo } from '../../domain/notifications/named.ts'
import { personSeenBy } from '../../domain/people.ts'
import { isReadableBy } from '../../domain/playdates/state.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { cut, numberIn } from '../../platform/http/paging.ts'
import type { Page } from '../../platform/http/serve.ts'

/** What its reader also sees for some kinds, which their files define. */
const Extras = z.nullable(
  z.pick(Notification, {
    people: true,
    place: true,
    cancelReason: true,
    cancelReasonKind: true,
    places: true,
    question: true,
    isThere: true,
  }),
)
const Stored = z.extend(Notification, { extras: Extras })

function extrasFor(definitions: NotificationDefinitions, userId: number): Sql {
  const cases = Object.entries(definitions).flatMap(([kind, { extras }]) =>
    extras ? [sql`when ${kind} then ${extras(userId)}`] : [],
  )
  return sql`case n.kind ${sql.join(cases, sql` `)} end`
}

/** A user's notifications, newest first. */
export async function all(
  db: Db,
  userId: number,
  page: Page,
  definitions: NotificationDefinitions,
): Promise<Notification[]> {
  const byCreator = Object.entries(definitions).flatMap(([kind, { isByCreator }]) => (isByCreator ? [kind] : []))
  const last = numberIn(page, limits.wideIdMax)
  const before = last === undefined ? sql`` : sql`and n.id < ${last}::bigint`
  const rows = await db.many(
    Stored,
    sql`select n.id, n.kind, n.details, ${isoOf(sql`n.created_at`)} as "createdAt", n.read_at is not null as "isRead",
               case when u.id is not null then ${personSeenBy(userId)} end as person,
               case when w.people is null then ${extrasFor(definitions, userId)} else json_build_object('people', w.people) end as extras
          from notifications n
          left join playdates p on n.kind = any(${byCreator}::text[]) and p.id = (n.details ->> 'playdateId')::int and ${isReadableBy(userId)}
          cross join lateral (
            select json_agg(${personSeenBy(userId)} order by f.since desc, u.id) as people, (array_agg(u.id order by f.since desc, u.id))[1] as latest
              from ${namedTo(userId)} f join users u on u.id = f.user_id) w
          left join users u on u.id = coalesce(n.actor_id, p.creator_id, w.latest)
         where n.user_id = ${userId} and ${isFoundBy(userId)} ${before}
         order by n.id desc limit ${page.limit + 1}`,
  )
  return cut(rows, page, ({ id }) => id).map(({ extras, ...rest }) => ({ ...rest, ...extras }))
}

const Unread = z.object({
  notifications: z.int(),
  messages: z.int(),
  waiting: z.array(z.string()),
  asOf: z.number(),
})
type Unread = z.output<typeof Unread> & { hasMore: boolean }
const waitingAtMost = 500

/** The statement that counts a user's unread notifications and messages, and names their subjects. */
function unreadOf(userId: number | Sql, retentionDays: number): Sql {
  return sql`with notice as (
      select n.id, n.details ->> 'playdateId' as playdate from notifications n
       where n.user_id = ${userId} and n.read_at is null and ${isFoundBy(userId)}),
    chat as (
      select c.id, count(*) as messages from chats c
        join ${membershipOf(userId)}
         -- A postponed request is on no list (chat/queries.ts).
         and case when me.put_off and c.requested_by is not null then are_co(me.user_id, c.requested_by) else true end
        join messages m on ${isWrittenTo(userId)} and m.seq > me.read_seq and m.sender_id <> me.user_id
         and m.hidden_at is null and m.sent_at > now() - make_interval(secs => ${retentionDays * 86_400}::float8)
       group by c.id),
    waiting as (
      select 'notice-' || id as name, 2 as kind, id from notice
      union all select distinct 'playdate-' || playdate, 1, 0 from notice where playdate is not null
      union all select 'chat-' || id, 0, id from chat
      order by kind, id desc, name limit ${waitingAtMost + 1})
    select (select count(*)::int from notice) as notifications,
           (select coalesce(sum(messages), 0)::int from chat) as messages,
           (select coalesce(json_agg(name order by kind, id desc, name), '[]'::json) from waiting) as waiting,
           -- The transaction's time precedes the statement's snapshot, so what was committed by then is in it. The
           -- statement's own time is set once more between the snapshot and the execution.
           extract(epoch from now())::float8 * 1000 as "asOf"`
}

/** A user's unread notifications and messages. */
export async function unread(db: Db, userId: number, retentionDays: number): Promise<Unread> {
  const found = await db.one(Unread, unreadOf(userId, retentionDays))
  if (!found) throw new Error('a count returned no row')
  const { waiting } = found
  return { ...found, waiting: waiting.slice(0, waitingAtMost), hasMore: waiting.length > waitingAtMost }
}

const Badge = z.pick(Unread, { notifications: true, messages: true, asOf: true })

/** The unread count of each of these users, for the badge. */
export function badges(db: Db, userIds: readonly number[], retentionDays: number): Promise<z.output<typeof Badge>[]> {
  return db.many(
    Badge,
    sql`select u.notifications, u.messages, u."asOf"
          from unnest(${userIds}::int[]) with ordinality as w (user_id, n)
         cross join lateral (${unreadOf(sql`w.user_id`, retentionDays)}) u
         order by w.n`,
  )
}
