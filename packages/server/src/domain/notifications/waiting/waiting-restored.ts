import { type NotificationDefinition, pathToItsPlaydate } from '../kind.ts'

/** A cancelled playdate he is waiting for takes place after all. */
export const waitingRestored = {
  kind: 'waiting.restored',
  isByCreator: true,
  goesWithPlaydate: true,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ isCancelled, wanted }) => wanted !== null && !isCancelled,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Speelafspraak gaat toch door',
        en: 'Playdate is back on',
        de: 'Verabredung findet doch statt',
        fr: 'Le rendez-vous a bien lieu',
        es: 'La quedada sí se hace',
      },
      body: {
        nl: 'De speelafspraak van {when} gaat toch door. Je staat nog op de wachtlijst.',
        en: 'The playdate on {when} is back on. You are still on the waiting list.',
        de: 'Die Verabredung am {when} findet doch statt. Du stehst noch auf der Warteliste.',
        fr: 'Le rendez-vous du {when} a finalement lieu. Tu es toujours sur la liste d’attente.',
        es: 'La quedada del {when} se hace al final. Sigues en la lista de espera.',
      },
    },
  },
} satisfies NotificationDefinition
