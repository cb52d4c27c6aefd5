import type { User } from '@papadag/contract/users'
import { forgetFirstSteps } from './onboarding-progress.ts'

const nameKey = 'greeted'

/** The page's HTML uses it to greet him on the next visit. */
export function keepName({ id, firstName }: Pick<User, 'id' | 'firstName'>) {
  localStorage.setItem(nameKey, `${id} ${firstName}`)
}

/**
 * Deletes what this browser stores about earlier users, but not the device's own settings such as its language: after
 * logging out, after a 401, and before another user (safety S20). Data of `stays`, who may already be logged in in
 * another tab, is kept.
 */
export async function forgetUser(stays?: number) {
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith('push_on_') && name !== `push_on_${stays}`) localStorage.removeItem(name)
  }
  forgetFirstSteps(stays)
  // Both begin with the user's id.
  for (const name of [nameKey, 'playdate_filters'])
    if (Number.parseInt(localStorage.getItem(name) ?? '', 10) !== stays) localStorage.removeItem(name)
  try {
    for (const name of await caches.keys()) {
      if (name.startsWith('kept-map-') && name !== `kept-map-${stays}`) await caches.delete(name)
    }
  } catch {
    // A browser without file storage, over plain http, has nothing to delete either.
  }
  try {
    // By name, since the code that filled them may not be loaded.
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('papadag-') || name === `papadag-chat-${stays}`) continue
      // All users share this database.
      const forgetOthers = stays !== undefined && name === 'papadag-offline' && (await loadForgetOthers())
      if (forgetOthers) await forgetOthers(stays)
      else indexedDB.deleteDatabase(name)
    }
  } catch {
    // A browser without storage has nothing to delete.
  }
}

const loadForgetOthers = () =>
  import('../offline/offline-database.ts').then(
    ({ forgetOthers }) => forgetOthers,
    () => undefined,
  )
