import { useSyncExternalStore } from 'react'
import { createWatchers } from './watchers.ts'

export type Store<T> = ReturnType<typeof createStore<T>>

/** A value outside React that components can subscribe to. */
export function createStore<T>(value: T) {
  const { tell, watch } = createWatchers()
  const get = () => value
  return {
    get,
    set(next: T) {
      value = next
      tell()
    },
    watch,
    use: () => useSyncExternalStore(watch, get),
  }
}
