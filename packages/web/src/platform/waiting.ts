import { createStore } from './store.ts'

/** The addresses that something waits to be sent to, for want of a network; see offline-queue.ts. */
export const waiting = createStore<readonly string[]>([])

/** Whether something for this address still waits for a network. */
export function useIsWaiting(at: string): boolean {
  return waiting.use().includes(at)
}
