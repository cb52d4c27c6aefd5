import { type NotificationDefinition, pathToItsPlaydate } from '../kind.ts'

/**
 * A playdate he is waiting for was cancelled, by its creator or with his account.
 */
export const waitingCancelled = {
  kind: 'waiting.cancelled',
  isByCreator: true,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ playdateId, startTime, isCancelled, wanted }) =>
      playdateId === null ? Date.parse(startTime ?? '') > Date.now() : wanted !== null && isCancelled,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Speelafspraak gaat niet door',
        en: 'Playdate cancelled',
        de: 'Verabredung fällt aus',
        fr: 'Rendez-vous annulé',
        es: 'Quedada cancelada',
      },
      body: {
        nl: 'De speelafspraak van {when}, waarvoor je op de wachtlijst staat, gaat niet door.',
        en: 'The playdate on {when} that you are waiting for is cancelled.',
        de: 'Die Verabredung am {when}, auf deren Warteliste du stehst, fällt aus.',
        fr: 'Le rendez-vous du {when}, pour lequel tu es sur liste d’attente, est annulé.',
        es: 'La quedada del {when} para la que estás en lista de espera está cancelada.',
      },
    },
  },
} satisfies NotificationDefinition
