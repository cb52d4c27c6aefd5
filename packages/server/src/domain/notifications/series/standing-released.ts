import { type Db, sql } from '../../../platform/db/db.ts'
import { type NotificationDefinition, pathToItsPlaydate } from '../kind.ts'
import { aboutPlaydate, subjectOfPlaydate, tell } from '../tell.ts'

const kind = 'playdate.released'

/** A regular did not answer, so his seat on this date was released. */
export const standingReleased = {
  kind,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ isOn, isCancelled, playdateId }) => playdateId !== null && !isOn && !isCancelled,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Je plek is vrijgekomen',
        en: 'Your place is free',
        de: 'Dein Platz ist frei',
        fr: 'Ta place est libérée',
        es: 'Tu plaza ha quedado libre',
      },
      body: {
        nl: 'Je liet niet weten of je komt op {when}. Wil je toch? Doe mee zolang er plek is.',
        en: 'You did not say whether you are coming on {when}. Still want to? Join while there is room.',
        de: 'Du hast nicht gesagt, ob du am {when} kommst. Doch dabei? Mach mit, solange Platz ist.',
        fr: 'Tu n’as pas dit si tu venais le {when}. Tu veux venir ? Participe tant qu’il y a de la place.',
        es: 'No dijiste si venías el {when}. ¿Aun así quieres? Apúntate mientras haya sitio.',
      },
    },
  },
} satisfies NotificationDefinition

/** Tells regulars that their seats on this date were released because they did not answer. */
export async function tellReleased(tx: Db, playdateId: number, users: readonly number[]): Promise<void> {
  await tell(
    tx,
    sql`select u.id, ${kind}::text, ${aboutPlaydate}, null::int, ${subjectOfPlaydate}
          from playdates p cross join unnest(${users}::int[]) as u (id) where p.id = ${playdateId}`,
  )
}
