import { type Db, sql } from '../../platform/db/db.ts'
import type { Sentence } from '../../platform/texts.ts'
import { type NotificationDefinition, pathToItsPlaydate } from './kind.ts'
import { playdateCancelled } from './playdate-cancelled.ts'
import { aboutPlaydate, change, isAbout, type Related, tellPeople } from './tell.ts'
import { waitingCancelled } from './waiting/waiting-cancelled.ts'
import { waitingRestored } from './waiting/waiting-restored.ts'

const kind = 'playdate.restored'
const title: Sentence = {
  nl: 'Speelafspraak gaat toch door',
  en: 'Playdate is back on',
  de: 'Verabredung findet doch statt',
  fr: 'Le rendez-vous a bien lieu',
  es: 'La quedada sí se hace',
}

/** A cancelled playdate he had joined takes place after all. */
export const playdateRestored = {
  kind,
  isByCreator: true,
  goesWithPlaydate: true,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ isComing, mayCome }) => isComing || mayCome,
    path: pathToItsPlaydate,
    text: {
      title,
      body: {
        nl: 'Je speelafspraak van {when} gaat toch door.',
        en: 'Your playdate on {when} is back on.',
        de: 'Deine Verabredung am {when} findet doch statt.',
        fr: 'Ton rendez-vous du {when} a finalement lieu.',
        es: 'Tu quedada del {when} se hace al final.',
      },
    },
    textIfAsked: {
      title,
      body: {
        nl: 'De speelafspraak van {when} waarvoor je gevraagd bent, gaat toch door.',
        en: 'The playdate on {when} you were asked along to is back on.',
        de: 'Die Verabredung am {when}, zu der du eingeladen bist, findet doch statt.',
        fr: 'Le rendez-vous du {when} auquel tu es invité a bien lieu.',
        es: 'La quedada del {when} a la que te han invitado sí se hace.',
      },
    },
    textIfOpenHour: {
      title: {
        nl: 'Inloop gaat toch door',
        en: 'Drop-in is back on',
        de: 'Offener Treff findet doch statt',
        fr: 'La rencontre libre a bien lieu',
        es: 'El encuentro abierto sí se hace',
      },
      body: {
        nl: 'De inloop van {when} gaat toch door.',
        en: 'The drop-in on {when} is back on.',
        de: 'Der offene Treff am {when} findet doch statt.',
        fr: 'La rencontre libre du {when} a finalement lieu.',
        es: 'El encuentro abierto del {when} se hace al final.',
      },
    },
  },
} satisfies NotificationDefinition

/** Deletes unread notices of the cancellation, which is undone, and of an earlier one like that. */
export async function withdrawCancelled(tx: Db, playdates: readonly number[]): Promise<void> {
  const kinds = [playdateCancelled.kind, kind, waitingCancelled.kind, waitingRestored.kind]
  await change(
    tx,
    sql`delete from notifications n using playdates p
         where p.id = any(${playdates}::int[]) and n.kind = any(${kinds}::text[]) and n.read_at is null and ${isAbout(sql`p.id`)}
        returning n.user_id as "userId"`,
  )
}

/** Tells people of cancelled playdates that these take place after all. */
export async function tellRestored(tx: Db, who: Related, playdates: readonly number[]): Promise<void> {
  await tellPeople(
    tx,
    who,
    who === 'waiting' ? waitingRestored.kind : kind,
    (people, kind, also, subject) => sql`
      select x.user_id, ${kind}::text, ${aboutPlaydate} || ${also}, null::int, ${subject}
        from playdates p join ${people}
       where p.id = any(${playdates}::int[]) and not are_blocked(x.user_id, p.creator_id)`,
  )
}
