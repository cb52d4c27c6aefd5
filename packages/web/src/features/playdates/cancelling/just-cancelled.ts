import { limits } from '@papadag/contract/limits'

const storageKey = 'cancelled_at'

/** Stores in this browser that something was cancelled, so that the server is asked only then what can be undone. */
export function noteCancelled() {
  localStorage.setItem(storageKey, String(Date.now()))
}

/** Whether this browser has cancelled something that may still be undone. */
export const hasCancelled = () => Date.now() - Number(localStorage.getItem(storageKey) ?? 0) < limits.undoCancelMs
