import { type Db, sql } from '../../platform/db/db.ts'
import { type NotificationDefinition, pathToItsPlaydate } from './kind.ts'
import { aboutPlaydate, subjectOfPlaydate, tell } from './tell.ts'

const kind = 'proposal.made'

/** A proposed meeting that he accepted has become a playdate. */
export const proposalMade = {
  kind,
  goesWithPlaydate: true,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ playdateId, isCancelled }) => playdateId !== null && !isCancelled,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Het voorstel gaat door',
        en: 'The proposal goes ahead',
        de: 'Der Vorschlag findet statt',
        fr: 'La proposition se concrétise',
        es: 'La propuesta sigue adelante',
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

/** Tells these fathers that the meeting they accepted is now a playdate, which they are on or waiting for. */
export async function tellMade(
  tx: Db,
  playdateId: number,
  fathers: readonly number[],
  { isWaiting }: { isWaiting: boolean },
): Promise<void> {
  await tell(
    tx,
    sql`select father, ${kind}::text, ${aboutPlaydate} || jsonb_build_object('isOwn', p.creator_id = father, 'isWaiting', ${isWaiting}::boolean), null::int, ${subjectOfPlaydate}
          from playdates p cross join unnest(${fathers}::int[]) father where p.id = ${playdateId}`,
  )
}
