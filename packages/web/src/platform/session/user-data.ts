import type { User } from '@papadag/contract/users/users'
import { browserStorage, databaseNames, deleteDatabase, fileStorage } from '../browser/storage.ts'
import { forgetFirstSteps } from './onboarding-progress.ts'

const nameKey = 'greeted'
const accountKey = 'has_account'

/** The page's HTML uses it to greet him on the next visit. */
export function keepName({ id, firstName }: Pick<User, 'id' | 'firstName'>) {
  browserStorage.set(nameKey, `${id} ${firstName}`)
  browserStorage.set(accountKey, 'true')
}

/** Whether somebody was logged in when this browser was last used. */
export const isGreeted = () => browserStorage.get(nameKey) !== null

/** Whether somebody has been logged in with this browser; it does not say who. */
export const hasAccount = () => browserStorage.get(accountKey) !== null

/**
 * Deletes what this browser stores about earlier users, but not the device's own settings such as its language: after
 * logging out, after a 401, and before another user (safety S20). Data of `stays`, who may already be logged in in
 * another tab, is kept.
 */
export async function forgetUser(stays?: number) {
  for (const name of browserStorage.names()) {
    if (name.startsWith('push_on_') && name !== `push_on_${stays}`) browserStorage.remove(name)
  }
  forgetFirstSteps(stays)
  // Both begin with the user's id.
  for (const name of [nameKey, 'playdate_filters'])
    if (Number.parseInt(browserStorage.get(name) ?? '', 10) !== stays) browserStorage.remove(name)
  const files = fileStorage()
  try {
    for (const name of (await files?.keys()) ?? []) {
      if (name.startsWith('offline-map-') && name !== `offline-map-${stays}`) await files?.delete(name)
    }
  } catch {
    // A browser that refuses file storage has nothing to delete.
  }
  // By name, since the code that filled them may not be loaded.
  for (const name of await databaseNames()) {
    if (!name.startsWith('papadag-') || name === `papadag-chat-${stays}`) continue
    // All users share this database.
    const forgetOthers = stays !== undefined && name === 'papadag-offline' && (await loadForgetOthers())
    if (forgetOthers) await forgetOthers(stays)
    else void deleteDatabase(name)
  }
}

const loadForgetOthers = () =>
  import('../offline/offline-database.ts').then(
    ({ forgetOthers }) => forgetOthers,
    () => undefined,
  )
