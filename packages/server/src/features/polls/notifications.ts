import {
  type NotificationDefinition,
  pathToItsPlaydate,
  pathToPoll,
  toThoseWhoAnswered,
} from '../../domain/notifications/kind.ts'
import type { Sentence } from '../../platform/texts.ts'

/** A father asks which of several times suits him. */
export const pollAsked: NotificationDefinition<'poll.asked'> = {
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ name }) => name !== null,
    path: pathToPoll,
    text: {
      title: {
        nl: '{name} vraagt welke dag jou past',
        en: '{name} asks which day suits you',
        de: '{name} fragt, welcher Tag dir passt',
        fr: '{name} te demande quel jour te convient',
        es: '{name} pregunta qué día te va bien',
      },
      nameless: {
        nl: 'Welke dag past jou?',
        en: 'Which day suits you?',
        de: 'Welcher Tag passt dir?',
        fr: 'Quel jour te convient ?',
        es: '¿Qué día te va bien?',
      },
      body: {
        nl: 'Hij wil afspreken. Zeg welke dagen je kunt.',
        en: 'He wants to meet up. Say which days you can make.',
        de: 'Er möchte sich verabreden. Sag, an welchen Tagen du kannst.',
        fr: 'Il propose un rendez-vous. Dis quels jours tu es libre.',
        es: 'Quiere quedar. Di qué días puedes.',
      },
    },
  },
}

/** Somebody answered his poll; one notification until he reads it. */
export const pollAnswered: NotificationDefinition<'poll.answered'> = {
  outside: {
    setting: 'playdates',
    hasMail: false,
    isTrue: () => true,
    path: pathToPoll,
    text: {
      title: {
        nl: 'Er heeft iemand geantwoord',
        en: 'Somebody has answered',
        de: 'Jemand hat geantwortet',
        fr: 'Quelqu’un a répondu',
        es: 'Alguien ha respondido',
      },
      body: {
        nl: 'Kijk welke dag iedereen past, en kies.',
        en: 'See which day suits everybody, and choose.',
        de: 'Schau, welcher Tag allen passt, und wähle.',
        fr: 'Regarde quel jour convient à tous, et choisis.',
        es: 'Mira qué día les va bien a todos y elige.',
      },
    },
  },
}

/** When the playdate is that somebody's answer has led to. */
export const itsDay: Sentence = {
  nl: 'De speelafspraak is op {when}.',
  en: 'The playdate is on {when}.',
  de: 'Die Verabredung ist am {when}.',
  fr: 'Le rendez-vous est le {when}.',
  es: 'La quedada es el {when}.',
}

/** A day was chosen in a poll that he answered: he has a seat, or said "if need be" and can join. */
export const playdateChosen: NotificationDefinition<'playdate.chosen'> = {
  isByCreator: true,
  outside: {
    ...toThoseWhoAnswered,
    text: {
      title: {
        nl: 'De dag is gekozen',
        en: 'The day has been chosen',
        de: 'Der Tag steht fest',
        fr: 'Le jour est choisi',
        es: 'El día está elegido',
      },
      body: itsDay,
    },
  },
}

/** The day he said yes to was chosen, but there was no longer room for him and his children. */
export const playdateNoRoom: NotificationDefinition<'playdate.noRoom'> = {
  isByCreator: true,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isUrgent: true,
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
}
