import { type NotificationDefinition, pathToItsPlaydate } from '../../../domain/notifications/kind.ts'

/** A father whom he knows is out now. Where is said in the app alone. */
export const playdateNow: NotificationDefinition<'playdate.now'> = {
  outside: {
    setting: 'playdates',
    hasMail: false,
    isForNow: true,
    isTrue: ({ playdateId, isCancelled, isOn }) => playdateId !== null && !isCancelled && !isOn,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: '{name} is nu buiten',
        en: '{name} is out now',
        de: '{name} ist jetzt draußen',
        fr: '{name} est dehors',
        es: '{name} está fuera ahora',
      },
      nameless: {
        nl: 'Een papa die je kent is nu buiten',
        en: 'A dad you know is out now',
        de: 'Ein Vater, den du kennst, ist jetzt draußen',
        fr: 'Un père que tu connais est dehors',
        es: 'Un padre que conoces está fuera ahora',
      },
      body: {
        nl: 'Kom je ook? Open Papadag om te zien waar.',
        en: 'Coming too? Open Papadag to see where.',
        de: 'Kommst du auch? Öffne Papadag und sieh, wo.',
        fr: 'Tu viens aussi ? Ouvre Papadag pour voir où.',
        es: '¿Te vienes? Abre Papadag para ver dónde.',
      },
    },
  },
}
