import type { Db } from '../../../platform/db/db.ts'
import type { Waiter } from '../../playdates/waiting-list.ts'
import { type NotificationDefinition, pathToItsPlaydate } from '../kind.ts'
import { placesFor, tellWaiters } from './tell-waiters.ts'

const kind = 'waiting.asked'

/** In the last day before the start: there is room for him, and the first to join gets it. */
export const waitingAsked = {
  kind,
  goesWithPlaydate: true,
  extras: placesFor,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ isCancelled, wanted, free }) => !isCancelled && wanted !== null && wanted <= free,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Er is plek vrijgekomen',
        en: 'A place has become free',
        de: 'Ein Platz ist frei geworden',
        fr: 'Une place s’est libérée',
        es: 'Ha quedado una plaza libre',
      },
      body: {
        nl: 'Op {when}. Wie het eerst meedoet, heeft de plek.',
        en: 'On {when}. The first to join gets it.',
        de: 'Am {when}. Wer zuerst mitmacht, bekommt ihn.',
        fr: 'Le {when}. Le premier qui participe l’obtient.',
        es: 'El {when}. Es para quien se apunte primero.',
      },
    },
  },
} satisfies NotificationDefinition

/** Asks these waiting fathers, each of whom would fit. */
export async function askWaiters(tx: Db, waiters: readonly Waiter[]): Promise<void> {
  await tellWaiters(tx, kind, waiters)
}
