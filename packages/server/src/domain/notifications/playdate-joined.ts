import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { announceTo } from '../announce.ts'
import { personSeenBy } from '../people.ts'
import { blockedWith } from '../visibility.ts'
import { type NotificationDefinition, pathToItsPlaydate } from './kind.ts'
import { aboutPlaydate, isAbout, subjectOfPlaydate, tell } from './tell.ts'

const kind = 'playdate.joined'

/** A father joined his playdate; one notification until he reads it. */
export const playdateJoined = {
  kind,
  goesWithPlaydate: true,
  extras: joiners,
  outside: {
    setting: 'playdates',
    hasMail: false,
    isTrue: ({ isComing, isCreator }) => isComing && isCreator,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Er doet iemand mee',
        en: 'Somebody has joined',
        de: 'Jemand macht mit',
        fr: 'Quelqu’un participe',
        es: 'Alguien se apunta',
      },
      body: {
        nl: 'Er doet iemand mee met je speelafspraak van {when}.',
        en: 'Somebody has joined your playdate on {when}.',
        de: 'Jemand kommt zu deiner Verabredung am {when}.',
        fr: 'Quelqu’un vient à ton rendez-vous du {when}.',
        es: 'Alguien va a tu quedada del {when}.',
      },
    },
  },
} satisfies NotificationDefinition

/**
 * Tells the creator that somebody joined, once until he reads it, so that ten fathers make one line. It names nobody,
 * since the playdate shows who is coming at any time.
 */
export async function tellJoined(tx: Db, playdateId: number): Promise<void> {
  await tell(
    tx,
    sql`select p.creator_id, ${kind}::text, ${aboutPlaydate}, null::int, ${subjectOfPlaydate}
          from playdates p
         where p.id = ${playdateId} and not exists (
           select from notifications n
            where n.user_id = p.creator_id and n.kind = ${kind} and n.read_at is null
              and ${isAbout(sql`p.id`)})`,
  )
}

const Reader = z.object({ id: z.number() })

/** Tells creators whose bell names who has joined these playdates that the seats have changed. */
export async function announceJoiners(tx: Db, playdateIds: readonly number[]): Promise<void> {
  const readers = await tx.many(
    Reader,
    sql`select n.user_id as id from playdates p join notifications n on n.user_id = p.creator_id
         where p.id = any(${playdateIds}::int[]) and n.kind = ${kind} and ${isAbout(sql`p.id`)}`,
  )
  announceTo(
    tx,
    'notices',
    readers.map(({ id }) => id),
  )
}

/**
 * Fathers who joined the playdate of notification `n` while the notification was unread, in order of joining. Queried
 * when the notification is read, so that fathers who have left, are blocked or hidden are not named (safety S32).
 */
function joiners(readerId: number): Sql {
  return sql`json_build_object('people', coalesce((
    select json_agg(${personSeenBy(readerId, sql`, 'children', x.children`)} order by x.joined_at, x.user_id)
      from participants x join users u on u.id = x.user_id
     where x.playdate_id = (n.details ->> 'playdateId')::int and x.user_id <> ${readerId}
       and x.joined_at >= n.created_at and x.joined_at <= coalesce(n.read_at, now())
       and u.id <> all (${blockedWith(readerId)})), '[]'::json))`
}
