import { limits } from '@papadag/contract/limits'
import { browserStorage } from '../../../platform/browser/storage.ts'

const storageKey = 'cancelled_at'

/** Stores in this browser that something was cancelled, so that the server is asked only then what can be undone. */
export function noteCancelled() {
  browserStorage.set(storageKey, String(Date.now()))
}

/** Whether this browser has cancelled something that may still be undone. */
export const hasCancelled = () => Date.now() - Number(browserStorage.get(storageKey) ?? 0) < limits.undoCancelMs
