import { type Db, sql } from '../../platform/db/db.ts'
import { guests } from '../playdate-state.ts'
import { type BellKind, pathToTold } from './kind.ts'
import { playdateCancelled } from './playdate-cancelled.ts'
import { aboutPlaydate, change, isAbout, tell } from './tell.ts'

const kind = 'playdate.restored'

/** A cancelled playdate he had joined takes place after all. */
export const playdateRestored = {
  kind,
  isByCreator: true,
  goesWithPlaydate: true,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ isComing }) => isComing,
    path: pathToTold,
    text: {
      title: {
        nl: 'Speelafspraak gaat toch door',
        en: 'Playdate is back on',
        de: 'Verabredung findet doch statt',
        fr: 'Le rendez-vous a bien lieu',
        es: 'La quedada sí se hace',
      },
      body: {
        nl: 'Je speelafspraak van {when} gaat toch door.',
        en: 'Your playdate on {when} is back on.',
        de: 'Deine Verabredung am {when} findet doch statt.',
        fr: 'Ton rendez-vous du {when} a finalement lieu.',
        es: 'Tu quedada del {when} se hace al final.',
      },
    },
  },
} satisfies BellKind

/** Tells participants, but not the creator, that a cancelled playdate takes place after all. */
export async function tellRestored(tx: Db, playdateId: number): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n
         where n.kind in (${playdateCancelled.kind}, ${kind}) and n.read_at is null and ${isAbout(playdateId)}
        returning n.user_id as "userId"`,
  )
  await tell(
    tx,
    sql`select x.user_id, ${kind}::text, ${aboutPlaydate}, null::int
          from playdates p join ${guests}
         where p.id = ${playdateId} and not are_blocked(x.user_id, p.creator_id)`,
  )
}
