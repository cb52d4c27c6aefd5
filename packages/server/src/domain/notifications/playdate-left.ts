import { type Db, sql } from '../../platform/db/db.ts'
import { isPlanned } from '../playdates/state.ts'
import { type NotificationDefinition, pathToItsPlaydate } from './kind.ts'
import { aboutPlaydate, change, isAbout, subjectOfPlaydate, tell } from './tell.ts'

const kind = 'playdate.left'

/** A participant left his playdate, perhaps with a sentence. */
export const playdateLeft = {
  kind,
  outside: {
    setting: 'playdates',
    hasMail: false,
    isTrue: ({ isComing, isCreator, name }) => isComing && isCreator && name !== null,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: '{name} kan niet komen',
        en: '{name} can’t make it',
        de: '{name} kann nicht kommen',
        fr: '{name} ne peut pas venir',
        es: '{name} no puede ir',
      },
      nameless: {
        nl: 'Er kan iemand niet komen',
        en: 'Somebody can’t make it',
        de: 'Jemand kann nicht kommen',
        fr: 'Quelqu’un ne peut pas venir',
        es: 'Alguien no puede ir',
      },
      body: {
        nl: 'Hij heeft zich afgemeld voor je speelafspraak van {when}.',
        en: 'He has dropped out of your playdate on {when}.',
        de: 'Er hat für deine Verabredung am {when} abgesagt.',
        fr: 'Il s’est désisté de ton rendez-vous du {when}.',
        es: 'Se ha borrado de tu quedada del {when}.',
      },
    },
  },
} satisfies NotificationDefinition

/**
 * Tells the creator that a participant left; with a sentence outside the app too. It replaces what the same participant
 * caused before, but no sentence without another.
 */
export async function tellLeft(tx: Db, playdateId: number, userId: number, message: string | undefined): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n where n.kind = ${kind} and n.actor_id = ${userId} and ${isAbout(playdateId)}
           and (${message !== undefined} or n.details ->> 'message' is null)
        returning n.user_id as "userId"`,
  )
  if (message === undefined)
    return change(
      tx,
      sql`insert into notifications (user_id, kind, details, actor_id)
          select p.creator_id, ${kind}::text, ${aboutPlaydate}, ${userId}::int
            from playdates p where p.id = ${playdateId} and ${isPlanned}
          returning user_id as "userId"`,
    )
  await tell(
    tx,
    sql`select p.creator_id, ${kind}::text, ${aboutPlaydate} || jsonb_build_object('message', ${message}::text), ${userId}::int, ${subjectOfPlaydate}
          from playdates p where p.id = ${playdateId} and ${isPlanned}`,
  )
}
