import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isComing, seatOf } from '../playdates/state.ts'
import { type NotificationDefinition, pathToItsPlaydate } from './kind.ts'
import { aboutPlaydate, isAbout, subjectOfPlaydate, tell } from './tell.ts'

const kind = 'playdate.withBlocked'

/** A father he has blocked joined a playdate he is on; only he is told (safety S32). */
export const playdateWithBlocked = {
  kind,
  outside: {
    setting: 'playdates',
    hasMail: false,
    isTrue: ({ isComing }) => isComing,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Kijk even bij je meldingen',
        en: 'Check your notifications',
        de: 'Schau in deine Mitteilungen',
        fr: 'Regarde tes notifications',
        es: 'Mira tus notificaciones',
      },
      body: {
        nl: 'Er is iets over je speelafspraak van {when}.',
        en: 'It is about your playdate on {when}.',
        de: 'Es geht um deine Verabredung am {when}.',
        fr: 'Il s’agit de ton rendez-vous du {when}.',
        es: 'Es sobre tu quedada del {when}.',
      },
    },
  },
} satisfies NotificationDefinition

/**
 * Tells only the blocker that somebody he blocked is coming to the same third person's playdate (safety S32); once per
 * playdate, so that rejoining is no way to reach him. `which` is a condition on the block `b` and the playdate `p`.
 */
export async function tellBlockers(tx: Db, which: Sql): Promise<void> {
  await tell(
    tx,
    sql`select b.blocker_id, ${kind}::text, ${aboutPlaydate}, null::int, 'blocked in ' || ${subjectOfPlaydate}
          from blocks b
          join playdates p on ${isComing} and p.creator_id not in (b.blocker_id, b.blocked_id)
          join ${seatOf(sql`b.blocker_id`, sql`x`)}
          join ${seatOf(sql`b.blocked_id`, sql`y`)}
         where ${which} and not exists (
           select from notifications n
            where n.user_id = b.blocker_id and n.kind = ${kind} and ${isAbout(sql`p.id`)})`,
    { isOneAct: true },
  )
}
