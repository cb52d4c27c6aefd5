import { type Db, sql } from '../../platform/db/db.ts'
import { type NotificationDefinition, pathToItsPlaydate } from './kind.ts'
import { aboutPlaydate, subjectOfPlaydate, tell } from './tell.ts'

const kind = 'playdate.chosen'

/** A day was chosen in a poll that he answered: he has a seat, or said "if need be" and can join. */
export const playdateChosen = {
  kind,
  isByCreator: true,
  goesWithPlaydate: true,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ playdateId, isCancelled }) => playdateId !== null && !isCancelled,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'De dag is gekozen',
        en: 'The day has been chosen',
        de: 'Der Tag steht fest',
        fr: 'Le jour est choisi',
        es: 'El día está elegido',
      },
      body: {
        nl: 'De speelafspraak is op {when}.',
        en: 'The playdate is on {when}.',
        de: 'Die Verabredung ist am {when}.',
        fr: 'Le rendez-vous est le {when}.',
        es: 'La quedada es el {when}.',
      },
    },
  },
} satisfies NotificationDefinition

/** Tells these fathers which day was chosen; `isSeated` means that they have a seat. */
export async function tellChosen(
  tx: Db,
  playdateId: number,
  fathers: readonly number[],
  { isSeated }: { isSeated: boolean },
): Promise<void> {
  await tell(
    tx,
    sql`select father, ${kind}::text, ${aboutPlaydate} || jsonb_build_object('isSeated', ${isSeated}::boolean), null::int, ${subjectOfPlaydate}
          from playdates p cross join unnest(${fathers}::int[]) father where p.id = ${playdateId}`,
  )
}
