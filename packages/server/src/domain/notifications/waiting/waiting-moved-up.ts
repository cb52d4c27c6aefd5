import type { Db } from '../../../platform/db/db.ts'
import type { Waiter } from '../../playdates/waiting-list.ts'
import { type NotificationDefinition, pathToItsPlaydate } from '../kind.ts'
import { tellWaiters, withdrawFromWaiters } from './tell-waiters.ts'

const kind = 'waiting.movedUp'

/** He was waiting and now has a place. */
export const waitingMovedUp = {
  kind,
  goesWithPlaydate: true,
  outside: {
    setting: 'playdates',
    hasMail: true,
    isTrue: ({ isComing }) => isComing,
    path: pathToItsPlaydate,
    text: {
      title: {
        nl: 'Je hebt een plek',
        en: 'You have a place',
        de: 'Du hast einen Platz',
        fr: 'Tu as une place',
        es: 'Tienes plaza',
      },
      body: {
        nl: 'Er kwam plek vrij: je gaat mee op {when}. Kun je niet? Zeg het met één tik af.',
        en: 'A place became free: you are coming on {when}. Can’t make it? One tap gives it back.',
        de: 'Ein Platz ist frei geworden: Du bist am {when} dabei. Du kannst nicht? Gib ihn mit einem Tipp zurück.',
        fr: 'Une place s’est libérée : tu viens le {when}. Empêché ? Un geste suffit pour la rendre.',
        es: 'Ha quedado una plaza libre: vas el {when}. ¿No puedes? Devuélvela con un toque.',
      },
    },
  },
} satisfies NotificationDefinition

/** Tells these fathers that they have moved up. */
export async function tellMovedUp(tx: Db, waiters: readonly Waiter[]): Promise<void> {
  await withdrawFromWaiters(tx, waiters, ['waiting.asked', 'waiting.tooMany', 'waiting.restored'])
  await tellWaiters(tx, kind, waiters)
}

/** Deletes it after they have left the list or the playdate: they neither have a place nor wait for one. */
export async function withdrawPlaces(tx: Db, waiters: readonly Waiter[]): Promise<void> {
  if (waiters.length === 0) return
  await withdrawFromWaiters(tx, waiters, [
    kind,
    'waiting.asked',
    'waiting.tooMany',
    'waiting.changed',
    'waiting.restored',
  ])
}
