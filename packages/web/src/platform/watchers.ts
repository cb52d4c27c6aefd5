/** Those who want to hear of each change of a value. */
export function createWatchers() {
  const watchers = new Set<() => void>()
  return {
    tell() {
      for (const watcher of watchers) watcher()
    },
    /** Calls the watcher on every change; returns a function that stops it. */
    watch(watcher: () => void): () => void {
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
      }
    },
  }
}
