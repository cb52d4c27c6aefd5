import { createHash, randomBytes } from 'node:crypto'
import * as contract from '@papadag/contract/calendars'
import { languages, limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { type Served, serve } from '../../platform/http/serve.ts'
import { Problem } from '../../platform/problem.ts'
import { hour, minute, type RateLimit } from '../../platform/rate-limits.ts'
import { feedCalendar, oneCalendar } from './queries.ts'

const made: RateLimit = { name: 'calendar-feeds', windows: [{ times: 20, seconds: hour }] }
const read: RateLimit = { name: 'calendar-read', windows: [{ times: 120, seconds: minute }] }
/** 160 bits: anybody with the address can read the calendar. */
const secretBytes = 20

const Made = z.object({ id: z.int() })
const Feed = z.object({
  id: z.int(),
  userId: z.int(),
  variant: z.enum(contract.calendarVariants),
  showsHomeAddress: z.boolean(),
  language: z.enum(languages),
})

function hashOf(secret: string): Sql {
  return sql`decode(${createHash('sha256').update(secret).digest('hex')}, 'hex')`
}

const newSecret = () => randomBytes(secretBytes).toString('base64url')
const urlOf = (origin: string, secret: string) => `${origin}/api/calendar/${secret}.ics`

export const calendarRoutes = (eventHost: string): Served[] => [
  serve(contract.playdateCalendar, ({ db, params, query, member, language, origin }) =>
    oneCalendar(db, params.id, {
      userId: member.id,
      language,
      showsHomeAddress: query.homeAddress === 'on',
      isBusyOnly: false,
      origin,
      eventHost,
    }),
  ),
  serve(contract.calendarFeeds, ({ db, member }) =>
    db.many(
      contract.CalendarFeed,
      sql`select id, name, variant, shows_home_address as "showsHomeAddress", ${isoOf(sql`created_at`)} as "createdAt",
                 ${isoOf(sql`last_read_at`)} as "lastReadAt"
            from calendar_feeds where user_id = ${member.id} order by id desc`,
    ),
  ),
  serve(
    contract.makeCalendarFeed,
    {
      limit: made,
      // Only a hash of the address is stored, so a repeat gets another address for the same subscription.
      again: async ({ db, member, origin }, id) => {
        const secret = newSecret()
        const isThere = await db.run(sql`
          update calendar_feeds set token_hash = ${hashOf(secret)} where id = ${id} and user_id = ${member.id}`)
        if (isThere === 0) throw new Problem('calendar.unknown')
        return { id, url: urlOf(origin, secret) }
      },
    },
    async ({ db, body, member, origin }) => {
      const secret = newSecret()
      return { id: await make(db, { ...body, userId: member.id, secret }), url: urlOf(origin, secret) }
    },
  ),
  serve(contract.removeCalendarFeed, async ({ db, params, member }) => {
    const gone = await db.run(sql`delete from calendar_feeds where id = ${params.id} and user_id = ${member.id}`)
    if (gone === 0) throw new Problem('calendar.unknown')
  }),
  serve(contract.calendarFeed, { visitorLimit: read }, async ({ db, params, origin }) => {
    const feed = await db.one(
      Feed,
      sql`select f.id, f.user_id as "userId", f.variant, f.shows_home_address as "showsHomeAddress", u.language
            from calendar_feeds f join users u on u.id = f.user_id and coalesce(u.suspended_until <= now(), true)
           where f.token_hash = ${hashOf(params.secret)}`,
    )
    if (!feed) throw new Problem('calendar.unknown')
    await db.run(sql`
      update calendar_feeds set last_read_at = now()
       where id = ${feed.id} and (last_read_at is null or last_read_at < now() - interval '1 hour')`)
    return feedCalendar(db, { ...feed, isBusyOnly: feed.variant === 'busy', origin, eventHost })
  }),
]

interface NewFeed {
  userId: number
  name: string
  variant: string
  showsHomeAddress?: boolean | undefined
  secret: string
}

function make(db: Db, { userId, name, variant, showsHomeAddress = false, secret }: NewFeed): Promise<number> {
  return db.transaction(async tx => {
    // The lock serialises a user's feeds, so that two requests cannot both take the last one.
    await tx.run(sql`select from users where id = ${userId} for update`)
    if ((await tx.count(sql`from calendar_feeds where user_id = ${userId}`)) >= limits.calendarFeeds) {
      throw new Problem('calendar.tooMany')
    }
    const feed = await tx.one(
      Made,
      sql`insert into calendar_feeds (user_id, name, variant, shows_home_address, token_hash)
          values (${userId}, ${name}, ${variant}, ${showsHomeAddress}, ${hashOf(secret)}) returning id`,
    )
    if (!feed) throw new Error('an insert returned no row')
    return feed.id
  })
}
