import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import type { Sentence } from '../../platform/texts.ts'
import { isHeldInVain } from '../playdates/state.ts'
import { type NotificationDefinition, pathToItsPlaydate } from './kind.ts'
import { aboutPlaydate, type Related, tellPeople } from './tell.ts'
import { waitingCancelled } from './waiting/waiting-cancelled.ts'

const kind = 'playdate.cancelled'
const title: Sentence = {
  nl: 'Speelafspraak gaat niet door',
  en: 'Playdate cancelled',
  de: 'Verabredung fällt aus',
  fr: 'Rendez-vous annulé',
  es: 'Quedada cancelada',
}

/** A playdate he had joined was cancelled by its creator or with his account. */
export const playdateCancelled = {
  kind,
  isByCreator: true,
  extras: () =>
    sql`json_strip_nulls(json_build_object('cancelReason', p.cancel_reason, 'cancelReasonKind', p.cancel_reason_kind))`,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ playdateId, startTime, isOn, isCancelled }) =>
      playdateId === null ? Date.parse(startTime ?? '') > Date.now() : isOn && isCancelled,
    path: pathToItsPlaydate,
    text: {
      title,
      body: {
        nl: 'Je speelafspraak van {when} gaat niet door.',
        en: 'Your playdate on {when} is cancelled.',
        de: 'Deine Verabredung am {when} fällt aus.',
        fr: 'Ton rendez-vous du {when} est annulé.',
        es: 'Tu quedada del {when} está cancelada.',
      },
    },
    textIfAsked: {
      title,
      body: {
        nl: 'De speelafspraak van {when} waarvoor je gevraagd was, gaat niet door.',
        en: 'The playdate on {when} you were asked along to is cancelled.',
        de: 'Die Verabredung am {when}, zu der du eingeladen warst, fällt aus.',
        fr: 'Le rendez-vous du {when} auquel tu étais invité est annulé.',
        es: 'La quedada del {when} a la que te habían invitado está cancelada.',
      },
    },
    textIfOpenHour: {
      title: {
        nl: 'Inloop gaat niet door',
        en: 'Drop-in cancelled',
        de: 'Offener Treff fällt aus',
        fr: 'Rencontre libre annulée',
        es: 'Encuentro abierto cancelado',
      },
      body: {
        nl: 'De inloop van {when} gaat niet door.',
        en: 'The drop-in on {when} is cancelled.',
        de: 'Der offene Treff am {when} fällt aus.',
        fr: 'La rencontre libre du {when} est annulée.',
        es: 'El encuentro abierto del {when} está cancelado.',
      },
    },
  },
} satisfies NotificationDefinition

/**
 * The notice that playdates (a condition on the playdate `p` and the father `x`) do not take place (decision V9). It
 * leaves out blocked fathers, who were told when they were blocked, and regulars who had not confirmed, who were told
 * when their series ended.
 */
export async function tellCancelled(
  tx: Db,
  who: Related,
  { which, isGone }: { which: Sql; isGone: boolean },
): Promise<void> {
  const about = isGone ? sql`${aboutPlaydate} - 'playdateId'` : aboutPlaydate
  await tellPeople(
    tx,
    who,
    who === 'waiting' ? waitingCancelled.kind : kind,
    (people, kind, also, subject) => sql`
      select x.user_id, ${kind}::text, ${about} || ${also}, null::int, ${subject}
        from playdates p join ${people}
       where ${which} and not are_blocked(x.user_id, p.creator_id) and not ${isHeldInVain(sql`x.user_id`)}`,
  )
}
