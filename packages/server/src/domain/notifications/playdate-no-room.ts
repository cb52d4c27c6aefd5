import { type Db, sql } from '../../platform/db/db.ts'
import { type NotificationDefinition, pathToItsPlaydate } from './kind.ts'
import { aboutPlaydate, subjectOfPlaydate, tell } from './tell.ts'

const kind = 'playdate.noRoom'

/** The day he said yes to was chosen, but there was no longer room for him and his children. */
export const playdateNoRoom = {
  kind,
  isByCreator: true,
  goesWithPlaydate: true,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ playdateId, isCancelled, isOn }) => playdateId !== null && !isCancelled && !isOn,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Geen plek meer voor jullie',
        en: 'No room left for you',
        de: 'Kein Platz mehr für euch',
        fr: 'Plus de place pour vous',
        es: 'Ya no hay sitio para vosotros',
      },
      body: {
        nl: 'De dag is gekozen, {when}, maar er waren niet genoeg plekken.',
        en: 'The day has been chosen, {when}, but there were not enough places.',
        de: 'Der Tag steht fest, {when}, aber es waren nicht genug Plätze da.',
        fr: 'Le jour est choisi, {when}, mais il n’y avait pas assez de places.',
        es: 'El día está elegido, {when}, pero no había plazas suficientes.',
      },
    },
  },
} satisfies NotificationDefinition

/** Tells those who said yes and were not seated; `isWaiting` means that they are on the waiting list. */
export async function tellNoRoom(
  tx: Db,
  playdateId: number,
  fathers: readonly number[],
  { isWaiting }: { isWaiting: boolean },
): Promise<void> {
  await tell(
    tx,
    sql`select father, ${kind}::text, ${aboutPlaydate} || jsonb_build_object('isWaiting', ${isWaiting}::boolean), null::int, ${subjectOfPlaydate}
          from playdates p cross join unnest(${fathers}::int[]) father where p.id = ${playdateId}`,
  )
}
