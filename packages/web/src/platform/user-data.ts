const forgetters = new Set<() => void>()

/**
 * Runs when what this tab or browser keeps of its user has to go: after logging out, after a 401, and before somebody
 * else (safety S20). Databases called `papadag-…` go by themselves. The answer stops listening.
 */
export function onForgetUser(callback: () => void): () => void {
  forgetters.add(callback)
  return () => {
    forgetters.delete(callback)
  }
}

/** Deletes what is kept of whoever was here; nothing of the device's own, such as its language. */
export async function forgetUser() {
  for (const forget of forgetters) forget()
  try {
    // By their names, since the code that filled them need not be loaded.
    for (const { name } of await indexedDB.databases()) {
      if (name?.startsWith('papadag-')) indexedDB.deleteDatabase(name)
    }
  } catch {
    // A browser that stores nothing has nothing to delete.
  }
}
