import { type NotificationDefinition, toThoseWhoAnswered } from '../../../domain/notifications/kind.ts'
import { itsDay } from '../notifications.ts'

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
    ...toThoseWhoAnswered,
    text: {
      title: {
        nl: 'Het voorstel gaat door',
        en: 'The proposal goes ahead',
        de: 'Der Vorschlag findet statt',
        fr: 'La proposition se concrétise',
        es: 'La propuesta sigue adelante',
      },
      body: itsDay,
    },
  },
}
