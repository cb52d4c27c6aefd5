import { createStore } from './store.ts'

// Of this device: he was asked whether he wants notifications, whatever he said.
const askedKey = 'push_asked'

/** Whether he has joined, planned or written something and may be asked, once, whether he wants to hear of it. */
export const mayAskToTell = createStore(false)

/** There is something to tell him from now on. */
export function beUseful() {
  if (localStorage.getItem(askedKey) !== 'true') mayAskToTell.set(true)
}

/** Nobody asks him again here. */
export function noteAsked() {
  localStorage.setItem(askedKey, 'true')
  mayAskToTell.set(false)
}
