import { createStore } from '../store.ts'

/** Whether the first screen has been rendered. Deferred code waits for this, however slow the start is. */
export const usable = createStore(false)

let isMarked = false

/** Records the moment from which taps are handled, which is before the screen is painted. */
export function markHeard() {
  if (!isMarked) performance.mark('usable')
  isMarked = true
}

export function markUsable() {
  if (usable.get()) return
  markHeard()
  usable.set(true)
}

/** Resolves once the first screen has been rendered. */
export function whenUsable(): Promise<void> {
  return new Promise(resolve => {
    if (usable.get()) return resolve()
    const forget = usable.watch(() => {
      forget()
      resolve()
    })
  })
}
