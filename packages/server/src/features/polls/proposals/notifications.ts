import { type NotificationDefinition, pathToItsPlaydate } from '../../../domain/notifications/kind.ts'

/**
 * The app proposes a meeting. Outside the app it names neither place nor time, since nobody may learn of a papa day
 * (safety S6b).
 */
export const proposalAsked: NotificationDefinition<'proposal.asked'> = {
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: () => true,
    path: () => '/proposals',
    text: {
      title: {
        nl: 'Een speelafspraak bij jou in de buurt?',
        en: 'A playdate near you?',
        de: 'Eine Verabredung in deiner Nähe?',
        fr: 'Un rendez-vous près de chez toi ?',
        es: '¿Una quedada cerca de ti?',
      },
      body: {
        nl: 'Papadag stelt een speeltuin en een moment voor. Kijk of je kunt.',
        en: 'Papadag proposes a playground and a time. See whether you can make it.',
        de: 'Papadag schlägt einen Spielplatz und einen Termin vor. Schau, ob du kannst.',
        fr: 'Papadag propose une aire de jeux et un moment. Regarde si tu peux.',
        es: 'Papadag propone un parque infantil y un momento. Mira si puedes.',
      },
    },
  },
}

/** A proposed meeting that he accepted has become a playdate. */
export const proposalMade: NotificationDefinition<'proposal.made'> = {
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
}
