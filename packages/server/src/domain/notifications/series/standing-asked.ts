import { type Db, sql } from '../../../platform/db/db.ts'
import { isAhead, isReadableBy, seatOf } from '../../playdates/state.ts'
import { confirmButtons, type NotificationDefinition, pathToItsPlaydate } from '../kind.ts'
import { aboutPlaydate, change, isAbout, markRead, subjectOfPlaydate, tell } from '../tell.ts'

const kind = 'playdate.confirm'

/** Whether he, who has a standing place, is coming to this date; only the latest question is kept. */
export const standingAsked = {
  kind,
  isByCreator: true,
  goesWithPlaydate: true,
  extras: readerId =>
    sql`(select json_build_object('question', json_build_object('children', x.children))
      from playdates p join ${seatOf(readerId, sql`x`)} and not x.is_confirmed
     where p.id = (n.details ->> 'playdateId')::int and ${isAhead} and ${isReadableBy(readerId)})`,
  outside: {
    setting: 'playdates',
    hasMail: true,
    buttons: confirmButtons,
    isTrue: ({ isComing, isUnconfirmed }) => isComing && isUnconfirmed,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Kom je?',
        en: 'Are you coming?',
        de: 'Kommst du?',
        fr: 'Tu viens ?',
        es: '¿Vienes?',
      },
      body: {
        nl: 'Je hebt een vaste plek op {when}. Laat weten of je komt; een dag van tevoren komt je plek anders vrij.',
        en: 'You have a standing place on {when}. Say whether you are coming; otherwise your place is free a day before.',
        de: 'Du hast einen festen Platz am {when}. Sag Bescheid, ob du kommst; sonst wird er einen Tag vorher frei.',
        fr: 'Tu as une place attitrée le {when}. Dis si tu viens ; sinon elle se libère la veille.',
        es: 'Tienes una plaza fija el {when}. Di si vienes; si no, queda libre un día antes.',
      },
    },
  },
} satisfies NotificationDefinition

/** Asks the regulars of a date who have not confirmed whether they are coming. */
export async function askWhoComes(tx: Db, playdateId: number): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n where n.kind = ${kind} and n.read_at is null and ${isAbout(playdateId)}
        returning n.user_id as "userId"`,
  )
  await tell(
    tx,
    sql`select x.user_id, ${kind}::text, ${aboutPlaydate}, null::int, ${subjectOfPlaydate}
          from playdates p join participants x on x.playdate_id = p.id and not x.is_confirmed
         where p.id = ${playdateId}`,
  )
}

/** Marks the question as read once he has answered. */
export async function settleConfirmation(tx: Db, playdateId: number, userId: number): Promise<void> {
  await markRead(tx, sql`n.user_id = ${userId} and n.kind = ${kind} and ${isAbout(playdateId)}`)
}
