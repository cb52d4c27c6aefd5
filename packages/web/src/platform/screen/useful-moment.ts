import { browserStorage } from '../browser/storage.ts'
import { createStore } from '../store.ts'

// Set on this device once the user has been asked about notifications, whatever his answer.
const askedKey = 'push_asked'

/**
 * Whether he has joined, planned or written something and may be asked, once, whether he wants to be notified about it.
 */
export const mayAskToTell = createStore(false)

/** Records that the user now has something to be notified about. */
export function beUseful() {
  if (browserStorage.get(askedKey) !== 'true') mayAskToTell.set(true)
}

/** Records that the user was asked, so that he is not asked again on this device. */
export function noteAsked() {
  browserStorage.set(askedKey, 'true')
  mayAskToTell.set(false)
}
