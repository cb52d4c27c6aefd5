import { comingToo } from '../../domain/notifications/coming-too.ts'
import {
  type NotificationDefinition,
  type NotificationFacts,
  pathToItsPlaydate,
} from '../../domain/notifications/kind.ts'

/** One line for each circle. */
const inCircle =
  (what: string) =>
  ({ circleId }: NotificationFacts) =>
    circleId === null ? undefined : `${what} in ${circleId}`

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
    line: inCircle('planned'),
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
      body: comingToo,
    },
  },
}

/** Fathers have joined. */
export const circleJoined: NotificationDefinition<'circle.joined'> = {}

/** Somebody has come with the code. */
export const circleWished: NotificationDefinition<'circle.wished'> = {
  outside: {
    setting: 'messages',
    hasMail: true,
    line: inCircle('wished'),
    isTrue: ({ name }) => name !== null,
    path: () => '/notifications',
    text: {
      title: {
        nl: '{name} wil in je kring',
        en: '{name} wants to join your circle',
        de: '{name} möchte in deinen Kreis',
        fr: '{name} veut rejoindre ton cercle',
        es: '{name} quiere entrar en tu círculo',
      },
      nameless: {
        nl: 'Iemand wil in je kring',
        en: 'Somebody wants to join your circle',
        de: 'Jemand möchte in deinen Kreis',
        fr: 'Quelqu’un veut rejoindre ton cercle',
        es: 'Alguien quiere entrar en tu círculo',
      },
      body: {
        nl: 'Hij heeft de code. Laat je hem binnen?',
        en: 'He has the code. Will you let him in?',
        de: 'Er hat den Code. Lässt du ihn herein?',
        fr: 'Il a le code. Tu le laisses entrer ?',
        es: 'Tiene el código. ¿Le dejas entrar?',
      },
    },
    instead: {
      isTrue: ({ isSeveral }) => isSeveral,
      text: {
        title: {
          nl: 'Er willen papa’s in je kring',
          en: 'Dads want to join your circle',
          de: 'Papas möchten in deinen Kreis',
          fr: 'Des papas veulent rejoindre ton cercle',
          es: 'Hay papás que quieren entrar en tu círculo',
        },
        body: {
          nl: 'Ze hebben de code. Laat je ze binnen?',
          en: 'They have the code. Will you let them in?',
          de: 'Sie haben den Code. Lässt du sie herein?',
          fr: 'Ils ont le code. Tu les laisses entrer ?',
          es: 'Tienen el código. ¿Les dejas entrar?',
        },
      },
    },
  },
}

/** A keeper has let him in; outside the app the circle has no name. */
export const circleLetIn: NotificationDefinition<'circle.letIn'> = {
  outside: {
    setting: 'messages',
    hasMail: true,
    isTrue: () => true,
    path: () => '/notifications',
    text: {
      title: {
        nl: 'Je bent in de kring',
        en: 'You are in the circle',
        de: 'Du bist im Kreis',
        fr: 'Tu es dans le cercle',
        es: 'Ya estás en el círculo',
      },
      body: {
        nl: 'Open Papadag en zeg hallo.',
        en: 'Open Papadag and say hello.',
        de: 'Öffne Papadag und sag hallo.',
        fr: 'Ouvre Papadag et dis bonjour.',
        es: 'Abre Papadag y saluda.',
      },
    },
  },
}

/** A keeper has removed him. Whatever he said, he says in the app alone. */
export const circleRemoved: NotificationDefinition<'circle.removed'> = {}

/** He is asked to fetch newcomers at the entrance. */
export const playdateBuddy: NotificationDefinition<'playdate.buddy'> = {
  outside: {
    setting: 'playdates',
    hasMail: false,
    isUrgent: true,
    line: ({ playdateId }) => `buddy on ${playdateId}`,
    isTrue: ({ isComing, name }) => isComing && name !== null,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: '{name} komt voor het eerst',
        en: '{name} is coming for the first time',
        de: '{name} kommt zum ersten Mal',
        fr: '{name} vient pour la première fois',
        es: '{name} viene por primera vez',
      },
      nameless: {
        nl: 'Iemand komt voor het eerst',
        en: 'Somebody is coming for the first time',
        de: 'Jemand kommt zum ersten Mal',
        fr: 'Quelqu’un vient pour la première fois',
        es: 'Alguien viene por primera vez',
      },
      body: {
        nl: 'Jij haalt hem op bij de ingang, {when}. Kun je niet? Zeg het met één tik af.',
        en: 'You meet him at the entrance, {when}. Can’t make it? One tap is enough.',
        de: 'Du holst ihn am Eingang ab, {when}. Du kannst nicht? Ein Tipp genügt.',
        fr: 'Tu l’accueilles à l’entrée, {when}. Empêché ? Un geste suffit.',
        es: 'Tú lo recibes en la entrada, {when}. ¿No puedes? Basta un toque.',
      },
    },
    instead: {
      isTrue: ({ isSeveral }) => isSeveral,
      text: {
        title: {
          nl: 'Er komen papa’s voor het eerst',
          en: 'Dads are coming for the first time',
          de: 'Papas kommen zum ersten Mal',
          fr: 'Des papas viennent pour la première fois',
          es: 'Hay papás que vienen por primera vez',
        },
        body: {
          nl: 'Jij haalt ze op bij de ingang, {when}. Kun je niet? Zeg het met één tik af.',
          en: 'You meet them at the entrance, {when}. Can’t make it? One tap is enough.',
          de: 'Du holst sie am Eingang ab, {when}. Du kannst nicht? Ein Tipp genügt.',
          fr: 'Tu les accueilles à l’entrée, {when}. Empêché ? Un geste suffit.',
          es: 'Tú los recibes en la entrada, {when}. ¿No puedes? Basta un toque.',
        },
      },
    },
  },
}
