import { type NotificationDefinition, pathToItsPlaydate } from '../kind.ts'
import { newPlace } from '../new-place.ts'

/** A playdate he is waiting for has a new time or place. */
export const waitingChanged = {
  kind: 'waiting.changed',
  isByCreator: true,
  extras: newPlace,
  goesWithPlaydate: true,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ isCancelled, wanted }) => wanted !== null && !isCancelled,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Speelafspraak gewijzigd',
        en: 'Playdate changed',
        de: 'Verabredung geändert',
        fr: 'Rendez-vous modifié',
        es: 'Quedada modificada',
      },
      body: {
        nl: 'Er is iets veranderd. Je wacht nu op een plek op {when}.',
        en: 'Something has changed. You are now waiting for a place on {when}.',
        de: 'Etwas hat sich geändert. Du wartest jetzt auf einen Platz am {when}.',
        fr: 'Du changement : tu attends maintenant une place pour le {when}.',
        es: 'Hay cambios: ahora esperas una plaza para el {when}.',
      },
    },
  },
} satisfies NotificationDefinition
