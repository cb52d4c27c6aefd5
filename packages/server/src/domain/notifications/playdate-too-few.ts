import { type Db, sql } from '../../platform/db/db.ts'
import { hasTooFew, isAhead } from '../playdates/state.ts'
import { type NotificationDefinition, pathToItsPlaydate } from './kind.ts'
import { aboutPlaydate, isAbout, markRead, subjectOfPlaydate, tell } from './tell.ts'

const kind = 'playdate.tooFew'

/** A day before his playdate, fewer fathers are coming than it needs; he decides. */
export const playdateTooFew = {
  kind,
  goesWithPlaydate: true,
  extras: readerId =>
    sql`(select json_build_object('question', json_build_object('children', null))
      from playdates p where p.id = (n.details ->> 'playdateId')::int and p.creator_id = ${readerId} and ${isAhead} and ${hasTooFew})`,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ isComing, isCreator, isShort }) => isComing && isCreator && isShort,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Nog niet genoeg papa’s',
        en: 'Not enough dads yet',
        de: 'Noch nicht genug Papas',
        fr: 'Pas encore assez de papas',
        es: 'Aún no hay bastantes papás',
      },
      body: {
        nl: 'Er komen nog te weinig papa’s op {when}. Gaat hij door?',
        en: 'Too few dads are coming on {when}. Is it going ahead?',
        de: 'Am {when} kommen noch zu wenig Papas. Findet sie statt?',
        fr: 'Trop peu de papas viennent le {when}. Il a lieu ?',
        es: 'Vienen pocos papás el {when}. ¿Sigue en pie?',
      },
    },
  },
} satisfies NotificationDefinition

/** Asks the creator whether it should take place, unless enough fathers are coming. */
export async function tellTooFew(tx: Db, playdateId: number): Promise<void> {
  await tell(
    tx,
    sql`select p.creator_id, ${kind}::text, ${aboutPlaydate}, null::int, ${subjectOfPlaydate}
          from playdates p where p.id = ${playdateId} and ${hasTooFew}`,
  )
}

/** Marks the question as read once he has decided. */
export async function settleTooFew(tx: Db, playdateId: number, userId: number): Promise<void> {
  await markRead(tx, sql`n.user_id = ${userId} and n.kind = ${kind} and ${isAbout(playdateId)}`)
}
