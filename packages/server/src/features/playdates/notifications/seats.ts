import {
  type NotificationDefinition,
  type NotificationFacts,
  pathToItsPlaydate,
  toItsCreator,
} from '../../../domain/notifications/kind.ts'
import { personSeenBy } from '../../../domain/people.ts'
import { freePlaces, isReadableBy, placesWantedBy } from '../../../domain/playdates/state.ts'
import { blockedWith } from '../../../domain/visibility.ts'
import { type Sql, sql } from '../../../platform/db/db.ts'

/** Who comes and who cannot, by one line for each date. */
const answers = ({ playdateId }: NotificationFacts) => `answers to ${playdateId}`

/**
 * A father joined the playdate: its creator is notified once until he reads it, and the father who was waiting for it
 * learns that he is in. Or the first father near the reader has joined Papadag
 * (`domain/consequences/notifications/first-nearby.ts`).
 */
export const playdateJoined: NotificationDefinition<'playdate.joined'> = {
  extras: joiners,
  outside: {
    creator: {
      ...toItsCreator,
      line: answers,
      text: {
        title: {
          nl: 'Er doet iemand mee',
          en: 'Somebody has joined',
          de: 'Jemand macht mit',
          fr: 'Quelqu’un participe',
          es: 'Alguien se apunta',
        },
        body: {
          nl: 'Er doet iemand mee met je speelafspraak van {when}.',
          en: 'Somebody has joined your playdate on {when}.',
          de: 'Jemand kommt zu deiner Verabredung am {when}.',
          fr: 'Quelqu’un vient à ton rendez-vous du {when}.',
          es: 'Alguien va a tu quedada del {when}.',
        },
      },
    },
    waiting: {
      setting: 'playdates',
      hasMail: true,
      isUrgent: true,
      isTrue: ({ isComing }) => isComing,
      path: pathToItsPlaydate,
      text: {
        title: {
          nl: 'Je hebt een plek',
          en: 'You have a place',
          de: 'Du hast einen Platz',
          fr: 'Tu as une place',
          es: 'Tienes plaza',
        },
        body: {
          nl: 'Er kwam plek vrij: je gaat mee op {when}. Kun je niet? Zeg het met één tik af.',
          en: 'A place became free: you are coming on {when}. Can’t make it? One tap gives it back.',
          de: 'Ein Platz ist frei geworden: Du bist am {when} dabei. Du kannst nicht? Gib ihn mit einem Tipp zurück.',
          fr: 'Une place s’est libérée : tu viens le {when}. Empêché ? Un geste suffit pour la rendre.',
          es: 'Ha quedado una plaza libre: vas el {when}. ¿No puedes? Devuélvela con un toque.',
        },
      },
    },
    near: {
      setting: 'playdates',
      hasMail: true,
      // Without a name there is a block between them by now.
      isTrue: ({ name }) => name !== null,
      path: () => '/notifications',
      text: {
        title: {
          nl: 'De eerste papa bij jou in de buurt',
          en: 'The first dad near you',
          de: 'Der erste Papa in deiner Nähe',
          fr: 'Le premier papa près de chez toi',
          es: 'El primer papá cerca de ti',
        },
        body: {
          nl: 'Hij woont binnen 10 km. Zeg hallo.',
          en: 'He lives within 10 km. Say hello.',
          de: 'Er wohnt keine 10 km entfernt. Sag hallo.',
          fr: 'Il habite à moins de 10 km. Dis-lui bonjour.',
          es: 'Vive a menos de 10 km. Salúdalo.',
        },
      },
    },
  },
}

/**
 * Fathers who joined the playdate of notification `n` while the notification was unread, in order of joining. Queried
 * when the notification is read, so that fathers who have left, are blocked or hidden are not named (safety S32).
 */
function joiners(readerId: number): Sql {
  return sql`json_build_object('people', coalesce((
    select json_agg(${personSeenBy(readerId, sql`, 'children', x.children`)} order by x.joined_at, x.user_id)
      from participants x join users u on u.id = x.user_id
     where x.playdate_id = (n.details ->> 'playdateId')::int and x.user_id <> ${readerId}
       and x.joined_at >= n.created_at and x.joined_at <= coalesce(n.read_at, now())
       and u.id <> all (${blockedWith(readerId)})), '[]'::json))`
}

/**
 * There is room for him in the last day before the start, and the first to join gets it; or at any time for him, but not
 * for all the children he would bring.
 */
