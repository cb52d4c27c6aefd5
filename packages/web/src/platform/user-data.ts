/**
 * Deletes what this browser keeps of whoever was here, nothing of the device's own such as its language: after logging
 * out, after a 401, and before somebody else (safety S20). Of `stays`, who may have been here in another tab for a
 * while, nothing goes.
 */
export async function forgetUser(stays?: number) {
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith('push_on_') && name !== `push_on_${stays}`) localStorage.removeItem(name)
  }
  try {
    // By their names, since the code that filled them need not be loaded.
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('papadag-') || name === `papadag-chat-${stays}`) continue
      // This one is of all of them together.
      const forgetOthers = stays !== undefined && name === 'papadag-offline' && (await loadForgetOthers())
      if (forgetOthers) await forgetOthers(stays)
      else indexedDB.deleteDatabase(name)
    }
  } catch {
    // A browser that stores nothing has nothing to delete.
  }
}

const loadForgetOthers = () =>
  import(/* afterwards */ './offline-database.ts').then(
    ({ forgetOthers }) => forgetOthers,
    () => undefined,
  )
