import { type NotificationDefinition, pathToItsPlaydate, type Sending } from '../../../domain/notifications/kind.ts'
import { isPlanned } from '../../../domain/playdates/state.ts'
import { type Sql, sql } from '../../../platform/db/db.ts'
import type { Sentence } from '../../../platform/texts.ts'

const toAll = {
  setting: 'playdates',
  hasMail: true,
  isUrgent: true,
  path: pathToItsPlaydate,
} satisfies Partial<Sending>
const toAsked = {
  ...toAll,
  isTrue: ({ isComing, mayCome }) => isComing || mayCome,
} satisfies Partial<Sending>
const toComing = { ...toAsked, cannotWait: true } satisfies Partial<Sending>
const toWaiting = {
  ...toAll,
  isTrue: ({ isCancelled, wanted }) => wanted !== null && !isCancelled,
} satisfies Partial<Sending>

const cancelled: Sentence = {
  nl: 'Speelafspraak gaat niet door',
  en: 'Playdate cancelled',
  de: 'Verabredung fällt aus',
  fr: 'Rendez-vous annulé',
  es: 'Quedada cancelada',
}
const ifCancelled = {
  ...toAll,
  isTrue: ({ playdateId, startTime, isOn, isCancelled }) =>
    playdateId === null ? Date.parse(startTime ?? '') > Date.now() : isOn && isCancelled,
} satisfies Partial<Sending>

