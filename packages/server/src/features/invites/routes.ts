import * as contract from '@papadag/contract/invites'
import { Person } from '@papadag/contract/schema'
import * as z from 'zod/mini'
import { writeCalendar } from '../../domain/calendar.ts'
import { invitedTo, isShown, makeInvitation, ownPlace, playdateOf } from '../../domain/links/invitations.ts'
import { personSeenBy } from '../../domain/people.ts'
import { playdateSeenBy } from '../../domain/playdates/projection.ts'
import { join, lockPlaydate, wait } from '../../domain/playdates/seats.ts'
import { blockedWith } from '../../domain/visibility.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { type Call, type Served, serve } from '../../platform/http/serve.ts'
import { type Maps, pointOn } from '../../platform/map/maps.ts'
import { Problem } from '../../platform/problem.ts'
import { hour, minute, type RateLimit } from '../../platform/rate-limits.ts'
import { calendarTitle } from './texts.ts'

const made: RateLimit = { name: 'invites-made', windows: [{ times: 60, seconds: hour }] }
/** Limits page views, and so also attempts to guess links. */
const viewed: RateLimit = { name: 'invites-viewed', windows: [{ times: 120, seconds: minute }] }
const joined: RateLimit = { name: 'joins-by-invite', windows: [{ times: 60, seconds: minute }] }

const Row = z.object({ id: z.int(), by: z.nullable(Person), showsName: z.boolean(), createdAt: z.string() })

export interface InviteParts {
  sessionSecret: string
  /** The name behind the `@` of all calendar events. */
  eventHost: string
  maps: Pick<Maps, 'current'>
}

export function inviteRoutes({ sessionSecret, eventHost, maps }: InviteParts): Served[] {
  return [
    serve(contract.makeInvite, { limit: made }, async ({ db, params, body, member, origin, answerWith }) => {
      const { token, showsName, isNew } = await makeInvitation(db, sessionSecret, params.id, member.id, body.showName)
      if (!isNew) answerWith(200)
      return { token, url: `${origin}/i/${token}`, showsName }
    }),
    serve(contract.invites, { allow: isCreator }, ({ db, params, member }) =>
      db.many(
        Row,
        sql`select i.id, case when u.id is not null then ${personSeenBy(member.id)} end as by,
                   ${isShown} and i.created_by = p.creator_id as "showsName",
                   ${isoOf(sql`i.created_at`)} as "createdAt"
              from invitations i join playdates p on p.id = i.playdate_id
              left join users u on u.id = i.created_by and u.id <> all (${blockedWith(member.id)})
             where i.playdate_id = ${params.id} order by i.id`,
      ),
    ),
    serve(contract.revokeInvites, { allow: isCreator }, ({ db, params }) =>
      db.run(sql`delete from invitations where playdate_id = ${params.id}`),
    ),
    serve(contract.invitation, { visitorLimit: viewed, shows: shownTo }, async ({ db, params, member }) => {
      const { playdateId, changedAt: _, point, ...shown } = await invited(db, params.token, member?.id)
      const own = member && (await ownPlace(db, playdateId, member.id))
      const map = pointOn(maps, point)
      return {
        ...shown,
        ...(map && { map }),
        playdateId: own?.isOn || own?.waiting ? playdateId : null,
        waiting: own?.waiting ?? null,
        asked: own?.isAsked ? { playdateId, declined: own.declined } : null,
      }
    }),
    serve(contract.joinInvite, { limit: joined }, async ({ db, params, body, member }) => {
      const id = await playdateOf(db, params.token, member.id)
      return db.transaction(async tx => {
        await join(tx, id, member.id, body.children)
        return playdateSeenBy(tx, id, member.id)
      })
    }),
    serve(contract.waitByInvite, { limit: joined }, async ({ db, params, body, member }) => {
      const id = await playdateOf(db, params.token, member.id)
      return db.transaction(async tx => {
        await wait(tx, id, member.id, body.children)
        return playdateSeenBy(tx, id, member.id)
      })
    }),
    serve(contract.invitationCalendar, { visitorLimit: viewed }, async ({ db, params, member, language, origin }) => {
      const { playdateId, place, area, state, ...times } = await invited(db, params.token, member?.id)
      const isCancelled = state === 'cancelled'
      const text = writeCalendar('Papadag', eventHost, [
        {
          ...times,
          id: playdateId,
          isCancelled,
          summary: calendarTitle[isCancelled ? 'cancelled' : 'planned'][language],
          location: place ?? area ?? undefined,
          url: `${origin}/i/${params.token}`,
        },
      ])
      return { name: 'papadag.ics', text }
    }),
  ]
}

/** The playdate it leads to, whose changes are announced to the screen. */
async function shownTo({ db, params, member }: Pick<Call<typeof contract.invitation>, 'db' | 'params' | 'member'>) {
  const found = await invitedTo(db, params.token, member?.id)
  return { things: found ? [`playdate ${found.playdateId}`] : [] }
}

async function invited(db: Db, token: string, viewerId: number | undefined) {
  const found = await invitedTo(db, token, viewerId)
  if (!found) throw new Problem('invite.unknown')
  return found
}

async function isCreator({ db, params, member }: { db: Db; params: { id: number }; member: { id: number } }) {
  // The creator can still revoke links to a playdate that he has cancelled.
  if ((await db.count(sql`from playdates where id = ${params.id} and creator_id = ${member.id}`)) > 0) return
  await db.transaction(async tx => {
    await lockPlaydate(tx, params.id, member.id)
    throw new Problem('playdate.notYours')
  })
}
