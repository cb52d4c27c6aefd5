import { createStore } from '../store.ts'

/** Addresses with a queued write; see offline-queue.ts. */
export const waiting = createStore<readonly string[]>([])

/** Whether a write for this address is queued. */
export function useIsWaiting(at: string): boolean {
  return waiting.use().includes(at)
}
