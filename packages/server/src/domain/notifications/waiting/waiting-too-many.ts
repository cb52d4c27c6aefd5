import type { Db } from '../../../platform/db/db.ts'
import type { Waiter } from '../../playdates/waiting-list.ts'
import { type NotificationDefinition, pathToItsPlaydate } from '../kind.ts'
import { placesFor, tellWaiters } from './tell-waiters.ts'

const kind = 'waiting.tooMany'

/** There is room, but not for him and all the children he would bring. */
export const waitingTooMany = {
  kind,
  goesWithPlaydate: true,
  extras: placesFor,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ isCancelled, wanted, free }) => !isCancelled && wanted !== null && free > 0 && wanted > free,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Er is plek, maar niet voor jullie allemaal',
        en: 'There is room, but not for all of you',
        de: 'Es ist Platz, aber nicht für euch alle',
        fr: 'Il y a de la place, mais pas pour vous tous',
        es: 'Hay sitio, pero no para todos vosotros',
      },
      body: {
        nl: 'Op {when} is er plek voor een deel van jullie. Kom je met minder?',
        en: 'On {when} there is room for some of you. Will you come with fewer?',
        de: 'Am {when} ist Platz für einen Teil von euch. Kommt ihr zu wenigeren?',
        fr: 'Le {when}, il y a de la place pour une partie d’entre vous. Venez-vous moins nombreux ?',
        es: 'El {when} hay sitio para parte de vosotros. ¿Venís menos?',
      },
    },
  },
} satisfies NotificationDefinition

/** Tells these waiting fathers how many would fit. */
export async function tellTooMany(tx: Db, waiters: readonly Waiter[]): Promise<void> {
  await tellWaiters(tx, kind, waiters)
}