export const playdateHasRoom: NotificationDefinition<'playdate.hasRoom'> = {
  extras: placesFor,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isUrgent: true,
    isTrue: ({ isCancelled, wanted, free }) => !isCancelled && wanted !== null && free > 0,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Er is plek vrijgekomen',
        en: 'A place has become free',
        de: 'Ein Platz ist frei geworden',
        fr: 'Une place s’est libérée',
        es: 'Ha quedado una plaza libre',
      },
      body: {
        nl: 'Op {when}. Wie het eerst meedoet, heeft de plek.',
        en: 'On {when}. The first to join gets it.',
        de: 'Am {when}. Wer zuerst mitmacht, bekommt ihn.',
        fr: 'Le {when}. Le premier qui participe l’obtient.',
        es: 'El {when}. Es para quien se apunte primero.',
      },
    },
    instead: {
      isTrue: ({ wanted, free }) => wanted !== null && wanted > free,
      text: {
        title: {
          nl: 'Er is plek, maar niet voor jullie allemaal',
          en: 'There is room, but not for all of you',
          de: 'Es ist Platz, aber nicht für euch alle',
          fr: 'Il y a de la place, mais pas pour vous tous',
          es: 'Hay sitio, pero no para todos vosotros',
        },
        body: {
          nl: 'Op {when} is er plek voor een deel van jullie. Kom je met minder?',
          en: 'On {when} there is room for some of you. Will you come with fewer?',
          de: 'Am {when} ist Platz für einen Teil von euch. Kommt ihr zu wenigeren?',
          fr: 'Le {when}, il y a de la place pour une partie d’entre vous. Venez-vous moins nombreux ?',
          es: 'El {when} hay sitio para parte de vosotros. ¿Venís menos?',
        },
      },
    },
  },
}

/** How many places are free by now, and how many the reader of the notification `n` is waiting for. */
function placesFor(readerId: number): Sql {
  return sql`(select json_build_object('places', json_build_object('free', ${freePlaces}, 'wanted', ${placesWantedBy(readerId)}))
    from playdates p where p.id = (n.details ->> 'playdateId')::int and ${isReadableBy(readerId)})`
}

/** A creator learns who cannot come, as long as the playdate is still to come and the other may be named. */
const aboutOneWhoCannot = {
  setting: 'playdates',
  hasMail: false,
  line: facts => (facts.isTogether ? answers(facts) : undefined),
  isTrue: ({ isComing, isCreator, name }) => isComing && isCreator && name !== null,
  path: pathToItsPlaydate,
} as const satisfies Omit<NonNullable<NotificationDefinition<'playdate.left'>['outside']>, 'text'>

const somebodyCannot = {
  nl: 'Er kan iemand niet komen',
  en: 'Somebody can’t make it',
  de: 'Jemand kann nicht kommen',
  fr: 'Quelqu’un ne peut pas venir',
  es: 'Alguien no puede ir',
}

const someCannot = {
  nl: 'Er zijn papa’s die niet kunnen komen',
  en: 'Some dads can’t make it',
  de: 'Einige Papas können nicht kommen',
  fr: 'Des papas ne peuvent pas venir',
  es: 'Algunos papás no pueden ir',
}

const aboutHis = {
  nl: 'Het gaat om je speelafspraak van {when}.',
  en: 'It’s about your playdate on {when}.',
  de: 'Es geht um deine Verabredung am {when}.',
  fr: 'Il s’agit de ton rendez-vous du {when}.',
  es: 'Se trata de tu quedada del {when}.',
}

/** A participant left his playdate, or somebody who was invited cannot come, perhaps with a sentence. */
export const playdateLeft: NotificationDefinition<'playdate.left'> = {
  outside: {
    ...aboutOneWhoCannot,
    text: {
      title: {
        nl: '{name} kan niet komen',
        en: '{name} can’t make it',
        de: '{name} kann nicht kommen',
        fr: '{name} ne peut pas venir',
        es: '{name} no puede ir',
      },
      nameless: somebodyCannot,
      body: aboutHis,
    },
    instead: { isTrue: ({ isSeveral }) => isSeveral, text: { title: someCannot, body: aboutHis } },
  },
}

/** A father he has blocked joined a playdate in which he takes part; only he is notified (safety S32). */
export const playdateWithBlocked: NotificationDefinition<'playdate.withBlocked'> = {
  outside: {
    setting: 'playdates',
    hasMail: false,
    isTrue: ({ isComing }) => isComing,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Kijk even bij je meldingen',
        en: 'Check your notifications',
        de: 'Schau in deine Mitteilungen',
        fr: 'Regarde tes notifications',
        es: 'Mira tus notificaciones',
      },
      body: {
        nl: 'Er is iets over je speelafspraak van {when}.',
        en: 'It is about your playdate on {when}.',
        de: 'Es geht um deine Verabredung am {when}.',
        fr: 'Il s’agit de ton rendez-vous du {when}.',
        es: 'Es sobre tu quedada del {when}.',
      },
    },
  },
}
