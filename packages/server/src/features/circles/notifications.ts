import { type NotificationDefinition, pathToItsPlaydate } from '../../domain/notifications/kind.ts'

/** An acquaintance asks him to join a circle; outside the app it has no name, since only its members can find it. */
export const circleAsked: NotificationDefinition<'circle.asked'> = {
  outside: {
    setting: 'messages',
    hasMail: true,
    isTrue: ({ name }) => name !== null,
    path: () => '/',
    text: {
      title: {
        nl: '{name} vraagt je in zijn kring',
        en: '{name} asks you into his circle',
        de: '{name} lädt dich in seinen Kreis ein',
        fr: '{name} t’invite dans son cercle',
        es: '{name} te invita a su círculo',
      },
      nameless: {
        nl: 'Je bent gevraagd voor een kring',
        en: 'You have been asked into a circle',
        de: 'Du bist in einen Kreis eingeladen',
        fr: 'On t’invite dans un cercle',
        es: 'Te han invitado a un círculo',
      },
      body: {
        nl: 'Open Papadag om te antwoorden.',
        en: 'Open Papadag to answer.',
        de: 'Öffne Papadag, um zu antworten.',
        fr: 'Ouvre Papadag pour répondre.',
        es: 'Abre Papadag para responder.',
      },
    },
  },
}

/** A member plans a date, or a series, and asks the others. */
export const playdatePlanned: NotificationDefinition<'playdate.planned'> = {
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ playdateId, isCancelled, isOn, name }) => playdateId !== null && !isCancelled && !isOn && name !== null,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: '{name} plant iets met de kring',
        en: '{name} is planning something with the circle',
        de: '{name} plant etwas mit dem Kreis',
        fr: '{name} prévoit un rendez-vous avec le cercle',
        es: '{name} prepara una quedada con el círculo',
      },
      nameless: {
        nl: 'Je kring plant iets',
        en: 'Your circle is planning something',
        de: 'Dein Kreis plant etwas',
        fr: 'Ton cercle prévoit un rendez-vous',
        es: 'Tu círculo prepara una quedada',
      },
      body: {
        nl: 'Op {when}. Kom je ook?',
        en: 'On {when}. Are you coming?',
        de: 'Am {when}. Kommst du auch?',
        fr: 'Le {when}. Tu viens ?',
        es: 'El {when}. ¿Te vienes?',
      },
    },
  },
}

/** Somebody whom the keepers have asked has joined. */
export const circleJoined: NotificationDefinition<'circle.joined'> = {}

/** A keeper has removed him. Whatever he said, he says in the app alone. */
export const circleRemoved: NotificationDefinition<'circle.removed'> = {}
