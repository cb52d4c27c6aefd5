import { type Db, sql } from '../../../platform/db/db.ts'
import { isAhead } from '../../playdates/state.ts'
import { type NotificationDefinition, pathToItsPlaydate } from '../kind.ts'
import { aboutPlaydate, isAbout, subjectOfPlaydate, tell } from '../tell.ts'

const kind = 'series.ending'

/** The last date of his series is near; he can renew it. */
export const seriesEnding = {
  kind,
  goesWithPlaydate: true,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ isComing, isCreator }) => isComing && isCreator,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Je reeks loopt af',
        en: 'Your series is ending',
        de: 'Deine Reihe läuft aus',
        fr: 'Ta série se termine',
        es: 'Tu serie se acaba',
      },
      body: {
        nl: 'De laatste keer is {when}. Gaan jullie door? Verleng hem met één tik.',
        en: 'The last date is {when}. Carrying on? Renew it with one tap.',
        de: 'Das letzte Mal ist am {when}. Macht ihr weiter? Verlängere sie mit einem Tipp.',
        fr: 'La dernière date est le {when}. Vous continuez ? Prolonge-la d’un geste.',
        es: 'La última vez es el {when}. ¿Seguís? Prolóngala con un toque.',
      },
    },
  },
} satisfies NotificationDefinition

/** Tells the creator of a series once which of its dates is the last. */
export async function tellEnding(tx: Db, seriesId: number, slot: number): Promise<void> {
  await tell(
    tx,
    sql`select p.creator_id, ${kind}::text, ${aboutPlaydate}, null::int, ${subjectOfPlaydate}
          from playdates p where p.series_id = ${seriesId} and p.slot = ${slot} and ${isAhead}
           and not exists (select from notifications n where n.user_id = p.creator_id and n.kind = ${kind} and ${isAbout(sql`p.id`)})`,
  )
}
