import { createStore } from './store.ts'

/** Whether the first screen is drawn. Deferred code waits for this, however slow the start is. */
export const usable = createStore(false)

export function markUsable() {
  if (usable.get()) return
  performance.mark('usable')
  usable.set(true)
}
