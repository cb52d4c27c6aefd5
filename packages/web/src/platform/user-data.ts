/**
 * Deletes what this browser keeps of whoever was here, nothing of the device's own such as its language: after logging
 * out, after a 401, and before somebody else (safety S20).
 */
export async function forgetUser() {
  try {
    // By their names, since the code that filled them need not be loaded.
    for (const { name } of await indexedDB.databases()) {
      if (name?.startsWith('papadag-')) indexedDB.deleteDatabase(name)
    }
  } catch {
    // A browser that stores nothing has nothing to delete.
  }
}