/** A playdate was cancelled by its creator or with his account. */
export const playdateCancelled: NotificationDefinition<'playdate.cancelled'> = {
  isByCreator: true,
  // Those who wait do not read a reason.
  extras: () =>
    sql`case when n.details ->> 'relation' is distinct from 'waiting' then
      json_strip_nulls(json_build_object('cancelReason', p.cancel_reason, 'cancelReasonKind', p.cancel_reason_kind)) end`,
  outside: {
    onIt: {
      ...ifCancelled,
      cannotWait: true,
      text: {
        title: cancelled,
        body: {
          nl: 'Je speelafspraak van {when} gaat niet door.',
          en: 'Your playdate on {when} is cancelled.',
          de: 'Deine Verabredung am {when} fällt aus.',
          fr: 'Ton rendez-vous du {when} est annulé.',
          es: 'Tu quedada del {when} está cancelada.',
        },
      },
    },
    usuallyThere: {
      ...ifCancelled,
      cannotWait: true,
      text: {
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
    asked: {
      ...ifCancelled,
      text: {
        title: cancelled,
        body: {
          nl: 'De speelafspraak van {when} waarvoor je gevraagd was, gaat niet door.',
          en: 'The playdate on {when} you were asked along to is cancelled.',
          de: 'Die Verabredung am {when}, zu der du eingeladen warst, fällt aus.',
          fr: 'Le rendez-vous du {when} auquel tu étais invité est annulé.',
          es: 'La quedada del {when} a la que te habían invitado está cancelada.',
        },
      },
    },
    waiting: {
      ...toAll,
      isTrue: ({ playdateId, startTime, isCancelled, wanted }) =>
        playdateId === null ? Date.parse(startTime ?? '') > Date.now() : wanted !== null && isCancelled,
      text: {
        title: cancelled,
        body: {
          nl: 'De speelafspraak van {when}, waarvoor je op de wachtlijst staat, gaat niet door.',
          en: 'The playdate on {when} that you are waiting for is cancelled.',
          de: 'Die Verabredung am {when}, auf deren Warteliste du stehst, fällt aus.',
          fr: 'Le rendez-vous du {when}, pour lequel tu es sur liste d’attente, est annulé.',
          es: 'La quedada del {when} para la que estás en lista de espera está cancelada.',
        },
      },
    },
  },
}

const changed: Sentence = {
  nl: 'Speelafspraak gewijzigd',
  en: 'Playdate changed',
  de: 'Verabredung geändert',
  fr: 'Rendez-vous modifié',
  es: 'Quedada modificada',
}

/** A playdate has a new time or place; one notification until he reads it. */
export const playdateChanged: NotificationDefinition<'playdate.changed'> = {
  isByCreator: true,
  extras: newPlace,
  outside: {
    onIt: {
      ...toComing,
      text: {
        title: changed,
        body: {
          nl: 'Er is iets veranderd: jullie spreken af op {when}.',
          en: 'Something has changed: you now meet on {when}.',
          de: 'Etwas hat sich geändert: Ihr trefft euch am {when}.',
          fr: 'Du changement : vous vous retrouvez le {when}.',
          es: 'Hay cambios: quedáis el {when}.',
        },
      },
    },
    usuallyThere: {
      ...toComing,
      text: {
        title: {
          nl: 'Inloop gewijzigd',
          en: 'Drop-in changed',
          de: 'Offener Treff geändert',
          fr: 'Rencontre libre modifiée',
          es: 'Encuentro abierto modificado',
        },
        body: {
          nl: 'Er is iets veranderd: de inloop is nu op {when}.',
          en: 'Something has changed: the drop-in is now on {when}.',
          de: 'Etwas hat sich geändert: Der offene Treff ist jetzt am {when}.',
          fr: 'Du changement : la rencontre libre a lieu le {when}.',
          es: 'Hay cambios: el encuentro abierto es el {when}.',
        },
      },
    },
    asked: {
      ...toAsked,
      text: {
        title: changed,
        body: {
          nl: 'De speelafspraak waarvoor je gevraagd bent, is gewijzigd: ze spreken af op {when}.',
          en: 'The playdate you were asked along to has changed: it is now on {when}.',
          de: 'Die Verabredung, zu der du eingeladen bist, hat sich geändert: Sie ist am {when}.',
          fr: 'Le rendez-vous auquel tu es invité a changé : il est le {when}.',
          es: 'La quedada a la que te han invitado ha cambiado: es el {when}.',
        },
      },
    },
    waiting: {
      ...toWaiting,
      text: {
        title: changed,
        body: {
          nl: 'Er is iets veranderd. Je wacht nu op een plek op {when}.',
          en: 'Something has changed. You are now waiting for a place on {when}.',
          de: 'Etwas hat sich geändert. Du wartest jetzt auf einen Platz am {when}.',
          fr: 'Du changement : tu attends maintenant une place pour le {when}.',
          es: 'Hay cambios: ahora esperas una plaza para el {when}.',
        },
      },
    },
  },
}

const restored: Sentence = {
  nl: 'Speelafspraak gaat toch door',
  en: 'Playdate is back on',
  de: 'Verabredung findet doch statt',
  fr: 'Le rendez-vous a bien lieu',
  es: 'La quedada sí se hace',
}

/** A cancelled playdate takes place after all. */
export const playdateRestored: NotificationDefinition<'playdate.restored'> = {
  isByCreator: true,
  outside: {
    onIt: {
      ...toComing,
      text: {
        title: restored,
        body: {
          nl: 'Je speelafspraak van {when} gaat toch door.',
          en: 'Your playdate on {when} is back on.',
          de: 'Deine Verabredung am {when} findet doch statt.',
          fr: 'Ton rendez-vous du {when} a finalement lieu.',
          es: 'Tu quedada del {when} se hace al final.',
        },
      },
    },
    usuallyThere: {
      ...toComing,
      text: {
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
    asked: {
      ...toAsked,
      text: {
        title: restored,
        body: {
          nl: 'De speelafspraak van {when} waarvoor je gevraagd bent, gaat toch door.',
          en: 'The playdate on {when} you were asked along to is back on.',
          de: 'Die Verabredung am {when}, zu der du eingeladen bist, findet doch statt.',
          fr: 'Le rendez-vous du {when} auquel tu es invité a bien lieu.',
          es: 'La quedada del {when} a la que te han invitado sí se hace.',
        },
      },
    },
    waiting: {
      ...toWaiting,
      text: {
        title: restored,
        body: {
          nl: 'De speelafspraak van {when} gaat toch door. Je staat nog op de wachtlijst.',
          en: 'The playdate on {when} is back on. You are still on the waiting list.',
          de: 'Die Verabredung am {when} findet doch statt. Du stehst noch auf der Warteliste.',
          fr: 'Le rendez-vous du {when} a finalement lieu. Tu es toujours sur la liste d’attente.',
          es: 'La quedada del {when} se hace al final. Sigues en la lista de espera.',
        },
      },
    },
  },
}

/** Where the playdate `p` of a notification is now, unless only participants may know it (safety S5). */
function newPlace(): Sql {
  return sql`json_build_object('place', case when p.location_visibility = 'public' and ${isPlanned} then p.location end)`
}
