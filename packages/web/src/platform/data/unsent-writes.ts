import { createStore } from '../store.ts'

/** Addresses with a queued write; see offline-queue.ts. */
export const unsentWrites = createStore<readonly string[]>([])

/** Whether a write for this address is queued. */
export function useIsUnsent(at: string): boolean {
  return unsentWrites.use().includes(at)
}
