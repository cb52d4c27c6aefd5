import { useSyncExternalStore } from 'react'

export type Store<T> = ReturnType<typeof createStore<T>>

/** A value outside React that components can subscribe to. */
export function createStore<T>(value: T) {
  const watchers = new Set<() => void>()
  const watch = (watcher: () => void) => {
    watchers.add(watcher)
    return () => {
      watchers.delete(watcher)
    }
  }
  const get = () => value
  return {
    get,
    set(next: T) {
      value = next
      for (const watcher of watchers) watcher()
    },
    watch,
    use: () => useSyncExternalStore(watch, get),
  }
}
